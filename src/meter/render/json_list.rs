//! Tools as JSON between tags: the core of each as sent; only separators and wrappers differ between models.

use crate::meter::render::rendering::{Fields, Rendering};
use crate::meter::render::write::{self, Style};
use crate::meter::shown::Shown;
use crate::meter::tokenizer::Tokenizer;

/// One way of writing a list of tools as JSON.
#[derive(Debug, Clone, Copy)]
pub struct JsonList {
    style: Style,
    entry: Entry,
    layout: Layout,
    undescribed: Undescribed,
}

/// What one tool is written as.
#[derive(Debug, Clone, Copy)]
enum Entry {
    /// `{"name", "description", "parameters"}`.
    Core,
    /// `{"type": "function", "function": {core}}`.
    Function,
}

/// How the tools follow each other.
#[derive(Debug, Clone, Copy)]
enum Layout {
    /// One JSON array.
    Array,
    /// One line a tool.
    Lines,
}

/// What stands for a description that the definition does not have.
#[derive(Debug, Clone, Copy)]
enum Undescribed {
    /// Nothing: no such key.
    LeftOut,
    /// An empty string.
    Empty,
}

/// A compact array of cores: Grok on Azure, Llama 4 on Groq.
pub static COMPACT_ARRAY: JsonList =
    JsonList { style: Style::COMPACT, entry: Entry::Core, layout: Layout::Array, undescribed: Undescribed::LeftOut };

/// A spaced core a line: DeepSeek, Grok on xAI.
pub static SPACED_LINES: JsonList =
    JsonList { style: Style::SPACED, entry: Entry::Core, layout: Layout::Lines, undescribed: Undescribed::LeftOut };

/// A spaced array of functions in their wrapper, an absent description written as empty: Mistral.
pub static SPACED_FUNCTIONS_ARRAY: JsonList =
    JsonList { style: Style::SPACED, entry: Entry::Function, layout: Layout::Array, undescribed: Undescribed::Empty };

/// A spaced function in its wrapper a line: Qwen3.
pub static SPACED_FUNCTIONS_LINES: JsonList =
    JsonList { style: Style::SPACED, entry: Entry::Function, layout: Layout::Lines, undescribed: Undescribed::LeftOut };

impl Rendering for JsonList {
    /// The opening bracket belongs to the first tool, a separator to the tool before it, the closing one to the last.
    fn shares(&self, tokenizer: &dyn Tokenizer, tools: &[Shown<'_>]) -> Vec<i64> {
        let (text, cuts) = self.list(tools);
        tokenizer.count_segments(&text, &cuts).into_iter().map(|n| i64::try_from(n).unwrap_or(i64::MAX)).collect()
    }

    fn fields(&self, tokenizer: &dyn Tokenizer, tool: &Shown<'_>) -> Fields {
        let count = |text: &str| i64::try_from(tokenizer.count(text)).unwrap_or(i64::MAX);
        let escaped = |text: &str| {
            let mut out = Vec::new();
            write::string(&mut out, text);
            let quoted = write::text(out);
            count(quoted.get(1..quoted.len() - 1).unwrap_or_default())
        };
        let (mut schema, mut parameters) = (Vec::new(), 0);
        if let Some(whole) = &tool.schema {
            write::schema_without_words(&mut schema, self.style, whole, |word| parameters += escaped(word));
        }
        Fields {
            name: escaped(&tool.name),
            description: tool.description.as_deref().map_or(0, escaped),
            parameters,
            schema: count(&write::text(schema)),
        }
    }

    fn text(&self, tools: &[Shown<'_>]) -> Option<String> {
        Some(self.list(tools).0)
    }
}

impl JsonList {
    fn list(&self, tools: &[Shown<'_>]) -> (String, Vec<usize>) {
        let mut out = Vec::new();
        let mut cuts = Vec::with_capacity(tools.len());
        if matches!(self.layout, Layout::Array) {
            out.push(b'[');
        }
        for (at, tool) in tools.iter().enumerate() {
            match self.layout {
                _ if at == 0 => {}
                Layout::Array => write::comma(&mut out, self.style),
                Layout::Lines => out.push(b'\n'),
            }
            cuts.push(if at == 0 { 0 } else { out.len() });
            self.entry(&mut out, tool);
        }
        if matches!(self.layout, Layout::Array) {
            out.push(b']');
        }
        (write::text(out), cuts)
    }

    fn entry(&self, out: &mut Vec<u8>, tool: &Shown<'_>) {
        match self.entry {
            Entry::Core => self.core(out, tool),
            Entry::Function => {
                out.push(b'{');
                write::key(out, self.style, "type");
                write::string(out, "function");
                write::comma(out, self.style);
                write::key(out, self.style, "function");
                self.core(out, tool);
                out.push(b'}');
            }
        }
    }

    fn core(&self, out: &mut Vec<u8>, tool: &Shown<'_>) {
        out.push(b'{');
        write::key(out, self.style, "name");
        write::string(out, &tool.name);
        let description = match (&tool.description, self.undescribed) {
            (Some(text), _) => Some(text.as_ref()),
            (None, Undescribed::Empty) => Some(""),
            (None, Undescribed::LeftOut) => None,
        };
        if let Some(text) = description {
            write::comma(out, self.style);
            write::key(out, self.style, "description");
            write::string(out, text);
        }
        if let Some(schema) = &tool.schema {
            write::comma(out, self.style);
            write::key(out, self.style, "parameters");
            write::value(out, self.style, schema);
        }
        out.push(b'}');
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::meter::encodings;

    fn pair() -> [serde_json::Value; 2] {
        [
            json!({"type": "object", "properties": {"kota": {"type": "string", "description": "Nama \"kota\""}}}),
            json!({}),
        ]
    }

    fn tools(schemas: &[serde_json::Value; 2]) -> [Shown<'_>; 2] {
        let [first, second] = schemas;
        let shown = |name: &'static str, description: Option<&'static str>, schema| Shown {
            name: name.into(),
            description: description.map(Into::into),
            schema: Some(std::borrow::Cow::Borrowed(schema)),
            json_schema_door: false,
        };
        [shown("cuaca", Some("Prakiraan cuaca – harian"), first), shown("jam", None, second)]
    }

    #[test]
    fn writes_the_four_styles() {
        let schemas = pair();
        let tools = tools(&schemas);
        assert_eq!(
            COMPACT_ARRAY.text(&tools).as_deref(),
            Some(
                r#"[{"name":"cuaca","description":"Prakiraan cuaca – harian","parameters":{"type":"object","properties":{"kota":{"type":"string","description":"Nama \"kota\""}}}},{"name":"jam","parameters":{}}]"#
            )
        );
        assert_eq!(SPACED_LINES.text(&tools[1..]).as_deref(), Some(r#"{"name": "jam", "parameters": {}}"#));
        assert_eq!(
            SPACED_FUNCTIONS_ARRAY.text(&tools[1..]).as_deref(),
            Some(r#"[{"type": "function", "function": {"name": "jam", "description": "", "parameters": {}}}]"#)
        );
        assert_eq!(
            SPACED_FUNCTIONS_LINES.text(&[tools[1].clone(), tools[1].clone()]).as_deref(),
            Some(
                "{\"type\": \"function\", \"function\": {\"name\": \"jam\", \"parameters\": {}}}\n\
                 {\"type\": \"function\", \"function\": {\"name\": \"jam\", \"parameters\": {}}}"
            )
        );
    }

    #[test]
    fn shares_sum_to_the_list_and_fields_stand_alone() {
        let schemas = pair();
        let tools = tools(&schemas);
        let tokenizer = encodings::named("o200k").expect("built in");
        for style in [COMPACT_ARRAY, SPACED_LINES, SPACED_FUNCTIONS_ARRAY, SPACED_FUNCTIONS_LINES] {
            let text = style.text(&tools).expect("a text");
            let shares = style.shares(tokenizer, &tools);
            assert_eq!(shares.len(), 2);
            assert_eq!(shares.iter().sum::<i64>(), i64::try_from(tokenizer.count(&text)).expect("small"), "{text}");
        }
        let fields = COMPACT_ARRAY.fields(tokenizer, &tools[0]);
        let count = |text: &str| i64::try_from(tokenizer.count(text)).expect("small");
        assert_eq!(fields.name, count("cuaca"));
        assert_eq!(fields.description, count("Prakiraan cuaca – harian"));
        assert_eq!(fields.parameters, count(r#"Nama \"kota\""#));
        assert_eq!(
            fields.schema,
            count(r#"{"type":"object","properties":{"kota":{"type":"string","description":""}}}"#)
        );
        assert_eq!(COMPACT_ARRAY.shares(tokenizer, &[]), Vec::<i64>::new());
    }
}
