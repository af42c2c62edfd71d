//! What a text or a change of a definition is worth in tokens, on one meter of each family of models.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::catalog::tool::Tool;
use crate::host::profile::{self, Host};
use crate::host::tariff::Overrides;
use crate::meter::encodings;
use crate::meter::meter::Meter;
use crate::meter::shown::Shown;
use crate::rent::column::Column;
use crate::rent::definition;
use crate::rent::wire::VOCABULARY;

/// Tokens by meter profile.
pub type Tokens = BTreeMap<String, i64>;

/// The meters that things are weighed on.
pub struct Scale {
    pans: Vec<Pan>,
}

struct Pan {
    host: &'static Host,
    meter: Meter,
}

impl Scale {
    /// The plain count and one meter of each family that stands side by side when no host is asked for.
    #[must_use]
    pub fn standard() -> Scale {
        let pan = |host: &'static Host| {
            let column = Column::new(host, None, &Overrides::default()).ok()?;
            Some(Pan { host, meter: column.meter })
        };
        Scale { pans: profile::defaults().filter_map(pan).collect() }
    }

    /// The plain count alone.
    #[must_use]
    pub fn plain() -> Scale {
        let Scale { mut pans } = Scale::standard();
        pans.truncate(1);
        Scale { pans }
    }

    /// What a text costs wherever a model reads it.
    #[must_use]
    pub fn text(&self, text: &str) -> Tokens {
        self.pans.iter().map(|pan| (pan.meter.profile.name.clone(), pan.meter.text(text))).collect()
    }

    /// What a definition costs as it is shown on each host.
    #[must_use]
    pub fn worth(&self, server: &str, tool: &Tool) -> Tokens {
        let worth = |pan: &Pan| {
            let shown: Shown<'_> = definition::definition(pan.host, server, tool).shown;
            (pan.meter.profile.name.clone(), pan.meter.shares(&[shown]).iter().sum::<i64>())
        };
        self.pans.iter().map(worth).collect()
    }

    /// What a change saves: the worth of the definition, less that of the changed one.
    #[must_use]
    pub fn saving(&self, server: &str, tool: &Tool, worth: &Tokens, after: Value) -> Tokens {
        // Only the value is shown to a model.
        let Tool { name, dialect, fidelity, place, excluded_by_http_hosts, .. } = tool;
        let after = Tool {
            name: name.clone(),
            text: Box::default(),
            value: after,
            dialect: *dialect,
            fidelity: *fidelity,
            place: place.clone(),
            excluded_by_http_hosts: excluded_by_http_hosts.clone(),
        };
        let after = self.worth(server, &after);
        let saved = |(meter, after): (String, i64)| Some((meter.clone(), worth.get(&meter)? - after));
        after.into_iter().filter_map(saved).collect()
    }
}

/// Tokens of a text in the vocabulary of every wire figure.
#[must_use]
pub fn tokens(text: &str) -> i64 {
    let tokenizer = encodings::named(VOCABULARY).expect("o200k is always built in");
    i64::try_from(tokenizer.count(text)).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::saved;

    #[test]
    fn a_change_saves_what_it_takes_from_each_bill() {
        let text = r#"{"tools":[{"name":"catat","description":"Mencatat satu hal.","inputSchema":{"type":"object",
            "title":"catatArguments","properties":{"isi":{"title":"Isi","type":"string"}}}}]}"#;
        let catalog = saved::read("toko", text.as_bytes()).expect("a list");
        let tool = &catalog.servers[0].tools[0];
        let mut after = tool.value.clone();
        after["inputSchema"].as_object_mut().expect("a schema").shift_remove("title");
        let scale = Scale::standard();
        let saved = scale.saving("toko", tool, &scale.worth("toko", tool), after);
        assert!(saved["raw-o200k"] > 3 && saved.len() == 3, "{saved:?}");
        assert!(Scale::standard().text("empat kata di sini").values().all(|tokens| *tokens > 2));
        assert_eq!(tokens("Mencatat"), Scale::standard().text("Mencatat")["raw-o200k"]);
    }
}
