//! The Python text that Gemini 2.5 reads through the Developer API: a `def` a tool, a dataclass a nested object.
//!
//! Tools follow each other without a separator; the dataclasses of a tool stand before its `def`, outer ones first.
//! Verified to the token on recorded calls (measured 2026-11, 54 of 58 by the facts, the recursive ones since): argument
//! types, docstrings, `Literal`, ` | `-joined alternatives, `dict[str, T]`, defaults, nested and recursive objects.
//! Titles, bounds, `format`, `pattern` and `$schema` cost nothing. A default that is a list or an object is not written:
//! the argument is ` | None = None` like any other optional one.
//!
//! Not in any recorded call, so extrapolated: `const` is a `Literal` of one, `oneOf` is read as `anyOf`, a list of types
//! is joined with ` | `, and a schema that gives no type away is `Any`.

use serde_json::Value;

use crate::meter::render::python_types::{Class, Member, camel, members};
use crate::meter::render::rendering::{Fields, Rendering};
use crate::meter::render::unrolled::Unroller;
use crate::meter::shown::Shown;
use crate::meter::tokenizer::Tokenizer;

/// The Python text.
pub struct PythonDef;

impl Rendering for PythonDef {
    fn shares(&self, tokenizer: &dyn Tokenizer, tools: &[Shown<'_>]) -> Vec<i64> {
        let mut writer = Writer::default();
        let mut cuts = Vec::with_capacity(tools.len());
        for tool in tools {
            cuts.push(writer.out.len());
            writer.tool(tool);
        }
        tokenizer.count_segments(&writer.out, &cuts).into_iter().map(whole).collect()
    }

    fn fields(&self, tokenizer: &dyn Tokenizer, tool: &Shown<'_>) -> Fields {
        let mut writer = Writer { out: String::new(), aside: Some(Vec::new()) };
        writer.members_alone(tool);
        let mut description = String::new();
        write_lines(&mut description, tool.description.as_deref().unwrap_or_default(), TOOL_INDENT);
        let words = writer.aside.unwrap_or_default();
        Fields {
            name: whole(tokenizer.count(&tool.name)),
            description: whole(tokenizer.count(&description)),
            parameters: words.iter().map(|text| whole(tokenizer.count(text))).sum(),
            schema: whole(tokenizer.count(&writer.out)),
        }
    }

    fn text(&self, tools: &[Shown<'_>]) -> Option<String> {
        let mut writer = Writer::default();
        tools.iter().for_each(|tool| writer.tool(tool));
        Some(writer.out)
    }
}

/// Blanks before the second and further lines of a description of a tool or an object.
const TOOL_INDENT: usize = 2;
/// The same for one of an argument or an attribute.
const MEMBER_INDENT: usize = 4;

#[derive(Default)]
struct Writer {
    out: String,
    /// Takes the words about parameters instead of `out`, when they are counted apart.
    aside: Option<Vec<String>>,
}

impl Writer {
    fn tool(&mut self, tool: &Shown<'_>) {
        let schema = tool.schema.as_deref().unwrap_or(&Value::Null);
        let unroller = Unroller::new(schema);
        let (members, classes) = members(&unroller, &unroller.top(), &camel(&tool.name));
        self.classes(&unroller, classes);
        self.out.push_str("def ");
        self.out.push_str(&tool.name);
        self.out.push_str("(\n");
        self.arguments(&members);
        self.out.push_str(") -> dict:\n  \"\"\"");
        write_lines(&mut self.out, tool.description.as_deref().unwrap_or_default(), TOOL_INDENT);
        self.out.push_str("\n\n  Args:\n");
        self.documentation(&members);
        self.out.push_str("  \"\"\"\n");
    }

    /// The dataclasses and arguments of a tool, without the `def` around them.
    fn members_alone(&mut self, tool: &Shown<'_>) {
        let schema = tool.schema.as_deref().unwrap_or(&Value::Null);
        let unroller = Unroller::new(schema);
        let (members, classes) = members(&unroller, &unroller.top(), &camel(&tool.name));
        self.classes(&unroller, classes);
        self.arguments(&members);
        self.documentation(&members);
    }

    fn classes<'a>(&mut self, unroller: &Unroller<'a>, classes: Vec<Class<'a>>) {
        let mut waiting = classes;
        waiting.reverse();
        while let Some(class) = waiting.pop().filter(|_| !unroller.spent()) {
            let (members, nested) = members(unroller, &class.node, &class.name);
            self.out.push_str("@dataclasses.dataclass(kw_only=True)\nclass ");
            self.out.push_str(&class.name);
            self.out.push_str(":\n  \"\"\"");
            self.words(class.node.text("description"), TOOL_INDENT);
            self.out.push_str("\n\n  Attributes:\n");
            self.documentation(&members);
            self.out.push_str("  \"\"\"\n");
            for member in &members {
                self.line(&["  ", member.name, ": ", &member.kind, "\n"]);
            }
            self.out.push('\n');
            waiting.extend(nested.into_iter().rev());
        }
    }

    fn arguments(&mut self, members: &[Member<'_>]) {
        for member in members {
            self.line(&["    ", member.name, ": ", &member.kind, ",\n"]);
        }
    }

    fn documentation(&mut self, members: &[Member<'_>]) {
        for member in members {
            self.line(&["    ", member.name, ": "]);
            self.words(member.words, MEMBER_INDENT);
            self.out.push('\n');
        }
    }

    fn words(&mut self, words: Option<&str>, indent: usize) {
        let Some(words) = words.filter(|words| !words.is_empty()) else { return };
        match &mut self.aside {
            None => write_lines(&mut self.out, words, indent),
            Some(aside) => {
                let mut lines = String::new();
                write_lines(&mut lines, words, indent);
                aside.push(lines);
            }
        }
    }

    fn line(&mut self, pieces: &[&str]) {
        pieces.iter().for_each(|piece| self.out.push_str(piece));
    }
}

/// A description inside a docstring: every line after the first that is not blank is indented.
fn write_lines(out: &mut String, text: &str, indent: usize) {
    for (at, line) in text.split('\n').enumerate() {
        if at > 0 {
            out.push('\n');
            if !line.trim().is_empty() {
                out.extend(std::iter::repeat_n(' ', indent));
            }
        }
        out.push_str(line);
    }
}

fn whole(tokens: usize) -> i64 {
    i64::try_from(tokens).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use serde_json::json;

    use super::*;
    use crate::meter::encodings;

    fn tool(name: &'static str, description: &'static str, schema: Value) -> Shown<'static> {
        Shown {
            name: Cow::Borrowed(name),
            description: Some(Cow::Borrowed(description)),
            schema: Some(Cow::Owned(schema)),
            json_schema_door: true,
        }
    }

    fn text(schema: Value) -> String {
        PythonDef.text(&[tool("pesan_tiket", "Books a seat.", schema)]).expect("a text")
    }

    #[test]
    fn writes_a_def_with_its_docstring() {
        let schema = json!({
            "type": "object",
            "properties": {
                "asal": {"type": "string", "title": "From", "description": "Station.\n\n  Its code."},
                "jumlah": {"type": "integer", "default": 1},
                "kelas": {"type": "string", "enum": ["ekonomi", "bisnis"]},
                "catatan": {"anyOf": [{"type": "string"}, {"type": "null"}], "default": null}
            },
            "required": ["asal"]
        });
        assert_eq!(
            text(schema),
            "def pesan_tiket(\n    asal: str,\n    jumlah: int = 1,\n    kelas: Literal['ekonomi', 'bisnis'] | None = None,\n    \
             catatan: str | None = None,\n) -> dict:\n  \"\"\"Books a seat.\n\n  Args:\n    asal: Station.\n\n      Its code.\n    \
             jumlah: \n    kelas: \n    catatan: \n  \"\"\"\n"
        );
    }

    #[test]
    fn writes_outer_dataclasses_first() {
        let schema = json!({
            "properties": {"penumpang": {"type": "array", "items": {"$ref": "#/$defs/P"}}},
            "required": ["penumpang"],
            "$defs": {
                "P": {
                    "type": "object", "description": "A traveller.", "required": ["kursi_dekat"],
                    "properties": {"kursi_dekat": {"type": "object", "properties": {"baris": {"type": "number"}}}}
                }
            }
        });
        assert_eq!(
            text(schema),
            "@dataclasses.dataclass(kw_only=True)\nclass PesanTiketPenumpang:\n  \"\"\"A traveller.\n\n  Attributes:\n    \
             kursi_dekat: \n  \"\"\"\n  kursi_dekat: PesanTiketPenumpangKursiDekat\n\n\
             @dataclasses.dataclass(kw_only=True)\nclass PesanTiketPenumpangKursiDekat:\n  \"\"\"\n\n  Attributes:\n    \
             baris: \n  \"\"\"\n  baris: float | None = None\n\n\
             def pesan_tiket(\n    penumpang: list[PesanTiketPenumpang],\n) -> dict:\n  \"\"\"Books a seat.\n\n  Args:\n    \
             penumpang: \n  \"\"\"\n"
        );
    }

    #[test]
    fn types_of_every_kind() {
        let of = |schema: Value| {
            let text = text(json!({"properties": {"p": schema}, "required": ["p"]}));
            text.split_once("\n    p: ").and_then(|(_, rest)| rest.split_once(",\n) ->")).expect("one").0.to_owned()
        };
        for (schema, kind) in [
            (json!({"type": "object", "additionalProperties": {"type": "boolean"}}), "dict[str, bool]"),
            (json!({"type": "object", "additionalProperties": false}), "dict[str, Any]"),
            (json!({"type": "array", "prefixItems": [{"type": "string"}]}), "list[Any]"),
            (json!({"type": ["string", "integer", "null"]}), "str | int"),
            (
                json!({"oneOf": [{"type": "string"}, {"type": "array", "items": {"type": "number"}}]}),
                "str | list[float]",
            ),
            (json!({"const": "it's"}), "Literal[\"it's\"]"),
            (json!({"enum": [1, "a\nb", null]}), "Literal[1, 'a\\nb']"),
            (json!({"description": "anything"}), "Any"),
            (json!(true), "Any"),
        ] {
            assert_eq!(of(schema), kind);
        }
    }

    #[test]
    fn a_recursive_object_ends_in_any() {
        let schema = json!({
            "properties": {"akar": {"$ref": "#/$defs/N"}}, "required": ["akar"],
            "$defs": {"N": {"type": "object", "properties": {
                "anak": {"type": "array", "items": {"$ref": "#/$defs/N"}, "default": []}
            }}}
        });
        let text = text(schema);
        assert_eq!(text.matches("@dataclasses").count(), 5);
        assert!(text.contains("class PesanTiketAkarAnakAnakAnakAnak:"));
        assert!(text.contains("  anak: list[PesanTiketAkarAnak] | None = None\n"));
        assert!(text.contains("  anak: list[Any] | None = None\n"));
    }

    #[test]
    fn shares_add_up_to_the_list() {
        let gemma = encodings::named("gemma3").expect("built in");
        let tools = [
            tool("a", "First.", json!({"properties": {"x": {"type": "string", "description": "Words"}}})),
            tool("b", "Second.", json!({"type": "object"})),
        ];
        let shares = PythonDef.shares(gemma, &tools);
        assert_eq!(shares.iter().sum::<i64>(), whole(gemma.count(&PythonDef.text(&tools).expect("a text"))));
        let fields = PythonDef.fields(gemma, &tools[0]);
        assert_eq!((fields.name, fields.parameters), (1, 1));
        assert_eq!(fields.schema, whole(gemma.count("    x: str | None = None,\n    x: \n")));
    }
}
