//! Tells which parts of a definition have a wrong type; the tool counts as it stands.

use serde_json::Value;

use crate::catalog::saved::definition::article;
use crate::catalog::saved::parse::scan::Raw;
use crate::catalog::saved::parse::value::Doubt;
use crate::catalog::tool::{Dialect, Tool};

/// One doubt for each part of the wrong type. `raw` is the text of the tool. Null stands for a part that is left out,
/// as many serialisers write it; only MCP, Anthropic and Bedrock demand a schema.
pub(crate) fn doubts(tool: &Tool, raw: Raw<'_>) -> Vec<Doubt> {
    let body = tool.body();
    let mut wrong = Vec::new();
    for (key, is_right, wanted) in [
        ("title", Value::is_string as fn(&Value) -> bool, "a string"),
        ("description", Value::is_string, "a string"),
        ("annotations", Value::is_object, "an object"),
    ] {
        if let Some(value) = body.get(key).filter(|value| !value.is_null() && !is_right(value)) {
            wrong.push((key, value, wanted));
        }
    }
    let may_be_null = !matches!(tool.dialect, Dialect::Mcp | Dialect::Anthropic | Dialect::Bedrock);
    let no_schema = |value: &&Value| !(value.is_object() || value.is_null() && may_be_null);
    for key in schema_keys(tool.dialect) {
        if let Some(value) = body.get(*key).filter(no_schema) {
            wrong.push((key, value, "an object"));
        }
    }
    if let (Dialect::Bedrock, Some(schema)) = (tool.dialect, tool.input_schema().filter(no_schema)) {
        wrong.push(("inputSchema", schema, "an object under \"json\""));
    }
    let doubt = |(key, value, wanted): (&str, &Value, &str)| Doubt {
        message: format!("{key:?} is {}, not {wanted}", article(value)),
        offset: offset(tool.dialect, raw, key).unwrap_or(0),
    };
    wrong.into_iter().map(doubt).collect()
}

fn schema_keys(dialect: Dialect) -> &'static [&'static str] {
    match dialect {
        Dialect::Mcp | Dialect::Bedrock => &["inputSchema"],
        Dialect::Anthropic => &["input_schema"],
        Dialect::OpenAiChat | Dialect::OpenAiFlat | Dialect::Gemini => &["parameters"],
        Dialect::GeminiJsonSchema => &["parametersJsonSchema", "parameters_json_schema"],
    }
}

/// Where the value of that key stands in the text; the last one, as that is the one that counts.
fn offset(dialect: Dialect, raw: Raw<'_>, key: &str) -> Option<usize> {
    let body = match dialect {
        Dialect::OpenAiChat => raw.object()?.get("function")?,
        Dialect::Bedrock => raw.object()?.get("toolSpec")?,
        _ => raw,
    };
    let value = body.object()?.all(key).last()?;
    value.start.checked_sub(raw.start)
}

#[cfg(test)]
mod tests {
    use crate::catalog::saved::{own, read};

    fn told(tool: &str) -> Vec<(String, String)> {
        let catalog = read("x", format!("{{\"tools\":[{tool}]}}").as_bytes()).expect("a catalog");
        assert_eq!(catalog.tools().count(), 1, "{tool}");
        assert!(catalog.problems.iter().all(|problem| !problem.lost && problem.place.tool.as_deref() == Some("a")));
        catalog.problems.into_iter().map(|problem| (problem.place.pointer, problem.message)).collect()
    }

    #[test]
    fn each_part_of_a_wrong_type_is_told_with_its_place() {
        for (tool, pointer, message) in [
            (r#"{"name":"a","description":5}"#, "/description", "\"description\" is a number, not a string"),
            (r#"{"name":"a","title":7}"#, "/title", "\"title\" is a number, not a string"),
            (r#"{"name":"a","annotations":[]}"#, "/annotations", "\"annotations\" is an array, not an object"),
            (r#"{"name":"a","inputSchema":true}"#, "/inputSchema", "\"inputSchema\" is a boolean, not an object"),
            (r#"{"name":"a","inputSchema":null}"#, "/inputSchema", "\"inputSchema\" is null, not an object"),
            (r#"{"name":"a","input_schema":"x"}"#, "/input_schema", "\"input_schema\" is a string, not an object"),
            (r#"{"name":"a","parameters":[]}"#, "/parameters", "\"parameters\" is an array, not an object"),
            (
                r#"{"function":{"name":"a","parameters":"x"}}"#,
                "/function/parameters",
                "\"parameters\" is a string, not an object",
            ),
            (
                r#"{"toolSpec":{"name":"a","inputSchema":{"json":[]}}}"#,
                "/toolSpec/inputSchema",
                "\"inputSchema\" is an array, not an object under \"json\"",
            ),
        ] {
            assert_eq!(told(tool), [(pointer.to_owned(), message.to_owned())], "{tool}");
        }
        assert_eq!(told(r#"{"name":"a","description":5,"title":[],"inputSchema":[]}"#).len(), 3);
    }

    #[test]
    fn null_stands_for_what_is_left_out() {
        assert_eq!(told(r#"{"name":"a","title":null,"description":null,"annotations":null,"inputSchema":{}}"#), []);
        assert_eq!(told(r#"{"type":"function","name":"a","parameters":null}"#), []);
    }

    #[test]
    fn our_own_file_tells_a_doubt_once() {
        let catalog = read("x", br#"{"tools":[{"name":"a","title":7,"title":8}]}"#).expect("a catalog");
        let mut file = Vec::new();
        own::write(&catalog, &mut file).expect("memory can be written");
        let again = read("x", &file).expect("our own file");
        let messages = |problems: &[crate::catalog::tool::Problem]| -> Vec<_> {
            problems.iter().map(|problem| problem.message.clone()).collect()
        };
        assert_eq!(messages(&again.problems), messages(&catalog.problems));
    }
}
