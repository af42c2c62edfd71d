//! A schema holds keywords that say nothing: titles that restate their keys, null defaults, empty lists.
//!
//! ## Why
//!
//! Frameworks write them; a model pays for them on every turn. Dropping them changes nothing: every validator accepts the
//! same inputs. A parameter that is itself called `title` is never touched.
//!
//! ## Examples
//!
//! ```json bad
//! {"name":"catat_makan","description":"Mencatat satu kali makan.","inputSchema":{"type":"object",
//!  "title":"catat_makanArguments","properties":{"id_resep":{"type":"string","title":"Id Resep"},
//!  "porsi":{"anyOf":[{"type":"integer"},{"type":"null"}],"default":null,"title":"Porsi"}},"required":["id_resep"]}}
//! ```
//!
//! ```json good
//! {"name":"catat_makan","description":"Mencatat satu kali makan.","inputSchema":{"type":"object",
//!  "properties":{"title":{"type":"string"},"id_resep":{"type":"string","title":"Nomor resep di buku dapur"}}}}
//! ```
//!
//! ## References
//!
//! modelcontextprotocol/python-sdk#3391, PrefectHQ/fastmcp#412, #3576.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::lint::cx::Cx;
use crate::lint::fix::{Change, Fix, FixLevel};
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::rule::{Check, Rule};
use crate::lint::scene::ToolView;
use crate::lint::schema::node::{Node, Position, Which};

/// The rule.
pub static RULE: Rule = Rule {
    id: "schema-noise",
    group: Group::Rent,
    severity: Severity::Info,
    confidence: Confidence::High,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("schema_noise.rs"),
    check: Check::Tool(check),
};

/// Keywords beside which the dialects read differently, or which look at what others have allowed.
const DIALECTAL: [&str; 7] =
    ["$ref", "$id", "$recursiveRef", "additionalItems", "definitions", "dependencies", "unevaluatedProperties"];

/// Dialects that read a schema as the protocol's own does, when it holds none of [`DIALECTAL`].
const DIALECTS: [&str; 4] = [
    "http://json-schema.org/draft-07/schema",
    "http://json-schema.org/draft-07/schema#",
    "https://json-schema.org/draft/2019-09/schema",
    "https://json-schema.org/draft/2020-12/schema",
];

/// What a `$schema` is called that names no other dialect.
const MARKER: &str = "needless $schema";

fn check(view: &ToolView<'_>, cx: &mut Cx<'_>) {
    let is_dialectal = |node: &Node<'_>| {
        DIALECTAL.iter().any(|keyword| node.get(keyword).is_some()) || node.get("items").is_some_and(Value::is_array)
    };
    // Looked at for both schemas at once: a tool with such a keyword anywhere keeps the words that depend on it.
    let plain = !view.nodes.iter().any(is_dialectal);
    let mut found: Vec<(&str, String)> = Vec::new();
    for node in &view.nodes {
        let mut push = |noise, keyword: &str| found.push((noise, format!("{}/{keyword}", node.pointer)));
        if restates(node, &view.tool.name) {
            push("restated title", "title");
        }
        if node.property().is_some() && !node.required && node.get("default") == Some(&Value::Null) && is_nullable(node)
        {
            push("null default", "default");
        }
        if node.get("required").and_then(Value::as_array).is_some_and(Vec::is_empty) {
            push("empty required", "required");
        }
        let fields = node.get("properties").and_then(Value::as_object).is_some_and(|fields| !fields.is_empty());
        if plain
            && fields
            && node.get("additionalProperties").and_then(Value::as_object).is_some_and(|of| of.is_empty())
        {
            push("empty additionalProperties", "additionalProperties");
        }
        if plain
            && node.is_root()
            && node.get("$schema").and_then(Value::as_str).is_some_and(|uri| DIALECTS.contains(&uri))
        {
            push(MARKER, "$schema");
        }
    }
    report(view, &found, cx);
}

fn report(view: &ToolView<'_>, found: &[(&str, String)], cx: &mut Cx<'_>) {
    let Some((_, first)) = found.first() else { return };
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for (noise, _) in found {
        *kinds.entry(noise).or_default() += 1;
    }
    let told: Vec<String> = kinds.iter().map(|(noise, times)| of_kind(*times, noise)).collect();
    // A marker of the dialect alone is a matter of taste to whoever does not count tokens.
    let persona = if kinds.keys().all(|noise| *noise == MARKER) { Persona::Pedantic } else { RULE.persona };
    let patch = found.iter().map(|(_, pointer)| Change::Remove(pointer.clone())).collect();
    let what = "drops keywords that say nothing".to_owned();
    let evidence = match view.tool.value.pointer(first) {
        Some(Value::String(text)) => text.clone(),
        Some(value) => value.to_string(),
        None => String::new(),
    };
    let mut finding = cx
        .at(first.clone())
        .say(format!("keywords that say nothing: {}", told.join(", ")))
        .evidence(evidence)
        .persona(persona)
        .fix(Fix { level: FixLevel::Safe, patch, what })
        .help("turn them off where the schema is made, or let the fix drop them");
    for (_, pointer) in found.iter().skip(1) {
        finding = finding.and_at(pointer.clone());
    }
    cx.report(finding);
}

fn of_kind(times: usize, noise: &str) -> String {
    let plural = if times > 1 && noise.ends_with(['e', 't']) { "s" } else { "" };
    format!("{times} {noise}{plural}")
}

/// Whether a title only says again what the key or the tool is called.
fn restates(node: &Node<'_>, tool: &str) -> bool {
    let Some(title) = node.get("title").and_then(Value::as_str) else { return false };
    let title = squeezed(title);
    match node.position {
        Position::Property(name) | Position::Definition(name) => !title.is_empty() && title == squeezed(name),
        Position::Root => {
            let endings: &[&str] = match node.which {
                Which::Input => &["", "arguments", "args", "input", "inputschema", "params", "parameters", "request"],
                Which::Output => &["", "output", "dictoutput", "outputschema", "result", "response"],
            };
            let tool = squeezed(tool);
            !tool.is_empty() && title.strip_prefix(tool.as_str()).is_some_and(|rest| endings.contains(&rest))
        }
        _ => false,
    }
}

/// Letters and digits alone, in lower case.
fn squeezed(text: &str) -> String {
    text.chars().filter(|character| character.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn is_nullable(node: &Node<'_>) -> bool {
    let branch = |of: &Value| of["type"] == "null";
    let branches = ["anyOf", "oneOf"].iter().filter_map(|key| node.get(key).and_then(Value::as_array));
    node.types().contains(&"null") || branches.flatten().any(branch)
}

#[cfg(test)]
mod tests {
    use crate::lint::judged::findings;

    fn tool(schema: &str) -> String {
        format!(r#"{{"name":"catat","description":"Mencatat.","inputSchema":{schema}}}"#)
    }

    #[test]
    fn one_finding_names_every_place_and_what_is_saved() {
        let found = findings(
            "schema-noise",
            &tool(
                r#"{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","title":"catatArguments","required":[],
                "properties":{"idResep":{"title":"Id Resep","type":"string"},"catatan":{"type":["string","null"],"default":null}}}"#,
            ),
        );
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].also.len(), 4);
        assert!(found[0].saves["raw-o200k"] > 20, "{:?}", found[0].saves);
    }

    #[test]
    fn what_says_something_stays() {
        for schema in [
            r#"{"type":"object","properties":{"title":{"type":"string"}},"required":["title"]}"#,
            r#"{"type":"object","properties":{"id":{"type":"string","title":"Nomor rak"}}}"#,
            r#"{"type":"object","properties":{"id":{"type":"string","default":null}}}"#,
            r#"{"type":"object","additionalProperties":{}}"#,
            r##"{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{"a":{"$ref":"#/x"}}}"##,
        ] {
            assert!(findings("schema-noise", &tool(schema)).is_empty(), "{schema}");
        }
    }

    #[test]
    fn titles_of_any_script_restate_their_keys() {
        assert_eq!(findings("schema-noise", &tool(r#"{"properties":{"имя_файла":{"title":"Имя Файла"}}}"#)).len(), 1);
        assert!(findings("schema-noise", &tool(r#"{"properties":{"имя_файла":{"title":"Путь"}}}"#)).is_empty());
    }
}
