//! A result carries credentials into the model's context.
//!
//! ## Why
//!
//! From there they go to the provider, into logs, and into whatever the model writes next. Reports never show them.
//!
//! ## Examples
//!
//! ```json bad
//! {"tool":{"name":"tumpukan"},"result":{"content":[{"type":"text","text":"{\"nama\":\"web\",\"env\":\"DB_PASSWORD=kucing-hitam\"}"}]}}
//! ```
//!
//! ```json good
//! {"tool":{"name":"tumpukan"},"result":{"content":[{"type":"text","text":"{\"nama\":\"web\",\"env\":[\"DB_PASSWORD\"]}"}]}}
//! ```
//!
//! ## References
//!
//! Dokploy/mcp#41, suthio/redash-mcp#30.

use crate::lint::cx::Cx;
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::rule::{Check, Rule};
use crate::lint::scene::CallView;
use crate::lint::secrets::find;

/// The rule.
pub static RULE: Rule = Rule {
    id: "result-secret",
    group: Group::Results,
    severity: Severity::Warning,
    confidence: Confidence::Medium,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("result_secret.rs"),
    check: Check::Call(check),
};

fn check(view: &CallView<'_>, cx: &mut Cx<'_>) {
    for text in &view.texts {
        let secrets = find::all(text.text.text);
        let Some(first) = secrets.first() else { continue };
        let mut kinds: Vec<&str> = secrets.iter().map(|secret| secret.what).collect();
        kinds.sort_unstable();
        kinds.dedup();
        let finding = cx
            .at(text.text.pointer.clone())
            .say(format!("{} in the result: {}", number(secrets.len()), kinds.join(", ")))
            .span(first.span.clone())
            .evidence(text.text.text)
            .help("mask them in the server");
        cx.report(finding);
    }
}

fn number(secrets: usize) -> String {
    if secrets == 1 { "1 credential".to_owned() } else { format!("{secrets} credentials") }
}
