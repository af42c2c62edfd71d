//! `<function>{"description": …, "name": …, "parameters": …}</function>`: how Claude is shown its tools.
//!
//! Spaced JSON, keys of the schema in the order sent, every keyword of the schema written; one tool a line. Source:
//! recorded calls of 2024 to 2026 under all Claude models up to 4.6. An empty description is not written at all: the
//! same tool with `"description": ""` and without the key is billed the same (read off pairs of recorded calls to the
//! Claude API and to Bedrock, 2026-11).

use crate::meter::render::rendering::{Fields, Rendering};
use crate::meter::render::write::{self, Style};
use crate::meter::shown::Shown;
use crate::meter::tokenizer::Tokenizer;

const STYLE: Style = Style::SPACED;

/// The rendering.
#[derive(Debug, Clone, Copy)]
pub struct FunctionTag;

impl Rendering for FunctionTag {
    /// The line break before a tool is that tool's own: a list of one has none.
    fn shares(&self, tokenizer: &dyn Tokenizer, tools: &[Shown<'_>]) -> Vec<i64> {
        let (text, starts) = list(tools);
        tokenizer.count_segments(&text, &starts).into_iter().map(count).collect()
    }

    fn fields(&self, tokenizer: &dyn Tokenizer, tool: &Shown<'_>) -> Fields {
        let tokens = |text: &str| count(tokenizer.count(text));
        let escaped = |text: &str| {
            let mut out = Vec::new();
            write::string(&mut out, text);
            let quoted = write::text(out);
            tokens(&quoted[1..quoted.len() - 1])
        };
        let mut schema = Vec::new();
        let mut parameters = 0;
        write::schema_without_words(&mut schema, STYLE, tool.schema.as_deref().unwrap_or(write::empty()), |word| {
            parameters += escaped(word);
        });
        Fields {
            name: escaped(&tool.name),
            description: tool.description.as_deref().map_or(0, escaped),
            parameters,
            schema: tokens(&write::text(schema)),
        }
    }

    fn text(&self, tools: &[Shown<'_>]) -> Option<String> {
        Some(list(tools).0)
    }
}

fn list(tools: &[Shown<'_>]) -> (String, Vec<usize>) {
    let mut out = Vec::new();
    let mut starts = Vec::with_capacity(tools.len());
    for tool in tools {
        starts.push(out.len());
        if !out.is_empty() {
            out.push(b'\n');
        }
        one(&mut out, tool);
    }
    (write::text(out), starts)
}

fn one(out: &mut Vec<u8>, tool: &Shown<'_>) {
    out.extend_from_slice(b"<function>{");
    if let Some(description) = tool.description.as_deref().filter(|text| !text.is_empty()) {
        write::key(out, STYLE, "description");
        write::string(out, description);
        write::comma(out, STYLE);
    }
    write::key(out, STYLE, "name");
    write::string(out, &tool.name);
    write::comma(out, STYLE);
    write::key(out, STYLE, "parameters");
    write::value(out, STYLE, tool.schema.as_deref().unwrap_or(write::empty()));
    out.extend_from_slice(b"}</function>");
}

fn count(tokens: usize) -> i64 {
    i64::try_from(tokens).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use serde_json::{Value, json};

    use super::*;
    use crate::meter::encodings;

    fn shown<'a>(name: &'a str, description: Option<&'a str>, schema: Option<&'a Value>) -> Shown<'a> {
        Shown {
            name: name.into(),
            description: description.map(Cow::Borrowed),
            schema: schema.map(Cow::Borrowed),
            json_schema_door: false,
        }
    }

    #[test]
    fn writes_the_text_the_model_reads() {
        let schema = json!({"type": "object", "properties": {"kota": {"type": "string", "title": "Kota"}}});
        let tools = [
            shown("cari_kereta", Some("Cari \"kereta\" per kota."), Some(&schema)),
            shown("waktu", Some(""), None),
            shown("zona", None, Some(&Value::Null)),
        ];
        assert_eq!(
            FunctionTag.text(&tools).as_deref(),
            Some(concat!(
                r#"<function>{"description": "Cari \"kereta\" per kota.", "name": "cari_kereta", "parameters": {"type": "#,
                r#""object", "properties": {"kota": {"type": "string", "title": "Kota"}}}}</function>"#,
                "\n",
                r#"<function>{"name": "waktu", "parameters": {}}</function>"#,
                "\n",
                r#"<function>{"name": "zona", "parameters": null}</function>"#,
            ))
        );
        assert_eq!(FunctionTag.text(&[]).as_deref(), Some(""));
    }

    #[test]
    fn shares_add_up_and_fields_are_counted_alone() {
        let tokenizer = encodings::named("claude2").expect("built in");
        let schema =
            json!({"type": "object", "properties": {"title": {"type": "string", "description": "Book title"}}});
        let tools = [shown("find_book", Some("Find a book."), Some(&schema)), shown("ping", None, Some(&schema))];
        let shares = FunctionTag.shares(tokenizer, &tools);
        let whole = FunctionTag.text(&tools).expect("a text");
        assert_eq!(shares.iter().sum::<i64>(), count(tokenizer.count(&whole)));
        assert_eq!(shares[0], FunctionTag.shares(tokenizer, &tools[..1])[0], "the line break is the second tool's");
        let fields = FunctionTag.fields(tokenizer, &tools[0]);
        assert_eq!((fields.name, fields.description, fields.parameters), (3, 4, 2));
    }
}
