//! Gathers what the shapes find in one source: servers, their lists of tools, problems.

use crate::catalog::place::Place;
use crate::catalog::saved::parse::document::Document;
use crate::catalog::saved::parse::encoding;
use crate::catalog::saved::parse::join::{Draft, collapse, tool_around};
use crate::catalog::saved::parse::object::Object;
use crate::catalog::saved::parse::scan::{Raw, space_end};
use crate::catalog::saved::parse::stranger::{self, View, described};
use crate::catalog::saved::{Look, SHAPES, Unreadable, Verdict};
use crate::catalog::source_map::Position;
use crate::catalog::tool::{Catalog, Problem};

/// How far a text may stand inside a string inside a text. Logs wrap a body in a row in an event; beyond that a
/// source plays with the reader.
const MOST_NESTED: usize = 8;

/// Steps of a pointer; each one walks over the value once more. What stands deeper is told by what it stands in.
pub(crate) const POINTER_LEVELS: usize = 32;

/// Bytes to walk over in search of pointers; behind that, problems have a line and a column only. Without a limit a
/// source with an error in each of its many lists would be walked once for each.
const POINTER_BUDGET: usize = 256 << 20;

/// What has been found so far.
#[derive(Debug)]
pub(crate) struct Reader<'s> {
    /// The source as the user named it.
    pub(crate) source: &'s str,
    drafts: Vec<Draft>,
    /// The draft that a list without a name of its own belongs to.
    current: usize,
    problems: Vec<(usize, Problem)>,
    /// The host whose answer is being read, in a recording of traffic.
    pub(crate) peer: Option<String>,
    /// True while an answer is read whose request has shown its tools already: an echo of them is no list.
    pub(crate) echoes: bool,
    /// True in a file that has a line of its own for each doubt, as ours do.
    pub(crate) doubts_told: bool,
    nested: usize,
    pointer_budget: usize,
    /// Where the value of the source that is being read starts.
    root: usize,
    losses: usize,
    /// The best that any shape said of any value.
    best: Verdict,
    /// What the first value without a shape looked like.
    stranger: Option<String>,
}

impl<'s> Reader<'s> {
    /// Starts with nothing found.
    pub(crate) fn new(source: &'s str) -> Self {
        Reader {
            source,
            drafts: vec![Draft::default()],
            current: 0,
            problems: Vec::new(),
            peer: None,
            echoes: false,
            doubts_told: false,
            nested: 0,
            pointer_budget: POINTER_BUDGET,
            root: 0,
            losses: 0,
            best: Verdict::Foreign,
            stranger: None,
        }
    }

    /// Gives one value to the first shape that knows it.
    pub(crate) fn value(&mut self, raw: Raw<'_>) -> Verdict {
        if self.nested >= MOST_NESTED {
            return Verdict::Foreign;
        }
        if self.nested == 0 {
            self.root = raw.start;
        }
        self.nested += 1;
        let view = View { raw, object: raw.object() };
        let verdict = SHAPES
            .iter()
            .map(|shape| match shape.read {
                Look::AtValue(read) => read(&view, self),
                Look::AtText(_) => Verdict::Foreign,
            })
            .find(|verdict| *verdict != Verdict::Foreign)
            .unwrap_or(Verdict::Foreign);
        self.nested -= 1;
        self.best = self.best.max(verdict);
        if verdict == Verdict::Read {
            self.broken(raw, view.object.as_ref());
        } else if verdict == Verdict::Foreign && self.nested == 0 {
            self.stranger.get_or_insert_with(|| described(&view));
        }
        verdict
    }

    /// Reads something that stands inside of what is being read, unless it stands too deep.
    pub(crate) fn inside(&mut self, read: impl FnOnce(&mut Self) -> Verdict) -> Verdict {
        if self.nested >= MOST_NESTED {
            return Verdict::Foreign;
        }
        self.nested += 1;
        let verdict = read(self);
        self.nested -= 1;
        verdict
    }

    /// A text that stands in a string, for a shape that knows what it must be.
    pub(crate) fn document_inside<'t>(&mut self, text: &'t str, string: Raw<'_>) -> Document<'t> {
        let pointer = self.pointer(string, string.start);
        Document::inside(text, string.position(), pointer)
    }

    /// True while a text inside a string is read.
    pub(crate) fn is_inside(&self) -> bool {
        self.nested > 0
    }

    /// The members of an object on the way to a list; tells where it breaks off.
    pub(crate) fn object<'a>(&mut self, raw: Raw<'a>) -> Option<Object<'a>> {
        let object = raw.object()?;
        self.broken(raw, Some(&object));
        Some(object)
    }

    /// Reads with the server of that name as the current one.
    pub(crate) fn under<T>(&mut self, name: Option<&str>, read: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.current;
        if let Some(name) = name {
            self.enter(name);
        }
        let result = read(self);
        self.current = before;
        result
    }

    /// Makes the server of that name the current one for what follows.
    pub(crate) fn enter(&mut self, name: &str) {
        self.enter_or_start(|draft| draft.name.as_deref() == Some(name), || Draft::named(name));
    }

    /// Makes the server behind that host the current one, in a recording of traffic.
    pub(crate) fn enter_peer(&mut self, host: &str) {
        let draft = || Draft { peer: Some(host.to_owned()), ..Draft::default() };
        self.enter_or_start(|draft| draft.peer.as_deref() == Some(host), draft);
    }

    /// Starts a further server of that name, as a new section of the source does.
    pub(crate) fn enter_new(&mut self, name: &str) {
        self.enter_or_start(|_| false, || Draft::named(name));
    }

    /// How many lists have been found so far.
    pub(crate) fn lists(&self) -> usize {
        self.drafts.iter().map(|draft| draft.pages.len()).sum()
    }

    /// The server that is being read; from now on something speaks of it.
    pub(crate) fn server(&mut self) -> &mut Draft {
        self.current_draft().used = true;
        self.current_draft()
    }

    /// The same for what makes no server by itself.
    pub(crate) fn current_draft(&mut self) -> &mut Draft {
        let current = self.current.min(self.drafts.len() - 1);
        &mut self.drafts[current]
    }

    /// Notes a problem of the current server.
    pub(crate) fn problem(&mut self, raw: Raw<'_>, offset: usize, message: impl Into<String>, lost: bool) {
        let pointer = self.pointer(raw, offset);
        let place = Place { pointer, ..self.place(raw.document.position(offset)) };
        self.problem_at(place, message, lost);
    }

    /// The JSON pointer to the innermost value around an offset in the document of `raw`.
    pub(crate) fn pointer(&mut self, raw: Raw<'_>, offset: usize) -> String {
        if let Some(pointer) = raw.document.string_pointer() {
            return pointer.to_owned();
        }
        let text = raw.document.text;
        let Some(left) = self.pointer_budget.checked_sub(text.len()) else { return String::new() };
        self.pointer_budget = left;
        let root = Raw::at(raw.document, self.root.min(text.len()));
        root.map(|root| root.pointer_to(offset, POINTER_LEVELS)).unwrap_or_default()
    }

    /// Notes a problem at a place that is known already.
    pub(crate) fn problem_at(&mut self, place: Place, message: impl Into<String>, lost: bool) {
        self.losses += usize::from(lost);
        self.problems.push((self.current, Problem { place, message: message.into(), lost }));
    }

    /// A place in the source.
    pub(crate) fn place(&self, position: Position) -> Place {
        Place {
            source: self.source.to_owned(),
            line: Some(position.line),
            column: Some(position.column),
            utf16_column: position.utf16_column,
            ..Place::default()
        }
    }

    /// How many problems cost something so far.
    pub(crate) fn losses(&self) -> usize {
        self.losses
    }

    /// Reads the one value of a line; what stands behind it is told.
    pub(crate) fn row<'a>(&mut self, document: &'a Document<'a>) {
        let text = document.text;
        let start = space_end(text.as_bytes(), 0);
        let opens = matches!(text.as_bytes().get(start), Some(b'{' | b'['));
        let Some(raw) = Raw::at(document, start).filter(|_| opens) else { return };
        let before = self.losses;
        self.value(raw);
        if !raw.whole && self.losses == before {
            self.problem(raw, raw.end, "the line ends in the middle of a value", true);
        } else if raw.whole && !text.get(raw.end..).unwrap_or_default().trim().is_empty() {
            self.problem(raw, raw.end, "something follows the value of this line and was passed over", false);
        }
    }

    /// Tells where bytes of the source were no text.
    pub(crate) fn bad_bytes(&mut self, document: &Document<'_>, text: &encoding::Text<'_>) {
        for offset in &text.bad {
            let place = self.place(document.position(*offset));
            let place = Place { tool: tool_around(&self.drafts, &place), ..place };
            self.problem_at(place, "bytes that are no UTF-8 stand here; they were read as U+FFFD", false);
        }
        if text.bad_places > text.bad.len() {
            let more = text.bad_places - text.bad.len();
            let place = self.place(document.position(text.bad.last().copied().unwrap_or_default()));
            self.problem_at(place, format!("{more} further places hold bytes that are no UTF-8"), false);
        }
    }

    /// Looks at a source that nothing was found in, to say what it is.
    pub(crate) fn strange<'a>(&mut self, document: &'a Document<'a>) {
        if let Some(found) = stranger::alone(document) {
            self.stranger.get_or_insert(found);
        }
    }

    /// Puts the servers of one line together; a line that says nothing of tools is no problem.
    pub(crate) fn finish_row(self, default_name: &str) -> Result<Catalog, Unreadable> {
        let says_nothing = self.best == Verdict::Silent && self.losses == 0;
        if says_nothing { Ok(Catalog::default()) } else { self.finish(default_name) }
    }

    /// Puts the servers together.
    pub(crate) fn finish(self, default_name: &str) -> Result<Catalog, Unreadable> {
        if self.best != Verdict::Read {
            let problem = self.problems.into_iter().find(|(_, problem)| problem.lost);
            let found = match (self.best, self.stranger, problem) {
                (Verdict::Silent, None, Some((_, problem))) => problem.message,
                (Verdict::Silent, None, None) => "JSON-RPC messages without a list of tools".to_owned(),
                (_, stranger, _) => stranger.unwrap_or_else(|| "text that is not JSON".to_owned()),
            };
            return Err(Unreadable::NotACatalog { found });
        }
        let mut catalog = Catalog::default();
        let mut names = Vec::new();
        for draft in self.drafts {
            let name = draft.final_name(default_name);
            names.push(draft.used.then(|| name.clone()));
            if draft.used {
                catalog.servers.push(draft.finish(name, self.source, &mut catalog.problems));
            }
        }
        for (draft, mut problem) in self.problems {
            let server = problem.place.server.take();
            problem.place.server = server.or_else(|| names.get(draft).cloned().flatten());
            catalog.problems.push(problem);
        }
        catalog.problems.sort_by_key(|problem| (problem.place.line, problem.place.column));
        collapse(&mut catalog.problems);
        Ok(catalog)
    }

    fn enter_or_start(&mut self, is_it: impl Fn(&Draft) -> bool, start: impl FnOnce() -> Draft) {
        let known = self.drafts.iter().rposition(is_it);
        self.current = known.unwrap_or_else(|| {
            self.drafts.push(start());
            self.drafts.len() - 1
        });
    }

    fn broken(&mut self, raw: Raw<'_>, object: Option<&Object<'_>>) {
        if let (true, Some(broken)) = (raw.whole, object.and_then(|object| object.broken)) {
            self.problem(raw, broken.at, format!("no valid JSON: {}", broken.what), true);
        }
    }
}
