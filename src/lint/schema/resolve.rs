//! What a `$ref` points at inside its own schema: by JSON pointer, `$anchor` or `$id`. Nothing is ever fetched.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::lint::schema::node::{Node, Which};

/// Where a reference leads.
#[derive(Debug, Clone, Copy)]
pub enum Target<'a> {
    /// To this value.
    Found(&'a Value),
    /// To a place of this schema that does not exist.
    Missing,
    /// Out of the schema.
    Outside,
}

/// The names that one schema gives to its parts.
#[derive(Debug, Default)]
pub struct Names<'a> {
    root: Option<&'a Value>,
    /// `$anchor` and the like.
    anchors: BTreeMap<&'a str, &'a Value>,
    /// `$id`, without an empty fragment.
    ids: BTreeMap<&'a str, &'a Value>,
    /// The same by what stands behind the last stroke, each with its whole `$id`.
    tails: BTreeMap<&'a str, (&'a str, &'a Value)>,
}

impl<'a> Names<'a> {
    /// The names in one schema of a tool.
    #[must_use]
    pub fn of(nodes: &[Node<'a>], which: Which) -> Names<'a> {
        let mut names = Names::default();
        for node in nodes.iter().filter(|node| node.which == which) {
            names.root = Some(node.root);
            for keyword in ["$anchor", "$dynamicAnchor"] {
                if let Some(anchor) = node.get(keyword).and_then(Value::as_str) {
                    names.anchors.entry(anchor).or_insert(node.value);
                }
            }
            for keyword in ["$id", "id"] {
                match node.get(keyword).and_then(Value::as_str) {
                    Some(id) if id.starts_with('#') => names.anchors.entry(&id[1..]).or_insert(node.value),
                    Some(id) => {
                        let id = id.trim_end_matches('#');
                        names.tails.entry(last(id)).or_insert((id, node.value));
                        names.ids.entry(id).or_insert(node.value)
                    }
                    None => continue,
                };
            }
        }
        names
    }

    /// Where a reference that stands in `node` leads.
    #[must_use]
    pub fn target(&self, reference: &str, nodes: &[Node<'a>], node: &Node<'a>) -> Target<'a> {
        let (before, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        let base = match before {
            "" => {
                let own = fragment_of(resource(nodes, node), fragment);
                return own.or_else(|| self.fragment(node.root, fragment)).map_or(Target::Missing, Target::Found);
            }
            id => self.ids.get(id).copied().or_else(|| self.relative(id)),
        };
        match base {
            Some(base) => self.fragment(base, fragment).map_or(Target::Missing, Target::Found),
            None => Target::Outside,
        }
    }

    fn fragment(&self, base: &'a Value, fragment: &str) -> Option<&'a Value> {
        fragment_of(base, fragment).or_else(|| self.anchors.get(fragment).copied())
    }

    /// The part whose `$id` is the relative reference once the address before it is taken off.
    fn relative(&self, reference: &str) -> Option<&'a Value> {
        if reference.contains("://") || reference.starts_with("urn:") {
            return None;
        }
        let tail = reference.trim_start_matches("./").trim_start_matches('/');
        let (id, value) = self.tails.get(last(tail)).filter(|_| !tail.is_empty())?;
        id.strip_suffix(tail).is_some_and(|before| before.is_empty() || before.ends_with('/')).then_some(value)
    }
}

fn last(address: &str) -> &str {
    address.rsplit('/').next().unwrap_or(address)
}

/// The value that a JSON pointer reference (`#`, `#/a/b`) leads to.
#[must_use]
pub fn pointer<'a>(root: &'a Value, reference: &str) -> Option<&'a Value> {
    fragment_of(root, reference.strip_prefix('#')?)
}

fn fragment_of<'a>(base: &'a Value, fragment: &str) -> Option<&'a Value> {
    if fragment.is_empty() {
        return Some(base);
    }
    let found = fragment.starts_with('/').then(|| base.pointer(fragment)).flatten();
    found.or_else(|| fragment.contains('%').then(|| base.pointer(&percent_decoded(fragment)?)).flatten())
}

/// The nearest schema around a node that has an address of its own.
fn resource<'a>(nodes: &[Node<'a>], node: &Node<'a>) -> &'a Value {
    let has_id = |node: &Node<'_>| node.get("$id").and_then(Value::as_str).is_some_and(|id| !id.starts_with('#'));
    let mut at = node;
    while !has_id(at) {
        match at.parent.and_then(|parent| nodes.get(parent)) {
            Some(parent) => at = parent,
            None => return at.value,
        }
    }
    at.value
}

fn percent_decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, tail)) = rest.split_first() {
        let code = (byte == b'%').then(|| tail.get(..2)).flatten();
        match code.and_then(|code| u8::from_str_radix(std::str::from_utf8(code).ok()?, 16).ok()) {
            Some(decoded) => {
                bytes.push(decoded);
                rest = &tail[2..];
            }
            None => {
                bytes.push(byte);
                rest = tail;
            }
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::catalog::saved;
    use crate::lint::schema::node;

    #[test]
    fn pointers_anchors_and_ids_are_found() {
        let schema = json!({"type":"object","$id":"https://example.com/akar","$defs":{"a b":{"$anchor":"jangkar"},
            "x":{"$id":"bagian","$defs":{"dalam":{}}}}});
        let list = json!({"tools":[{"name":"t","description":"d","inputSchema":schema}]}).to_string();
        let catalog = saved::read("t.json", list.as_bytes()).expect("a list");
        let nodes = node::of_tool(&catalog.servers[0].tools[0]).list;
        let names = Names::of(&nodes, Which::Input);
        let found = |reference: &str| matches!(names.target(reference, &nodes, &nodes[0]), Target::Found(_));
        for reference in ["#", "#/$defs/a%20b", "#jangkar", "bagian#/$defs/dalam", "https://example.com/akar#/$defs/x"]
        {
            assert!(found(reference), "{reference}");
        }
        assert!(matches!(names.target("#/$defs/b", &nodes, &nodes[0]), Target::Missing));
        assert!(matches!(names.target("https://example.org/lain.json", &nodes, &nodes[0]), Target::Outside));
    }
}
