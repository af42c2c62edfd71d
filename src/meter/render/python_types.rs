//! The types of arguments and attributes in the Python text that Gemini 2.5 reads.

use serde_json::Value;

use crate::meter::render::kind::Kind;
use crate::meter::render::unrolled::{Node, Unroller};

/// An object that needs a dataclass.
pub struct Class<'a> {
    /// Its name.
    pub name: String,
    /// Where it stands.
    pub node: Node<'a>,
}

/// An argument or attribute, ready to be written.
pub struct Member<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its description.
    pub words: Option<&'a str>,
    /// Its type and default, as written.
    pub kind: String,
}

/// The members of an object, and the objects among them; `owner` is the class name their own names start with.
#[must_use]
pub fn members<'a>(unroller: &Unroller<'a>, node: &Node<'a>, owner: &str) -> (Vec<Member<'a>>, Vec<Class<'a>>) {
    let required: Vec<&str> = node.required().collect();
    let mut classes = Vec::new();
    let members = node
        .properties()
        .map(|(name, schema)| {
            let member = unroller.step(node, schema);
            let mut typing = Typing { unroller, owner, property: name, classes: &mut classes, out: String::new() };
            typing.of(&member);
            let mut kind = typing.out;
            if !required.contains(&name) {
                match member.get("default").filter(|value| !value.is_array() && !value.is_object()) {
                    Some(default) => {
                        kind.push_str(" = ");
                        write_literal(&mut kind, default);
                    }
                    None => kind.push_str(" | None = None"),
                }
            }
            Member { name, words: member.text("description"), kind }
        })
        .collect();
    (members, classes)
}

/// `object_params` → `ObjectParams`; letters inside a word keep their case.
#[must_use]
pub fn camel(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for word in name.split(|letter: char| !letter.is_alphanumeric()) {
        let mut letters = word.chars();
        out.extend(letters.next().into_iter().flat_map(char::to_uppercase));
        out.push_str(letters.as_str());
    }
    out
}

/// Writes the type of one property and collects the objects in it.
struct Typing<'w, 'a> {
    unroller: &'w Unroller<'a>,
    owner: &'w str,
    property: &'w str,
    classes: &'w mut Vec<Class<'a>>,
    out: String,
}

impl<'a> Typing<'_, 'a> {
    fn of(&mut self, node: &Node<'a>) {
        let mut choices = node.choices().peekable();
        if choices.peek().is_some() {
            self.out.push_str("Literal[");
            for (at, choice) in choices.enumerate() {
                self.separate(at, ", ");
                write_literal(&mut self.out, choice);
            }
            self.out.push(']');
            return;
        }
        let variants = node.variants();
        if !variants.is_empty() {
            for (at, variant) in variants.into_iter().enumerate() {
                self.separate(at, " | ");
                self.of(&self.unroller.step(node, variant));
            }
            return;
        }
        let kinds: Vec<Kind> = node.kinds().into_iter().filter(|kind| *kind != Kind::Null).collect();
        for (at, kind) in kinds.iter().enumerate() {
            self.separate(at, " | ");
            self.kind(node, *kind);
        }
        if kinds.is_empty() {
            self.out.push_str("Any");
        }
    }

    fn kind(&mut self, node: &Node<'a>, kind: Kind) {
        match kind {
            Kind::String => self.out.push_str("str"),
            Kind::Integer => self.out.push_str("int"),
            Kind::Number => self.out.push_str("float"),
            Kind::Boolean => self.out.push_str("bool"),
            Kind::Null => self.out.push_str("None"),
            Kind::Array => self.inside(node, "list[", node.get("items")),
            Kind::Object if node.properties().next().is_some() => {
                let name = format!("{}{}", self.owner, camel(self.property));
                self.out.push_str(&name);
                self.classes.push(Class { name, node: node.clone() });
            }
            Kind::Object => {
                self.inside(node, "dict[str, ", node.either("additionalProperties", "additional_properties"));
            }
        }
    }

    fn inside(&mut self, node: &Node<'a>, head: &str, schema: Option<&'a Value>) {
        self.out.push_str(head);
        match schema.filter(|schema| schema.is_object()) {
            Some(schema) => self.of(&self.unroller.step(node, schema)),
            None => self.out.push_str("Any"),
        }
        self.out.push(']');
    }

    fn separate(&mut self, at: usize, with: &str) {
        if at > 0 {
            self.out.push_str(with);
        }
    }
}

/// A value as Python writes it.
fn write_literal(out: &mut String, value: &Value) {
    match value {
        Value::Null => out.push_str("None"),
        Value::Bool(true) => out.push_str("True"),
        Value::Bool(false) => out.push_str("False"),
        Value::String(text) => write_quoted(out, text),
        other => out.push_str(&other.to_string()),
    }
}

fn write_quoted(out: &mut String, text: &str) {
    let quote = if text.contains('\'') && !text.contains('"') { '"' } else { '\'' };
    out.push(quote);
    for letter in text.chars() {
        match letter {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\\' => out.push_str("\\\\"),
            letter => {
                if letter == quote {
                    out.push('\\');
                }
                out.push(letter);
            }
        }
    }
    out.push(quote);
}
