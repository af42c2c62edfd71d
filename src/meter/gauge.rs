//! What an accounting counts with: a vocabulary, a rendering, and what their tokens are billed as.

use crate::meter::render::rendering::{Fields, Rendering};
use crate::meter::shown::Shown;
use crate::meter::tokenizer::Tokenizer;

/// Counts text and tools for one accounting.
pub struct Gauge<'a> {
    /// The vocabulary in use.
    pub tokenizer: &'static dyn Tokenizer,
    /// The model it counts for, where models of one profile differ.
    pub model: Option<&'a str>,
    /// How tools are written.
    pub(crate) rendering: &'static dyn Rendering,
    /// What one token of rendered tool text is billed as.
    pub(crate) tool_slope: f64,
    /// The same for ordinary text.
    pub(crate) text_slope: f64,
}

impl Gauge<'_> {
    /// Tokens each tool takes in the rendered list: integers that sum to what the list is billed as, preamble excluded.
    #[must_use]
    pub fn shares(&self, tools: &[Shown<'_>]) -> Vec<i64> {
        apportion(&self.rendering.shares(self.tokenizer, tools), self.tool_slope)
    }

    /// The parts of one tool, each counted alone: name, description, parameters, schema.
    #[must_use]
    pub fn fields(&self, tool: &Shown<'_>) -> Fields {
        let fields = self.rendering.fields(self.tokenizer, tool);
        Fields {
            name: scale(fields.name, self.tool_slope),
            description: scale(fields.description, self.tool_slope),
            parameters: scale(fields.parameters, self.tool_slope),
            schema: scale(fields.schema, self.tool_slope),
        }
    }

    /// Tokens of a text in a message or system prompt.
    #[must_use]
    pub fn text(&self, text: &str) -> i64 {
        scale(i64::try_from(self.tokenizer.count(text)).unwrap_or(i64::MAX), self.text_slope)
    }
}

/// `tokens` billed at `slope`, rounded to the nearest integer.
#[must_use]
pub fn scale(tokens: i64, slope: f64) -> i64 {
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        reason = "token counts stay far below 2^53"
    )]
    let scaled = (tokens as f64 * slope).round() as i64;
    scaled
}

/// Scales every share and rounds so that the shares sum to the scaled total: each cut is the rounded running total.
fn apportion(shares: &[i64], slope: f64) -> Vec<i64> {
    let mut running = 0;
    let mut billed = 0;
    shares
        .iter()
        .map(|share| {
            running += share;
            let upto = scale(running, slope);
            let this = upto - billed;
            billed = upto;
            this
        })
        .collect()
}
