//! A definition holds a credential.
//!
//! ## Why
//!
//! A default or an example is sent to every model provider and shown to every user of the server. Placeholders such as
//! `AKIA…EXAMPLE` are left alone. Reports never show the credential itself.
//!
//! ## Examples
//!
//! ```json bad
//! {"name":"unggah","description":"Mengunggah satu berkas.","inputSchema":{"type":"object",
//!  "properties":{"kunci":{"type":"string","default":"ghp_q7Rk2ZtV9bXw4Ls8Np3Hd6Jf1Ga5Ycm0TuQe"}}}}
//! ```
//!
//! ```json good
//! {"name":"unggah","description":"Mengunggah satu berkas. Kunci seperti ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx dibaca server.",
//!  "inputSchema":{"type":"object","properties":{"berkas":{"type":"string"}}}}
//! ```
//!
//! ## References
//!
//! OWASP MCP01, token mismanagement and secret exposure.

use crate::catalog::text::Kind;
use crate::lint::cx::Cx;
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::rule::{Check, Rule};
use crate::lint::scene::TextView;
use crate::lint::secrets::find;

/// The rule.
pub static RULE: Rule = Rule {
    id: "secret-in-definition",
    group: Group::Secrets,
    severity: Severity::Error,
    confidence: Confidence::High,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("secret_in_definition.rs"),
    check: Check::Text(check),
};

fn check(view: &TextView<'_>, cx: &mut Cx<'_>) {
    // Results have a rule of their own.
    if view.text.kind == Kind::Result {
        return;
    }
    let secrets = find::formats(view.text.text);
    let Some(first) = secrets.first() else { return };
    let more = if secrets.len() > 1 { format!(", and {} more", secrets.len() - 1) } else { String::new() };
    let finding = cx
        .at(view.text.pointer.clone())
        .say(format!("a credential stands here: {}{more}", first.what))
        .span(first.span.clone())
        .evidence(view.text.text)
        .help("revoke it, and read it from the server's own environment");
    cx.report(finding);
}

#[cfg(test)]
mod tests {
    use crate::lint::judged::findings;

    #[test]
    fn keys_are_found_in_any_string_and_placeholders_are_not() {
        let tool =
            |text: &str| format!(r#"{{"name":"a","inputSchema":{{"properties":{{"b":{{"enum":["{text}"]}}}}}}}}"#);
        let key = format!("AKIA{}", "Q7RK2ZTV9BXW4LS8");
        assert_eq!(findings("secret-in-definition", &tool(&key)).len(), 1);
        for text in ["AKIAIOSFODNN7EXAMPLE", "sk-...", "sk-your-key-goes-here", "task-oriented-dialogue-systems"] {
            assert!(findings("secret-in-definition", &tool(text)).is_empty(), "{text}");
        }
    }
}
