//! Tools as OpenAI's models read them: a namespace of TypeScript function types, comments above them.
//!
//! A tool is its description as comment lines and `type name = (_: { … }) => any;`. An object without any words stands
//! on one line; one with titles, descriptions, defaults or examples stands as a block, unindented. Read off recorded
//! calls of 2024 to 2026 that the provider billed, to the token (see `profiles.toml`).

mod comments;
mod node;
mod writer;

use crate::meter::render::rendering::{Fields, Rendering};
use crate::meter::render::typescript::writer::Writer;
use crate::meter::shown::Shown;
use crate::meter::tokenizer::Tokenizer;

/// What stands before the first tool; the accounting counts it as preamble.
pub const OPENING: &str = "# Tools\n\n## functions\n\nnamespace functions {\n\n";
/// What stands after the last tool; the accounting counts it as preamble.
pub const CLOSING: &str = "} // namespace functions";

/// The rendering, in the two ways in which a model's list begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TypeScript {
    /// The last token of the opening may take in the comment signs of the first tool (GPT-3.5 to GPT-4.1).
    Joined,
    /// The first tool starts a token of its own (GPT-5).
    Apart,
}

/// As GPT-3.5 to GPT-4.1 read it.
pub static JOINED: TypeScript = TypeScript::Joined;
/// As GPT-5 reads it.
pub static APART: TypeScript = TypeScript::Apart;

impl Rendering for TypeScript {
    /// `OPENING` and `CLOSING` are no tool's share.
    fn shares(&self, tokenizer: &dyn Tokenizer, tools: &[Shown<'_>]) -> Vec<i64> {
        let opening = match self {
            TypeScript::Joined => OPENING,
            TypeScript::Apart => "",
        };
        let (text, mut cuts) = namespace(opening, tools);
        cuts.push(text.len() - CLOSING.len());
        let mut shares = tokenizer.count_segments(&text, &cuts);
        shares.truncate(tools.len());
        shares.into_iter().map(whole).collect()
    }

    fn fields(&self, tokenizer: &dyn Tokenizer, tool: &Shown<'_>) -> Fields {
        let count = |text: &str| whole(tokenizer.count(text));
        let mut description = Writer::new(None);
        description.describe(tool);
        let mut parameters = Writer::new(tool.schema.as_deref()).setting_words_aside();
        parameters.parameters();
        Fields {
            name: count(&tool.name),
            description: count(&description.out),
            parameters: parameters.aside.iter().flatten().map(|word| count(word)).sum(),
            schema: count(&parameters.out),
        }
    }

    fn text(&self, tools: &[Shown<'_>]) -> Option<String> {
        Some(namespace(OPENING, tools).0)
    }
}

fn namespace(opening: &str, tools: &[Shown<'_>]) -> (String, Vec<usize>) {
    let mut text = opening.to_owned();
    let mut cuts = Vec::with_capacity(tools.len() + 1);
    for tool in tools {
        cuts.push(text.len());
        let mut writer = Writer::new(tool.schema.as_deref()).onto(text);
        writer.tool(tool);
        text = writer.out;
    }
    text.push_str(CLOSING);
    (text, cuts)
}

fn whole(tokens: usize) -> i64 {
    i64::try_from(tokens).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests;
