//! The schema inside a `declaration:` text.

use serde_json::Value;

use crate::meter::render::kind::Kind;
use crate::meter::render::marked::{self, Marked};
use crate::meter::render::unrolled::{Node, Unroller};

/// Fields of Google's `Schema` message (Gemini API reference, v1beta, 2026-11) in the order in which they are written,
/// each with its other spelling. What is not among them does not reach the model.
const KEYS: [(&str, &str); 22] = [
    ("anyOf", "any_of"),
    ("default", "default"),
    ("description", "description"),
    ("enum", "enum"),
    ("example", "example"),
    ("format", "format"),
    ("items", "items"),
    ("maxItems", "max_items"),
    ("maxLength", "max_length"),
    ("maxProperties", "max_properties"),
    ("maximum", "maximum"),
    ("minItems", "min_items"),
    ("minLength", "min_length"),
    ("minProperties", "min_properties"),
    ("minimum", "minimum"),
    ("nullable", "nullable"),
    ("pattern", "pattern"),
    ("properties", "properties"),
    ("propertyOrdering", "property_ordering"),
    ("required", "required"),
    ("title", "title"),
    ("type", "type"),
];

/// Writes schemas.
#[derive(Default)]
pub struct Writer<'a> {
    /// What is written so far.
    pub out: Marked,
    /// Takes the words about parameters instead of `out`, when they are counted apart.
    aside: Option<Vec<&'a str>>,
}

impl<'a> Writer<'a> {
    /// A writer that keeps the words about parameters apart.
    #[must_use]
    pub fn with_words_aside() -> Writer<'a> {
        Writer { out: Marked::default(), aside: Some(Vec::new()) }
    }

    /// The words that were kept apart.
    #[must_use]
    pub fn words_aside(&self) -> &[&'a str] {
        self.aside.as_deref().unwrap_or_default()
    }

    /// Writes the schema of a tool, without the braces around it.
    pub fn whole(&mut self, schema: &'a Value) {
        let unroller = Unroller::new(schema);
        self.schema(&unroller, &unroller.top());
    }

    fn schema(&mut self, unroller: &Unroller<'a>, node: &Node<'a>) {
        let variants = node.variants();
        let nullable = node.nullable();
        let settled = match variants.as_slice() {
            [only] => Some(node.clone().over(unroller.step(node, only))),
            _ => None,
        };
        let node = settled.as_ref().unwrap_or(node);
        let present = present(node);
        let mut any = false;
        for ((key, _), value) in KEYS.into_iter().zip(present) {
            match (key, value) {
                ("anyOf", _) => self.alternatives(unroller, node, variants.as_slice(), &mut any),
                ("enum", _) => self.list(key, node.choices(), &mut any, |writer, value| writer.value(value)),
                ("nullable", _) => {
                    if nullable {
                        self.entry("nullable:true", &mut any);
                    }
                }
                (_, None) => {}
                ("description" | "title", Some(words)) => self.words(key, words.as_str().unwrap_or_default(), &mut any),
                ("items", Some(items)) => self.items(unroller, node, items, &mut any),
                ("properties", Some(_)) => self.properties(unroller, node, &mut any),
                ("required", Some(_)) => {
                    self.list(key, node.required(), &mut any, |writer, name| writer.out.quoted(name));
                }
                ("type", Some(_)) => self.kind(node, &mut any),
                (_, Some(value)) => {
                    self.key(key, &mut any);
                    self.value(value);
                }
            }
        }
    }

    fn alternatives(&mut self, unroller: &Unroller<'a>, node: &Node<'a>, variants: &[&'a Value], any: &mut bool) {
        if let [_, _, ..] = variants {
            self.list("anyOf", variants.iter(), any, |writer, variant| {
                writer.out.push("{");
                writer.schema(unroller, &unroller.step(node, variant));
                writer.out.push("}");
            });
        } else if let kinds @ [_, _, ..] = not_null(node).as_slice() {
            self.list("anyOf", kinds.iter(), any, |writer, kind| {
                writer.out.push("{type:");
                writer.out.quoted(capitals(*kind));
                writer.out.push("}");
            });
        }
    }

    fn words(&mut self, key: &str, words: &'a str, any: &mut bool) {
        if words.is_empty() {
            return;
        }
        if let Some(aside) = &mut self.aside {
            aside.push(words);
        } else {
            self.key(key, any);
            self.out.quoted(words);
        }
    }

    fn items(&mut self, unroller: &Unroller<'a>, node: &Node<'a>, items: &'a Value, any: &mut bool) {
        if items.is_object() {
            self.key("items", any);
            self.out.push("{");
            self.schema(unroller, &unroller.step(node, items));
            self.out.push("}");
        }
    }

    fn properties(&mut self, unroller: &Unroller<'a>, node: &Node<'a>, any: &mut bool) {
        let mut properties: Vec<_> = node.properties().collect();
        if properties.is_empty() {
            return;
        }
        properties.sort_unstable_by_key(|(name, _)| *name);
        self.key("properties", any);
        self.out.push("{");
        for (at, (name, schema)) in properties.into_iter().enumerate() {
            if at > 0 {
                self.out.push(",");
            }
            self.out.push(name);
            self.out.push(":{");
            self.schema(unroller, &unroller.step(node, schema));
            self.out.push("}");
        }
        self.out.push("}");
    }

    fn kind(&mut self, node: &Node<'a>, any: &mut bool) {
        if let [kind] = not_null(node).as_slice() {
            self.key("type", any);
            self.out.quoted(capitals(*kind));
        }
    }

    /// Writes `key:[…]`, or nothing when there are no items.
    fn list<T>(
        &mut self,
        key: &str,
        items: impl Iterator<Item = T>,
        any: &mut bool,
        mut write: impl FnMut(&mut Self, T),
    ) {
        let mut items = items.peekable();
        if items.peek().is_none() {
            return;
        }
        self.key(key, any);
        self.out.push("[");
        for (at, item) in items.enumerate() {
            if at > 0 {
                self.out.push(",");
            }
            write(self, item);
        }
        self.out.push("]");
    }

    fn value(&mut self, value: &Value) {
        marked::value(&mut self.out, value);
    }

    fn key(&mut self, key: &str, any: &mut bool) {
        self.entry(key, any);
        self.out.push(":");
    }

    fn entry(&mut self, text: &str, any: &mut bool) {
        if *any {
            self.out.push(",");
        }
        *any = true;
        self.out.push(text);
    }
}

/// The values of [`KEYS`] at a place.
fn present<'a>(node: &Node<'a>) -> [Option<&'a Value>; KEYS.len()] {
    let mut present = [None; KEYS.len()];
    for (key, value) in node.entries() {
        let known = KEYS.iter().position(|(camel, snake)| *camel == key || *snake == key);
        if let Some(place) = known.and_then(|at| present.get_mut(at)) {
            *place = place.or(Some(value));
        }
    }
    present
}

fn not_null(node: &Node<'_>) -> Vec<Kind> {
    let mut kinds = node.kinds();
    kinds.retain(|kind| *kind != Kind::Null);
    kinds
}

fn capitals(kind: Kind) -> &'static str {
    match kind {
        Kind::String => "STRING",
        Kind::Number => "NUMBER",
        Kind::Integer => "INTEGER",
        Kind::Boolean => "BOOLEAN",
        Kind::Array => "ARRAY",
        Kind::Object => "OBJECT",
        Kind::Null => "NULL",
    }
}
