//! The `declaration:` text that Gemini 3.x reads through the Developer API.
//!
//! One text a tool, keys in alphabetical order, every string between two control tokens, types in capitals:
//! `declaration:add{description:…,parameters:{properties:{a:{type:…}},required:[…],type:…}}`. Verified to the token on
//! recorded calls (measured 2026-11, 28 of 28, 18 tool sets) for descriptions, titles, arrays and required lists; an
//! empty description is left out, and so are `additionalProperties` and an empty `properties` or `required`.
//!
//! Not in any recorded call, so extrapolated from a leaked prompt (2025-11-22) and from Google's public FunctionGemma
//! template: `enum`, `nullable`, `format`, `default`, `anyOf`, bounds and nested objects. Extrapolated from the Python
//! text of 2.5, which the same front end writes: references are followed (`$defs` cost nothing by themselves), and
//! `null` in `anyOf` or in a list of types becomes `nullable:true`. Keys that Google's `Schema` message has no field
//! for (`$schema`, `examples`, `uniqueItems`, …) cannot reach the model and are left out.

use crate::meter::render::declaration_schema::Writer;
use crate::meter::render::marked::{Marked, separate};
use crate::meter::render::rendering::{Fields, Rendering};
use crate::meter::shown::Shown;
use crate::meter::tokenizer::Tokenizer;

/// The `declaration:` text.
pub struct Declaration;

impl Rendering for Declaration {
    fn shares(&self, tokenizer: &dyn Tokenizer, tools: &[Shown<'_>]) -> Vec<i64> {
        tools.iter().map(|tool| whole(declare(tool).count(tokenizer))).collect()
    }

    fn fields(&self, tokenizer: &dyn Tokenizer, tool: &Shown<'_>) -> Fields {
        let mut writer = Writer::with_words_aside();
        if let Some(schema) = tool.schema.as_deref() {
            writer.whole(schema);
        }
        Fields {
            name: whole(tokenizer.count(&tool.name)),
            description: whole(tool.description.as_deref().map_or(0, |text| tokenizer.count(text))),
            parameters: writer.words_aside().iter().map(|text| whole(tokenizer.count(text))).sum(),
            schema: whole(writer.out.count(tokenizer)),
        }
    }

    fn text(&self, tools: &[Shown<'_>]) -> Option<String> {
        Some(tools.iter().map(|tool| declare(tool).text()).collect())
    }
}

fn declare(tool: &Shown<'_>) -> Marked {
    let mut writer = Writer::default();
    writer.out.mark();
    writer.out.push("declaration:");
    writer.out.push(&tool.name);
    writer.out.push("{");
    let description = tool.description.as_deref().filter(|text| !text.is_empty());
    if let Some(description) = description {
        writer.out.push("description:");
        writer.out.quoted(description);
    }
    if let Some(schema) = tool.schema.as_deref() {
        separate(&mut writer.out, description.is_some());
        writer.out.push("parameters:{");
        writer.whole(schema);
        writer.out.push("}");
    }
    writer.out.push("}");
    writer.out.mark();
    writer.out
}

fn whole(tokens: usize) -> i64 {
    i64::try_from(tokens).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use serde_json::{Value, json};

    use super::*;
    use crate::meter::encodings;

    fn tool(description: Option<&'static str>, schema: Option<Value>) -> Shown<'static> {
        Shown {
            name: Cow::Borrowed("cari_buku"),
            description: description.map(Cow::Borrowed),
            schema: schema.map(Cow::Owned),
            json_schema_door: true,
        }
    }

    fn text(schema: Value) -> String {
        let text = Declaration.text(&[tool(None, Some(schema))]).expect("a text");
        let inner = text.strip_prefix("<escape>declaration:cari_buku{parameters:{").expect("head");
        inner.strip_suffix("}}<escape>").expect("tail").replace("<escape>", "'")
    }

    #[test]
    fn writes_keys_in_order_and_types_in_capitals() {
        let schema = json!({
            "type": "object", "additionalProperties": false, "$schema": "https://json-schema.org/draft-07/schema#",
            "properties": {
                "judul": {"type": "string", "title": "Judul", "description": "Kata dalam judul"},
                "halaman": {"type": "array", "items": {"type": "integer"}}
            },
            "required": ["judul", "halaman"]
        });
        assert_eq!(
            text(schema),
            "properties:{halaman:{items:{type:'INTEGER'},type:'ARRAY'},\
             judul:{description:'Kata dalam judul',title:'Judul',type:'STRING'}},\
             required:['judul','halaman'],type:'OBJECT'"
        );
    }

    #[test]
    fn leaves_out_what_is_empty() {
        assert_eq!(text(json!({"type": "object", "properties": {}, "required": []})), "type:'OBJECT'");
        let texts = Declaration.text(&[tool(Some(""), None), tool(Some("Cari."), None)]);
        assert_eq!(
            texts.expect("texts"),
            "<escape>declaration:cari_buku{}<escape>\
             <escape>declaration:cari_buku{description:<escape>Cari.<escape>}<escape>"
        );
    }

    #[test]
    fn extrapolates_to_enum_null_and_nested_objects() {
        let property = |schema: Value| text(json!({"properties": {"p": schema}}));
        assert_eq!(
            property(json!({"enum": ["a", 2], "type": "string"})),
            "properties:{p:{enum:['a',2],type:'STRING'}}"
        );
        assert_eq!(
            property(json!({"anyOf": [{"type": "string", "format": "date"}, {"type": "null"}], "default": null})),
            "properties:{p:{format:'date',nullable:true,type:'STRING'}}"
        );
        assert_eq!(property(json!({"type": ["integer", "null"]})), "properties:{p:{nullable:true,type:'INTEGER'}}");
        assert_eq!(
            property(json!({"oneOf": [{"type": "string"}, {"type": "number"}]})),
            "properties:{p:{anyOf:[{type:'STRING'},{type:'NUMBER'}]}}"
        );
        assert_eq!(
            property(json!({"type": "object", "properties": {"q": {"const": "x"}}})),
            "properties:{p:{properties:{q:{enum:['x']}},type:'OBJECT'}}"
        );
    }

    #[test]
    fn fields_and_framing_make_the_share() {
        let gemma = encodings::named("gemma3").expect("built in");
        let schema = json!({"type": "object", "properties": {"q": {"type": "string", "description": "Words to find"}}});
        let tool = tool(Some("Finds a book."), Some(schema));
        let fields = Declaration.fields(gemma, &tool);
        assert_eq!(fields.description, whole(gemma.count("Finds a book.")));
        assert_eq!(fields.parameters, whole(gemma.count("Words to find")));
        // Framing: the two ends and `declaration:…{`, both descriptions' keys and control tokens, `,parameters:{…}}`.
        let share = Declaration.shares(gemma, &[tool])[0];
        assert!(share > fields.name + fields.description + fields.parameters + fields.schema);
    }
}
