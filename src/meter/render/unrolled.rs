//! A tool's schema as Gemini's front end reads it: references followed, cycles unrolled a few times.
//!
//! The recorded Python text of Gemini 2.5 never names a `$ref`: its target stands in its place, and a definition that
//! holds itself is written out five times, one inside the other, before the innermost place is left open (measured
//! 2026-11 on one recursive tool, billed 776 tokens). Whether the five count one definition or all references on the
//! way cannot be told from it; the latter is taken, which keeps definitions that hold each other finite. The same front
//! end is taken for the `declaration:` text of 3.x.

use std::cell::Cell;

use serde_json::{Map, Value};

use crate::meter::render::kind::Kind;

/// How many references are followed on the way to one place.
const UNROLLED: u8 = 5;
/// How deep a schema is read: far beyond any recorded one, far below what a call stack holds.
const DEEPEST: u16 = 96;
/// How many places references may add to one tool. Beyond, fewer are followed on the way to a place, until it fits: what
/// is read then is a lower bound, and no recorded call shows what the provider does with such a tool. Of 9,051 real
/// tools 15 are beyond, all of one server; the next largest adds 1,300.
const ADDED: u32 = 2_000;
/// How many places of one tool are read at all.
const LARGEST: u32 = 30_000;

/// Follows the references of one schema, within bounds.
pub struct Unroller<'a> {
    root: &'a Value,
    follow: u8,
    left: Cell<u32>,
    cut: Cell<bool>,
}

/// One place of a schema: the object that stands there, and beneath it what it refers to.
#[derive(Debug, Clone, Default)]
pub struct Node<'a> {
    own: Option<&'a Map<String, Value>>,
    beneath: Vec<&'a Map<String, Value>>,
    followed: u8,
    depth: u16,
}

impl<'a> Unroller<'a> {
    /// For the schema of one tool.
    #[must_use]
    pub fn new(root: &'a Value) -> Unroller<'a> {
        let mut unroller = Unroller { root, follow: 0, left: Cell::new(LARGEST), cut: Cell::new(false) };
        unroller.visit(&unroller.top());
        let own = LARGEST - unroller.left.get();
        if unroller.cut.get() {
            for follow in (1..=UNROLLED).rev() {
                unroller.follow = follow;
                unroller.left.set(own.saturating_add(ADDED).min(LARGEST));
                unroller.visit(&unroller.top());
                if !unroller.spent() {
                    break;
                }
            }
        }
        unroller.left.set(LARGEST);
        unroller
    }

    /// The outermost place.
    #[must_use]
    pub fn top(&self) -> Node<'a> {
        self.step(&Node::default(), self.root)
    }

    /// Whether the bound on places is reached: what would still come is left open.
    #[must_use]
    pub fn spent(&self) -> bool {
        self.left.get() == 0
    }

    /// The place of `schema`, which stands inside `parent`.
    #[must_use]
    pub fn step(&self, parent: &Node<'a>, schema: &'a Value) -> Node<'a> {
        let left = self.left.get();
        if parent.depth >= DEEPEST || self.spent() {
            return Node::default();
        }
        self.left.set(left - 1);
        let mut node =
            Node { own: schema.as_object(), beneath: Vec::new(), followed: parent.followed, depth: parent.depth + 1 };
        let mut at = node.own;
        while let Some((target, by_reference)) = at.and_then(|object| self.beneath(object)) {
            if by_reference && node.followed >= self.follow {
                self.cut.set(true);
                break;
            }
            node.followed += u8::from(by_reference);
            at = target.as_object();
            node.beneath.extend(at);
        }
        node
    }

    fn visit(&self, node: &Node<'a>) {
        let more = node.either("additionalProperties", "additional_properties");
        let unnamed = node.variants().into_iter().chain(node.get("items")).chain(more);
        for schema in unnamed.chain(node.properties().map(|(_, schema)| schema)) {
            if !self.spent() {
                self.visit(&self.step(node, schema));
            }
        }
    }

    /// What stands beneath an object: the target of its `$ref` (true), or the only member of its `allOf`.
    fn beneath(&self, object: &'a Map<String, Value>) -> Option<(&'a Value, bool)> {
        if let Some(reference) = object.get("$ref") {
            return Some((self.root.pointer(reference.as_str()?.strip_prefix('#')?)?, true));
        }
        match object.get("allOf")?.as_array()?.as_slice() {
            [only] => Some((only, false)),
            _ => None,
        }
    }
}

impl<'a> Node<'a> {
    /// The value of a key, the place's own before that of a reference's target; `null` counts as absent.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&'a Value> {
        let all = self.own.iter().chain(&self.beneath);
        all.filter_map(|object| object.get(key)).find(|value| !value.is_null())
    }

    /// All keys and values, the place's own before those of a reference's target; `null` counts as absent.
    pub fn entries(&self) -> impl Iterator<Item = (&'a str, &'a Value)> {
        let all = self.own.iter().chain(&self.beneath).flat_map(|object| object.iter());
        all.filter(|(_, value)| !value.is_null()).map(|(key, value)| (key.as_str(), value))
    }

    /// The value of a key that is written either way (`anyOf`, `any_of`).
    #[must_use]
    pub fn either(&self, camel: &str, snake: &str) -> Option<&'a Value> {
        self.get(camel).or_else(|| self.get(snake))
    }

    /// The value of a key, when it is text.
    #[must_use]
    pub fn text(&self, key: &str) -> Option<&'a str> {
        self.get(key)?.as_str()
    }

    /// The properties, in the order in which they stand.
    pub fn properties(&self) -> impl Iterator<Item = (&'a str, &'a Value)> {
        self.get("properties")
            .and_then(Value::as_object)
            .into_iter()
            .flatten()
            .map(|(name, value)| (name.as_str(), value))
    }

    /// The names in `required`.
    pub fn required(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        self.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str)
    }

    /// The values in `enum`, or the one in `const`.
    pub fn choices(&self) -> impl Iterator<Item = &'a Value> + use<'a> {
        let listed = self.get("enum").and_then(Value::as_array);
        let only = if listed.is_none() { self.get("const") } else { None };
        listed.into_iter().flatten().chain(only).filter(|value| !value.is_null())
    }

    /// The types said or, where none is, the type that other keys give away; empty when nothing does.
    #[must_use]
    pub fn kinds(&self) -> Vec<Kind> {
        match self.get("type") {
            Some(Value::Array(several)) => several.iter().filter_map(Kind::of).collect(),
            Some(one) => Kind::of(one).into_iter().collect(),
            None if self.get("properties").is_some() => vec![Kind::Object],
            None if self.get("items").is_some() => vec![Kind::Array],
            None => Vec::new(),
        }
    }

    /// The members of `anyOf` or `oneOf` that allow something besides null.
    #[must_use]
    pub fn variants(&self) -> Vec<&'a Value> {
        let listed = self.either("anyOf", "any_of").or_else(|| self.either("oneOf", "one_of"));
        listed.and_then(Value::as_array).into_iter().flatten().filter(|variant| !only_null(variant)).collect()
    }

    /// Whether null is allowed: `nullable`, a type `null`, or a member of `anyOf` that is null.
    #[must_use]
    pub fn nullable(&self) -> bool {
        let listed = self.either("anyOf", "any_of").or_else(|| self.either("oneOf", "one_of"));
        self.get("nullable") == Some(&Value::Bool(true))
            || self.kinds().contains(&Kind::Null)
            || listed.and_then(Value::as_array).is_some_and(|all| all.iter().any(only_null))
    }

    /// The same place with what another place says laid beneath it.
    #[must_use]
    pub fn over(mut self, other: Node<'a>) -> Node<'a> {
        self.beneath.extend(other.own);
        self.beneath.extend(other.beneath);
        self.followed = other.followed;
        self
    }
}

fn only_null(variant: &Value) -> bool {
    let null = |value: &Value| Kind::of(value) == Some(Kind::Null);
    match variant.get("type") {
        Some(Value::Array(all)) => !all.is_empty() && all.iter().all(null),
        Some(one) => null(one),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_place_says_its_own_before_what_it_refers_to() {
        let schema = json!({
            "properties": {"kota": {"$ref": "#/$defs/City", "description": "where to"}},
            "$defs": {"City": {"description": "a city", "type": "string"}}
        });
        let unroller = Unroller::new(&schema);
        let top = unroller.top();
        let (_, city) = top.properties().next().expect("one property");
        let city = unroller.step(&top, city);
        assert_eq!(city.text("description"), Some("where to"));
        assert_eq!(city.kinds(), [Kind::String]);
    }

    #[test]
    fn a_cycle_opens_five_times() {
        let schema = json!({"$ref": "#/$defs/N", "$defs": {"N": {"properties": {"next": {"$ref": "#/$defs/N"}}}}});
        let unroller = Unroller::new(&schema);
        let mut node = unroller.top();
        let mut times = 0;
        while let Some((_, next)) = node.clone().properties().next() {
            times += 1;
            node = unroller.step(&node, next);
        }
        assert_eq!(times, 5);
    }

    #[test]
    fn deep_schemas_are_read_as_far_as_a_stack_goes() {
        let mut schema = json!({"type": "string"});
        for _ in 0..512 {
            schema = json!({"properties": {"p": {"type": "array", "items": schema}}});
        }
        let tool = crate::meter::shown::Shown {
            name: "dalam".into(),
            description: None,
            schema: Some(std::borrow::Cow::Borrowed(&schema)),
            json_schema_door: false,
        };
        let gemma = crate::meter::encodings::named("gemma3").expect("built in");
        for name in ["declaration", "python-def", "strings"] {
            let rendering = crate::meter::render::named(name).expect("a rendering");
            assert!(rendering.shares(gemma, std::slice::from_ref(&tool))[0] > 50, "{name}");
        }
    }

    #[test]
    fn hostile_schemas_end() {
        let wide: serde_json::Map<String, Value> =
            (0..60).map(|at| (format!("p{at}"), json!({"$ref": "#/$defs/W"}))).collect();
        let wide = json!({"$ref": "#/$defs/W", "$defs": {"W": {"properties": wide}}});
        let unroller = Unroller::new(&wide);
        unroller.visit(&unroller.top());
        assert!(LARGEST - unroller.left.get() <= ADDED + 1);
        let circle = json!({"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}});
        assert!(Unroller::new(&circle).top().kinds().is_empty());
        let itself = json!({"$ref": "#"});
        assert!(Unroller::new(&itself).top().kinds().is_empty());
        let nowhere = json!({"$ref": "https://example.org/schema.json", "type": 6});
        assert_eq!(Unroller::new(&nowhere).top().kinds(), [Kind::Object]);
        for odd in [json!(true), json!(null), json!([1]), json!({"type": [], "properties": 3, "anyOf": {}})] {
            let node = Unroller::new(&odd).top();
            assert!(node.kinds().is_empty() && node.variants().is_empty() && !node.nullable());
        }
    }
}
