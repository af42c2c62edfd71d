//! A tool asks the model for a credential.
//!
//! ## Why
//!
//! What a model hands over has been in its context: with the provider, in logs, within reach of any injected text. A
//! server can read credentials from its own settings. Worse is a credential that is also repeated as an HTTP header
//! (`x-mcp-header`), where every proxy reads it.
//!
//! ## Examples
//!
//! ```json bad
//! {"name":"kirim_sms","description":"Mengirim satu SMS.","inputSchema":{"type":"object",
//!  "properties":{"nomor":{"type":"string"},"api_key":{"type":"string"}}}}
//! ```
//!
//! ```json good
//! {"name":"kirim_sms","description":"Mengirim satu SMS.","inputSchema":{"type":"object",
//!  "properties":{"nomor":{"type":"string"},"max_tokens":{"type":"integer"},"api_key_id":{"type":"string"}}}}
//! ```
//!
//! ## References
//!
//! MCP 2026-07-28, tools, `x-mcp-header`: servers should not mark sensitive parameters.

use crate::lint::cx::Cx;
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::rule::{Check, Rule};
use crate::lint::rules::secrets::credential::{CREDENTIALS, bare};
use crate::lint::scene::ToolView;
use crate::lint::schema::node::{Node, Which};

/// The rule.
pub static RULE: Rule = Rule {
    id: "secret-param",
    group: Group::Secrets,
    severity: Severity::Info,
    confidence: Confidence::Medium,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("secret_param.rs"),
    check: Check::Tool(check),
};

/// Names that are a credential only where they are sent as a header too.
const IN_A_HEADER: [&str; 5] = ["token", "secret", "authorization", "cookie", "jwt"];

fn check(view: &ToolView<'_>, cx: &mut Cx<'_>) {
    let asked: Vec<(&Node<'_>, &str)> = view
        .nodes
        .iter()
        .filter_map(|node| Some((node, node.property()?)))
        .filter(|(node, name)| is_secret(node, name))
        .collect();
    let header = asked.iter().find(|(node, _)| has_header(node));
    let Some(&(first, name)) = header.or(asked.first()) else { return };
    let names: Vec<&str> = asked.iter().map(|(_, name)| *name).collect();
    let (severity, said) = match header {
        Some(_) => (Severity::Warning, format!("{name:?} is a credential and is sent as an HTTP header too")),
        None => (RULE.severity, format!("the model is asked for credentials: {}", names.join(", "))),
    };
    let mut finding = cx
        .at(first.pointer.clone())
        .say(said)
        .severity(severity)
        .evidence(name)
        .help("read it from the server's own settings, or ask the user through the host");
    for (node, _) in asked.iter().filter(|(node, _)| node.pointer != first.pointer) {
        finding = finding.and_at(node.pointer.clone());
    }
    cx.report(finding);
}

fn is_secret(node: &Node<'_>, name: &str) -> bool {
    let types = node.types();
    let text = types.is_empty() && node.get("properties").is_none() || types.contains(&"string");
    if node.which != Which::Input || !text || node.get("enum").is_some() {
        return false;
    }
    let bare = bare(name);
    CREDENTIALS.iter().any(|ending| bare.ends_with(ending))
        || has_header(node) && IN_A_HEADER.iter().any(|ending| bare.ends_with(ending))
}

fn has_header(node: &Node<'_>) -> bool {
    node.get("x-mcp-header").is_some()
}

#[cfg(test)]
mod tests {
    use crate::lint::grade::Severity;
    use crate::lint::judged::findings;

    fn tool(name: &str, more: &str) -> String {
        format!(
            r#"{{"name":"a","inputSchema":{{"type":"object","properties":{{"{name}":{{"type":"string"{more}}}}}}}}}"#
        )
    }

    #[test]
    fn names_of_credentials_are_told_and_names_about_them_are_not() {
        for name in ["apiKey", "db_password", "client-secret"] {
            assert_eq!(findings("secret-param", &tool(name, "")).len(), 1, "{name}");
        }
        for name in ["api_key_id", "next_token", "password_policy", "secret_name", "token"] {
            assert!(findings("secret-param", &tool(name, "")).is_empty(), "{name}");
        }
    }

    #[test]
    fn a_header_makes_it_a_warning() {
        let found = findings("secret-param", &tool("token", r#","x-mcp-header":"Token""#));
        assert_eq!(found.iter().map(|one| one.severity).collect::<Vec<_>>(), [Severity::Warning]);
    }
}
