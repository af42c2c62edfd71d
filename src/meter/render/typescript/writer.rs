//! Writes one tool, its parameters and every type inside them, into one text.

use serde_json::{Map, Value};

use crate::meter::render::typescript::node::{Kind, Node, Required};
use crate::meter::shown::Shown;

/// Schemas inside schemas that are written; what lies deeper is `any`.
const DEPTH: usize = 48;
/// Schemas of one tool that are looked at; the rest is `any`.
const SCHEMAS: usize = 1 << 16;
/// Bytes of one tool after which references are `any`: how a provider ends definitions that unfold into megabytes is not
/// known, and no recorded call holds one.
const UNFOLDED: usize = 1 << 16;

/// How the parts of an object are set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Layout {
    /// All on one line: there is no comment in it.
    Line,
    /// One property a line, comments above.
    Block,
}

/// Says that there is a comment where a line has no room for one.
struct Comment;

/// Writes types onto `out`.
pub(super) struct Writer<'a> {
    /// What is written.
    pub(super) out: String,
    /// Titles and descriptions, when they are to be set aside and not written.
    pub(super) aside: Option<Vec<String>>,
    root: Option<&'a Value>,
    /// The references that are being written, outermost first.
    open: Vec<&'a str>,
    depth: usize,
    seen: usize,
    /// Where the tool starts in `out`.
    start: usize,
}

impl<'a> Writer<'a> {
    /// A writer of the tool whose parameters are `root`.
    pub(super) fn new(root: Option<&'a Value>) -> Self {
        Writer { out: String::new(), aside: None, root, open: Vec::new(), depth: 0, seen: 0, start: 0 }
    }

    /// The same, going on from a text.
    pub(super) fn onto(self, out: String) -> Self {
        Writer { start: out.len(), out, ..self }
    }

    /// The same, with titles and descriptions of parameters set aside.
    pub(super) fn setting_words_aside(self) -> Self {
        Writer { aside: Some(Vec::new()), ..self }
    }

    /// A whole tool.
    pub(super) fn tool(&mut self, tool: &Shown<'_>) {
        self.describe(tool);
        self.out.push_str("type ");
        self.out.push_str(&tool.name);
        self.out.push_str(" = ");
        self.parameters();
        self.out.push_str(" => any;\n\n");
    }

    /// The comment lines of a tool's description.
    pub(super) fn describe(&mut self, tool: &Shown<'_>) {
        if let Some(description) = tool.description.as_deref().filter(|text| !text.trim().is_empty()) {
            self.comment(description);
        }
    }

    /// `(_: { … })`, or `()` when there is nothing to give.
    pub(super) fn parameters(&mut self) {
        let Some(root) = self.root else { return self.out.push_str("()") };
        let node = Node::new(root, self.root, |_| {});
        if node.is_none_or(|node| matches!(node.kind(), Kind::Any | Kind::Named("object"))) {
            return self.out.push_str("()");
        }
        self.out.push_str("(_: ");
        self.headed(root);
        self.out.push(')');
    }

    /// A type in a place where its own title and description belong in front of it.
    fn headed(&mut self, schema: &'a Value) {
        if let Some(node) = Node::new(schema, self.root, |_| {}) {
            self.titles(node);
        }
        // In a block there is always room for a comment.
        let _ = self.schema(schema, Layout::Block);
    }

    fn schema(&mut self, schema: &'a Value, layout: Layout) -> Result<(), Comment> {
        let before = self.open.len();
        let written = match self.enter(schema) {
            Some(node) => {
                self.depth += 1;
                let written = self.node(node, layout);
                self.depth -= 1;
                written
            }
            None => {
                self.out.push_str("any");
                Ok(())
            }
        };
        self.open.truncate(before);
        written
    }

    /// Follows a schema's references and leaves them open; `None` when it stands inside itself, too deep, or in a tool
    /// that has grown too long.
    fn enter(&mut self, schema: &'a Value) -> Option<Node<'a>> {
        let before = self.open.len();
        self.seen += 1;
        let mut again = false;
        let open = &mut self.open;
        let node = Node::new(schema, self.root, |pointer| {
            again |= open.contains(&pointer);
            open.push(pointer);
        });
        let unfolded = self.open.len() > before && self.size() > UNFOLDED;
        node.filter(|_| !again && !unfolded && self.depth < DEPTH && self.seen < SCHEMAS)
    }

    /// Bytes of the tool so far, with what is set aside.
    fn size(&self) -> usize {
        let aside = self.aside.iter().flatten().map(String::len).sum::<usize>();
        self.out.len().saturating_sub(self.start) + aside
    }

    fn node(&mut self, node: Node<'a>, layout: Layout) -> Result<(), Comment> {
        self.kind(node, node.kind(), layout)?;
        if node.get("nullable") == Some(&Value::Bool(true)) {
            self.out.push_str(" | null");
        }
        Ok(())
    }

    fn kind(&mut self, node: Node<'a>, kind: Kind<'a>, layout: Layout) -> Result<(), Comment> {
        match kind {
            Kind::Any => self.out.push_str("any"),
            Kind::Named(name) => self.out.push_str(name),
            Kind::Literals(values) => self.between(" | ", values, |writer, value| {
                writer.literal(value);
                Ok(())
            })?,
            Kind::Union(members) => self.between(" | ", members, |writer, member| writer.schema(member, layout))?,
            Kind::Intersection(members) => {
                self.between(" & ", members, |writer, member| writer.schema(member, layout))?;
            }
            Kind::Types(names) => self.between(" | ", names, |writer, name| {
                writer.kind(node, node.of_type(name.as_str().unwrap_or_default()), layout)
            })?,
            Kind::Object(properties) => self.object(node, properties, layout)?,
            Kind::Array(None) => self.out.push_str("any[]"),
            Kind::Array(Some(items)) => {
                self.element(items, layout)?;
                self.out.push_str("[]");
            }
            Kind::Tuple(items) => {
                self.out.push('[');
                self.between(", ", items, |writer, item| writer.element(item, layout))?;
                self.out.push(']');
            }
        }
        Ok(())
    }

    fn between<T>(
        &mut self,
        separator: &str,
        parts: &'a [T],
        mut write: impl FnMut(&mut Self, &'a T) -> Result<(), Comment>,
    ) -> Result<(), Comment> {
        for (at, part) in parts.iter().enumerate() {
            if at > 0 {
                self.out.push_str(separator);
            }
            write(self, part)?;
        }
        Ok(())
    }

    /// What an array holds: brackets around alternatives, an object's own words in front.
    fn element(&mut self, items: &'a Value, layout: Layout) -> Result<(), Comment> {
        let Some(node) = Node::new(items, self.root, |_| {}) else { return self.schema(items, layout) };
        let kind = node.kind();
        if matches!(kind, Kind::Object(_)) && node.titled() {
            if layout == Layout::Line {
                return Err(Comment);
            }
            self.headed(items);
            return Ok(());
        }
        let brackets = kind.several();
        if brackets {
            self.out.push('(');
        }
        self.schema(items, layout)?;
        if brackets {
            self.out.push(')');
        }
        Ok(())
    }

    fn object(&mut self, node: Node<'a>, properties: &'a Map<String, Value>, layout: Layout) -> Result<(), Comment> {
        let required = Required::of(node);
        let start = self.out.len();
        let Err(comment) = self.line(properties, &required) else { return Ok(()) };
        self.out.truncate(start);
        if layout == Layout::Line {
            return Err(comment);
        }
        self.block(properties, &required);
        Ok(())
    }

    fn line(&mut self, properties: &'a Map<String, Value>, required: &Required<'a>) -> Result<(), Comment> {
        self.out.push_str("{ ");
        for (at, (name, schema)) in properties.iter().enumerate() {
            let node = Node::new(schema, self.root, |_| {});
            if node.is_some_and(|node| node.commented() || self.alternatives_say_more(node)) {
                return Err(Comment);
            }
            if at > 0 {
                self.out.push_str(", ");
            }
            self.name(name, required);
            self.out.push(' ');
            self.schema(schema, Layout::Line)?;
        }
        self.out.push_str(" }");
        Ok(())
    }

    fn block(&mut self, properties: &'a Map<String, Value>, required: &Required<'a>) {
        self.out.push_str("{\n");
        for (name, schema) in properties {
            let node = Node::new(schema, self.root, |_| {});
            if let Some(node) = node {
                self.comments(node);
            }
            self.name(name, required);
            let before = self.open.len();
            match self.enter(schema).map(|node| node.kind()) {
                Some(Kind::Union(members)) if members.len() > 1 => {
                    self.depth += 1;
                    self.alternatives(members);
                    self.depth -= 1;
                    self.open.truncate(before);
                }
                _ => {
                    self.open.truncate(before);
                    self.out.push(' ');
                    let _ = self.schema(schema, Layout::Block);
                }
            }
            self.out.push_str(",\n");
        }
        self.out.push('}');
    }

    fn name(&mut self, name: &str, required: &Required<'a>) {
        self.out.push_str(name);
        self.out.push_str(if required.has(name) { ":" } else { "?:" });
    }

    /// Alternatives of a property in a block: one a line, what there is to say about each behind it.
    fn alternatives(&mut self, members: &'a [Value]) {
        for member in members {
            self.out.push_str("\n | ");
            let _ = self.schema(member, Layout::Block);
            if let Some(node) = Node::new(member, self.root, |_| {}) {
                self.remark(node);
            }
        }
        self.out.push('\n');
    }

    fn alternatives_say_more(&self, node: Node<'a>) -> bool {
        let Kind::Union(members) = node.kind() else { return false };
        let says = |node: Node<'_>| ["description", "format"].iter().any(|key| node.text(key).is_some());
        members.iter().filter_map(|member| Node::new(member, self.root, |_| {})).any(says)
    }
}
