//! Rewrites YAML as JSON text, with the place of every node.
//!
//! The parser hands out events, so nothing recurses and an alias is copied under a limit: a file of a few lines that
//! unfolds to gigabytes is stopped.

use std::collections::HashMap;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use granit_parser::{Event, Parser, ScalarStyle, Tag};
use serde_json::Value;

use crate::catalog::saved::parse::{encoding, literal};
use crate::catalog::source_map::Position;

/// Levels of nesting; the parser's own default of 255 is less than tools are allowed.
const NESTING: usize = 600;

/// The text may grow by this factor, and a little for small files: quotes and escapes need about 1.5.
const GROWTH: usize = 16;

/// The namespace of `!!binary`, which YAML 1.1 has and 1.2 left out.
const YAML_TAGS: &str = "tag:yaml.org,2002:";

/// YAML as JSON.
#[derive(Debug, Default)]
pub(crate) struct Json {
    /// The JSON text, one value a YAML document; cut short where the YAML ends or breaks.
    pub(crate) text: String,
    /// Offsets in the text and their places in the YAML, in order.
    pub(crate) marks: Vec<(usize, Position)>,
    /// Where and why the YAML breaks.
    pub(crate) error: Option<(Position, String)>,
}

/// Rewrites a YAML stream.
pub(crate) fn to_json(yaml: &str) -> Json {
    let options = granit_parser::options! { flow_nesting_limit: NESTING, block_nesting_limit: NESTING };
    let limit = yaml.len().saturating_mul(GROWTH).saturating_add(1 << 20);
    let mut writer = Writer { json: Json::default(), open: Vec::new(), anchors: HashMap::new() };
    for event in Parser::new_from_str_with_options(yaml, options) {
        let (event, span) = match event {
            Ok(event) => event,
            Err(error) => {
                let at = position(error.marker());
                writer.json.error = Some((at, error.to_string()));
                break;
            }
        };
        let at = position(&span.start);
        let written = writer.event(&event, at);
        let written = if writer.json.text.len() > limit { Err("its aliases unfold to too much text") } else { written };
        if let Err(message) = written {
            writer.json.error = Some((at, message.to_owned()));
            break;
        }
    }
    writer.json
}

fn position(marker: &granit_parser::Marker) -> Position {
    let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    Position::at(count(marker.line()), count(marker.col()).saturating_add(1))
}

struct Writer {
    json: Json,
    open: Vec<Open>,
    /// The slice of the text that each anchor stands for.
    anchors: HashMap<usize, (usize, usize)>,
}

/// A container that is being written.
struct Open {
    kind: Container,
    start: usize,
    anchor: usize,
    /// Nodes written: keys and values both count.
    nodes: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Container {
    Sequence,
    Mapping,
}

impl Writer {
    fn event(&mut self, event: &Event<'_>, at: Position) -> Result<(), &'static str> {
        match event {
            Event::Scalar(text, style, anchor, tag) => self.scalar(text, *style, *anchor, tag.as_deref(), at),
            Event::SequenceStart(_, anchor, _) => self.start(Container::Sequence, *anchor, at)?,
            Event::MappingStart(_, anchor, _) => self.start(Container::Mapping, *anchor, at)?,
            Event::SequenceEnd => self.end(']'),
            Event::MappingEnd => self.end('}'),
            Event::Alias(anchor) => {
                let (start, end) = *self.anchors.get(anchor).ok_or("an alias of a node that is not finished")?;
                let copy = self.json.text.get(start..end).unwrap_or_default().to_owned();
                if self.is_key() && !copy.starts_with('"') {
                    return Err("a key that is no text");
                }
                self.before(at);
                self.json.text.push_str(&copy);
                self.after();
            }
            Event::DocumentEnd => self.json.text.push('\n'),
            _ => {}
        }
        Ok(())
    }

    fn scalar(&mut self, text: &str, style: ScalarStyle, anchor: usize, tag: Option<&Tag>, at: Position) {
        let is_key = self.is_key();
        self.before(at);
        let start = self.json.text.len();
        let binary = tag.is_some_and(|tag| tag.suffix_in_namespace(YAML_TAGS).as_deref() == Some("binary"));
        let tagged_text = tag.is_some_and(|tag| !matches!(tag.core_suffix(), Some("int" | "float" | "bool" | "null")));
        let is_text = is_key || style != ScalarStyle::Plain || tagged_text;
        match text {
            _ if binary => self.quoted(&unpacked(text)),
            "" | "~" | "null" | "Null" | "NULL" if !is_text => self.json.text.push_str("null"),
            "true" | "True" | "TRUE" if !is_text => self.json.text.push_str("true"),
            "false" | "False" | "FALSE" if !is_text => self.json.text.push_str("false"),
            number if !is_text && literal::is_number(number) => self.json.text.push_str(number),
            _ => self.quoted(text),
        }
        self.remember(anchor, start);
        self.after();
    }

    fn quoted(&mut self, text: &str) {
        self.json.text.push_str(&Value::from(text).to_string());
    }

    fn start(&mut self, kind: Container, anchor: usize, at: Position) -> Result<(), &'static str> {
        if self.is_key() {
            return Err("a key that is no text");
        }
        self.before(at);
        self.open.push(Open { kind, start: self.json.text.len(), anchor, nodes: 0 });
        self.json.text.push(if kind == Container::Sequence { '[' } else { '{' });
        Ok(())
    }

    fn end(&mut self, bracket: char) {
        self.json.text.push(bracket);
        if let Some(open) = self.open.pop() {
            self.remember(open.anchor, open.start);
        }
        self.after();
    }

    fn is_key(&self) -> bool {
        self.open.last().is_some_and(|open| open.kind == Container::Mapping && open.nodes % 2 == 0)
    }

    fn before(&mut self, at: Position) {
        match self.open.last() {
            Some(open) if open.kind == Container::Mapping && open.nodes % 2 == 1 => self.json.text.push(':'),
            Some(open) if open.nodes > 0 => self.json.text.push(','),
            _ => {}
        }
        self.json.marks.push((self.json.text.len(), at));
    }

    fn after(&mut self) {
        if let Some(open) = self.open.last_mut() {
            open.nodes += 1;
        }
    }

    fn remember(&mut self, anchor: usize, start: usize) {
        if anchor > 0 {
            self.anchors.insert(anchor, (start, self.json.text.len()));
        }
    }
}

/// The text behind `!!binary`; what is no text stays as it is written.
fn unpacked(base64: &str) -> String {
    let compact: String = base64.chars().filter(|character| !character.is_ascii_whitespace()).collect();
    let bytes = STANDARD.decode(&compact).ok();
    let decoded = bytes.as_deref().and_then(|bytes| encoding::text(bytes).ok());
    decoded.map_or(compact, |decoded| decoded.text.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_rewritten_with_their_places() {
        let yaml = "a: &x {n: 1.50, s: '1.50', t: true}\nb: [*x, ~, \"q\\\"\"]\n1: |\n  two\n  lines\n";
        let json = to_json(yaml);
        assert_eq!(json.error, None);
        let expected = "{\"a\":{\"n\":1.50,\"s\":\"1.50\",\"t\":true},\"b\":[{\"n\":1.50,\"s\":\"1.50\",\"t\":true},null,\"q\\\"\"],\
                        \"1\":\"two\\nlines\\n\"}\n";
        assert_eq!(json.text, expected);
        let b = json.text.find("\"b\"").expect("the key");
        assert!(json.marks.contains(&(b, Position::at(2, 1))), "{:?}", json.marks);
    }

    #[test]
    fn what_stands_before_a_break_is_kept() {
        let json = to_json("a: 1\nb: [2, 3\nc: \"");
        assert!(json.text.starts_with("{\"a\":1,\"b\":[2"), "{}", json.text);
        assert!(json.error.is_some());
    }

    #[test]
    fn aliases_that_unfold_without_end_are_stopped() {
        let mut yaml = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
        for level in 1..12 {
            let below = format!("*a{}, ", level - 1).repeat(9) + &format!("*a{}", level - 1);
            yaml += &format!("a{level}: &a{level} [{below}]\n");
        }
        let json = to_json(&yaml);
        assert!(json.text.len() < 64 << 20);
        assert!(json.error.expect("an error").1.contains("unfold"));
    }
}
