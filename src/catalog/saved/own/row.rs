//! One line of our own catalog file, taken apart but not yet judged.

use std::borrow::Cow;

use serde_json::Value;

use crate::catalog::offer::OfferKind;
use crate::catalog::provenance::Provenance;
use crate::catalog::saved::parse::object::Object;
use crate::catalog::saved::parse::scan::{Kind, Raw};
use crate::catalog::saved::parse::value;

/// What a line says.
pub(crate) enum Row<'a> {
    /// The first line of a file; its version.
    Version(Raw<'a>),
    /// A server starts.
    Server(Box<About<'a>>),
    /// A tool of the last server of that name; of the current one when none is named.
    Tool {
        /// The server's name.
        server: Option<Cow<'a, str>>,
        /// The definition.
        tool: Raw<'a>,
        /// Why hosts that speak HTTP must drop it.
        excluded: Option<Cow<'a, str>>,
    },
    /// A prompt, a resource or a resource template.
    Offer {
        /// The server's name.
        server: Cow<'a, str>,
        /// Which of them.
        kind: OfferKind,
        /// The object.
        offer: Raw<'a>,
    },
    /// A problem.
    Problem(Told<'a>),
}

/// What a line says about a server.
pub(crate) struct About<'a> {
    /// Its name.
    pub(crate) name: Cow<'a, str>,
    /// All members.
    pub(crate) members: Object<'a>,
    /// True when its lists are not whole.
    pub(crate) incomplete: bool,
    /// How and when it was asked.
    pub(crate) gathered: Option<Provenance>,
}

/// A problem as it stands in the file.
pub(crate) struct Told<'a> {
    /// The server.
    pub(crate) server: Option<Cow<'a, str>>,
    /// The tool.
    pub(crate) tool: Option<Cow<'a, str>>,
    /// JSON pointer.
    pub(crate) pointer: Cow<'a, str>,
    /// What is wrong.
    pub(crate) message: Cow<'a, str>,
    /// Whether something is missing because of it.
    pub(crate) lost: bool,
}

impl<'a> Row<'a> {
    /// What a line of our file says; `None` for a line that is none of ours.
    pub(crate) fn of(line: &Object<'a>) -> Option<Row<'a>> {
        if let Some(version) = line.get("toolrent_catalog") {
            return Some(Row::Version(version));
        }
        let server = line.string("server");
        if let Some(tool) = line.of_kind("tool", Kind::Object) {
            return Some(Row::Tool { server, tool, excluded: line.string("excluded_by_http_hosts") });
        }
        if let Some(problem) = line.of_kind("problem", Kind::Object).filter(|_| line.members.len() == 1) {
            return told(&problem.object()?).map(Row::Problem);
        }
        match server {
            Some(server) if line.get("tools").is_none() => offer(line, server),
            Some(_) => None,
            None => about(line).map(|about| Row::Server(Box::new(about))),
        }
    }
}

/// Only an object that has a name is an offer: rows of other people's files hold a `prompt` too.
fn offer<'a>(line: &Object<'a>, server: Cow<'a, str>) -> Option<Row<'a>> {
    let of_kind = |kind: OfferKind| {
        let offer = line.of_kind(kind.key(), Kind::Object)?;
        offer.object()?.string(kind.name_key())?;
        Some((kind, offer))
    };
    let (kind, offer) = OfferKind::ALL.into_iter().find_map(of_kind)?;
    Some(Row::Offer { server, kind, offer })
}

fn about<'a>(line: &Object<'a>) -> Option<About<'a>> {
    let members = line.of_kind("server", Kind::Object).filter(|_| line.get("tools").is_none())?.object()?;
    Some(About {
        name: members.string("name")?,
        incomplete: members.get("incomplete").is_some_and(|flag| flag.text() == "true"),
        gathered: members.of_kind("gathered", Kind::Object).and_then(Raw::object).map(|told| provenance(&told)),
        members,
    })
}

/// What cannot be read of it counts as not told.
fn provenance(told: &Object<'_>) -> Provenance {
    let text = |key: &str| told.string(key).map(Cow::into_owned);
    let value = |key: &str| told.get(key).and_then(|raw| value::value(raw, &mut Vec::new()).ok());
    let versions = told.of_kind("supported_versions", Kind::Array);
    let versions = versions.into_iter().flat_map(Raw::items).flatten();
    Provenance {
        transport: text("transport"),
        gathered_at: text("gathered_at"),
        origin: text("origin"),
        server_info: value("server_info").unwrap_or(Value::Null),
        capabilities: value("capabilities").unwrap_or(Value::Null),
        supported_versions: versions.filter_map(|version| Some(version.string()?.into_owned())).collect(),
        ttl_ms: told.get("ttl_ms").and_then(|ttl| ttl.text().parse().ok()),
        cache_scope: text("cache_scope"),
    }
}

fn told<'a>(problem: &Object<'a>) -> Option<Told<'a>> {
    Some(Told {
        server: problem.string("server"),
        tool: problem.string("tool"),
        pointer: problem.string("pointer").unwrap_or_default(),
        message: problem.string("message")?,
        lost: problem.get("lost").is_some_and(|lost| lost.text() == "true"),
    })
}
