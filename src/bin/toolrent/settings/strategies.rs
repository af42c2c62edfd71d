//! `[strategies.NAME]`: loading strategies of one's own, in the fields of the built-in ones.

use toml::{Table, Value};
use toolrent::host::profile;
use toolrent::simulate::strategies;
use toolrent::simulate::strategy::Strategy;

use crate::settings::{Wrong, meant};

/// The fields of a strategy; the name is that of the table.
const KEYS: [&str; 17] = [
    "title",
    "host",
    "upfront",
    "always_load",
    "view",
    "place",
    "fixed_tokens",
    "activate",
    "discover",
    "load",
    "persist",
    "compaction_at",
    "summary_tokens",
    "call_wrapper_tokens",
    "duplicated",
    "cut_bytes",
    "order",
];
/// Where a strategy's figures come from may be said too.
const SAID: [&str; 2] = ["source", "as_of"];
/// The fields of its search.
const DISCOVER: [&str; 11] =
    ["unit", "ranker", "k", "when", "returns", "describe", "retries", "on_miss", "pass", "call_tokens", "unit_tokens"];

/// All of them, by name.
pub(super) fn read(tables: &Table) -> Result<Vec<Strategy>, Wrong> {
    tables.iter().map(|(name, value)| one(name, value)).collect()
}

fn one(name: &str, value: &Value) -> Result<Strategy, Wrong> {
    let at = format!("[strategies.{name}]");
    let Value::Table(table) = value else { return Err((format!("{at}: expected a table"), None)) };
    if strategies::named(name).is_some() {
        return Err((format!("{at}: a built-in strategy has that name"), Some("give it another one".to_owned())));
    }
    for key in table.keys().filter(|key| !SAID.contains(&key.as_str())) {
        if !KEYS.contains(&key.as_str()) {
            return Err((format!("{at}: unknown key {key:?}"), meant(key, &KEYS)));
        }
    }
    if let Some(Value::Table(discover)) = table.get("discover")
        && let Some(key) = discover.keys().find(|key| !DISCOVER.contains(&key.as_str()))
    {
        return Err((format!("{at} discover: unknown key {key:?}"), meant(key, &DISCOVER)));
    }
    let mut named = table.clone();
    named.insert("name".to_owned(), Value::String(name.to_owned()));
    let read: Result<Strategy, toml::de::Error> = named.try_into();
    let own = read.map_err(|error| (format!("{at}: {}", error.message()), None))?;
    match own.host.as_deref() {
        Some(host) if profile::named(host).is_none() => {
            Err((format!("{at}: unknown host {host:?}"), Some("`toolrent hosts` lists them".to_owned())))
        }
        _ => Ok(own),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Result<Vec<Strategy>, Wrong> {
        read(&text.parse().expect("TOML"))
    }

    #[test]
    fn a_table_is_a_strategy() {
        let own = of("[warung]\nview = 'names'\nfixed_tokens = 120\n[warung.discover]\nranker = 'codex'\nk = 4")
            .expect("one");
        assert_eq!((own[0].name.as_str(), own[0].fixed_tokens), ("warung", 120));
        assert_eq!(own[0].discover.as_ref().map(|discover| discover.k), Some(4));
    }

    #[test]
    fn slips_are_told_with_what_was_meant() {
        let wrong = |text: &str| of(text).expect_err(text);
        assert_eq!(wrong("[w]\nveiw = 'names'").1.as_deref(), Some("did you mean \"view\"?"));
        assert_eq!(wrong("[w.discover]\nrankr = 'x'\nk = 1").1.as_deref(), Some("did you mean \"ranker\"?"));
        assert!(wrong("[w]\nview = 'all'").0.starts_with("[strategies.w]: "));
        assert!(wrong("[full]\nview = 'names'").0.contains("built-in"));
        assert!(wrong("[w]\nhost = 'clod'").0.contains("unknown host"));
        assert!(wrong("w = 1").0.contains("expected a table"));
    }
}
