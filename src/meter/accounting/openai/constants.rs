//! The constants of one OpenAI endpoint and model family, in tokens, as `profiles.toml` holds them.

use std::collections::BTreeMap;

use serde::Deserialize;

/// One row's constants; source and day stand in the row.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Constants {
    /// Once per request: the head of the answer.
    pub(super) start: i64,
    /// Once per message, beside its role, its name and its text.
    pub(super) message: i64,
    /// Once more per text of the assistant: the channel it was said on.
    #[serde(default)]
    pub(super) spoken: i64,
    /// Once more when the assistant calls functions right after that text: the channel's name is longer then.
    #[serde(default)]
    pub(super) before_calls: i64,
    /// Once per request with visible tools: what frames the list.
    pub(super) tools: i64,
    /// Where the list of tools stands in the system message; `None` when it has a message of its own.
    pub(super) shared: Option<Shared>,
    /// For a function that the model is made to call, beside its name; `None` when that costs nothing.
    pub(super) named: Option<i64>,
    /// True when `required` with one function is billed as naming it.
    #[serde(default)]
    pub(super) lone_required: bool,
    /// For `parallel_tool_calls: false` with more than one function.
    #[serde(default)]
    pub(super) one_at_a_time: i64,
    /// Calls and their results.
    pub(super) calls: Calls,
    /// The schema asked of the answer.
    pub(super) schema: Schema,
    /// For tools that a developer item adds in mid-conversation, beside their own tokens.
    #[serde(default)]
    pub(super) added_tools: i64,
    /// Tools the provider runs, by type, as long as they are not used.
    #[serde(default)]
    pub(super) hosted: BTreeMap<String, i64>,
}

/// A system message that holds the list of tools, too.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Shared {
    /// The head of the message, when the request has no system message to share.
    pub(super) head: i64,
    /// What stands before the system text; a blank line stands after it.
    #[serde(default)]
    pub(super) before: String,
}

/// What frames calls and results.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Calls {
    /// Once per call, beside `functions.name` and the arguments.
    pub(super) call: i64,
    /// Added for a call that is sent without the id of its item (Responses).
    #[serde(default)]
    pub(super) without_id: i64,
    /// Once per result, beside the name of its author and its text.
    pub(super) result: i64,
    /// Once per item of reasoning that is sent back, beside its tokens.
    #[serde(default)]
    pub(super) reasoning: i64,
    /// How a result names the function that gives it.
    pub(super) author: Author,
    /// Calls made at once; `None` when each is written as one made alone.
    pub(super) parallel: Option<Parallel>,
}

/// How a result names its author.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Author {
    /// `name`
    Name,
    /// `functions.name`, as the call was addressed.
    Recipient,
}

/// Several calls at once: one call of `multi_tool_use.parallel`, and one list of results.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Parallel {
    /// Once, beside both JSON texts.
    pub(super) frame: i64,
    /// True when the list of results is written in ASCII, as Python does by itself.
    #[serde(default)]
    pub(super) ascii: bool,
}

/// What frames the schema asked of the answer.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Schema {
    /// Beside its name and its JSON, when there are tools or it has a message of its own.
    pub(super) frame: i64,
    /// The same, when it shares the system message with no tools.
    pub(super) alone: Option<i64>,
    /// Beside a description.
    pub(super) described: i64,
}
