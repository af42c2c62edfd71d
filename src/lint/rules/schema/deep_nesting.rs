//! A schema is nested deeper than models fill in well.
//!
//! ## Why
//!
//! Each level is another object to get right, and providers have limits of their own. A level is a property or the
//! entry of a list; the root is none.
//!
//! ## Examples
//!
//! ```json bad
//! {"name":"atur","description":"Mengatur aplikasi.","inputSchema":{"type":"object","properties":{"a":{"type":"object",
//!  "properties":{"b":{"type":"object","properties":{"c":{"type":"object","properties":{"d":{"type":"object",
//!  "properties":{"e":{"type":"string"}}}}}}}}}}}}
//! ```
//!
//! ```json good
//! {"name":"atur","description":"Mengatur aplikasi.","inputSchema":{"type":"object","properties":{"a":{"type":"object",
//!  "properties":{"b":{"type":"string"}}}}}}
//! ```
//!
//! ## References
//!
//! anomalyco/opencode#50297; google-gemini/gemini-cli#5923; Glama TDQS, invocation cost.

use crate::lint::cx::Cx;
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::knob::{Knob, Setting};
use crate::lint::rule::{Check, Rule};
use crate::lint::scene::ToolView;
use crate::lint::schema::node::Which;

/// The rule.
pub static RULE: Rule = Rule {
    id: "deep-nesting",
    group: Group::Schema,
    severity: Severity::Info,
    confidence: Confidence::High,
    persona: Persona::Regular,
    status: Status::Stable,
    options: OPTIONS,
    file: include_str!("deep_nesting.rs"),
    check: Check::Tool(check),
};

const OPTIONS: &[Knob] =
    &[Knob { name: "depth", what: "how many levels a schema may have", default: Setting::Number(4) }];

fn check(view: &ToolView<'_>, cx: &mut Cx<'_>) {
    let inputs = || view.nodes.iter().filter(|node| node.which == Which::Input);
    let Some(depth) = inputs().map(|node| node.depth).max().filter(|depth| *depth > cx.size("depth")) else { return };
    let (Some(root), Some(deepest)) = (view.input_root(), inputs().find(|node| node.depth == depth)) else { return };
    let path = deepest.pointer.strip_prefix(&*root.pointer).unwrap_or(&deepest.pointer);
    let finding = cx
        .at(&*root.pointer)
        .say(format!("the schema is {depth} levels deep, at {path}"))
        .evidence(path)
        .and_at(&*deepest.pointer)
        .help("take in flat parameters, or one object a tool");
    cx.report(finding);
}

#[cfg(test)]
mod tests {
    use crate::lint::judged::findings;

    #[test]
    fn the_depth_is_counted_in_members() {
        let nested = |levels: usize| {
            let open = r#"{"type":"object","properties":{"a":"#.repeat(levels);
            let schema = format!(r#"{open}{{"type":"string"}}{}"#, "}}".repeat(levels));
            findings("deep-nesting", &format!(r#"{{"name":"t","description":"d","inputSchema":{schema}}}"#))
        };
        assert!(nested(4).is_empty());
        assert!(nested(12)[0].message.starts_with("the schema is 12 levels deep"));
    }
}
