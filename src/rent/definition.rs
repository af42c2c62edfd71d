//! How a host shows a tool definition to a model: named, cut and stripped its own way.

use std::borrow::Cow;

use crate::catalog::tool::{Dialect, Tool};
use crate::host::cut::Cut;
use crate::host::naming::Over;
use crate::host::profile::{Host, SchemaDoor};
use crate::meter::render::style;
use crate::meter::shown::Shown;

/// A definition as one host shows it.
#[derive(Debug, Clone)]
pub struct Definition<'a> {
    /// What the meter counts.
    pub shown: Shown<'a>,
    /// Whether the host takes the name.
    pub name: NameFit,
    /// What the host cuts from the description.
    pub truncated: Option<Truncated<'a>>,
    /// The further members this host sends, as `"key":value` texts.
    pub extras: Vec<String>,
}

/// Whether a host takes a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NameFit {
    /// It does.
    Fits,
    /// The name was too long, and the host shortened it.
    Shortened,
    /// The name is too long, and the tool or the whole request is refused.
    Refused,
    /// The name is too long, and the host leaves the tool out.
    Dropped,
}

/// A text that a host cut.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Truncated<'a> {
    /// The text that is shown, the host's marker included.
    pub shown: Cow<'a, str>,
    /// The text the model never sees.
    pub lost: &'a str,
}

/// How `host` shows `tool` of the server called `server`.
#[must_use]
pub fn definition<'a>(host: &Host, server: &str, tool: &'a Tool) -> Definition<'a> {
    let mut shown = Shown::from(tool);
    let name = host.name.apply(server, &tool.name);
    let fit = match (name.too_long, &host.name.over) {
        (false, _) => NameFit::Fits,
        (true, Over::Shortened { .. }) => NameFit::Shortened,
        (true, Over::Refused) => NameFit::Refused,
        (true, Over::Dropped) => NameFit::Dropped,
    };
    shown.name = name.text;
    let truncated = tool.description().and_then(|text| cut(host.description.as_ref(), text));
    if let Some(truncated) = &truncated {
        shown.description = Some(truncated.shown.clone());
    }
    if host.schema_door == SchemaDoor::JsonSchema && tool.dialect != Dialect::Gemini {
        shown.json_schema_door = true;
    }
    let member = |key: &String| tool.body().get(key).map(|value| format!("\"{key}\":{}", style::compact(value)));
    Definition { shown, name: fit, truncated, extras: host.sends.iter().filter_map(member).collect() }
}

/// What `limit` does to `text`; `None` when the whole text is shown.
#[must_use]
pub fn cut<'a>(limit: Option<&Cut>, text: &'a str) -> Option<Truncated<'a>> {
    let cutting = limit?.apply(text);
    (!cutting.lost.is_empty()).then_some(Truncated { shown: cutting.shown, lost: cutting.lost })
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::catalog::place::Place;
    use crate::catalog::tool::Fidelity;
    use crate::host::profile;

    fn tool(value: Value) -> Tool {
        Tool {
            name: value["name"].as_str().unwrap_or_default().to_owned(),
            text: value.to_string().into_boxed_str(),
            dialect: Dialect::Mcp,
            fidelity: Fidelity::Whole,
            place: Place::default(),
            excluded_by_http_hosts: None,
            value,
        }
    }

    fn host(id: &str) -> &'static Host {
        profile::named(id).expect(id)
    }

    #[test]
    fn hosts_name_tools_their_own_way() {
        let tool = tool(json!({"name": "cari-buku", "inputSchema": {"type": "object"}}));
        for (id, name) in [
            ("json", "cari-buku"),
            ("claude-code", "mcp__perpus-kota__cari-buku"),
            ("vscode", "mcp_perpus-kota_cari-buku"),
            ("copilot-cli", "perpus-kota-cari-buku"),
            ("roo-code", "mcp--perpus___kota--cari___buku"),
        ] {
            assert_eq!(definition(host(id), "perpus-kota", &tool).shown.name, name, "{id}");
        }
    }

    #[test]
    fn a_long_description_loses_its_end() {
        let text = "a".repeat(2048) + "fungsi terakhir";
        let tool = tool(json!({"name": "skrip", "description": text}));
        let cut = definition(host("claude-code"), "s", &tool);
        assert_eq!(cut.truncated.as_ref().map(|truncated| truncated.lost), Some("fungsi terakhir"));
        assert_eq!(cut.shown.description.map(|shown| shown.len()), Some(2048));
        assert!(definition(host("claude-api"), "s", &tool).truncated.is_none());
    }

    #[test]
    fn names_that_are_too_long_meet_the_hosts_own_end() {
        let tool = tool(json!({"name": "n".repeat(70)}));
        assert_eq!(definition(host("claude-desktop"), "s", &tool).name, NameFit::Refused);
        assert_eq!(definition(host("cursor"), "s", &tool).name, NameFit::Dropped);
        let short = definition(host("gemini-cli"), "s", &tool);
        assert_eq!((short.name, short.shown.name.len()), (NameFit::Shortened, 63));
    }

    #[test]
    fn only_what_a_host_sends_is_shown() {
        let tool = tool(
            json!({"name": "peta", "title": "Peta", "icons": [{"src": "data:,"}], "annotations": {"readOnlyHint": true}}),
        );
        assert!(definition(host("claude-code"), "s", &tool).extras.is_empty());
        let mut generous = host("json").clone();
        generous.sends = vec!["title".to_owned(), "annotations".to_owned(), "outputSchema".to_owned()];
        assert_eq!(
            definition(&generous, "s", &tool).extras,
            ["\"title\":\"Peta\"", "\"annotations\":{\"readOnlyHint\":true}"]
        );
    }

    #[test]
    fn gemini_cli_uses_the_other_door() {
        let tool = tool(json!({"name": "cuaca", "inputSchema": {"type": "object"}}));
        assert!(definition(host("gemini-cli"), "s", &tool).shown.json_schema_door);
        assert!(!definition(host("gemini-api"), "s", &tool).shown.json_schema_door);
    }
}
