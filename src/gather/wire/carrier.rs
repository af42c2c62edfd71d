//! What every transport can do, and what it says when it cannot.
//!
//! A session sees requests and answers only. Messages in between (notifications, requests of the server's own, other
//! ids) are the transport's business: it answers `ping`, refuses the rest, and keeps what a report should tell.

use std::future::Future;
use std::ops::Range;
use std::time::Duration;

use serde_json::Value;
use thiserror::Error;
use tokio::time::Instant;

/// A way to ask one server.
pub(crate) trait Wire {
    /// Sends a request and waits for its answer until the deadline.
    fn request(&mut self, call: Call<'_>) -> impl Future<Output = Result<Answer, WireError>>;

    /// Sends a notification; nothing answers it.
    fn notify(&mut self, method: &str, era: Era) -> impl Future<Output = Result<(), WireError>>;

    /// What was seen besides answers, since the last time this was asked.
    fn heard(&mut self) -> Heard;

    /// Whether the server gave it a session that it may forget.
    fn has_session(&self) -> bool {
        false
    }

    /// Ends it: no process and no connection is left behind.
    fn close(self) -> impl Future<Output = Ending>;
}

/// A wire on which two requests can be open at once.
pub(crate) trait Pipe: Wire {
    /// Sends a request; gives its id.
    fn send(&mut self, call: Call<'_>) -> Result<u64, WireError>;

    /// Waits for an answer to one of these.
    fn receive(
        &mut self,
        ids: &[u64],
        method: &str,
        deadline: Instant,
    ) -> impl Future<Output = Result<(u64, Answer), WireError>>;
}

/// The ways into one address.
pub(crate) trait Doors {
    /// What both lead to.
    type Wire: Wire;

    /// Streamable HTTP.
    fn http(&mut self) -> Result<Self::Wire, WireError>;

    /// HTTP+SSE of 2024-11-05.
    fn events(&mut self, deadline: Instant) -> impl Future<Output = Result<Self::Wire, WireError>>;
}

/// One request.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Call<'a> {
    /// The method.
    pub(crate) method: &'a str,
    /// Its parameters, `_meta` included where the era wants it.
    pub(crate) params: Option<&'a Value>,
    /// Which rules it follows, and so which headers go with it over HTTP.
    pub(crate) era: Era,
    /// Further headers over HTTP.
    pub(crate) headers: &'a [(String, String)],
    /// When to stop waiting.
    pub(crate) deadline: Instant,
}

/// Which rules a message follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Era {
    /// Stateless: each request stands alone, with `MCP-Protocol-Version` and `Mcp-Method` over HTTP.
    Modern(&'static str),
    /// The handshake itself: no version is agreed on yet.
    Handshake,
    /// After `initialize`, with the version that was agreed on.
    Legacy(&'static str),
}

/// One answer.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Answer {
    /// The text that it stands in, as received (bytes that are no UTF-8 replaced).
    pub(crate) text: String,
    /// Which part of it.
    pub(crate) part: Part,
}

/// A result or an error.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Part {
    /// The bytes of `result` in the text.
    Result(Range<usize>),
    /// `error`.
    Error(RpcError),
}

/// A JSON-RPC error as the server sent it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct RpcError {
    /// Its code; 0 when there is none.
    pub(crate) code: i64,
    /// Its message.
    pub(crate) message: String,
    /// Its data; null when there is none.
    pub(crate) data: Value,
}

/// What a transport heard besides answers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Heard {
    /// Methods of `…/list_changed` notifications.
    pub(crate) changed: Vec<String>,
    /// Lines of standard output that were no messages: how many, and the start of the first one.
    pub(crate) noise: Option<(usize, String)>,
    /// Answers to nothing that was asked.
    pub(crate) stray: usize,
    /// Places where bytes were no UTF-8.
    pub(crate) bad_bytes: usize,
    /// Other things a report should tell: class and text.
    pub(crate) remarks: Vec<(&'static str, String)>,
}

/// How a wire ended.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Ending {
    /// The exit code, when the program ended before it was told to.
    pub(crate) exit_code: Option<i32>,
    /// The last lines of standard error, as received.
    pub(crate) stderr: Vec<String>,
}

/// Why no answer came. Texts are as received: whoever shows them hides secrets first.
#[derive(Debug, Error)]
pub(crate) enum WireError {
    /// The program could not be started.
    #[error("could not start {program}: {cause}")]
    Spawn {
        /// The program.
        program: String,
        /// The system's own words.
        cause: std::io::Error,
    },
    /// The program (or the stream) ended.
    #[error("{}", ended(*exit_code))]
    Ended {
        /// Its exit code; `None` for a signal, a closed output or a closed stream.
        exit_code: Option<i32>,
    },
    /// The deadline passed.
    #[error("no answer to {method} within {after:.1?}")]
    TimedOut {
        /// What was asked.
        method: String,
        /// How long was waited.
        after: Duration,
    },
    /// A message was longer than is read.
    #[error("a message is longer than {limit} bytes")]
    TooLong {
        /// The cap.
        limit: usize,
    },
    /// An HTTP status that is no success and carries no JSON-RPC answer we could use.
    #[error("HTTP {status}{}", said(body))]
    Http {
        /// The status.
        status: u16,
        /// The start of the body.
        body: String,
        /// `WWW-Authenticate`, when it was there.
        challenge: Option<String>,
        /// Where it came from, when a redirect led to another origin: no credentials went there.
        strayed: Option<Box<Strayed>>,
        /// The JSON-RPC error in the body, when there was one.
        error: Option<Box<RpcError>>,
    },
    /// The address could not be reached, or the connection broke.
    #[error("{0}")]
    Network(String),
    /// An event stream of 2024-11-05 was there, but it does not say where to post, or not to its own origin.
    #[error("{0}")]
    BadStream(String),
    /// The reply was something else than a message.
    #[error("{0}")]
    NoMessage(String),
}

/// A redirect to another origin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Strayed {
    /// The origin that was named.
    pub(crate) from: String,
    /// The one that answered.
    pub(crate) to: String,
}

fn ended(exit_code: Option<i32>) -> String {
    match exit_code {
        Some(code) => format!("the server ended with exit code {code}"),
        None => "the server closed its output".to_owned(),
    }
}

fn said(body: &str) -> String {
    if body.is_empty() { String::new() } else { format!(": {body}") }
}

impl Answer {
    /// The text of the result.
    pub(crate) fn result(&self) -> Option<&str> {
        match &self.part {
            Part::Result(range) => self.text.get(range.clone()),
            Part::Error(_) => None,
        }
    }
}
