//! Builds the text that may be shown, and keeps what was left out of it.

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD};

use crate::gather::secret::HIDDEN;
use crate::gather::secret::forms::is_worth_hiding;
use crate::gather::secret::scheme::SCHEMES;

/// Texts in texts (a URL in JSON in a variable in a script) that are looked into.
const DEEPEST: usize = 24;

/// Reads a text that stands inside of another and may be anything.
pub(crate) type Look = fn(&str, &mut Veil);

/// A text with its secrets apart.
#[derive(Debug, Default)]
pub(crate) struct Veil {
    /// The text for people.
    pub(crate) shown: String,
    secrets: Vec<String>,
    /// How many texts this one stands in.
    depth: usize,
}

impl Veil {
    /// Adds what may be seen.
    pub(crate) fn plain(&mut self, text: &str) {
        self.shown.push_str(text);
    }

    /// Adds what may not; nothing stays nothing.
    pub(crate) fn secret(&mut self, text: &str) {
        if !text.is_empty() {
            self.shown.push_str(HIDDEN);
            self.secrets.push(text.to_owned());
        }
    }

    /// Keeps a further form of something that is left out.
    pub(crate) fn also(&mut self, text: &str) {
        self.secrets.push(text.to_owned());
    }

    /// Adds credentials; their scheme may be seen.
    pub(crate) fn credentials(&mut self, text: &str) {
        let inner = text.trim_start();
        let (before, _) = text.split_at(text.len() - inner.len());
        let scheme = SCHEMES.iter().find(|scheme| {
            let starts = inner.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme));
            starts && inner.get(scheme.len()..).is_some_and(|rest| rest.starts_with(' ') && !rest.trim().is_empty())
        });
        let Some(scheme) = scheme else {
            self.plain(before);
            return self.secret(inner);
        };
        let (scheme, rest) = inner.split_at(scheme.len() + 1);
        self.plain(before);
        self.plain(scheme);
        self.secret(rest.trim());
        if scheme.eq_ignore_ascii_case("basic ") {
            self.basic(rest.trim());
        }
    }

    /// An empty one for a text inside of this one, of which something else will be shown.
    pub(crate) fn inside(&self) -> Veil {
        Veil { depth: self.depth, ..Veil::default() }
    }

    /// An empty one for a part; `None` when parts stand in parts too deep to look into.
    pub(crate) fn deeper(&self) -> Option<Veil> {
        (self.depth < DEEPEST).then(|| Veil { depth: self.depth + 1, ..Veil::default() })
    }

    /// Adds another text behind this one.
    pub(crate) fn take(&mut self, other: Veil) {
        self.shown.push_str(&other.shown);
        self.secrets.extend(other.secrets);
    }

    /// True when nothing was left out so far.
    pub(crate) fn is_clear(&self) -> bool {
        self.secrets.is_empty()
    }

    /// What was left out, each once.
    pub(crate) fn secrets(self) -> Vec<String> {
        let mut once = Vec::new();
        for secret in self.secrets {
            if is_worth_hiding(&secret) && !once.contains(&secret) {
                once.push(secret);
            }
        }
        once
    }

    fn basic(&mut self, encoded: &str) {
        let decoded = STANDARD.decode(encoded).or_else(|_| STANDARD_NO_PAD.decode(encoded)).ok();
        let decoded = decoded.and_then(|bytes| String::from_utf8(bytes).ok());
        if let Some((_, password)) = decoded.as_deref().and_then(|decoded| decoded.split_once(':')) {
            self.also(password);
        }
    }
}
