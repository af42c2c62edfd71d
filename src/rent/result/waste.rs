//! What of a result buys nothing, told apart and priced so that no token is counted twice.
//!
//! The kinds are weighed in the order of [`Kind::ALL`], each on what the ones before it leave: what remains after all of
//! them costs the result's tokens less the sum of the kinds, so the sum never exceeds them.

use serde_json::Value;

use crate::rent::result::base64::{self, File};
use crate::rent::result::image::Formula;
use crate::rent::result::{blocks, rows};
use crate::session::image;

/// The fewest rows that are worth a heading.
pub const ROWS: usize = 3;

/// How often JSON is looked for in the text of JSON.
const NESTED: usize = 4;

/// A kind of waste.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Structured content that the text says too.
    DuplicateStructured,
    /// Files as base64 in a text, less what the same image costs as an image block.
    Base64,
    /// Spaces and line ends between the parts of JSON.
    Indent,
    /// JSON inside a JSON string, whose escapes are paid twice, and one text in an object of its own.
    Wrapped,
    /// Fields that are null or empty, with their names.
    Nulls,
    /// Rows that name the same fields again and again.
    Rows,
}

impl Kind {
    /// Every kind, in the order in which they are weighed.
    pub const ALL: [Kind; 6] =
        [Kind::DuplicateStructured, Kind::Base64, Kind::Indent, Kind::Wrapped, Kind::Nulls, Kind::Rows];

    /// The name in reports for programs.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Kind::DuplicateStructured => "duplicate_structured",
            Kind::Base64 => "base64",
            Kind::Indent => "indent",
            Kind::Wrapped => "wrapped",
            Kind::Nulls => "nulls",
            Kind::Rows => "rows",
        }
    }

    /// What it is, for people.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Kind::DuplicateStructured => "repeated as text",
            Kind::Base64 => "base64 in text",
            Kind::Indent => "indented JSON",
            Kind::Wrapped => "wrapped in a string",
            Kind::Nulls => "empty fields",
            Kind::Rows => "names in every row",
        }
    }

    /// What a result without it no longer has.
    #[must_use]
    pub fn misses(self) -> &'static str {
        match self {
            Kind::DuplicateStructured => "the copy for text-only hosts",
            Kind::Base64 => "the bytes, to copy them on",
            Kind::Indent => "a layout for people",
            Kind::Wrapped => "the shape that clients expect",
            Kind::Nulls => "known to be empty",
            Kind::Rows => "types and nesting, as CSV",
        }
    }
}

/// Tokens of waste by kind.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Waste([i64; Kind::ALL.len()]);

impl Waste {
    /// Tokens of one kind.
    #[must_use]
    pub fn of(&self, kind: Kind) -> i64 {
        self.0[kind as usize]
    }

    /// Tokens of all kinds.
    #[must_use]
    pub fn total(&self) -> i64 {
        self.0.iter().sum()
    }

    /// Adds another's tokens, each taken so many times.
    pub fn add(&mut self, other: &Waste, times: i64) {
        for (own, more) in self.0.iter_mut().zip(other.0) {
            *own += more * times;
        }
    }

    /// The same, but no more than `most` together: what comes later in the order gives way first.
    #[must_use]
    pub fn within(mut self, mut most: i64) -> Waste {
        for tokens in &mut self.0 {
            *tokens = (*tokens).min(most.max(0));
            most -= *tokens;
        }
        self
    }
}

/// What is weighed with.
pub struct Balance<'a> {
    /// Tokens of a text on the meter in use.
    pub count: &'a (dyn Fn(&str) -> i64 + Sync),
    /// What an image block costs there.
    pub images: &'static Formula,
}

/// The waste of a result: its texts, and its structured content.
#[must_use]
pub fn waste(texts: &[&str], structured: Option<&Value>, balance: &Balance<'_>) -> Waste {
    let mut waste = Waste::default();
    for text in texts {
        if structured.is_some_and(|structured| blocks::says_the_same(text, structured)) {
            waste.0[Kind::DuplicateStructured as usize] += (balance.count)(text);
        } else {
            Weighing::new(text, balance).through(&mut waste);
        }
    }
    if let Some(structured) = structured {
        Weighing::new(&structured.to_string(), balance).through(&mut waste);
    }
    waste
}

/// A text between two kinds.
struct Weighing<'a> {
    text: String,
    tokens: i64,
    balance: &'a Balance<'a>,
}

impl<'a> Weighing<'a> {
    fn new(text: &str, balance: &'a Balance<'a>) -> Self {
        Weighing { text: text.to_owned(), tokens: (balance.count)(text), balance }
    }

    fn through(mut self, waste: &mut Waste) {
        self.base64(waste);
        let Some(mut value) = blocks::json(&self.text) else { return };
        self.becomes(Kind::Indent, value.to_string(), waste);
        for _ in 0..NESTED {
            match unwrapped(&mut value) {
                Unwrapped::Nothing => break,
                Unwrapped::Inside => self.becomes(Kind::Wrapped, value.to_string(), waste),
                Unwrapped::Text(text) => {
                    let inner = blocks::json(&text);
                    self.becomes(Kind::Wrapped, text, waste);
                    let Some(inner) = inner else { return };
                    value = inner;
                    self.becomes(Kind::Indent, value.to_string(), waste);
                }
            }
        }
        let mut less = value.clone();
        if blocks::drop_empty(&mut less) > 0 {
            self.becomes(Kind::Nulls, less.to_string(), waste);
        }
        for table in rows::tables(&value, &less, ROWS) {
            let saved = (self.balance.count)(&table.json) - (self.balance.count)(&table.csv);
            self.saves(Kind::Rows, saved.min(self.tokens), waste);
        }
    }

    /// Without the files in it, which cost what an image block does, or nothing where they are no image.
    fn base64(&mut self, waste: &mut Waste) {
        let files: Vec<File> = base64::files(&self.text).collect();
        if files.is_empty() {
            return;
        }
        let mut rest = String::with_capacity(self.text.len());
        let (mut from, mut images) = (0, Vec::new());
        for File { span, is_image } in files {
            rest.push_str(&self.text[from..span.start]);
            from = span.end;
            let data = &self.text[span];
            images.extend(is_image.then(|| image::of_base64(data)));
        }
        rest.push_str(&self.text[from..]);
        let as_blocks = self.balance.images.images(images).tokens;
        let after = (self.balance.count)(&rest);
        self.saves(Kind::Base64, self.tokens - after - as_blocks, waste);
        // What follows is weighed on the rest alone: the blocks hold none of it.
        (self.text, self.tokens) = (rest, self.tokens.min(after));
    }

    fn becomes(&mut self, kind: Kind, text: String, waste: &mut Waste) {
        if text == self.text {
            return;
        }
        let saved = self.tokens - (self.balance.count)(&text);
        self.saves(kind, saved, waste);
        self.text = text;
    }

    /// What does not save is no waste, and the next kind is held against the smaller of both.
    fn saves(&mut self, kind: Kind, tokens: i64, waste: &mut Waste) {
        if tokens > 0 {
            waste.0[kind as usize] += tokens;
            self.tokens -= tokens;
        }
    }
}

enum Unwrapped {
    Nothing,
    /// Strings in it that were JSON are now values.
    Inside,
    /// All of it is one text.
    Text(String),
}

/// Takes one layer of wrapping off.
fn unwrapped(value: &mut Value) -> Unwrapped {
    if let Value::Object(entries) = value
        && entries.len() == 1
        && let Some(Value::String(text)) = entries.values().next()
    {
        return Unwrapped::Text(text.clone());
    }
    let mut found = false;
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        if let Value::String(text) = value
            && let Some(inner) = blocks::json(text)
        {
            *value = inner;
            found = true;
            continue;
        }
        match value {
            Value::Object(entries) => open.extend(entries.values_mut()),
            Value::Array(items) => open.extend(items),
            _ => {}
        }
    }
    if found { Unwrapped::Inside } else { Unwrapped::Nothing }
}

#[cfg(test)]
mod tests;
