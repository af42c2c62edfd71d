//! The saved forms a catalog is read from, sniffed by content, one file a shape family.
//!
//! Adding a shape is one file with a `SHAPE` and one line in [`SHAPES`].

pub mod definition;

mod bare;
mod mcp;
mod parse;
mod rebuilt;
mod request;

use thiserror::Error;

use crate::catalog::saved::parse::document::Document;
use crate::catalog::saved::parse::reader::{Reader, View};
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
pub(crate) const SHAPES: &[Shape] = &[mcp::SHAPE, request::SHAPE, bare::SHAPE];

/// Why a source gives no catalog at all.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Unreadable {
    /// No byte, or nothing but white space.
    #[error("is empty; expected a saved list of tools")]
    Empty,
    /// It has no form that we know.
    #[error("holds no tools: found {found}; expected {}", expected())]
    NotACatalog {
        /// What it looks like.
        found: String,
    },
}

fn expected() -> String {
    let names: Vec<_> = SHAPES.iter().map(|shape| shape.name).collect();
    names.join(", ")
}

/// Reads a source in any saved form. `source` names it in places, and names the servers that the source does not name.
///
/// A catalog without tools is no error here: an empty list is an answer.
///
/// # Errors
/// [`Unreadable`] when nothing in it has a known form. What is wrong with a part costs that part and is one of the
/// catalog's problems.
pub fn read(source: &str, bytes: &[u8]) -> Result<Catalog, Unreadable> {
    let text = String::from_utf8_lossy(bytes);
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    if text.trim().is_empty() {
        return Err(Unreadable::Empty);
    }
    let mut reader = Reader::new(source);
    parse::text::read(&Document::new(text), &mut reader);
    reader.finish(default_name(source))
}

/// The name of a server that nothing else names: the file's name without its extension.
fn default_name(source: &str) -> &str {
    let file = source.rsplit(['/', '\\']).next().unwrap_or(source);
    match file {
        "" | "-" => "stdin",
        file => file.split_once('.').map_or(file, |(stem, _)| if stem.is_empty() { file } else { stem }),
    }
}
