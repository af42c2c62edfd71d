//! From a JSON pointer, and bytes of its string, to bytes of the text and to a line and column of the source.
//!
//! One walk over the text finds all pointers that are asked for. It is iterative; of a key that comes twice the last
//! one counts, as it does for the value that was read.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::catalog::place::Place;
use crate::catalog::saved::parse::document::Document;
use crate::catalog::saved::parse::literal::string_end;
use crate::catalog::saved::parse::scan::{Raw, decode, space_end};
use crate::catalog::source_map::SourceMap;

/// Where a pointer leads, in bytes of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The key, quotes included; none for the items of a list and the text as a whole.
    pub key: Option<Range<usize>>,
    /// The value, a string's quotes included.
    pub value: Range<usize>,
    /// How many steps of the pointer lead there; the rest of them lead nowhere.
    pub steps: usize,
}

/// A text in which some pointers have been looked up.
#[derive(Debug)]
pub struct Located<'t> {
    text: &'t str,
    nodes: Vec<Node>,
}

/// One step of the pointers that are asked for; the first is the whole text.
#[derive(Debug, Default)]
struct Node {
    children: BTreeMap<String, usize>,
    /// How often it was met so far.
    met: usize,
    /// Which occurrence of its parent it was last met in.
    within: usize,
    key: Option<Range<usize>>,
    value: Range<usize>,
}

/// A container that the walk is in.
struct Open {
    node: usize,
    is_list: bool,
    index: usize,
}

impl<'t> Located<'t> {
    /// Looks the pointers up.
    #[must_use]
    pub fn new<'p>(text: &'t str, pointers: impl IntoIterator<Item = &'p str>) -> Located<'t> {
        let mut located = Located { text, nodes: vec![Node::default()] };
        for pointer in pointers {
            located.ask(pointer);
        }
        located.walk();
        located
    }

    /// Where a pointer leads that was asked for, or the longest part of it that leads anywhere.
    #[must_use]
    pub fn nearest(&self, pointer: &str) -> Option<Found> {
        let mut at = self.nodes.first().filter(|root| root.met > 0)?;
        let mut steps = 0;
        for step in steps_of(pointer) {
            let child = at.children.get(&step).and_then(|&child| self.nodes.get(child));
            let Some(child) = child.filter(|child| child.met > 0 && child.within == at.met) else { break };
            at = child;
            steps += 1;
        }
        Some(Found { key: at.key.clone(), value: at.value.clone(), steps })
    }

    fn ask(&mut self, pointer: &str) {
        let mut at = 0;
        for step in steps_of(pointer) {
            let fresh = self.nodes.len();
            at = *self.nodes[at].children.entry(step).or_insert(fresh);
            if at == fresh {
                self.nodes.push(Node::default());
            }
        }
    }

    fn walk(&mut self) {
        let document = Document::new(self.text);
        let bytes = self.text.as_bytes();
        let mut open = Vec::new();
        let start = space_end(bytes, 0);
        let Some(mut at) = self.enter(0, None, &document, start, &mut open) else { return };
        while let Some(innermost) = open.last_mut() {
            at = space_end(bytes, at);
            let next = match bytes.get(at) {
                Some(b',') => Some(at + 1),
                Some(b'}' | b']') => {
                    self.nodes[innermost.node].value.end = at + 1;
                    open.pop();
                    Some(at + 1)
                }
                Some(_) => self.entry(at, &document, &mut open),
                None => None,
            };
            let Some(next) = next.filter(|next| *next > at) else { return };
            at = next;
        }
    }

    /// Takes a member or an item from `at` on; the offset behind it, or inside it when it is walked into.
    fn entry<'d>(&mut self, at: usize, document: &'d Document<'d>, open: &mut Vec<Open>) -> Option<usize> {
        let innermost = open.last_mut()?;
        let children = &self.nodes[innermost.node].children;
        if innermost.is_list {
            let child = children.get(&innermost.index.to_string()).copied();
            innermost.index += 1;
            return self.value(child, None, document, at, open);
        }
        let bytes = self.text.as_bytes();
        let end = (bytes.get(at) == Some(&b'"')).then(|| string_end(bytes, at)).flatten()?;
        let child = children.get(decode(self.text.get(at..end)?).as_ref()).copied();
        let colon = space_end(bytes, end);
        let start = space_end(bytes, (bytes.get(colon) == Some(&b':')).then_some(colon + 1)?);
        self.value(child, Some(at..end), document, start, open)
    }

    fn value<'d>(
        &mut self,
        node: Option<usize>,
        key: Option<Range<usize>>,
        document: &'d Document<'d>,
        start: usize,
        open: &mut Vec<Open>,
    ) -> Option<usize> {
        match node {
            Some(node) => self.enter(node, key, document, start, open),
            None => Raw::at(document, start).map(|raw| raw.end),
        }
    }

    /// Notes a value that is asked for, and opens it when something inside it is asked for too.
    fn enter<'d>(
        &mut self,
        node: usize,
        key: Option<Range<usize>>,
        document: &'d Document<'d>,
        start: usize,
        open: &mut Vec<Open>,
    ) -> Option<usize> {
        let is_list = match self.text.as_bytes().get(start)? {
            b'{' => Some(false),
            b'[' => Some(true),
            _ => None,
        };
        let within = open.last().map_or(0, |open| self.nodes[open.node].met);
        let found = &mut self.nodes[node];
        found.met += 1;
        found.within = within;
        found.key = key;
        if let Some(is_list) = is_list.filter(|_| !found.children.is_empty()) {
            found.value = start..self.text.len();
            open.push(Open { node, is_list, index: 0 });
            return Some(start + 1);
        }
        let end = Raw::at(document, start)?.end;
        found.value = start..end;
        Some(end)
    }
}

/// The steps of a JSON pointer (RFC 6901).
fn steps_of(pointer: &str) -> impl Iterator<Item = String> {
    pointer.split('/').skip(1).map(|step| step.replace("~1", "/").replace("~0", "~"))
}

/// The bytes of a string literal that each byte of the decoded string comes from.
#[derive(Debug, Clone)]
pub struct Literal {
    /// Bytes of the decoded string, and of the literal, before and behind each escape.
    marks: Vec<(usize, usize)>,
}

impl Literal {
    /// Reads a literal, quotes included.
    #[must_use]
    pub fn new(literal: &str) -> Literal {
        let mut marks = vec![(0, 1)];
        let (mut decoded, mut at) = (0, 1);
        while let Some(found) = memchr::memchr(b'\\', literal.as_bytes().get(at..).unwrap_or_default()) {
            decoded += found;
            at += found;
            let length = escape_length(literal, at);
            let Some(escape) = literal.get(at..at + length) else { break };
            marks.push((decoded, at));
            decoded += decode(escape).len();
            at += length;
            marks.push((decoded, at));
        }
        Literal { marks }
    }

    /// The bytes of the literal that a span of the decoded string comes from.
    #[must_use]
    pub fn raw(&self, span: &Range<usize>) -> Range<usize> {
        self.at(span.start)..self.at(span.end)
    }

    fn at(&self, decoded: usize) -> usize {
        let behind = self.marks.partition_point(|(mark, _)| *mark <= decoded);
        let mark = behind.checked_sub(1).and_then(|before| self.marks.get(before));
        mark.map_or(decoded, |(mark, raw)| raw + (decoded - mark))
    }
}

/// The bytes of the escape at `at`: a surrogate pair is one.
fn escape_length(literal: &str, at: usize) -> usize {
    let unit = |at: usize| {
        let digits = literal.get(at..at + 6)?.strip_prefix("\\u")?;
        u32::from_str_radix(digits, 16).ok()
    };
    match (unit(at), unit(at + 6)) {
        (Some(0xD800..=0xDBFF), Some(0xDC00..=0xDFFF)) => 12,
        (Some(_), _) => 6,
        (None, _) => 2,
    }
}

/// A line and a column of the source, from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spot {
    /// The line.
    pub line: u32,
    /// The column in characters.
    pub column: u32,
    /// The column in UTF-16 units.
    pub utf16_column: u32,
}

/// A text of the source, and where it starts there.
#[derive(Debug)]
pub struct Ruler<'t> {
    map: SourceMap<'t>,
    line: u32,
    column: u32,
    utf16_column: Option<u32>,
}

impl<'t> Ruler<'t> {
    /// A text that stands at a place; `None` when the place has no line.
    #[must_use]
    pub fn new(text: &'t str, place: &Place) -> Option<Ruler<'t>> {
        let (line, column) = (place.line?, place.column?);
        Some(Ruler { map: SourceMap::new(text), line, column, utf16_column: place.utf16_column })
    }

    /// Where a byte of the text stands; where the text starts when it is not the source's own. Look-ups in ascending
    /// order cost one walk over the text.
    #[must_use]
    pub fn spot(&self, offset: usize) -> Spot {
        let Ruler { line, column, .. } = *self;
        let Some(utf16_column) = self.utf16_column else { return Spot { line, column, utf16_column: column } };
        let inside = self.map.position(offset);
        let units = inside.utf16_column.unwrap_or(inside.column);
        if inside.line > 1 {
            return Spot { line: line.saturating_add(inside.line - 1), column: inside.column, utf16_column: units };
        }
        let column = column.saturating_add(inside.column - 1);
        Spot { line, column, utf16_column: utf16_column.saturating_add(units - 1) }
    }
}

#[cfg(test)]
mod tests;
