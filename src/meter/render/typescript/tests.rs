//! The text of own small tools, and schemas that try to do harm.

use std::borrow::Cow;

use serde_json::{Value, json};

use super::*;
use crate::meter::encodings;

fn shown(name: &'static str, description: Option<&'static str>, schema: Value) -> Shown<'static> {
    Shown {
        name: name.into(),
        description: description.map(Into::into),
        schema: Some(Cow::Owned(schema)),
        json_schema_door: false,
    }
}

/// What stands between opening and closing.
fn written(schema: Value) -> String {
    let text = JOINED.text(&[shown("f", None, schema)]).expect("a text");
    let tool = text.strip_prefix(OPENING).and_then(|text| text.strip_suffix(CLOSING)).expect("framed");
    tool.strip_prefix("type f = ").and_then(|text| text.strip_suffix(" => any;\n\n")).expect("a type").to_owned()
}

fn object(properties: Value) -> Value {
    json!({"type": "object", "properties": properties})
}

#[test]
fn an_object_without_words_stands_on_one_line() {
    let schema = json!({
        "type": "object", "$schema": "x", "additionalProperties": false, "required": ["kota", "kotak"],
        "properties": {
            "kota": {"type": "string", "minLength": 1},
            "hari": {"type": "integer", "format": "int32", "maximum": 7},
            "kotak": {"type": "object", "properties": {"a": {"type": "boolean"}}},
            "daftar": {"type": "array", "items": {"type": "object", "properties": {"b": {"type": "number"}}}},
        },
    });
    assert_eq!(
        written(schema),
        "(_: { kota: string, hari?: number, kotak: { a?: boolean }, daftar?: { b?: number }[] })"
    );
}

#[test]
fn words_set_an_object_as_a_block() {
    let schema = json!({
        "type": "object", "title": "Arguments", "required": ["city"],
        "properties": {
            "city": {"type": "string", "title": "City", "description": " Where to look.\n\n  Any spelling. "},
            "unit": {"enum": ["c", "f"], "default": "c"},
            "label": {"type": "string", "default": "none", "examples": ["home", 1]},
            "plain": {"type": "object", "properties": {"x": {"type": "number"}}},
            "nested": {"type": "object", "properties": {"y": {"type": "number", "description": "Why."}}},
        },
    });
    assert_eq!(
        written(schema),
        concat!(
            "(_: // Arguments\n{\n",
            "// City\n//\n// Where to look.\n//\n// Any spelling.\ncity: string,\n",
            "// default: c\nunit?: \"c\" | \"f\",\n",
            "// Examples:\n// - \"home\"\n// - 1\n//\n// default: \"none\"\nlabel?: string,\n",
            "plain?: { x?: number },\n",
            "nested?: {\n// Why.\ny?: number,\n},\n",
            "})"
        )
    );
}

#[test]
fn alternatives_stand_in_a_row_or_under_each_other() {
    let either = json!({"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]});
    assert_eq!(written(object(json!({"a": either}))), "(_: { a?: string | string[] })");
    let day = json!({"anyOf": [{"type": "string", "format": "date"}, {"type": "null"}], "description": "Day."});
    let some = json!({"type": "array", "items": {"anyOf": [{"type": "string"}, {"type": "number"}]}});
    assert_eq!(
        written(object(json!({"day": day, "some": some, "one": {"oneOf": [{"const": "x"}]}}))),
        concat!(
            "(_: {\n// Day.\nday?:\n | string // format: date\n | null\n,\n",
            "some?: (string | number)[],\none?: \"x\",\n})"
        )
    );
}

#[test]
fn every_kind_of_schema_becomes_some_type() {
    for (schema, expected) in [
        (json!(true), "any"),
        (json!(7), "any"),
        (json!({}), "any"),
        (json!({"not": {"type": "string"}}), "any"),
        (json!({"type": "file"}), "any"),
        (json!({"$ref": "#/nowhere"}), "any"),
        (json!({"$ref": "other.json"}), "any"),
        (json!({"type": ["string", "null"]}), "string | null"),
        (json!({"type": ["array", "string"], "items": {"type": "number"}}), "number[] | string"),
        (json!({"type": "string", "nullable": true}), "string | null"),
        (json!({"type": "object"}), "object"),
        (json!({"type": "object", "additionalProperties": {"type": "string"}}), "object"),
        (json!({"type": "object", "patternProperties": {"^x": {"type": "string"}}}), "object"),
        (json!({"type": "array"}), "any[]"),
        (json!({"type": "array", "items": true}), "any[]"),
        (json!({"items": {"type": "string"}}), "string[]"),
        (json!({"prefixItems": [{"type": "string"}, {"type": "number"}]}), "[string, number]"),
        (json!({"type": "array", "items": [{"type": "string"}]}), "[string]"),
        (json!({"allOf": [{"type": "object", "properties": {"x": {}}}, {"type": "object"}]}), "{ x?: any } & object"),
        (json!({"enum": ["a\"b", 1, null]}), "\"a\\\"b\" | 1 | null"),
        (json!({"enum": [], "type": "string"}), "string"),
        (json!({"anyOf": [], "type": "number"}), "number"),
        (json!({"properties": {"x": {"type": "null"}}, "anyOf": [{"required": ["x"]}]}), "{ x?: null }"),
    ] {
        assert_eq!(written(object(json!({"p": schema.clone()}))), format!("(_: {{ p?: {expected} }})"), "{schema}");
    }
}

#[test]
fn roots_without_anything_to_give_are_empty() {
    for schema in [json!({}), json!(null), json!({"type": "object", "properties": {}}), json!({"$ref": "#/x"})] {
        assert_eq!(written(schema.clone()), "()", "{schema}");
    }
    assert_eq!(written(json!({"anyOf": [{"type": "object", "properties": {"a": {}}}]})), "(_: { a?: any })");
}

#[test]
fn references_are_followed_once_around() {
    let schema = json!({
        "type": "object",
        "properties": {"tree": {"$ref": "#/$defs/Tree"}, "again": {"$ref": "#/$defs/Alias", "description": "Own."}},
        "$defs": {
            "Alias": {"$ref": "#/$defs/Leaf"},
            "Leaf": {"type": "string", "title": "Leaf"},
            "Tree": {"type": "object", "properties": {"left": {"$ref": "#/$defs/Tree"}, "leaf": {"$ref": "#/$defs/Leaf"}}},
        },
    });
    assert_eq!(
        written(schema),
        concat!(
            "(_: {\ntree?: {\nleft?: any,\n// Leaf\nleaf?: string,\n},\n",
            "// Leaf\n//\n// Own.\nagain?: string,\n})"
        )
    );
    assert_eq!(written(json!({"$ref": "#"})), "()");
}

#[test]
fn alternatives_do_not_unfold_inside_themselves() {
    let schema = json!({
        "type": "object",
        "properties": {"syarat": {"$ref": "#/$defs/syarat"}},
        "$defs": {"syarat": {"description": "Satu syarat.", "oneOf": [
            {"type": "string"},
            object(json!({"bukan": {"$ref": "#/$defs/syarat"}}))
        ]}},
    });
    let text = written(schema);
    assert_eq!(text.matches("bukan?:").count(), 1, "{text}");
    assert!(text.contains("bukan?: any"), "{text}");
}

#[test]
fn hostile_schemas_end() {
    let deep = (0..600).fold(json!({"description": "bottom"}), |inner, _| object(json!({"p": inner})));
    assert!(written(deep).contains("p?: any"));
    let mut definitions = serde_json::Map::new();
    for level in 0..40 {
        let next = json!({"$ref": format!("#/$defs/d{}", level + 1)});
        definitions.insert(format!("d{level}"), object(json!({"a": next, "b": next})));
    }
    let wide = json!({"type": "object", "properties": {"x": {"$ref": "#/$defs/d0"}}, "$defs": definitions});
    assert!(written(wide).len() < 1 << 20);
}

#[test]
fn shares_add_up_to_the_list() {
    let tokenizer = encodings::named("o200k").expect("built in");
    let tools = [
        shown("cari", Some("Cari berkas."), object(json!({"kata": {"type": "string"}}))),
        shown("hapus", None, json!({"type": "object", "properties": {}})),
    ];
    // Opening 9 tokens, closing 4; GPT-5 counts the first comment sign for itself.
    let whole = whole(tokenizer.count(&JOINED.text(&tools).expect("a text")));
    let joined: i64 = JOINED.shares(tokenizer, &tools).iter().sum();
    let apart: i64 = APART.shares(tokenizer, &tools).iter().sum();
    assert_eq!((joined, apart), (whole - 13, whole - 12));
    assert!(JOINED.shares(tokenizer, &[]).is_empty());
}

#[test]
fn fields_tell_words_from_schema() {
    let tokenizer = encodings::named("o200k").expect("built in");
    let tool = shown("ping", Some("Ping a host."), object(json!({"host": {"type": "string", "description": "Name."}})));
    let count = |text: &str| whole(tokenizer.count(text));
    assert_eq!(
        JOINED.fields(tokenizer, &tool),
        Fields {
            name: count("ping"),
            description: count("// Ping a host.\n"),
            parameters: count("Name."),
            schema: count("(_: {\nhost?: string,\n})"),
        }
    );
}
