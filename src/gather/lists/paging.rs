//! Walks over the pages of one list: what is new, what comes again, and when to stop.

use std::collections::{HashMap, HashSet};

use crate::catalog::place::Place;
use crate::catalog::tool::Problem;
use crate::gather::freshness::Freshness;
use crate::gather::limits::Limits;
use crate::gather::lists::page::{Entry, Fault, List, MOST_FAULTS, Next, Page};
use crate::gather::note::Severity;

/// Names told one by one in a remark.
const MOST_TOLD: usize = 5;

/// A walk in progress, and then what it gave.
#[derive(Debug)]
pub(crate) struct Paging<'l> {
    /// Which list.
    pub(crate) list: List,
    limits: &'l Limits,
    /// Before 2026-07-28 many servers give an empty cursor for "no more".
    is_legacy: bool,
    pages: usize,
    bytes: usize,
    /// Entries by name: their indices.
    seen: HashMap<String, Vec<usize>>,
    cursors: HashSet<String>,
    repeated: usize,
    doubled: Vec<String>,
    /// What came, in order.
    pub(crate) entries: Vec<Entry>,
    /// Entries that were lost or doubtful.
    pub(crate) problems: Vec<Problem>,
    /// Why the walk ended before the list did.
    pub(crate) cut: Option<String>,
    /// Whether that was because the run was over.
    pub(crate) is_over: bool,
    /// What all pages allow.
    pub(crate) freshness: Freshness,
    /// Entries that are lost or doubtful beyond those told.
    untold: usize,
    /// True when the cursor went in circles.
    circles: bool,
}

/// A class, how bad it is, and the text.
pub(crate) type Remark = (&'static str, Severity, String);

impl<'l> Paging<'l> {
    /// Before the first page.
    pub(crate) fn new(list: List, limits: &'l Limits, is_legacy: bool) -> Self {
        Paging {
            list,
            limits,
            is_legacy,
            pages: 0,
            bytes: 0,
            seen: HashMap::new(),
            cursors: HashSet::new(),
            repeated: 0,
            doubled: Vec::new(),
            entries: Vec::new(),
            problems: Vec::new(),
            cut: None,
            is_over: false,
            freshness: Freshness::UNLIMITED,
            circles: false,
            untold: 0,
        }
    }

    /// Pages so far.
    pub(crate) fn pages(&self) -> usize {
        self.pages
    }

    /// Takes a page of so many bytes; gives the cursor of the next one to ask for.
    pub(crate) fn take(&mut self, page: Page, bytes: usize) -> Option<String> {
        self.pages += 1;
        self.bytes = self.bytes.saturating_add(bytes);
        self.freshness = self.freshness.and(page.freshness);
        let before = (self.problems.len(), self.repeated, self.untold);
        self.untold += page.untold;
        for fault in page.faults {
            self.tell(fault);
        }
        let entries = self.entries.len();
        let is_whole = self.take_entries(page.entries);
        let is_new = self.entries.len() > entries;
        if let Some(broken) = page.broken {
            self.cut = Some(format!("page {} of {} breaks off: {broken}", self.pages, self.list.method));
            return None;
        }
        let cursor = match page.next {
            Next::End => None,
            Next::Cursor(cursor) => Some(cursor),
            Next::Odd(kind) => {
                self.cut = Some(format!("the cursor of {} is {kind}, not a string", self.list.method));
                return None;
            }
        };
        if !is_whole {
            self.cut = Some(format!("more than {} entries; the rest was not asked for", self.limits.entries));
            return None;
        }
        let cursor = cursor?;
        let comes_again = !self.cursors.insert(cursor.clone());
        if comes_again && !is_new {
            self.circles = true;
            // The page was an earlier one once more.
            self.problems.truncate(before.0);
            (self.repeated, self.untold) = (before.1, before.2);
            return None;
        }
        if comes_again && self.is_legacy && cursor.is_empty() {
            return None;
        }
        self.capped(cursor)
    }

    /// Why the walk ended early, with the name of the list.
    pub(crate) fn told_cut(&self) -> Option<String> {
        self.cut.as_ref().map(|cut| format!("{} was cut: {cut}", self.list.method))
    }

    /// What is worth knowing about the walk.
    pub(crate) fn remarks(&self) -> Vec<Remark> {
        let method = self.list.method;
        let mut remarks = Vec::new();
        if self.circles {
            let detail = format!(
                "the cursor of {method} does not advance: page {} has the one before it once more and nothing new",
                self.pages
            );
            remarks.push(("gather.cursor_loop", Severity::Warning, detail));
        }
        if let Some(cut) = self.told_cut() {
            remarks.push(("gather.cut", Severity::Warning, cut));
        }
        if self.untold > 0 {
            let detail = format!("{} more entries of {method} are lost or doubtful", self.untold);
            remarks.push(("gather.bad_entries", Severity::Warning, detail));
        }
        let class = if self.list == List::TOOLS { "gather.duplicate_tool" } else { "gather.duplicate_entry" };
        if self.repeated > 0 {
            let detail = format!("{} of {method} came again on a later page and count once", self.repeated);
            remarks.push((class, Severity::Info, detail));
        }
        if !self.doubled.is_empty() {
            let names: Vec<String> = self.doubled.iter().take(MOST_TOLD).map(|name| format!("{name:?}")).collect();
            let more = self.doubled.len().saturating_sub(MOST_TOLD);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            let detail = format!("{method} has several entries by the name {}{more}", names.join(", "));
            remarks.push((class, Severity::Warning, detail));
        }
        remarks
    }

    fn tell(&mut self, Fault { number, name, message, lost }: Fault) {
        if self.problems.len() >= MOST_FAULTS {
            self.untold += 1;
            return;
        }
        let page = if self.pages > 1 { format!(" of page {}", self.pages) } else { String::new() };
        let message = format!("entry {number}{page} of {}: {message}", self.list.method);
        let tool = name.filter(|_| self.list == List::TOOLS);
        self.problems.push(Problem { place: Place { tool, ..Place::default() }, message, lost });
    }

    /// False when there are more than may be taken.
    fn take_entries(&mut self, entries: Vec<Entry>) -> bool {
        let page_start = self.entries.len();
        for entry in entries {
            let earlier = self.seen.get(&entry.name).map_or(&[][..], Vec::as_slice);
            let is_again = |index: &usize| {
                *index < page_start && self.entries.get(*index).is_some_and(|earlier| earlier.text == entry.text)
            };
            if earlier.iter().any(is_again) {
                self.repeated += 1;
                continue;
            }
            if self.entries.len() >= self.limits.entries {
                return false;
            }
            if earlier.len() == 1 {
                self.doubled.push(entry.name.clone());
            }
            self.seen.entry(entry.name.clone()).or_default().push(self.entries.len());
            self.entries.push(entry);
        }
        true
    }

    fn capped(&mut self, cursor: String) -> Option<String> {
        let limits = self.limits;
        if self.pages >= limits.pages {
            self.cut = Some(format!("more than {} pages; the rest was not asked for", limits.pages));
        } else if self.bytes >= limits.total_bytes {
            self.cut = Some(format!("more than {} bytes; the rest was not asked for", limits.total_bytes));
        }
        if self.cut.is_some() { None } else { Some(cursor) }
    }
}

#[cfg(test)]
mod tests;
