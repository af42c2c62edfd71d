//! `{"name":…,"description":…,"input_schema":…}`, compact, each tool counted alone: what Amazon Nova's bills follow.
//!
//! What Nova is really shown is not public; the count of this text is the best predictor found (2026-11).

use crate::meter::render::rendering::{Fields, Rendering};
use crate::meter::render::write::{self, Style};
use crate::meter::shown::Shown;
use crate::meter::tokenizer::Tokenizer;

const STYLE: Style = Style::COMPACT;

/// The rendering.
#[derive(Debug, Clone, Copy)]
pub struct InputSchema;

impl Rendering for InputSchema {
    fn shares(&self, tokenizer: &dyn Tokenizer, tools: &[Shown<'_>]) -> Vec<i64> {
        tools.iter().map(|tool| count(tokenizer, &one(tool))).collect()
    }

    fn fields(&self, tokenizer: &dyn Tokenizer, tool: &Shown<'_>) -> Fields {
        let (mut schema, mut parameters) = (Vec::new(), 0);
        write::schema_without_words(&mut schema, STYLE, tool.schema.as_deref().unwrap_or(write::empty()), |word| {
            parameters += count(tokenizer, word);
        });
        Fields {
            name: count(tokenizer, &tool.name),
            description: tool.description.as_deref().map_or(0, |text| count(tokenizer, text)),
            parameters,
            schema: count(tokenizer, &write::text(schema)),
        }
    }

    fn text(&self, tools: &[Shown<'_>]) -> Option<String> {
        Some(tools.iter().map(one).collect::<Vec<_>>().join("\n"))
    }
}

fn one(tool: &Shown<'_>) -> String {
    let mut out = vec![b'{'];
    write::key(&mut out, STYLE, "name");
    write::string(&mut out, &tool.name);
    if let Some(description) = tool.description.as_deref() {
        write::comma(&mut out, STYLE);
        write::key(&mut out, STYLE, "description");
        write::string(&mut out, description);
    }
    write::comma(&mut out, STYLE);
    write::key(&mut out, STYLE, "input_schema");
    write::value(&mut out, STYLE, tool.schema.as_deref().unwrap_or(write::empty()));
    out.push(b'}');
    write::text(out)
}

fn count(tokenizer: &dyn Tokenizer, text: &str) -> i64 {
    i64::try_from(tokenizer.count(text)).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use serde_json::json;

    use super::*;

    #[test]
    fn writes_one_object_a_tool() {
        let schema = json!({"type": "object", "properties": {"kota": {"type": "string"}}});
        let tool = |description| Shown {
            name: "cuaca".into(),
            description,
            schema: Some(Cow::Borrowed(&schema)),
            json_schema_door: false,
        };
        assert_eq!(
            InputSchema.text(&[tool(Some("Cuaca hari ini".into())), tool(None)]).as_deref(),
            Some(concat!(
                r#"{"name":"cuaca","description":"Cuaca hari ini","input_schema":{"type":"object","properties":{"kota":{"type":"string"}}}}"#,
                "\n",
                r#"{"name":"cuaca","input_schema":{"type":"object","properties":{"kota":{"type":"string"}}}}"#,
            ))
        );
    }
}
