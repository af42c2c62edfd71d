//! What an accounting must do: add up a whole request.

use crate::meter::gauge::Gauge;
use crate::session::request::{Request, ToolChoice};

/// A provider's way of adding up a request.
pub trait Accounting: Send + Sync {
    /// What one token of rendered tool text is billed as: 1.0 unless a stand-in vocabulary counts.
    fn tool_slope(&self) -> f64 {
        1.0
    }

    /// The same for ordinary text.
    fn text_slope(&self) -> f64 {
        1.0
    }

    /// Tokens that stand once per request because at least one tool is visible.
    fn preamble(&self, gauge: &Gauge<'_>, choice: &ToolChoice) -> i64;

    /// The whole request.
    fn request(&self, gauge: &Gauge<'_>, request: &Request) -> Parts;
}

/// Predicted input tokens of a request, by part; the total is their sum.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Parts {
    /// The preamble of the tools and any fixed start.
    pub fixed: i64,
    /// Tool definitions.
    pub tools: i64,
    /// System text.
    pub system: i64,
    /// The conversation, calls and results included, and the answer's schema.
    pub messages: i64,
    /// What the figure leaves out or doubts, each a lowercase fragment.
    pub notes: Vec<String>,
}

impl Parts {
    /// The predicted total.
    #[must_use]
    pub fn total(&self) -> i64 {
        self.fixed + self.tools + self.system + self.messages
    }
}
