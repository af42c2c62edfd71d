//! The words that a parameter says about itself: its node beside the readings of its own description.

use crate::lint::reading::read::Reading;
use crate::lint::scene::ToolView;
use crate::lint::schema::node::{Node, Which};
use crate::lint::words::concept::Concept;

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

/// Where the cues of some concepts end in the raw text, in order.
#[derive(Debug)]
pub struct Ends(Vec<usize>);

impl Ends {
    /// The ends of the cues of these concepts.
    #[must_use]
    pub fn of(reading: &Reading<'_>, concepts: &[Concept]) -> Ends {
        let cues = reading.cues.iter().filter(|cue| concepts.contains(&cue.concept));
        let mut ends: Vec<usize> = cues.map(|cue| reading.raw_span(&cue.span()).end).collect();
        ends.sort_unstable();
        Ends(ends)
    }

    /// Whether one of them ends before a place of the raw text, no further than that many bytes away.
    #[must_use]
    pub fn just_before(&self, place: usize, near: usize) -> bool {
        let past = self.0.partition_point(|end| *end <= place);
        self.0[..past].last().is_some_and(|end| place - end <= near)
    }
}

/// The parameters of the input schema that have a description, at any depth, in document order.
#[must_use]
pub fn described<'v, 'a>(view: &'v ToolView<'a>) -> Vec<Own<'v, 'a>> {
    let parameters = view.nodes.iter().filter(|node| node.which == Which::Input && node.property().is_some());
    parameters.filter_map(|node| Some(Own { node, reading: view.reading_of(node)? })).collect()
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use crate::lint::judged::findings;

    #[test]
    fn hostile_texts_are_judged_in_linear_time() {
        for unit in ["one of ", "'a', ", "default 1 ", "e.g. 'a' or ", "list of: "] {
            let text = unit.repeat(60_000 / unit.len());
            let parameter = serde_json::json!({"type":"string","enum":["b"],"description":text});
            let other = serde_json::json!({"type":"string","description":text});
            let schema = serde_json::json!({"type":"object","properties":{"p":parameter,"q":other}});
            let tool = serde_json::json!({"name":"t","description":text,"inputSchema":schema}).to_string();
            let start = Instant::now();
            for rule in ["enum-doc-mismatch", "enum-undeclared", "default-doc-mismatch", "type-doc-mismatch"] {
                findings(rule, &tool);
            }
            assert!(start.elapsed() < Duration::from_secs(20), "{unit}: {:?}", start.elapsed());
        }
    }
}
