//! One page of a list, entry by entry, as slices of the text that came: what is wrong with one costs that one.

use serde::de::IgnoredAny;

use crate::catalog::offer::OfferKind;
use crate::catalog::place::Place;
use crate::catalog::saved::definition::{self, article_of};
use crate::catalog::saved::parse::document::Document;
use crate::catalog::saved::parse::object::Object;
use crate::catalog::saved::parse::scan::{Kind, Raw, space_end};
use crate::catalog::saved::parse::value::{DEEPEST, NoValue, value};
use crate::gather::freshness::Freshness;

/// Faults that are told one by one; a hostile list of commas alone would have millions.
pub(crate) const MOST_FAULTS: usize = 1_000;

/// Which list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct List {
    /// The method that asks for it.
    pub(crate) method: &'static str,
    /// Its key in the result.
    pub(crate) key: &'static str,
    /// The key by which one entry is told from another.
    pub(crate) name_key: &'static str,
}

impl List {
    /// The list of tools.
    pub(crate) const TOOLS: List = List { method: "tools/list", key: "tools", name_key: "name" };

    /// Another list.
    pub(crate) fn of(kind: OfferKind) -> List {
        List { method: kind.method(), key: kind.list_key(), name_key: kind.name_key() }
    }
}

/// One page.
#[derive(Debug)]
pub(crate) struct Page {
    /// What can be read of it, in order.
    pub(crate) entries: Vec<Entry>,
    /// Entries that were lost or are doubtful.
    pub(crate) faults: Vec<Fault>,
    /// How many more there were than are told one by one.
    pub(crate) untold: usize,
    /// What follows.
    pub(crate) next: Next,
    /// How long it may be reused.
    pub(crate) freshness: Freshness,
    /// Where the list breaks off, when it does.
    pub(crate) broken: Option<&'static str>,
}

/// One entry.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Entry {
    /// Its name.
    pub(crate) name: String,
    /// The object as it came.
    pub(crate) text: Box<str>,
}

/// An entry that was lost or is doubtful.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fault {
    /// Which one, from 1.
    pub(crate) number: usize,
    /// Its name, when it has one.
    pub(crate) name: Option<String>,
    /// What is wrong.
    pub(crate) message: String,
    /// Whether it is not among the entries.
    pub(crate) lost: bool,
}

/// What follows a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Next {
    /// Nothing.
    End,
    /// Another one, under this cursor; the empty one is a cursor like others.
    Cursor(String),
    /// A cursor of another kind than text.
    Odd(&'static str),
}

/// Why a result is no page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum NoPage {
    /// Its shape is wrong; in words.
    Malformed(String),
    /// It asks for something first.
    InputRequired,
}

/// Reads a result.
pub(crate) fn read(result: &str, list: List) -> Result<Page, NoPage> {
    let document = Document::new(result);
    let raw = Raw::at(&document, space_end(result.as_bytes(), 0));
    let raw = raw.ok_or_else(|| NoPage::Malformed("the result is empty".to_owned()))?;
    let object =
        raw.object().ok_or_else(|| NoPage::Malformed(format!("the result is {}, not an object", article_of(raw))))?;
    check_type(&object)?;
    let entries = last(&object, list.key).ok_or_else(|| NoPage::Malformed(format!("{:?} is missing", list.key)))?;
    if entries.kind() != Kind::Array {
        return Err(NoPage::Malformed(format!("{:?} is {}, not an array", list.key, article_of(entries))));
    }
    let next = match last(&object, "nextCursor") {
        None => Next::End,
        Some(cursor) if cursor.kind() == Kind::Null => Next::End,
        Some(cursor) => {
            cursor.string().map_or(Next::Odd(article_of(cursor)), |cursor| Next::Cursor(cursor.into_owned()))
        }
    };
    let freshness = Freshness::of(&object);
    let mut page = Page { entries: Vec::new(), faults: Vec::new(), untold: 0, next, freshness, broken: None };
    page.read_entries(entries, list);
    Ok(page)
}

impl Page {
    fn read_entries(&mut self, entries: Raw<'_>, list: List) {
        let mut items = entries.items();
        let mut number = 0;
        while let Some(item) = items.next() {
            match item {
                Ok(item) => {
                    number += 1;
                    self.read_entry(item, number, list);
                }
                Err(broken) if items.goes_on() => {
                    let message = format!("no valid JSON behind it: {}", broken.what);
                    self.tell(Fault { number, name: None, message, lost: false });
                }
                Err(broken) => self.broken = Some(broken.what),
            }
        }
    }

    fn tell(&mut self, fault: Fault) {
        if self.faults.len() < MOST_FAULTS {
            self.faults.push(fault);
        } else {
            self.untold += 1;
        }
    }

    fn read_entry(&mut self, item: Raw<'_>, number: usize, list: List) {
        let name = match name_of(item, list.name_key) {
            Ok(name) => name,
            Err(message) => return self.tell(Fault { number, name: None, message, lost: true }),
        };
        let odd = if is_strict(item) { Ok(None) } else { doubt(item, list).map(Some) };
        let lost = odd.is_err();
        if let Ok(Some(message)) | Err(message) = odd {
            self.tell(Fault { number, name: Some(name.clone()), message, lost });
        }
        if !lost {
            self.entries.push(Entry { name, text: item.text().into() });
        }
    }
}

fn check_type(result: &Object<'_>) -> Result<(), NoPage> {
    let Some(kind) = last(result, "resultType").filter(|kind| kind.kind() != Kind::Null) else { return Ok(()) };
    match kind.string().as_deref() {
        Some("complete") => Ok(()),
        Some("input_required") => Err(NoPage::InputRequired),
        Some(other) => Err(NoPage::Malformed(format!("the result is of the unknown type {other:?}"))),
        None => Err(NoPage::Malformed(format!("\"resultType\" is {}, not a string", article_of(kind)))),
    }
}

fn name_of(item: Raw<'_>, key: &str) -> Result<String, String> {
    if item.kind() != Kind::Object {
        return Err(format!("is {}, not an object", article_of(item)));
    }
    let name = item.members().flatten().filter(|(member, _)| member == key).last();
    let (_, name) = name.ok_or_else(|| format!("has no {key}"))?;
    match name.string() {
        Some(name) if name.is_empty() => Err(format!("has an empty {key}")),
        Some(name) => Ok(name.into_owned()),
        None => Err(format!("has {} for a {key}", article_of(name))),
    }
}

/// Whether every reader of JSON takes it. `serde_json` walks over what it ignores without recursion.
fn is_strict(item: Raw<'_>) -> bool {
    item.depth <= DEEPEST && serde_json::from_str::<IgnoredAny>(item.text()).is_ok()
}

/// What is odd about an entry that can be read; the error is why it cannot.
fn doubt(item: Raw<'_>, list: List) -> Result<String, String> {
    let mut doubts = Vec::new();
    value(item, &mut doubts).map_err(|NoValue { message, .. }| message)?;
    if list == List::TOOLS {
        definition::tool(item.text(), Place::default()).map_err(|not| not.to_string())?;
    }
    let first = doubts.into_iter().next().map(|doubt| doubt.message);
    Ok(first.unwrap_or_else(|| "strict readers of JSON refuse it".to_owned()))
}

/// The last value under a key: of a repeated key that one counts.
fn last<'a>(object: &Object<'a>, key: &str) -> Option<Raw<'a>> {
    object.all(key).last()
}

#[cfg(test)]
mod tests;
