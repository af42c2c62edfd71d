//! What settings tell the rules: `[levels]`, `[rules.ID]`, `[[allow]]`.

use std::collections::BTreeMap;

use toml::{Table, Value};
use toolrent::lint::allow::AllowError;
use toolrent::lint::allow::entry::{Allow, KEYS};
use toolrent::lint::knob::{Knob, Options, Setting};
use toolrent::lint::levels::{Level, LevelError, Whom};
use toolrent::lint::nearest::nearest;
use toolrent::lint::rules::{RULES, named};

use crate::settings::{Wrong, meant};

/// What rules are told.
#[derive(Debug, Default)]
pub(crate) struct Rules {
    /// How loudly they speak; the narrower a level, the later it stands.
    pub(crate) levels: Vec<(Whom, Level)>,
    /// Their own settings, by id.
    pub(crate) options: BTreeMap<String, Options>,
    /// Findings that are accepted.
    pub(crate) allows: Vec<Allow>,
}

/// `[levels]`: a table has no order, so what is said of one rule counts more than what is said of its group.
pub(super) fn levels(table: &Table) -> Result<Vec<(Whom, Level)>, Wrong> {
    let level = |(key, value): (&String, &Value)| {
        let told = |error: LevelError| (format!("[levels] {key}: {error}"), help(&error));
        let word = value
            .as_str()
            .ok_or_else(|| (format!("[levels] {key}: expected \"off\", \"info\", \"warning\" or \"error\""), None))?;
        Ok((Whom::of_word(key).map_err(told)?, Level::of_word(word).map_err(told)?))
    };
    let mut levels = table.iter().map(level).collect::<Result<Vec<_>, Wrong>>()?;
    levels.sort_by(|(one, _), (other, _)| one.cmp(other));
    Ok(levels)
}

/// What would help somebody who named a level or a rule that is none.
pub(crate) fn help(error: &LevelError) -> Option<String> {
    match error {
        LevelError::Whom { near, .. } => Some(near_or_all(near)),
        LevelError::Level { .. } => None,
    }
}

/// Ids near to one that is unknown, and where all stand.
pub(crate) fn near_or_all(near: &[&str]) -> String {
    match near {
        [] => "`toolrent rules` lists them".to_owned(),
        near => format!("did you mean {}? `toolrent rules` lists all", near.join(" or ")),
    }
}

/// `[rules.ID]`.
pub(super) fn options(tables: &Table) -> Result<BTreeMap<String, Options>, Wrong> {
    let own = |(id, value): (&String, &Value)| {
        let rule = named(id).ok_or_else(|| {
            (format!("[rules.{id}]: unknown rule"), Some(near_or_all(&nearest(id, RULES.iter().map(|rule| rule.id)))))
        })?;
        let table = value.as_table().ok_or_else(|| (format!("[rules.{id}]: expected a table"), None))?;
        let mut options = Options::default();
        table.iter().try_for_each(|(key, value)| option(id, rule.options, key, value, &mut options))?;
        Ok((id.clone(), options))
    };
    tables.iter().map(own).collect()
}

fn option(id: &str, knobs: &[Knob], key: &str, value: &Value, options: &mut Options) -> Result<(), Wrong> {
    let names: Vec<&str> = knobs.iter().map(|knob| knob.name).collect();
    let Some(knob) = knobs.iter().find(|knob| knob.name == key) else {
        let help = match names.as_slice() {
            [] => Some(format!("{id} has no settings")),
            names => meant(key, names).or_else(|| Some(format!("it knows {}", names.join(", ")))),
        };
        return Err((format!("[rules.{id}]: unknown key {key:?}"), help));
    };
    match knob.default {
        Setting::Number(_) => {
            let number = value.as_integer();
            options
                .set_number(key, number.ok_or_else(|| (format!("[rules.{id}] {key}: expected a whole number"), None))?);
        }
        Setting::Words => {
            let words =
                value.as_array().and_then(|words| words.iter().map(|word| word.as_str().map(str::to_owned)).collect());
            options.set_words(
                key,
                words.ok_or_else(|| (format!("[rules.{id}] {key}: expected an array of strings"), None))?,
            );
        }
    }
    Ok(())
}

/// `[[allow]]`.
pub(super) fn allows(entries: &[Value]) -> Result<Vec<Allow>, Wrong> {
    let one = |(at, value): (usize, &Value)| {
        let place = format!("[[allow]] entry {}", at + 1);
        let table = value.as_table().ok_or_else(|| (format!("{place}: expected a table"), None))?;
        if let Some(key) = table.keys().find(|key| !KEYS.contains(&key.as_str())) {
            let help = meant(key, &KEYS).unwrap_or_else(|| format!("it knows {}", KEYS.join(", ")));
            return Err((format!("{place}: unknown key {key:?}"), Some(help)));
        }
        let allow = entry(table).map_err(|message| (format!("{place}: {message}"), None))?;
        allow.check().map_err(|error| (format!("{place}: {error}"), Some(allow_help(&error))))?;
        Ok(allow)
    };
    entries.iter().enumerate().map(one).collect()
}

fn entry(table: &Table) -> Result<Allow, String> {
    let mut table = table.clone();
    // A day without quotes is one of TOML's own dates.
    if let Some(Value::Datetime(day)) = table.get("until") {
        let text = Value::String(day.to_string());
        table.insert("until".to_owned(), text);
    }
    if !table.contains_key("rule") {
        return Err("names no rule".to_owned());
    }
    if let Some((key, _)) = table.iter().find(|(_, value)| !value.is_str()) {
        return Err(format!("{key}: expected a string"));
    }
    table.try_into().map_err(|error: toml::de::Error| error.message().to_owned())
}

fn allow_help(error: &AllowError) -> String {
    match error {
        AllowError::Rule { near, .. } => near_or_all(near),
        AllowError::Reason { .. } => "reason = \"…\" says why the finding is accepted".to_owned(),
        AllowError::Text { .. } => {
            "text = \"…\" as `lint --format json` gives it: when the words change, they are found again".to_owned()
        }
        AllowError::Until(_) => "for example until = \"2027-06-30\"".to_owned(),
        AllowError::Hash { key, .. } => format!("`lint --format json` gives {key:?} of each finding"),
    }
}

#[cfg(test)]
mod tests {
    use toolrent::lint::grade::{Group, Severity};

    use super::*;

    fn table(text: &str) -> Table {
        text.parse().expect("TOML")
    }

    #[test]
    fn a_rule_counts_more_than_its_group() {
        let levels = levels(&table("enum-duplicate = \"error\"\nschema = \"off\"\nall = \"info\"")).expect("levels");
        let at = |severity| Level::At(severity);
        let rule = Whom::Rule("enum-duplicate".to_owned());
        let told =
            [(Whom::All, at(Severity::Info)), (Whom::Group(Group::Schema), Level::Off), (rule, at(Severity::Error))];
        assert_eq!(levels, told);
    }

    #[test]
    fn what_is_wrong_is_told_with_what_was_meant() {
        let wrong = |text: &str| crate::settings::parse(&table(text)).expect_err(text);
        for (text, message, help) in [
            ("[levels]\nenum-dupliacte = \"off\"", "unknown rule or group", "enum-duplicate"),
            ("[levels]\nschema = \"loud\"", "unknown level", ""),
            ("[levels]\nschema = 1", "expected", ""),
            ("[rules.enum-dupliacte]", "unknown rule", "enum-duplicate"),
            ("[rules.enum-duplicate]\nmost = 1", "unknown key \"most\"", "no settings"),
            ("[[allow]]\nreason = \"x\"", "names no rule", ""),
            ("[[allow]]\nrule = \"enum-duplicate\"", "gives no reason", "reason ="),
            ("[[allow]]\nrule = \"enum-duplicate\"\nreson = \"x\"", "unknown key", "reason"),
            ("[[allow]]\nrule = \"override-phrase\"\nreason = \"x\"", "names no text", "text ="),
            ("[[allow]]\nrule = \"enum-duplicate\"\nreason = \"x\"\nuntil = \"soon\"", "no day", "until ="),
            ("[[allow]]\nrule = \"enum-duplicate\"\nreason = 1", "expected a string", ""),
            ("[alow]", "unknown key", "allow"),
        ] {
            let (said, helped) = wrong(text);
            assert!(said.contains(message), "{text}: {said}");
            assert!(helped.unwrap_or_default().contains(help), "{text}");
        }
    }

    #[test]
    fn a_day_may_stand_without_quotes() {
        let text = "[[allow]]\nrule = \"enum-duplicate\"\nreason = \"x\"\nuntil = 2027-06-30";
        let settings = crate::settings::parse(&table(text)).expect("settings");
        assert_eq!(settings.rules.allows[0].until.as_deref(), Some("2027-06-30"));
    }
}
