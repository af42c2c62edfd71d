//! A tool promises structured results, and a recorded result has none or breaks the promise.
//!
//! ## Why
//!
//! Clients check the result against the schema: the official Python SDK fails the call when there is no structured content.
//!
//! ## Examples
//!
//! ```json bad
//! {"tool":{"name":"stok","outputSchema":{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]}},
//!  "result":{"content":[{"type":"text","text":"tiga"}]}}
//! ```
//!
//! ```json good
//! {"tool":{"name":"stok","outputSchema":{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]}},
//!  "result":{"content":[{"type":"text","text":"tiga"}],"structuredContent":{"n":3}}}
//! ```
//!
//! ## References
//!
//! MCP 2026-07-28, tools, output schema: servers must provide structured results that conform; opentokenz/mcpx#28.

use serde_json::Value;

use crate::lint::blocks;
use crate::lint::cx::Cx;
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::rule::{Check, Rule};
use crate::lint::scene::CallView;

/// The rule.
pub static RULE: Rule = Rule {
    id: "output-schema-unhonoured",
    group: Group::Consistency,
    severity: Severity::Warning,
    confidence: Confidence::High,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("output_schema_unhonoured.rs"),
    check: Check::Call(check),
};

fn check(view: &CallView<'_>, cx: &mut Cx<'_>) {
    let result = &view.call.result;
    if result["isError"] == true || result.get("inputRequests").is_some() {
        return;
    }
    let known = view.tool_at.and_then(|(server, tool)| cx.scene.servers.get(server)?.tools.get(tool));
    let listed = known.and_then(|tool| tool.tool.output_schema());
    let Some(schema) = listed.or(view.call.definition.as_ref().and_then(|tool| tool.get("outputSchema"))) else {
        return;
    };
    let why = match result.get("structuredContent") {
        None | Some(Value::Null) => Some("there is an output schema and no structuredContent".to_owned()),
        Some(structured) => broken(schema, structured),
    };
    if let Some(why) = why {
        let finding = cx.at("/structuredContent").say(why).help("return what the schema says, or drop the schema");
        cx.report(finding);
    }
}

/// What of the promise is broken at the top, where a schema of any dialect reads the same.
fn broken(schema: &Value, structured: &Value) -> Option<String> {
    if schema["type"] == "object" && !structured.is_object() {
        return Some("structuredContent is no object".to_owned());
    }
    let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
    if let Some(missing) = required.into_iter().find(|name| structured.is_object() && structured.get(*name).is_none()) {
        return Some(format!("structuredContent has no {missing:?}, which the schema requires"));
    }
    let properties = schema["properties"].as_object()?;
    properties.iter().find_map(|(name, of)| {
        let (wanted, value) = (of["type"].as_str()?, structured.get(name)?);
        (!blocks::is_of_type(value, wanted)).then(|| format!("structuredContent.{name} is no {wanted}"))
    })
}
