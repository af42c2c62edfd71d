//! Our own catalog file: NDJSON that is read and written a line at a time.
//!
//! ```text
//! {"toolrent_catalog":1}
//! {"server":{"name":"maps","instructions":"…","version":"1.2.0","era":"2025-11-25","incomplete":true,"gathered":{…}}}
//! {"server":"maps","tool":{…}}
//! {"server":"maps","tool":{…},"excluded_by_http_hosts":"the header name is empty"}
//! {"server":"maps","prompt":{…}}
//! {"problem":{"server":"clock","message":"no answer within 30 s","lost":true}}
//! ```
//! A tool, prompt, `resource` or `resource_template` stands word for word, but for white space between its parts: keys
//! keep their order and numbers their text. It belongs to the last server line of that name before it, so that two
//! servers of one name stay two. `gathered` is a [`Provenance`]. Keys that a reader does not know are passed over, so
//! that a later version can add some without a new number.

pub(crate) mod line;
pub(crate) mod row;
pub(crate) mod shape;

use std::io::{self, Write};

use serde_json::{Map, Value, json};

use crate::catalog::offer::OfferKind;
use crate::catalog::place::Place;
use crate::catalog::provenance::Provenance;
use crate::catalog::saved::definition;
use crate::catalog::saved::own::line::one_line;
use crate::catalog::saved::parse::value::Unread;
use crate::catalog::tool::{Catalog, Dialect, Fidelity, Problem, Server, Tool};

/// The version that is written.
pub(crate) const VERSION: u64 = 1;

/// The dialects by the names that the file uses, for tools whose text alone does not tell.
pub(crate) const DIALECTS: [(&str, Dialect); 7] = [
    ("mcp", Dialect::Mcp),
    ("anthropic", Dialect::Anthropic),
    ("openai-chat", Dialect::OpenAiChat),
    ("openai-flat", Dialect::OpenAiFlat),
    ("gemini", Dialect::Gemini),
    ("gemini-json-schema", Dialect::GeminiJsonSchema),
    ("bedrock", Dialect::Bedrock),
];

/// The fidelities by name.
pub(crate) const FIDELITIES: [(&str, Fidelity); 3] =
    [("whole", Fidelity::Whole), ("approximate", Fidelity::Approximate), ("lower-bound", Fidelity::LowerBound)];

/// Writes a catalog file a line at a time; nothing is held, so `out` had better be buffered.
pub struct Writer<'w> {
    out: &'w mut dyn Write,
}

/// The line that starts a server.
#[derive(Debug, Clone, Copy, Default)]
pub struct ServerHead<'a> {
    /// Its name in the catalog; its tools and offers repeat it.
    pub name: &'a str,
    /// What it asks hosts to tell the model.
    pub instructions: Option<&'a str>,
    /// The version it gives itself.
    pub version: Option<&'a str>,
    /// The protocol version in use.
    pub era: Option<&'a str>,
    /// True when its lists are not whole.
    pub incomplete: bool,
    /// How and when it was asked, when it was.
    pub gathered: Option<&'a Provenance>,
}

/// Writes a catalog.
///
/// # Errors
/// Those of `out`.
pub fn write(catalog: &Catalog, out: &mut dyn Write) -> io::Result<()> {
    Writer::new(out)?.catalog(catalog)
}

impl<'w> Writer<'w> {
    /// Starts a file.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn new(out: &'w mut dyn Write) -> io::Result<Self> {
        writeln!(out, "{}", json!({"toolrent_catalog": VERSION}))?;
        Ok(Writer { out })
    }

    /// Writes the servers and problems of a catalog.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn catalog(&mut self, catalog: &Catalog) -> io::Result<()> {
        for server in &catalog.servers {
            self.server(&ServerHead::of(server))?;
            server.tools.iter().try_for_each(|tool| self.definition(&server.name, tool))?;
            let offers = &mut server.offers.iter();
            offers.try_for_each(|offer| self.offer(&server.name, offer.kind, &offer.text))?;
        }
        catalog.problems.iter().try_for_each(|problem| self.problem(problem))
    }

    /// Starts a server; even one whose name came before is a further one.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn server(&mut self, head: &ServerHead<'_>) -> io::Result<()> {
        writeln!(self.out, "{}", json!({"server": head.members()}))
    }

    /// Writes a tool of the last server of that name, word for word. One that could not be read again becomes a
    /// problem.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn tool(&mut self, server: &str, text: &str, excluded: Option<&str>) -> io::Result<()> {
        match one_line(text) {
            Ok(line) => self.row(server, "tool", &line, &exclusion(excluded)),
            Err(unread) => self.unwritable(server, "tool", unread),
        }
    }

    /// Writes a prompt, a resource or a resource template of the last server of that name.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn offer(&mut self, server: &str, kind: OfferKind, text: &str) -> io::Result<()> {
        match one_line(text) {
            Ok(line) => self.row(server, kind.key(), &line, ""),
            Err(unread) => self.unwritable(server, kind.key(), unread),
        }
    }

    /// Writes a problem.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn problem(&mut self, problem: &Problem) -> io::Result<()> {
        let Problem { place: Place { server, tool, pointer, .. }, message, lost } = problem;
        let told = json!({"server": server, "tool": tool, "pointer": pointer, "message": message, "lost": lost});
        writeln!(self.out, "{}", json!({"problem": told}))
    }

    /// Writes a tool of a catalog, which may differ from what its text alone says: a map gave it its name, a schema was
    /// rebuilt.
    fn definition(&mut self, server: &str, tool: &Tool) -> io::Result<()> {
        let read = |text: &str| definition::tool(text, Place::default()).ok();
        let line = one_line(&tool.text).ok();
        let again = line.as_deref().and_then(read);
        let same = again.filter(|again| again.value == tool.value && again.name == tool.name);
        let (text, again) = match (line, same) {
            (Some(line), Some(again)) => (line.into_owned(), Some(again)),
            _ => {
                let text = tool.value.to_string();
                let again = read(&text);
                (text, again)
            }
        };
        let mut more = String::new();
        if again.as_ref().is_none_or(|again| again.dialect != tool.dialect) {
            let known = DIALECTS.iter().find(|(_, known)| *known == tool.dialect);
            more += &format!(",\"dialect\":\"{}\"", known.map_or("mcp", |(name, _)| *name));
        }
        if again.is_none_or(|again| again.fidelity != tool.fidelity) {
            let known = FIDELITIES.iter().find(|(_, known)| *known == tool.fidelity);
            more += &format!(",\"fidelity\":\"{}\"", known.map_or("whole", |(name, _)| *name));
        }
        more += &exclusion(tool.excluded_by_http_hosts.as_deref());
        self.row(server, "tool", &text, &more)
    }

    fn row(&mut self, server: &str, key: &str, line: &str, more: &str) -> io::Result<()> {
        writeln!(self.out, "{{\"server\":{},\"{key}\":{line}{more}}}", Value::from(server))
    }

    fn unwritable(&mut self, server: &str, key: &str, unread: Unread) -> io::Result<()> {
        let why = match unread {
            Unread::TooDeep => "it is nested deeper than is read".to_owned(),
            Unread::Malformed { offset } => format!("it is no valid JSON at byte {offset}"),
        };
        let place = Place { server: Some(server.to_owned()), ..Place::default() };
        self.problem(&Problem { place, message: format!("a {key} was left out: {why}"), lost: true })
    }
}

impl<'a> ServerHead<'a> {
    /// The head of a server of a catalog.
    #[must_use]
    pub fn of(server: &'a Server) -> ServerHead<'a> {
        ServerHead {
            name: &server.name,
            instructions: server.instructions.as_deref(),
            version: server.version.as_deref(),
            era: server.era.as_deref(),
            incomplete: server.incomplete,
            gathered: server.provenance.as_ref(),
        }
    }

    fn members(&self) -> Value {
        let texts = [("instructions", self.instructions), ("version", self.version), ("era", self.era)];
        let texts = texts.into_iter().filter_map(|(key, text)| Some((key, Value::from(text?))));
        let flag = self.incomplete.then_some(("incomplete", Value::Bool(true)));
        let gathered = self.gathered.map(|provenance| ("gathered", told(provenance)));
        let name = ("name", Value::from(self.name));
        let members = std::iter::once(name).chain(texts).chain(flag).chain(gathered);
        Value::Object(members.map(|(key, value)| (key.to_owned(), value)).collect())
    }
}

/// Built by hand: serde would take a key of `serverInfo` that is named like its private marker for a number.
fn told(provenance: &Provenance) -> Value {
    let mut told = Map::new();
    let mut tell = |key: &str, value: Option<Value>| {
        if let Some(value) = value.filter(|value| !value.is_null()) {
            told.insert(key.to_owned(), value);
        }
    };
    let text = |text: &Option<String>| text.as_deref().map(Value::from);
    tell("transport", text(&provenance.transport));
    tell("gathered_at", text(&provenance.gathered_at));
    tell("origin", text(&provenance.origin));
    tell("server_info", Some(provenance.server_info.clone()));
    tell("capabilities", Some(provenance.capabilities.clone()));
    let versions = &provenance.supported_versions;
    tell("supported_versions", (!versions.is_empty()).then(|| Value::from(versions.as_slice())));
    tell("ttl_ms", provenance.ttl_ms.map(Value::from));
    tell("cache_scope", text(&provenance.cache_scope));
    Value::Object(told)
}

fn exclusion(reason: Option<&str>) -> String {
    reason.map_or_else(String::new, |reason| format!(",\"excluded_by_http_hosts\":{}", Value::from(reason)))
}

#[cfg(test)]
mod tests;
