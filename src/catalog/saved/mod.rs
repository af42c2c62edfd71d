//! The saved forms a catalog is read from, sniffed by content, one file a shape family.
//!
//! Adding a shape is one file with a `SHAPE` and one line in `SHAPES`, the table below.

pub mod definition;
pub mod lines;
pub mod own;

mod bare;
mod capture;
mod cassette;
mod dialect;
mod docker;
mod exchange;
mod har;
mod maps;
mod mcp;
mod mcp_list_tools;
mod mcpb;
mod offering;
pub(crate) mod otel;
pub(crate) mod parse;
mod rebuilt;
mod request;
mod sse;
mod yaml;

use thiserror::Error;

use crate::catalog::saved::parse::document::Document;
use crate::catalog::saved::parse::encoding;
use crate::catalog::saved::parse::reader::Reader;
use crate::catalog::saved::parse::stranger::View;
use crate::catalog::tool::Catalog;

/// A family of saved forms.
#[derive(Debug)]
pub(crate) struct Shape {
    /// What people call it.
    pub(crate) name: &'static str,
    /// Reads a piece of a source that has this form.
    pub(crate) read: Look,
}

/// What a shape looks at.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Look {
    /// One JSON value.
    AtValue(fn(&View<'_>, &mut Reader<'_>) -> Verdict),
    /// A text that is no JSON by itself.
    AtText(for<'a> fn(&'a Document<'a>, &mut Reader<'_>) -> Verdict),
}

/// What a shape says of a piece of a source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Verdict {
    /// Not of this form.
    Foreign,
    /// Of this form, but it says nothing of tools.
    Silent,
    /// Read.
    Read,
}

/// Every shape, the more telling ones first.
pub(crate) const SHAPES: &[Shape] = &[
    sse::SHAPE,
    yaml::SHAPE,
    own::shape::SHAPE,
    otel::SHAPE,
    mcpb::SHAPE,
    docker::SHAPE,
    har::SHAPE,
    cassette::SHAPE,
    mcp::SHAPE,
    capture::SHAPE,
    mcp_list_tools::SHAPE,
    request::SHAPE,
    bare::SHAPE,
    maps::SHAPE,
];

/// What the message about an empty source asks for.
const EXPECTED: &str = "a tools/list result, a provider request, or another saved list of tools";

/// Why a source gives no catalog at all.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Unreadable {
    /// No byte, or nothing but white space.
    #[error("is empty; expected {EXPECTED}")]
    Empty,
    /// It has no form that we know.
    #[error("holds no tools: found {found}; expected one of: {}", forms())]
    NotACatalog {
        /// What it looks like.
        found: String,
    },
}

/// Reads a source in any saved form. `source` names it in places, and names the servers that the source does not name.
///
/// A catalog without tools is no error here: an empty list is an answer.
///
/// # Errors
/// [`Unreadable`] when nothing in it has a known form. What is wrong with a part costs that part and is one of the
/// catalog's problems.
pub fn read(source: &str, bytes: &[u8]) -> Result<Catalog, Unreadable> {
    if bytes.starts_with(b"PK\x03\x04") {
        return Err(Unreadable::NotACatalog {
            found: "a zip archive; the tools of an MCPB bundle stand in its manifest.json".to_owned(),
        });
    }
    let text = encoding::text(bytes).map_err(|error| Unreadable::NotACatalog { found: error.to_string() })?;
    if text.text.trim().is_empty() {
        return Err(Unreadable::Empty);
    }
    let mut reader = Reader::new(source);
    let document = Document::new(&text.text);
    if parse::text::read(&document, &mut reader) == Verdict::Foreign {
        reader.strange(&document);
    }
    reader.bad_bytes(&document, &text);
    reader.finish(default_name(source))
}

/// The names of all forms that are read, in the order in which they are tried.
fn forms() -> String {
    let names: Vec<_> = SHAPES.iter().map(|shape| shape.name).collect();
    names.join("; ")
}

/// The name of a server that nothing else names: the file's name without its extension.
fn default_name(source: &str) -> &str {
    let file = source.rsplit(['/', '\\']).next().unwrap_or(source);
    match file {
        "" | "-" => "stdin",
        file => file.split_once('.').map_or(file, |(stem, _)| if stem.is_empty() { file } else { stem }),
    }
}
