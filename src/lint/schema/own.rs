//! The words that a parameter says about itself: its node beside the readings of its own description.

use std::collections::BTreeMap;

use crate::catalog::text::Kind;
use crate::lint::reading::read::Reading;
use crate::lint::scene::{TextView, ToolView};
use crate::lint::schema::node::{Node, Which};

/// A parameter, at any depth, and what it says about itself.
#[derive(Clone, Copy)]
pub struct Own<'v, 'a> {
    /// The parameter.
    pub node: &'v Node<'a>,
    /// The plain reading of its description.
    pub reading: &'v Reading<'a>,
}

impl Own<'_, '_> {
    /// The pointer of its description.
    #[must_use]
    pub fn pointer(&self) -> String {
        format!("{}/description", self.node.pointer)
    }
}

/// The parameters of the input schema that have a description, at any depth, in document order.
#[must_use]
pub fn described<'v, 'a>(view: &'v ToolView<'a>) -> Vec<Own<'v, 'a>> {
    let texts: BTreeMap<&str, &TextView<'a>> = view
        .texts
        .iter()
        .filter(|one| one.text.kind == Kind::SchemaDescription)
        .filter_map(|one| Some((one.text.pointer.strip_suffix("/description")?, one)))
        .collect();
    let of = |node: &'v Node<'a>| {
        let reading = texts.get(node.pointer.as_str())?.readings.first()?;
        Some(Own { node, reading })
    };
    let parameters = view.nodes.iter().filter(|node| node.which == Which::Input && node.property().is_some());
    parameters.filter_map(of).collect()
}
