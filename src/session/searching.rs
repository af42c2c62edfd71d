//! What is searched for when a model searches for tools, and which tools a search answers with as text.

use serde_json::Value;

use crate::session::turn::Size;

/// What a search's arguments ask for.
pub(crate) fn query(arguments: &Value) -> String {
    let named = ["query", "pattern", "q", "search"].iter().find_map(|key| arguments[*key].as_str());
    let paths = || {
        let paths = arguments["paths"].as_array()?.iter().filter_map(Value::as_str);
        Some(paths.collect::<Vec<_>>().join(" "))
    };
    named.or(arguments.as_str()).map(str::to_owned).or_else(paths).unwrap_or_else(|| argument_text(arguments))
}

/// Arguments as text; none when there are none.
pub(crate) fn argument_text(arguments: &Value) -> String {
    if arguments.is_null() { String::new() } else { arguments.to_string() }
}

/// Names of tools in a search's answer that is text: definitions one a line, as older versions of Claude Code wrote them.
pub(crate) fn listed(size: &Size) -> Vec<String> {
    let lines = size.text.as_deref().unwrap_or_default().lines();
    let definitions = lines.filter_map(|line| line.trim().strip_prefix("<function>")?.strip_suffix("</function>"));
    let values = definitions.filter_map(|definition| serde_json::from_str::<Value>(definition).ok());
    values.filter_map(|value| value["name"].as_str().map(str::to_owned)).collect()
}
