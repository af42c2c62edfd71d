//! A server asks the user for a credential through the host's form.
//!
//! ## Why
//!
//! The protocol says that servers should not ask for secrets in a form: what is typed there passes through the host, its
//! logs and perhaps the model.
//!
//! ## Examples
//!
//! ```json bad
//! {"tool":{"name":"masuk"},"result":{"resultType":"input_required","inputRequests":{"a":{"method":"elicitation/create",
//!  "params":{"message":"Masuk","requestedSchema":{"type":"object","properties":{"password":{"type":"string"}}}}}}}}
//! ```
//!
//! ```json good
//! {"tool":{"name":"masuk"},"result":{"resultType":"input_required","inputRequests":{"a":{"method":"elicitation/create",
//!  "params":{"message":"Lanjut?","requestedSchema":{"type":"object","properties":{"setuju":{"type":"boolean"}}}}}}}}
//! ```
//!
//! ## References
//!
//! MCP 2026-07-28, elicitation: servers should use the URL mode for sensitive data.

use serde_json::Value;

use crate::catalog::text::escaped;
use crate::lint::cx::Cx;
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::rule::{Check, Rule};
use crate::lint::rules::secrets::credential::{CREDENTIALS, bare};
use crate::lint::scene::CallView;

/// The rule.
pub static RULE: Rule = Rule {
    id: "result-elicits-secret",
    group: Group::Results,
    severity: Severity::Warning,
    confidence: Confidence::High,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("result_elicits_secret.rs"),
    check: Check::Call(check),
};

fn check(view: &CallView<'_>, cx: &mut Cx<'_>) {
    let Some(requests) = view.call.result.get("inputRequests").and_then(Value::as_object) else { return };
    for (id, request) in requests {
        let fields = request["params"]["requestedSchema"]["properties"].as_object();
        for (name, _) in fields.into_iter().flatten().filter(|(name, _)| asks_for_secret(name)) {
            let pointer = format!("/inputRequests/{}/params/requestedSchema/properties/{}", escaped(id), escaped(name));
            let finding = cx
                .at(pointer)
                .say(format!("the form asks the user for {name:?}"))
                .evidence(name.as_str())
                .help("ask in URL mode, so that it reaches nobody but the server");
            cx.report(finding);
        }
    }
}

/// What a form may ask for that is no parameter's name, or too wide for one.
const OF_FORMS: [&str; 3] = ["secret", "katasandi", "creditcard"];

fn asks_for_secret(name: &str) -> bool {
    let bare = bare(name);
    CREDENTIALS.iter().chain(&OF_FORMS).any(|word| bare.contains(word))
}
