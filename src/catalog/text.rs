//! Every string a model may read: of a tool, of a server's instructions, of prompts and resources.
//!
//! The walk is iterative, so that a schema of any depth is read; what a string is for follows from where it stands.

use serde_json::Value;

use crate::catalog::offer::Offer;
use crate::catalog::tool::{Server, Tool};

/// One string and where it stands.
#[derive(Debug, Clone)]
pub struct Text<'a> {
    /// The string as a JSON reader gives it.
    pub text: &'a str,
    /// JSON pointer inside the tool; for what belongs to a server `/instructions`, `/prompts/NAME/…` and the like.
    pub pointer: String,
    /// How a model reads it.
    pub role: Role,
    /// What it is.
    pub kind: Kind,
}

/// How a model reads a string.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// Sentences written for a reader.
    Prose,
    /// A value: of an enum, a default, an example.
    Literal,
    /// A name or a key.
    Identifier,
}

/// What a string is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A tool's name.
    Name,
    /// A tool's title.
    Title,
    /// A tool's description.
    Description,
    /// A string in `annotations`.
    Annotation,
    /// A key of `properties`, or an entry of `required`.
    PropertyName,
    /// A title inside a schema.
    SchemaTitle,
    /// A description inside a schema.
    SchemaDescription,
    /// A value of `enum` or `const`.
    Choice,
    /// A string in a `default`.
    Default,
    /// A string in `examples` or `example`.
    Example,
    /// A `pattern`, `format`, `$ref`, `$schema` and the like.
    Keyword,
    /// A `$comment`.
    Comment,
    /// A string in `_meta`.
    Meta,
    /// A string in `icons`.
    Icon,
    /// A string under any other key of a tool.
    Other,
    /// A server's instructions.
    Instructions,
    /// A string of a prompt, a resource or a resource template.
    Offer,
    /// A string of a call's result.
    Result,
}

/// Every string of a tool, in the order in which it stands there.
#[must_use]
pub fn of_tool(tool: &Tool) -> Vec<Text<'_>> {
    let mut texts = Vec::new();
    walk(&tool.value, String::new(), Spot::Tool, &mut texts);
    texts
}

/// A server's instructions and every string of its prompts, resources and templates.
#[must_use]
pub fn of_server(server: &Server) -> Vec<Text<'_>> {
    let name = Text { text: &server.name, pointer: "/name".to_owned(), role: Role::Identifier, kind: Kind::Other };
    let mut texts = vec![name];
    if let Some(text) = &server.instructions {
        let pointer = "/instructions".to_owned();
        texts.push(Text { text, pointer, role: Role::Prose, kind: Kind::Instructions });
    }
    for offer in &server.offers {
        walk(&offer.value, base(offer), Spot::Offer, &mut texts);
    }
    texts
}

/// Every string of any other value, such as a call's result.
#[must_use]
pub fn of_value<'a>(value: &'a Value, pointer: &str, kind: Kind) -> Vec<Text<'a>> {
    let mut texts = Vec::new();
    walk(value, pointer.to_owned(), Spot::Free(kind, Role::Prose), &mut texts);
    texts
}

/// A token of a JSON pointer (RFC 6901).
#[must_use]
pub fn escaped(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

/// The pointer at which the strings of an offer stand.
#[must_use]
pub fn base(offer: &Offer) -> String {
    format!("/{}/{}", offer.kind.list_key(), escaped(&offer.name))
}

/// What the value at hand is.
#[derive(Debug, Clone, Copy)]
enum Spot {
    /// A tool object, or an object inside a dialect's envelope.
    Tool,
    /// A prompt, resource or template.
    Offer,
    /// A schema.
    Schema,
    /// A map from names to schemas.
    Schemas,
    /// A list of schemas.
    SchemaList,
    /// A list of property names, or a map of such lists.
    Names,
    /// Anything whose strings are all of one kind.
    Free(Kind, Role),
}

fn walk<'a>(value: &'a Value, pointer: String, spot: Spot, texts: &mut Vec<Text<'a>>) {
    let mut open = vec![(value, pointer, spot)];
    while let Some((value, pointer, spot)) = open.pop() {
        match (value, spot) {
            (Value::String(text), spot) => {
                let (kind, role) = plain(spot);
                let role = if is_prose(kind, text) { Role::Prose } else { role };
                texts.push(Text { text, pointer, role, kind });
            }
            (Value::Array(items), spot) => {
                let inner = if matches!(spot, Spot::SchemaList) { Spot::Schema } else { spot };
                let entries = items.iter().enumerate().rev();
                open.extend(entries.map(|(at, item)| (item, format!("{pointer}/{at}"), inner)));
            }
            (Value::Object(entries), spot) => {
                for (key, value) in entries.iter().rev() {
                    let place = format!("{pointer}/{}", escaped(key));
                    open.push((value, place, inside(spot, key, value)));
                }
                let (kind, every) = of_keys(spot);
                let keys = entries.keys().filter(|key| every || is_odd(key)).map(|key| Text {
                    text: key,
                    pointer: format!("{pointer}/{}", escaped(key)),
                    role: Role::Identifier,
                    kind,
                });
                texts.extend(keys);
            }
            _ => {}
        }
    }
}

/// The kind and role of a string that stands at a spot itself.
fn plain(spot: Spot) -> (Kind, Role) {
    match spot {
        Spot::Free(kind, role) => (kind, role),
        Spot::Names => (Kind::PropertyName, Role::Identifier),
        // Where an object belongs, a string is read all the same.
        Spot::Tool | Spot::Offer | Spot::Schema | Spot::Schemas | Spot::SchemaList => (Kind::Other, Role::Literal),
    }
}

/// Whether a string under a key of the author's own is written in sentences.
fn is_prose(kind: Kind, text: &str) -> bool {
    matches!(kind, Kind::Other | Kind::Meta) && (text.split_whitespace().nth(3).is_some() || text.contains('。'))
}

/// The kind of the keys of an object, and whether all of them are the author's own words.
fn of_keys(spot: Spot) -> (Kind, bool) {
    match spot {
        Spot::Schemas | Spot::Names => (Kind::PropertyName, true),
        Spot::Free(kind @ (Kind::Offer | Kind::Annotation | Kind::Icon), _) => (kind, false),
        Spot::Free(kind, _) => (kind, true),
        Spot::Tool | Spot::Schema | Spot::SchemaList => (Kind::Other, false),
        Spot::Offer => (Kind::Offer, false),
    }
}

/// Whether a key is one that no protocol knows.
fn is_odd(key: &str) -> bool {
    key.len() > 28 || !key.is_ascii() || key.contains(|c: char| c.is_whitespace() || c.is_ascii_control())
}

fn inside(spot: Spot, key: &str, value: &Value) -> Spot {
    match spot {
        Spot::Tool => of_tool_key(key, value),
        Spot::Offer | Spot::Free(Kind::Offer, _) => match key {
            "uri" | "uriTemplate" | "mimeType" | "src" | "data" | "blob" => Spot::Free(Kind::Offer, Role::Literal),
            "name" => Spot::Free(Kind::Offer, Role::Identifier),
            _ => Spot::Free(Kind::Offer, Role::Prose),
        },
        Spot::Schema => of_schema_key(key, value),
        Spot::Schemas | Spot::SchemaList => Spot::Schema,
        Spot::Names => Spot::Names,
        Spot::Free(kind, role) => Spot::Free(kind, role),
    }
}

fn of_tool_key(key: &str, value: &Value) -> Spot {
    match key {
        "name" => Spot::Free(Kind::Name, Role::Identifier),
        "title" => Spot::Free(Kind::Title, Role::Prose),
        "description" => Spot::Free(Kind::Description, Role::Prose),
        "annotations" => Spot::Free(Kind::Annotation, Role::Prose),
        "_meta" => Spot::Free(Kind::Meta, Role::Literal),
        "input_examples" | "inputExamples" => Spot::Free(Kind::Example, Role::Literal),
        "icons" => Spot::Free(Kind::Icon, Role::Literal),
        "function" | "toolSpec" => Spot::Tool,
        // Bedrock keeps the schema one level down.
        "inputSchema" | "outputSchema" if value.get("json").is_some_and(Value::is_object) => Spot::Tool,
        "inputSchema"
        | "outputSchema"
        | "input_schema"
        | "output_schema"
        | "parameters"
        | "json"
        | "parametersJsonSchema"
        | "parameters_json_schema"
        | "response"
        | "responseJsonSchema"
        | "response_json_schema" => Spot::Schema,
        _ => Spot::Free(Kind::Other, Role::Literal),
    }
}

fn of_schema_key(key: &str, value: &Value) -> Spot {
    match key {
        "title" => Spot::Free(Kind::SchemaTitle, Role::Prose),
        "description" => Spot::Free(Kind::SchemaDescription, Role::Prose),
        "enum" | "const" => Spot::Free(Kind::Choice, Role::Literal),
        "default" => Spot::Free(Kind::Default, Role::Literal),
        "examples" | "example" => Spot::Free(Kind::Example, Role::Literal),
        "$comment" => Spot::Free(Kind::Comment, Role::Prose),
        "required" => Spot::Names,
        "properties" | "patternProperties" | "$defs" | "definitions" | "dependentSchemas" | "dependencies"
            if value.is_object() =>
        {
            Spot::Schemas
        }
        "items" if value.is_array() => Spot::SchemaList,
        "allOf" | "anyOf" | "oneOf" | "prefixItems" => Spot::SchemaList,
        "items"
        | "additionalProperties"
        | "not"
        | "if"
        | "then"
        | "else"
        | "contains"
        | "propertyNames"
        | "unevaluatedProperties"
        | "unevaluatedItems"
        | "additionalItems"
        | "contentSchema" => Spot::Schema,
        "dependentRequired" => Spot::Names,
        "pattern" | "format" | "$ref" | "$schema" | "$id" | "$anchor" | "type" => {
            Spot::Free(Kind::Keyword, Role::Literal)
        }
        _ => Spot::Free(Kind::Other, Role::Literal),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::saved;

    #[test]
    fn every_string_has_its_place_and_its_kind() {
        let text = r#"{"tools":[{"name":"cari","title":"Cari","description":"Cari barang.","annotations":{"title":"t"},
            "inputSchema":{"type":"object","title":"A","properties":{"a/b":{"description":"d","enum":["x"],"default":"y",
            "anyOf":[{"const":"z"}]}},"required":["a/b"]},"_meta":{"k":"m"},"lain":{"x":["o"]}}]}"#;
        let catalog = saved::read("toko.json", text.as_bytes()).expect("a tool list");
        let texts = of_tool(&catalog.servers[0].tools[0]);
        let found: Vec<_> = texts.iter().map(|text| (text.pointer.as_str(), text.text, text.kind)).collect();
        assert!(found.contains(&("/description", "Cari barang.", Kind::Description)));
        assert!(found.contains(&("/annotations/title", "t", Kind::Annotation)));
        assert!(found.contains(&("/inputSchema/properties/a~1b", "a/b", Kind::PropertyName)));
        assert!(found.contains(&("/inputSchema/properties/a~1b/enum/0", "x", Kind::Choice)));
        assert!(found.contains(&("/inputSchema/properties/a~1b/anyOf/0/const", "z", Kind::Choice)));
        assert!(found.contains(&("/inputSchema/required/0", "a/b", Kind::PropertyName)));
    }
}
