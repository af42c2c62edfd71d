//! Tools as gpt-oss reads them: the TypeScript-like namespace of the harmony format.
//!
//! A tool is its description as comment lines and a function type; one without parameters is `() => any`.

use crate::meter::render::harmony_types::Writer;
use crate::meter::render::rendering::{Fields, Rendering};
use crate::meter::shown::Shown;
use crate::meter::tokenizer::Tokenizer;

/// What stands before the first tool; the accounting counts it as preamble.
pub const OPENING: &str = "# Tools\n\n## functions\n\nnamespace functions {\n\n";
/// What stands after the last tool; the accounting counts it as preamble.
pub const CLOSING: &str = "} // namespace functions";

/// The harmony rendering.
#[derive(Debug, Clone, Copy)]
pub struct Harmony;

/// The only way there is.
pub static HARMONY: Harmony = Harmony;

impl Rendering for Harmony {
    /// `OPENING` and `CLOSING` are no tool's share; the token that runs over from the one into a tool goes to `OPENING`.
    fn shares(&self, tokenizer: &dyn Tokenizer, tools: &[Shown<'_>]) -> Vec<i64> {
        let (text, mut cuts) = namespace(tools);
        cuts.push(text.len() - CLOSING.len());
        let mut shares = tokenizer.count_segments(&text, &cuts);
        shares.pop();
        shares.into_iter().map(|n| i64::try_from(n).unwrap_or(i64::MAX)).collect()
    }

    fn fields(&self, tokenizer: &dyn Tokenizer, tool: &Shown<'_>) -> Fields {
        let count = |text: &str| i64::try_from(tokenizer.count(text)).unwrap_or(i64::MAX);
        let mut description = Writer::default();
        describe(&mut description, tool);
        let mut writer = Writer { out: String::new(), words: Some(Vec::new()) };
        if let Some(schema) = &tool.schema {
            writer.parameters(schema);
        }
        Fields {
            name: count(&tool.name),
            description: count(&description.out),
            parameters: writer.words.iter().flatten().map(|word| count(word)).sum(),
            schema: count(&writer.out),
        }
    }

    fn text(&self, tools: &[Shown<'_>]) -> Option<String> {
        Some(namespace(tools).0)
    }
}

fn namespace(tools: &[Shown<'_>]) -> (String, Vec<usize>) {
    let mut writer = Writer { out: OPENING.to_owned(), words: None };
    let mut cuts = Vec::with_capacity(tools.len() + 1);
    for tool in tools {
        cuts.push(writer.out.len());
        define(&mut writer, tool);
    }
    writer.out.push_str(CLOSING);
    (writer.out, cuts)
}

fn define(writer: &mut Writer, tool: &Shown<'_>) {
    describe(writer, tool);
    writer.out.push_str("type ");
    writer.out.push_str(&tool.name);
    writer.out.push_str(" = (");
    if let Some(schema) = &tool.schema {
        writer.out.push_str("_: ");
        writer.parameters(schema);
    }
    writer.out.push_str(") => any;\n\n");
}

fn describe(writer: &mut Writer, tool: &Shown<'_>) {
    for line in tool.description.iter().flat_map(|text| text.lines()) {
        writer.comment(line);
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use serde_json::json;

    use super::*;
    use crate::meter::encodings;

    #[test]
    fn writes_a_namespace_and_shares_it_out() {
        let schema = json!({
            "type": "object",
            "properties": {"kota": {"type": "string", "description": "Nama kota"}},
            "required": ["kota"]
        });
        let shown = |name: &'static str, description: Option<&'static str>, schema| Shown {
            name: name.into(),
            description: description.map(Into::into),
            schema,
            json_schema_door: false,
        };
        let tools = [
            shown("cuaca", Some("Prakiraan cuaca.\n\n  Harian."), Some(Cow::Borrowed(&schema))),
            shown("jam", Some(""), None),
        ];
        let text = HARMONY.text(&tools).expect("a text");
        assert_eq!(
            text,
            "# Tools\n\n## functions\n\nnamespace functions {\n\n\
             // Prakiraan cuaca.\n// \n//   Harian.\ntype cuaca = (_: {\n// Nama kota\nkota: string,\n}) => any;\n\n\
             type jam = () => any;\n\n} // namespace functions"
        );
        let tokenizer = encodings::named("o200k").expect("built in");
        let count = |text: &str| i64::try_from(tokenizer.count(text)).expect("small");
        let shares = HARMONY.shares(tokenizer, &tools);
        assert_eq!(shares.iter().sum::<i64>() + count(OPENING) + count(CLOSING), count(&text));
        let fields = HARMONY.fields(tokenizer, &tools[0]);
        assert_eq!(fields.name, count("cuaca"));
        assert_eq!(fields.description, count("// Prakiraan cuaca.\n// \n//   Harian.\n"));
        assert_eq!(fields.parameters, count("Nama kota"));
        assert_eq!(fields.schema, count("{\nkota: string,\n}"));
    }
}
