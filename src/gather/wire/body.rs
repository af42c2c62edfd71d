//! What arrives over HTTP, counted and capped while it arrives.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use reqwest::header::{CONTENT_ENCODING, CONTENT_TYPE};
use reqwest::{Response, StatusCode};
use tokio::time::{Instant, timeout_at};

use crate::gather::limits::Limits;
use crate::gather::wire::carrier::WireError;
use crate::gather::wire::client::cause;

/// What one server may still send.
#[derive(Debug, Clone)]
pub(crate) struct Budget {
    /// Bytes of one message.
    pub(crate) message: usize,
    total: usize,
    taken: Arc<AtomicUsize>,
}

/// The body of one answer.
#[derive(Debug)]
pub(crate) struct Body {
    response: Response,
    ahead: Vec<u8>,
    budget: Budget,
}

/// What a body is, by its first bytes and else by its type: servers mislabel both forms.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// One object or a batch.
    Json,
    /// An event stream.
    Events,
    /// Nothing at all.
    Empty,
    /// Something else; its type as the server names it.
    Other(String),
}

/// Text, and how many places of it were no UTF-8 before U+FFFD stood there.
pub(crate) struct Decoded {
    /// The text, without a byte order mark.
    pub(crate) text: String,
    /// Such places.
    pub(crate) bad: usize,
}

impl Budget {
    /// All of it.
    pub(crate) fn new(limits: &Limits) -> Budget {
        Budget { message: limits.message_bytes, total: limits.total_bytes, taken: Arc::default() }
    }

    fn take(&self, bytes: usize) -> Result<(), WireError> {
        let taken = self.taken.fetch_add(bytes, Ordering::Relaxed).saturating_add(bytes);
        if taken > self.total { Err(WireError::TooLong { limit: self.total }) } else { Ok(()) }
    }
}

impl Body {
    /// The body behind a head.
    pub(crate) fn new(response: Response, budget: &Budget) -> Body {
        Body { response, ahead: Vec::new(), budget: budget.clone() }
    }

    /// The status in the head.
    pub(crate) fn status(&self) -> StatusCode {
        self.response.status()
    }

    /// What it is. Waits for its first bytes.
    pub(crate) async fn form(&mut self) -> Result<Form, WireError> {
        const FIELDS: [&[u8]; 5] = [b":", b"data:", b"event:", b"id:", b"retry:"];
        let longest = FIELDS.iter().map(|field| field.len()).max().unwrap_or_default();
        while content(&self.ahead).len() < longest && self.ahead.len() <= self.budget.message {
            match self.arrives().await? {
                Some(chunk) => self.ahead.extend(chunk),
                None => break,
            }
        }
        let content = content(&self.ahead);
        let kind = self.header(CONTENT_TYPE).to_ascii_lowercase();
        Ok(match content.first() {
            Some(b'{' | b'[') => Form::Json,
            _ if kind.starts_with("text/event-stream") => Form::Events,
            _ if FIELDS.iter().any(|field| content.starts_with(field)) => Form::Events,
            None => Form::Empty,
            Some(_) => Form::Other(self.label(kind)),
        })
    }

    /// The next bytes; `None` at the end.
    pub(crate) async fn chunk(&mut self) -> Result<Option<Vec<u8>>, WireError> {
        match self.ahead.is_empty() {
            true => self.arrives().await,
            false => Ok(Some(std::mem::take(&mut self.ahead))),
        }
    }

    /// All of it.
    pub(crate) async fn whole(mut self) -> Result<Vec<u8>, WireError> {
        let limit = self.budget.message;
        let announced = self.response.content_length().and_then(|bytes| usize::try_from(bytes).ok()).unwrap_or(0);
        let mut bytes = std::mem::take(&mut self.ahead);
        bytes.reserve_exact(announced.min(limit).saturating_sub(bytes.len()));
        loop {
            if bytes.len().max(announced) > limit {
                return Err(WireError::TooLong { limit });
            }
            match self.arrives().await? {
                Some(chunk) => bytes.extend(chunk),
                None => return Ok(bytes),
            }
        }
    }

    /// Its first bytes, as far as they arrive in time.
    pub(crate) async fn beginning(mut self, most: usize, until: Instant) -> Vec<u8> {
        let mut bytes = std::mem::take(&mut self.ahead);
        while bytes.len() < most {
            match timeout_at(until, self.arrives()).await {
                Ok(Ok(Some(chunk))) => bytes.extend(chunk),
                _ => break,
            }
        }
        bytes.truncate(most);
        bytes
    }

    async fn arrives(&mut self) -> Result<Option<Vec<u8>>, WireError> {
        let broke = |error| WireError::Network(format!("the connection broke within the answer: {}", cause(&error)));
        let Some(chunk) = self.response.chunk().await.map_err(broke)? else { return Ok(None) };
        self.budget.take(chunk.len())?;
        Ok(Some(Vec::from(chunk)))
    }

    fn header(&self, name: reqwest::header::HeaderName) -> String {
        self.response
            .headers()
            .get(name)
            .map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned())
            .unwrap_or_default()
    }

    fn label(&self, kind: String) -> String {
        let packed = self.header(CONTENT_ENCODING);
        if !packed.is_empty() && packed != "identity" {
            return format!("packed with {packed}, which was not asked for");
        }
        if kind.is_empty() { "of no stated type".to_owned() } else { kind }
    }
}

/// Bytes as text.
pub(crate) fn decode(bytes: Vec<u8>) -> Decoded {
    let (text, bad) = match String::from_utf8(bytes) {
        Ok(text) => (text, 0),
        Err(error) => {
            let bytes = error.into_bytes();
            let bad = bytes.utf8_chunks().filter(|chunk| !chunk.invalid().is_empty()).count();
            (String::from_utf8_lossy(&bytes).into_owned(), bad)
        }
    };
    match text.strip_prefix('\u{feff}') {
        Some(rest) => Decoded { text: rest.to_owned(), bad },
        None => Decoded { text, bad },
    }
}

/// What stands behind a byte order mark and white space.
fn content(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start()
}
