//! One node of a schema: a place where JSON Schema expects a schema. The walk is iterative, so depth costs no stack.
//!
//! A node's pointer is as long as its place is deep, so a hostile schema could cost the square of its size: the walk stops
//! at [`DEEPEST`] and [`MOST`] and says so, and the run reports what lies beyond as unchecked.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::catalog::text::escaped;
use crate::catalog::tool::Tool;
use crate::lint::reading::read::shown;

/// How many steps below its root a node may lie; what lies deeper is not walked.
pub const DEEPEST: usize = 512;

/// How many nodes of one tool are walked.
pub const MOST: usize = 50_000;

/// How many bytes the pointers of one tool's nodes may fill.
const ROOM: usize = 64 << 20;

/// The nodes of a tool.
#[derive(Debug, Clone, Default)]
pub struct Nodes<'a> {
    /// The nodes: of the input schema, then of the output schema; parents before children, in document order.
    pub list: Vec<Node<'a>>,
    /// Where the walk stopped and why, when it did.
    pub cut: Option<Cut>,
}

/// Where a walk stopped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cut {
    /// JSON pointer of the schema that was not walked to its end.
    pub pointer: String,
    /// Why, as a lowercase fragment.
    pub reason: String,
}

/// One node.
#[derive(Debug, Clone)]
pub struct Node<'a> {
    /// Which schema of the tool it belongs to.
    pub which: Which,
    /// JSON pointer inside the tool.
    pub pointer: String,
    /// The schema: an object, a boolean, or something else that stands where a schema should.
    pub value: &'a Value,
    /// The root of the schema it belongs to.
    pub root: &'a Value,
    /// Number of its parent in the tool's list of nodes.
    pub parent: Option<usize>,
    /// Where it stands in its parent.
    pub position: Position<'a>,
    /// How many properties and items lie between the root and here; 0 for the root.
    pub depth: usize,
    /// Whether its parent requires it, for a property.
    pub required: bool,
    /// Number of its description among the tool's texts.
    pub told: Option<usize>,
}

/// Which schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Which {
    /// Of the parameters.
    Input,
    /// Of structured results.
    Output,
}

/// Where a node stands in its parent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Position<'a> {
    /// It is the schema itself.
    Root,
    /// Under `properties`, by that name.
    Property(&'a str),
    /// `items` as one schema.
    Items,
    /// An entry of `prefixItems`, or of `items` as a list.
    Tuple,
    /// An entry of `allOf`, `anyOf`, `oneOf`.
    Combined(&'a str),
    /// Under `$defs` or `definitions`, by that name.
    Definition(&'a str),
    /// Under any other keyword, such as `additionalProperties`, `not`, `if`.
    Other(&'a str),
}

/// Every node of a tool's input schema, then of its output schema.
#[must_use]
pub fn of_tool(tool: &Tool) -> Nodes<'_> {
    let mut nodes = Nodes::default();
    let mut room = ROOM;
    if let Some(schema) = tool.input_schema() {
        walk(Which::Input, tool.input_schema_pointer(), schema, &mut nodes, &mut room);
    }
    if let Some(schema) = tool.output_schema() {
        walk(Which::Output, &tool.body_pointer("outputSchema"), schema, &mut nodes, &mut room);
    }
    nodes
}

fn walk<'a>(which: Which, pointer: &str, root: &'a Value, nodes: &mut Nodes<'a>, room: &mut usize) {
    let first = Node {
        which,
        pointer: pointer.to_owned(),
        value: root,
        root,
        parent: None,
        position: Position::Root,
        depth: 0,
        required: false,
        told: None,
    };
    let mut open = vec![(first, 0)];
    while let Some((node, steps)) = open.pop() {
        let mut children = Vec::new();
        if let Value::Object(keywords) = node.value {
            for (keyword, value) in keywords {
                inside(&node, nodes.list.len(), (keyword, value), room, &mut children);
            }
        }
        nodes.list.push(node);
        let over = *room == 0 || nodes.list.len() + open.len() + children.len() > MOST;
        if children.is_empty() || (steps < DEEPEST && !over) {
            open.extend(children.into_iter().rev().map(|child| (child, steps + 1)));
        } else {
            let reason = match over {
                true => format!("it holds more schemas than are walked ({MOST})"),
                false => format!("it is nested deeper than {DEEPEST} schemas"),
            };
            nodes.cut.get_or_insert(Cut { pointer: pointer.to_owned(), reason });
        }
    }
}

fn inside<'a>(
    node: &Node<'a>,
    parent: usize,
    (keyword, value): (&'a str, &'a Value),
    room: &mut usize,
    children: &mut Vec<Node<'a>>,
) {
    let mut child = |tail: String, value: &'a Value, position: Position<'a>, deeper: usize, required: bool| {
        *room = room.saturating_sub(node.pointer.len() + keyword.len() + tail.len());
        if *room == 0 {
            return;
        }
        children.push(Node {
            which: node.which,
            pointer: format!("{}/{keyword}{tail}", node.pointer),
            value,
            root: node.root,
            parent: Some(parent),
            position,
            depth: node.depth + deeper,
            required,
            told: None,
        });
    };
    parts(node.value, (keyword, value), &mut child);
}

/// Hands over every schema that stands under a keyword: the end of its pointer, its position, how many levels of the value
/// it is deeper, and whether it is required.
fn parts<'a>(
    schema: &'a Value,
    (keyword, value): (&'a str, &'a Value),
    child: &mut impl FnMut(String, &'a Value, Position<'a>, usize, bool),
) {
    match (keyword, value) {
        ("properties", Value::Object(entries)) => {
            let required: BTreeSet<&str> =
                schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
            for (name, value) in entries {
                let needed = required.contains(name.as_str());
                child(format!("/{}", escaped(name)), value, Position::Property(name), 1, needed);
            }
        }
        ("$defs" | "definitions", Value::Object(entries)) => {
            for (name, value) in entries {
                child(format!("/{}", escaped(name)), value, Position::Definition(name), 0, false);
            }
        }
        ("patternProperties", Value::Object(entries)) => {
            for (name, value) in entries {
                child(format!("/{}", escaped(name)), value, Position::Other(keyword), 1, false);
            }
        }
        ("dependentSchemas" | "dependencies", Value::Object(entries)) => {
            // In `dependencies` a list of names may stand where a schema may.
            for (name, value) in entries.iter().filter(|(_, value)| !value.is_array()) {
                child(format!("/{}", escaped(name)), value, Position::Other(keyword), 0, false);
            }
        }
        ("items" | "prefixItems", Value::Array(entries)) => {
            for (at, value) in entries.iter().enumerate() {
                child(format!("/{at}"), value, Position::Tuple, 1, false);
            }
        }
        ("allOf" | "anyOf" | "oneOf", Value::Array(entries)) => {
            for (at, value) in entries.iter().enumerate() {
                child(format!("/{at}"), value, Position::Combined(keyword), 0, false);
            }
        }
        ("items", value) => child(String::new(), value, Position::Items, 1, false),
        (
            "additionalProperties"
            | "unevaluatedProperties"
            | "additionalItems"
            | "unevaluatedItems"
            | "contains"
            | "propertyNames"
            | "contentSchema",
            value,
        ) => child(String::new(), value, Position::Other(keyword), 1, false),
        ("not" | "if" | "then" | "else", value) => child(String::new(), value, Position::Other(keyword), 0, false),
        _ => {}
    }
}

impl<'a> Node<'a> {
    /// Whether it judges the very value that its parent judges.
    #[must_use]
    pub fn is_in_place(&self) -> bool {
        match self.position {
            Position::Combined(_) => true,
            Position::Other(keyword) => {
                matches!(keyword, "not" | "if" | "then" | "else" | "dependentSchemas" | "dependencies")
            }
            _ => false,
        }
    }

    /// Whether it is the schema itself.
    #[must_use]
    pub fn is_root(&self) -> bool {
        self.position == Position::Root
    }

    /// Whether it is a property of the input schema's root.
    #[must_use]
    pub fn is_parameter(&self) -> bool {
        self.which == Which::Input && self.depth == 1 && self.property().is_some() && self.parent == Some(0)
    }

    /// The name of the property it describes.
    #[must_use]
    pub fn property(&self) -> Option<&'a str> {
        match self.position {
            Position::Property(name) => Some(name),
            _ => None,
        }
    }

    /// A keyword's value.
    #[must_use]
    pub fn get(&self, keyword: &str) -> Option<&'a Value> {
        self.value.get(keyword)
    }

    /// Its own description, as far as it is read.
    #[must_use]
    pub fn description(&self) -> Option<&'a str> {
        self.get("description").and_then(Value::as_str).map(shown)
    }

    /// The types it allows, as `type` lists them; none when it does not say.
    #[must_use]
    pub fn types(&self) -> Vec<&'a str> {
        match self.get("type") {
            Some(Value::String(one)) => vec![one],
            Some(Value::Array(many)) => many.iter().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        }
    }
}
