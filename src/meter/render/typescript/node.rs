//! A schema with its local references followed, and which TypeScript type it becomes.

use std::collections::HashSet;

use serde_json::{Map, Value};

/// References followed one after the other before giving up.
const HOPS: usize = 16;

/// One schema object: its own keywords over those of the definition it refers to.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node<'a> {
    own: &'a Map<String, Value>,
    base: Option<&'a Map<String, Value>>,
}

/// What a schema is written as.
#[derive(Debug, Clone, Copy)]
pub(super) enum Kind<'a> {
    /// `any`: nothing is said that TypeScript could tell.
    Any,
    /// A type with a name of its own.
    Named(&'static str),
    /// `"a" | "b"`.
    Literals(&'a [Value]),
    /// Alternatives, each a schema.
    Union(&'a [Value]),
    /// All of these at once, each a schema.
    Intersection(&'a [Value]),
    /// Alternatives, each a type's name.
    Types(&'a [Value]),
    /// An object with properties.
    Object(&'a Map<String, Value>),
    /// Any number of one type.
    Array(Option<&'a Value>),
    /// Some values in a row, each of its own type.
    Tuple(&'a [Value]),
}

impl<'a> Node<'a> {
    /// Follows the references of `schema` inside `root`; `followed` gets each pointer. `None` when it is no object, or
    /// a reference leads nowhere.
    pub(super) fn new(schema: &'a Value, root: Option<&'a Value>, mut followed: impl FnMut(&'a str)) -> Option<Self> {
        let own = schema.as_object()?;
        let mut node = Node { own, base: None };
        for _ in 0..HOPS {
            let Some(pointer) = node.base.unwrap_or(own).get("$ref").and_then(Value::as_str) else { return Some(node) };
            followed(pointer);
            node.base = Some(root?.pointer(pointer.strip_prefix('#')?)?.as_object()?);
        }
        None
    }

    /// A keyword's value.
    pub(super) fn get(&self, key: &str) -> Option<&'a Value> {
        self.own.get(key).or_else(|| self.base?.get(key))
    }

    /// A keyword's text, when there is more than blanks in it.
    pub(super) fn text(&self, key: &str) -> Option<&'a str> {
        self.get(key)?.as_str().filter(|text| !text.trim().is_empty())
    }

    /// A keyword's list, when there is something in it.
    pub(super) fn list(&self, key: &str) -> Option<&'a [Value]> {
        self.get(key)?.as_array().map(Vec::as_slice).filter(|list| !list.is_empty())
    }

    /// The properties, when there are any.
    pub(super) fn properties(&self) -> Option<&'a Map<String, Value>> {
        self.get("properties")?.as_object().filter(|properties| !properties.is_empty())
    }

    /// Whether anything about it is written as a comment.
    pub(super) fn commented(&self) -> bool {
        self.titled() || self.get("default").is_some() || self.list("examples").is_some()
    }

    /// Whether it has a title or a description.
    pub(super) fn titled(&self) -> bool {
        self.text("title").is_some() || self.text("description").is_some()
    }

    /// What it is written as.
    pub(super) fn kind(&self) -> Kind<'a> {
        if let Some(value) = self.get("const") {
            return Kind::Literals(std::slice::from_ref(value));
        }
        if let Some(values) = self.list("enum") {
            return Kind::Literals(values);
        }
        // Alternatives beside properties only say which of them go together.
        if self.properties().is_none() {
            if let Some(members) = self.list("anyOf").or_else(|| self.list("oneOf")) {
                return Kind::Union(members);
            }
            if let Some(members) = self.list("allOf") {
                return Kind::Intersection(members);
            }
        }
        match self.get("type") {
            Some(Value::Array(names)) if !names.is_empty() => Kind::Types(names),
            Some(Value::String(name)) => self.of_type(name),
            _ => self.without_type(),
        }
    }

    /// What it is written as when its type is `name`.
    pub(super) fn of_type(&self, name: &str) -> Kind<'a> {
        match name {
            "string" => Kind::Named("string"),
            "number" | "integer" => Kind::Named("number"),
            "boolean" => Kind::Named("boolean"),
            "null" => Kind::Named("null"),
            "array" => self.row(),
            "object" => self.properties().map_or(Kind::Named("object"), Kind::Object),
            _ => Kind::Any,
        }
    }

    fn without_type(&self) -> Kind<'a> {
        if let Some(properties) = self.properties() {
            return Kind::Object(properties);
        }
        if self.get("items").is_some() || self.get("prefixItems").is_some() {
            return self.row();
        }
        Kind::Any
    }

    fn row(&self) -> Kind<'a> {
        match (self.list("prefixItems"), self.get("items")) {
            (Some(items), _) => Kind::Tuple(items),
            (None, Some(Value::Array(items))) if !items.is_empty() => Kind::Tuple(items),
            (None, items) => Kind::Array(items.filter(|items| items.is_object())),
        }
    }
}

impl Kind<'_> {
    /// Whether it takes brackets to be one thing inside a larger type.
    pub(super) fn several(&self) -> bool {
        match self {
            Kind::Literals(of) | Kind::Union(of) | Kind::Intersection(of) | Kind::Types(of) => of.len() > 1,
            _ => false,
        }
    }
}

/// The names that must be given.
pub(super) enum Required<'a> {
    /// So few that looking through them is quickest.
    Few(&'a [Value]),
    /// The rest.
    Many(HashSet<&'a str>),
}

impl<'a> Required<'a> {
    /// Those of one object.
    pub(super) fn of(node: Node<'a>) -> Self {
        let names = node.list("required").unwrap_or_default();
        if names.len() <= 16 {
            return Required::Few(names);
        }
        Required::Many(names.iter().filter_map(Value::as_str).collect())
    }

    /// Whether `name` is among them.
    pub(super) fn has(&self, name: &str) -> bool {
        match self {
            Required::Few(names) => names.iter().any(|known| known == name),
            Required::Many(names) => names.contains(name),
        }
    }
}
