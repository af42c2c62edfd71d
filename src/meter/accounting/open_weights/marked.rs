//! A prompt with control tokens in it: each stretch of text between them is counted alone.

use crate::meter::gauge::Gauge;

/// Counts a prompt piece by piece.
pub struct Marked<'a> {
    gauge: &'a Gauge<'a>,
    stretch: String,
    tokens: i64,
}

impl<'a> Marked<'a> {
    /// An empty prompt.
    #[must_use]
    pub fn new(gauge: &'a Gauge<'a>) -> Marked<'a> {
        Marked { gauge, stretch: String::new(), tokens: 0 }
    }

    /// Ordinary text, joined to text that stands before it.
    pub fn text(&mut self, text: &str) -> &mut Self {
        self.stretch.push_str(text);
        self
    }

    /// One control token.
    pub fn control(&mut self) -> &mut Self {
        self.flush();
        self.tokens += 1;
        self
    }

    /// Tokens so far; text that follows does not join what stands before.
    pub fn total(&mut self) -> i64 {
        self.flush();
        self.tokens
    }

    fn flush(&mut self) {
        self.tokens += self.gauge.text(&self.stretch);
        self.stretch.clear();
    }
}
