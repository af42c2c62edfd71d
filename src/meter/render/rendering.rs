//! What a rendering must do: say what each tool of a list costs, and each part of a tool.

use crate::meter::shown::Shown;
use crate::meter::tokenizer::Tokenizer;

/// A way of writing tools for a model.
pub trait Rendering: Send + Sync {
    /// Tokens each tool takes in the rendered list, before any slope: one integer a tool, summing to the list.
    fn shares(&self, tokenizer: &dyn Tokenizer, tools: &[Shown<'_>]) -> Vec<i64>;

    /// The parts of one tool, each counted alone.
    fn fields(&self, tokenizer: &dyn Tokenizer, tool: &Shown<'_>) -> Fields;

    /// The text the model reads for these tools, where the rendering is a text (`None` for sums of separate strings).
    fn text(&self, tools: &[Shown<'_>]) -> Option<String>;
}

/// Tokens of the parts of one tool, each counted alone; the tool's share less their sum is its framing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Fields {
    /// The name as shown.
    pub name: i64,
    /// The tool's description as this rendering writes it.
    pub description: i64,
    /// The words about parameters: their descriptions (and titles where written), each counted alone and added.
    pub parameters: i64,
    /// The schema as this rendering writes it, without those words.
    pub schema: i64,
}
