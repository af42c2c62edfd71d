//! A conversation as a model lived it: one turn a request, with what was said, searched, called and answered.

use crate::session::call::Call;

/// One recorded or made-up conversation.
#[derive(Debug, Clone, Default)]
pub struct Session {
    /// The recording's own id, else the file and position.
    pub id: String,
    /// The source as the user named it.
    pub source: String,
    /// The model that answered, when the recording says.
    pub model: Option<String>,
    /// The system prompt, when the recording holds it.
    pub system: Option<Size>,
    /// One a request, in order. The last one usually calls nothing.
    pub turns: Vec<Turn>,
    /// The tools that a task is said to need; empty for recordings. Each entry lists the tools of which one is enough.
    pub needed: Vec<Vec<ToolRef>>,
    /// Results that were put into a file because they were long, in order.
    pub spilled: Vec<Spilled>,
}

/// A result that the host put into a file; what the model read in its place is the result of the call.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Spilled {
    /// The turn, from 0.
    pub turn: usize,
    /// The call of that turn, from 0.
    pub call: usize,
    /// The file, as the recording names it.
    pub file: String,
    /// The whole result, when the file was at hand.
    pub text: Option<Box<str>>,
}

/// One request and its answer.
#[derive(Debug, Clone, Default)]
pub struct Turn {
    /// What was put before the model since the last answer, results of calls apart: the user's words, reminders.
    pub said: Vec<Size>,
    /// Time since the request before, in milliseconds, when the recording says.
    pub gap_ms: Option<u64>,
    /// The tool searches that led to this turn's calls, in order.
    pub searches: Vec<Search>,
    /// What the model wrote: text, and the calls with their arguments.
    pub answer: Size,
    /// Tokens of hidden reasoning, when the recording says.
    pub reasoning: Option<i64>,
    /// Reasoning that the recording holds as text; it is no part of the answer.
    pub thought: Size,
    /// The calls of the answer, each with its result.
    pub calls: Vec<Used>,
    /// What the provider billed for the request, when the recording says.
    pub usage: Option<Usage>,
    /// What the provider billed for the requests before this one in which the model did nothing but search for tools.
    /// They are no turns of their own: the searches stand in `searches`.
    pub search_usage: Vec<Usage>,
    /// True when the history was compacted before this request.
    pub compacted: bool,
}

/// A call and the size of what came back.
#[derive(Debug, Clone, Default)]
pub struct Used {
    /// The call; its `result` is in MCP's form, whatever form the recording has, and null when the recording has none.
    pub call: Call,
    /// The result as the model read it; nothing at all when the recording has none.
    pub result: Size,
    /// True when the call failed.
    pub failed: bool,
}

/// A search for tools.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Search {
    /// What was searched for.
    pub query: String,
    /// What the recorded search answered.
    pub returned: Vec<ToolRef>,
}

/// A tool as a recording names it.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct ToolRef {
    /// The server, when the recording names it.
    pub server: Option<String>,
    /// The tool.
    pub tool: String,
}

/// How much text there is: the text itself, or the number of tokens that the recording gives.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Size {
    /// The text, when it is at hand whole.
    pub text: Option<Box<str>>,
    /// Tokens in o200k, when the recording says; it counts where the text is not at hand whole.
    pub o200k: Option<i64>,
    /// Image blocks among it, which cost by their size and not by their text.
    pub images: Vec<Image>,
}

/// An image that a model is shown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Image {
    /// Width and height in pixels, when its header could be read.
    pub pixels: Option<(u32, u32)>,
    /// Bytes of the decoded data.
    pub bytes: usize,
}

/// What a provider billed for one request.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Usage {
    /// All input tokens, cache reads and writes included.
    pub input: i64,
    /// Read from the prompt cache.
    pub cache_read: i64,
    /// Written to the prompt cache.
    pub cache_write: i64,
    /// Output tokens.
    pub output: i64,
}

impl Size {
    /// The size of a text that is at hand.
    #[must_use]
    pub fn of(text: impl Into<Box<str>>) -> Size {
        Size { text: Some(text.into()), ..Size::default() }
    }

    /// A size of which only the tokens are known.
    #[must_use]
    pub fn tokens(o200k: i64) -> Size {
        Size { o200k: Some(o200k), ..Size::default() }
    }
}
