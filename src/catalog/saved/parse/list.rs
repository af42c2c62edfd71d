//! Reads a list of tools entry by entry: what is wrong with one costs that one.

use crate::catalog::place::Place;
use crate::catalog::saved::definition::{self, NotATool};
use crate::catalog::saved::dialect::{DECLARATION_KEYS, SCHEMA_KEYS, Setting};
use crate::catalog::saved::parse::document::Document;
use crate::catalog::saved::parse::join::Page;
use crate::catalog::saved::parse::parts;
use crate::catalog::saved::parse::reader::{POINTER_LEVELS, Reader};
use crate::catalog::saved::parse::scan::{Kind, Raw, space_end};
use crate::catalog::saved::parse::walk::Items;
use crate::catalog::tool::{Fidelity, Tool};

/// How many times the length of a text may be walked over for entries that are not closed.
const UNCLOSED_WALKS: usize = 32;

/// How a list is to be read.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Lot<'l> {
    /// What the surroundings say about its entries.
    pub(crate) setting: Setting<'l>,
    /// How much of a definition is there when it has no schema: MCP allows none, a manifest leaves it out.
    pub(crate) without_schema: Fidelity,
}

impl Default for Lot<'_> {
    fn default() -> Self {
        Lot { setting: Setting::Anywhere, without_schema: Fidelity::Whole }
    }
}

/// Reads one definition that must be one: what it is instead is a problem. `adjust` may correct what was read.
pub(crate) fn one(reader: &mut Reader<'_>, raw: Raw<'_>, lot: Lot<'_>, adjust: impl Fn(&mut Tool)) {
    let mut reading = Reading::new(lot, Page::default());
    match reading.definition(reader, raw) {
        Ok(()) => {
            for mut tool in reading.page.tools {
                adjust(&mut tool);
                reader.server().push_loose(tool);
            }
        }
        Err(NotATool::Malformed { message, offset }) => {
            reader.server();
            reader.problem(raw, raw.start + offset, message, true);
        }
        Err(other) => reader.problem(raw, raw.start, other.to_string(), false),
    }
}

/// Reads the entries of `list` as one page of the current server; more pages may follow it.
pub(crate) fn list(reader: &mut Reader<'_>, list: Raw<'_>, lot: Lot<'_>, page: Page) {
    let place = reader.place(list.position());
    let mut reading = Reading::new(lot, Page { place, ..page });
    reading.entries(reader, list);
    reading.finish(reader);
}

/// Reads a map of definitions by name as one page of the current server.
pub(crate) fn members<'n, 'a>(reader: &mut Reader<'_>, members: impl Iterator<Item = (&'n str, Raw<'a>)>, page: Page) {
    let mut reading = Reading::new(Lot::default(), page);
    for (name, raw) in members {
        let setting = Setting::Named(name);
        let mut named = Reading::new(Lot { setting, ..Lot::default() }, std::mem::take(&mut reading.page));
        match named.definition(reader, raw) {
            Ok(()) => {}
            Err(NotATool::Malformed { message, offset }) => reader.problem(raw, raw.start + offset, message, true),
            Err(other) => reader.problem(raw, raw.start, other.to_string(), false),
        }
        reading.page = named.page;
    }
    reading.finish(reader);
}

/// Reads one definition that stands by itself; false when it is none, which then is no problem.
pub(crate) fn single(reader: &mut Reader<'_>, raw: Raw<'_>, lot: Lot<'_>) -> bool {
    let mut reading = Reading::new(lot, Page::default());
    match reading.definition(reader, raw) {
        Ok(()) => {
            for tool in reading.page.tools {
                reader.server().push_loose(tool);
            }
            true
        }
        Err(_) => false,
    }
}

struct Reading<'l> {
    lot: Lot<'l>,
    page: Page,
    /// JSON pointer to the list, once a problem asked for it.
    pointer: Option<String>,
    /// Entries that are no function tools.
    hosted: usize,
}

impl<'l> Reading<'l> {
    fn new(lot: Lot<'l>, page: Page) -> Self {
        Reading { lot, page, pointer: None, hosted: 0 }
    }

    /// A list of nothing but the provider's own tools is no server's list.
    fn finish(self, reader: &mut Reader<'_>) {
        if self.hosted == 0 || !self.page.tools.is_empty() {
            reader.server().pages.push(self.page);
        }
    }

    fn entries(&mut self, reader: &mut Reader<'_>, list: Raw<'_>) {
        let mut items = list.items();
        let mut index = 0;
        // An entry that is not closed is walked over to the end of the text; that may happen only so often.
        let mut budget = list.document.text.len().saturating_mul(UNCLOSED_WALKS);
        while let Some(item) = items.next() {
            match item {
                Ok(item) if !item.whole && budget < item.end - item.start => {
                    let place = self.place(reader, list, index, item.start);
                    reader.problem_at(
                        place,
                        "too many entries are not closed; the rest of the list was not read",
                        true,
                    );
                    break;
                }
                Ok(item) => {
                    budget -= if item.whole { 0 } else { item.end - item.start };
                    self.entry(reader, Entry { list, item, index }, &mut items);
                }
                // Told once for the whole source when it is the end of the text.
                Err(broken) if broken.at >= list.document.text.len() => {}
                Err(broken) => {
                    let place = self.place(reader, list, index, broken.at);
                    reader.problem_at(place, format!("no valid JSON: {}", broken.what), !items.goes_on());
                    let next =
                        if items.goes_on() { None } else { next_definition(list.document, broken.at, usize::MAX) };
                    if let Some(next) = next {
                        items.resume_at(next);
                    }
                    continue;
                }
            }
            index += 1;
        }
    }

    fn entry(&mut self, reader: &mut Reader<'_>, entry: Entry<'_>, items: &mut Items<'_>) {
        let Entry { list, item, index } = entry;
        match self.definition(reader, item) {
            Ok(()) => {}
            Err(NotATool::Hosted { kind, .. }) => {
                let place = self.place(reader, list, index, item.start);
                reader.problem_at(place, hosted(&kind), false);
                self.hosted += 1;
            }
            Err(NotATool::Group) => {
                self.group(reader, item);
                // A namespace's tools belong to a server of their own.
                self.hosted += 1;
            }
            Err(NotATool::Malformed { message, offset }) => {
                let name = item.object().and_then(|object| object.string("name").map(|name| format!(" {name:?}")));
                let place = self.place(reader, list, index, item.start + offset);
                let message = format!("entry {index} of the list{}: {message}", name.unwrap_or_default());
                reader.problem_at(place, message, true);
                if let Some(next) = next_definition(item.document, item.start + offset.max(1), item.end) {
                    items.resume_at(next);
                }
            }
        }
    }

    fn definition(&mut self, reader: &mut Reader<'_>, item: Raw<'_>) -> Result<(), NotATool> {
        let mut doubts = Vec::new();
        let place = reader.place(item.position());
        let mut tool = definition::read(item, self.lot.setting, place, &mut doubts)?;
        doubts.extend(parts::doubts(&tool, item));
        if tool.input_schema().is_none() {
            tool.fidelity = tool.fidelity.max(self.lot.without_schema);
        }
        if reader.doubts_told {
            doubts.clear();
        }
        for doubt in doubts {
            let at = item.start + doubt.offset;
            let place = reader.place(item.document.position(at));
            let place = Place { tool: Some(tool.name.clone()), pointer: item.pointer_to(at, POINTER_LEVELS), ..place };
            reader.problem_at(place, doubt.message, false);
        }
        self.page.tools.push(tool);
        Ok(())
    }

    /// The place of an entry; the position may stand somewhere inside it.
    fn place(&mut self, reader: &mut Reader<'_>, list: Raw<'_>, index: usize, at: usize) -> Place {
        let list_pointer = self.pointer.get_or_insert_with(|| reader.pointer(list, list.start));
        let pointer = format!("{list_pointer}/{index}");
        Place { pointer, ..reader.place(list.document.position(at)) }
    }

    /// Several definitions in one entry. A namespace is what a host makes of a server.
    fn group(&mut self, reader: &mut Reader<'_>, item: Raw<'_>) {
        let Some(object) = reader.object(item) else { return };
        if !object.has_any(&DECLARATION_KEYS) {
            let name = object.string("name");
            if let Some(tools) = object.get("tools") {
                reader.under(name.as_deref(), |reader| list(reader, tools, self.lot, Page::default()));
            }
            return;
        }
        for (key, value) in &object.members {
            if DECLARATION_KEYS.contains(&key.as_ref()) {
                let lot = Lot { setting: Setting::Declaration, ..self.lot };
                let mut reading = Reading::new(lot, std::mem::take(&mut self.page));
                reading.entries(reader, *value);
                self.page = reading.page;
            } else if value.kind() == Kind::Object {
                reader.problem(*value, value.start, hosted(key), false);
            }
        }
    }
}

/// One entry of a list.
struct Entry<'a> {
    list: Raw<'a>,
    item: Raw<'a>,
    index: usize,
}

fn hosted(kind: &str) -> String {
    format!("{kind} is no function tool: the provider supplies it, and nothing is counted for it")
}

/// Where the next definition starts, when a broken entry has taken it in: an unclosed bracket or quote runs over
/// everything behind it. Only an object that is a definition with a schema counts, so that no part of the broken
/// entry passes for a tool.
fn next_definition<'a>(document: &'a Document<'a>, from: usize, to: usize) -> Option<usize> {
    let text = document.text;
    let bytes = text.as_bytes();
    let to = to.min(text.len());
    // Each failed attempt may run to the end of the text; four of them is what a broken file is worth.
    let mut budget = to.saturating_sub(from).saturating_mul(4);
    for start in memchr::memchr_iter(b'{', bytes.get(from..to)?).map(|found| from + found) {
        let before = bytes.get(..start)?.iter().rev().find(|byte| !byte.is_ascii_whitespace());
        if before != Some(&b',') || bytes.get(space_end(bytes, start + 1)) != Some(&b'"') {
            continue;
        }
        let candidate = Raw::at(document, start)?;
        let is_definition = candidate.whole
            && candidate.object().is_some_and(|object| object.has_any(&SCHEMA_KEYS))
            && definition::read(candidate, Setting::Anywhere, Place::default(), &mut Vec::new()).is_ok();
        if is_definition {
            return Some(start);
        }
        budget = budget.checked_sub(candidate.end - start)?;
    }
    None
}
