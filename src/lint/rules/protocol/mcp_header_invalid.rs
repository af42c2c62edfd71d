//! An `x-mcp-header` annotation breaks the protocol's rules, and clients on HTTP must drop the tool.
//!
//! ## Why
//!
//! The annotation asks a client to repeat an argument as an HTTP header. It may stand on a string, integer or boolean that
//! is reached through `properties` alone, under a valid header name that nothing else has. Otherwise the tool is lost on
//! HTTP, silently.
//!
//! ## Examples
//!
//! ```json bad
//! {"name":"cuaca","description":"Cuaca satu kota.","inputSchema":{"type":"object",
//!  "properties":{"kota":{"type":"string","x-mcp-header":"Nama Kota"}}}}
//! ```
//!
//! ```json good
//! {"name":"cuaca","description":"Cuaca satu kota.","inputSchema":{"type":"object",
//!  "properties":{"kota":{"type":"string","x-mcp-header":"Nama-Kota"}}}}
//! ```
//!
//! ## References
//!
//! MCP 2026-07-28, server tools, `x-mcp-header`: clients must exclude the tool.

use crate::catalog::mirrored_headers;
use crate::lint::cx::Cx;
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::rule::{Check, Rule};
use crate::lint::scene::ToolView;

/// The rule.
pub static RULE: Rule = Rule {
    id: "mcp-header-invalid",
    group: Group::Protocol,
    severity: Severity::Error,
    confidence: Confidence::High,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("mcp_header_invalid.rs"),
    check: Check::Tool(check),
};

fn check(view: &ToolView<'_>, cx: &mut Cx<'_>) {
    let told = view.tool.excluded_by_http_hosts.as_deref().map(str::to_owned);
    let Some(fault) = told.or_else(|| mirrored_headers::fault(view.tool.input_schema()?)) else { return };
    let root = view.tool.input_schema_pointer();
    // The fault names its place inside the schema.
    let node = view.nodes.iter().find(|node| {
        let place = node.pointer.strip_prefix(root).unwrap_or_default();
        let place = if place.is_empty() { "/" } else { place };
        node.get("x-mcp-header").is_some() && fault.contains(&format!(" at {place} "))
    });
    let (pointer, evidence) = match node {
        Some(node) => (format!("{}/x-mcp-header", node.pointer), node.value["x-mcp-header"].to_string()),
        None => (root.to_owned(), String::new()),
    };
    let finding = cx
        .at(pointer)
        .say(format!("clients on HTTP must drop this tool: {fault}"))
        .evidence(evidence)
        .help("give it one header name of letters, digits and dashes, on a string, integer or boolean");
    cx.report(finding);
}

#[cfg(test)]
mod tests {
    use crate::lint::judged::findings;

    #[test]
    fn the_place_is_the_annotation() {
        let tool = |of: &str| {
            format!(r#"{{"name":"a","inputSchema":{{"properties":{{"x y":{{{of},"x-mcp-header":"A"}}}}}}}}"#)
        };
        let found = findings("mcp-header-invalid", &tool(r#""type":"number""#));
        assert_eq!(found[0].pointer, "/inputSchema/properties/x y/x-mcp-header");
        assert!(findings("mcp-header-invalid", &tool(r#""type":"boolean""#)).is_empty());
    }
}
