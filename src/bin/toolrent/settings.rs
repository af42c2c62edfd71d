//! Settings: `toolrent.toml`, from the working directory up to the repository's root.

pub(crate) mod rules;
mod strategies;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use toml::{Table, Value};
use toolrent::lint::nearest::distance;
use toolrent::rent::budget::Budget;
use toolrent::simulate::strategy::Strategy;

use crate::args::Global;
use crate::exit::Failure;
use crate::settings::rules::Rules;

/// What the settings file says.
#[derive(Debug, Default)]
pub(crate) struct Settings {
    /// Hosts to show when no `--host` is given.
    pub(crate) hosts: Vec<String>,
    /// Model to show when no `--model` is given.
    pub(crate) model: Option<String>,
    /// The budget for the first of `hosts`, or for the plain JSON count.
    pub(crate) budget: Budget,
    /// Budgets by host.
    pub(crate) budgets: BTreeMap<String, Budget>,
    /// What rules are told.
    pub(crate) rules: Rules,
    /// Loading strategies of one's own.
    pub(crate) strategies: Vec<Strategy>,
    /// Where it was read; none when there is no file.
    pub(crate) origin: Option<Origin>,
}

/// The settings file.
#[derive(Debug)]
pub(crate) struct Origin {
    /// Its path: inside the working directory as seen from there.
    pub(crate) name: String,
    /// The line of each `[[allow]]`; none when they are written otherwise.
    pub(crate) allows: Vec<u32>,
}

impl Origin {
    fn new(file: &Path, text: &str, allows: usize) -> Origin {
        let here = std::env::current_dir().ok();
        let near = here.as_ref().and_then(|here| file.strip_prefix(here).ok()).unwrap_or(file);
        let heads = (1_u32..).zip(text.lines()).filter(|(_, line)| line.trim_start().starts_with("[[allow]]"));
        let lines: Vec<u32> = heads.map(|(line, _)| line).collect();
        // A table written in one line, or a text that only looks like a head, would put an entry on another's line.
        let allows = if lines.len() == allows { lines } else { Vec::new() };
        Origin { name: near.display().to_string(), allows }
    }
}

const NAME: &str = "toolrent.toml";
const KEYS: [&str; 7] = ["hosts", "model", "budget", "levels", "rules", "allow", "strategies"];
const LIMITS: [&str; 5] = ["tool", "server", "total", "instructions", "growth_pct"];

impl Settings {
    /// Reads the file that applies; no file is no settings.
    pub(crate) fn read(global: &Global) -> Result<Settings, Failure> {
        if global.isolated {
            return Ok(Settings::default());
        }
        let asked = global.config.clone().or_else(|| std::env::var_os("TOOLRENT_CONFIG").map(PathBuf::from));
        let Some(file) = asked.or_else(nearest) else { return Ok(Settings::default()) };
        let name = file.display().to_string();
        let text = std::fs::read_to_string(&file).map_err(|error| Failure::new(format!("{name}: {error}")))?;
        let table: Table = text.parse().map_err(|error: toml::de::Error| {
            Failure::new(format!("{name}: {}", error.to_string().trim_end().replace('\n', " ")))
        })?;
        let mut settings = parse(&table).map_err(|(message, help)| {
            let failure = Failure::new(format!("{name}: {message}"));
            match help {
                Some(help) => failure.help(help),
                None => failure,
            }
        })?;
        settings.origin = Some(Origin::new(&file, &text, settings.rules.allows.len()));
        Ok(settings)
    }
}

type Wrong = (String, Option<String>);

fn parse(table: &Table) -> Result<Settings, Wrong> {
    let mut settings = Settings::default();
    for (key, value) in table {
        match (key.as_str(), value) {
            ("hosts", Value::Array(hosts)) => {
                let texts = hosts.iter().map(|host| host.as_str().map(str::to_owned)).collect::<Option<Vec<_>>>();
                settings.hosts = texts.ok_or_else(|| ("hosts: expected an array of host ids".to_owned(), None))?;
            }
            ("model", Value::String(model)) => settings.model = Some(model.clone()),
            ("budget", Value::Table(budget)) => budgets(budget, &mut settings)?,
            ("levels", Value::Table(levels)) => settings.rules.levels = rules::levels(levels)?,
            ("rules", Value::Table(tables)) => settings.rules.options = rules::options(tables)?,
            ("allow", Value::Array(entries)) => settings.rules.allows = rules::allows(entries)?,
            ("strategies", Value::Table(tables)) => settings.strategies = strategies::read(tables)?,
            (key, _) if KEYS.contains(&key) => return Err((format!("{key}: not of the expected type"), None)),
            _ => return Err((format!("unknown key {key:?}"), meant(key, &KEYS))),
        }
    }
    Ok(settings)
}

fn budgets(table: &Table, settings: &mut Settings) -> Result<(), Wrong> {
    for (key, value) in table {
        match value {
            Value::Table(own) => {
                let known: Vec<&str> = toolrent::host::profile::hosts().iter().map(|host| host.id.as_str()).collect();
                if !known.contains(&key.as_str()) {
                    let help = meant(key, &known).unwrap_or_else(|| "`toolrent hosts` lists them".to_owned());
                    return Err((format!("[budget.{key}]: unknown host"), Some(help)));
                }
                let mut budget = Budget::default();
                own.iter().try_for_each(|(key, value)| limit(key, value, &mut budget))?;
                settings.budgets.insert(key.clone(), budget);
            }
            value => limit(key, value, &mut settings.budget)?,
        }
    }
    Ok(())
}

fn limit(key: &str, value: &Value, budget: &mut Budget) -> Result<(), Wrong> {
    let place = match key {
        "tool" => &mut budget.tool,
        "server" => &mut budget.server,
        "total" => &mut budget.total,
        "instructions" => &mut budget.instructions,
        "growth_pct" => &mut budget.growth_pct,
        _ => return Err((format!("[budget]: unknown key {key:?}"), meant(key, &LIMITS))),
    };
    let tokens = value.as_integer().and_then(|tokens| u64::try_from(tokens).ok());
    *place = Some(tokens.ok_or_else(|| (format!("[budget] {key}: expected a whole number, 0 or more"), None))?);
    Ok(())
}

fn meant(key: &str, known: &[&str]) -> Option<String> {
    let best = known.iter().map(|known| (distance(key, known), *known)).min()?;
    (best.0 <= 3).then(|| format!("did you mean {:?}?", best.1))
}

/// The nearest file upwards; the folder that holds `.git` is the last one looked into.
fn nearest() -> Option<PathBuf> {
    let start = std::env::current_dir().ok()?;
    let mut folder: Option<&Path> = Some(&start);
    while let Some(here) = folder {
        let file = here.join(NAME);
        if file.is_file() {
            return Some(file);
        }
        if here.join(".git").exists() {
            return None;
        }
        folder = here.parent();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrong(text: &str) -> Wrong {
        parse(&text.parse().expect("TOML")).expect_err(text)
    }

    #[test]
    fn reads_budgets_by_host() {
        let text = "hosts = [\"claude-code\"]\n[budget]\ntotal = 9000\n[budget.claude-code]\ntool = 800\n";
        let settings = parse(&text.parse().expect("TOML")).expect("settings");
        assert_eq!(settings.hosts, ["claude-code"]);
        assert_eq!(settings.budget.total, Some(9000));
        assert_eq!(settings.budgets["claude-code"].tool, Some(800));
    }

    #[test]
    fn knows_the_lines_of_its_entries() {
        let lines = |text: &str, allows| Origin::new(Path::new("a.toml"), text, allows).allows;
        assert_eq!(lines("hosts = []\n\n[[allow]]\nrule = \"x\"\n  [[allow]] # ours\n", 2), [3, 5]);
        assert_eq!(lines("allow = [{}]", 1), [0_u32; 0]);
        assert_eq!(lines("[[allow]]\nreason = \"\"\"\n[[allow]]\n\"\"\"", 1), [0_u32; 0]);
    }

    #[test]
    fn says_what_was_meant() {
        assert_eq!(wrong("modle = \"x\"").1.as_deref(), Some("did you mean \"model\"?"));
        assert_eq!(wrong("[budget]\ntotals = 1").1.as_deref(), Some("did you mean \"total\"?"));
        assert_eq!(wrong("[budget.claude-cod]\ntool = 1").1.as_deref(), Some("did you mean \"claude-code\"?"));
        assert_eq!(wrong("[budget.everywhere]\ntool = 1").1.as_deref(), Some("`toolrent hosts` lists them"));
        assert!(wrong("[budget]\ntool = -1").0.contains("whole number"));
    }
}
