//! Saved catalogs as one: every source read, what is missing told, servers chosen by name.

use std::io::Write;

use toolrent::catalog::place::Place;
use toolrent::catalog::saved::{self, Unreadable};
use toolrent::catalog::tool::{Catalog, Problem};
use toolrent::lint::observed::Observed;
use toolrent::rent::figures;
use toolrent::report::document::Source;
use toolrent::report::escape::visible;
use toolrent::session::capture;
use wildmatch::WildMatch;

use crate::args::Global;
use crate::exit::{Exit, Failure};
use crate::source;

/// What was read from all sources.
pub(crate) struct Read {
    /// The servers of all sources.
    pub(crate) catalog: Catalog,
    /// One entry a source.
    pub(crate) sources: Vec<Source>,
    /// `Clean`; `Unable` when a source could not be read, `Partial` when a server did not answer.
    pub(crate) exit: Exit,
    /// What was seen while servers were asked.
    pub(crate) observed: Vec<Observed>,
}

impl Default for Read {
    fn default() -> Self {
        Read { catalog: Catalog::default(), sources: Vec::new(), exit: Exit::Clean, observed: Vec::new() }
    }
}

/// Problems told before the rest is only counted.
const TOLD: usize = 8;

/// Which sources to read, and which of their servers to keep.
#[derive(Default)]
pub(crate) struct Wanted<'a> {
    /// The sources.
    pub(crate) names: &'a [String],
    /// The bytes of the first source, when they were read already.
    pub(crate) first: Option<Vec<u8>>,
    /// Globs of servers to keep; none keeps all.
    pub(crate) only: &'a [String],
    /// Globs of servers to leave out.
    pub(crate) skip: &'a [String],
}

/// Reads all sources. One that cannot be read is told and leaves the others; none at all is a failure.
pub(crate) fn read(wanted: Wanted<'_>, global: &Global) -> Result<Read, Failure> {
    let Wanted { names, mut first, only, skip } = wanted;
    let mut read = Read::default();
    let mut failures = Vec::new();
    for name in names {
        match one(name, first.take()) {
            Ok(mut catalog) => {
                note_empty(name, names.len(), &mut catalog);
                read.sources.push(status(name, &catalog));
                read.catalog.servers.extend(catalog.servers);
                read.catalog.problems.extend(catalog.problems);
            }
            Err(failure) => {
                read.sources.push(failed(name, &failure));
                failures.push(failure);
            }
        }
    }
    if failures.len() == names.len() {
        return Err(failures.into_iter().next().unwrap_or(Failure::Gone));
    }
    for failure in &failures {
        failure.tell();
        read.exit = Exit::Unable;
    }
    tell(&read.catalog, global);
    choose(&mut read.catalog, only, skip);
    something(&read, names, only.is_empty() && skip.is_empty())?;
    Ok(read)
}

/// Zero tools are never a result.
pub(crate) fn something(read: &Read, names: &[String], all: bool) -> Result<(), Failure> {
    if read.catalog.servers.iter().any(|server| !server.tools.is_empty()) {
        return Ok(());
    }
    let why = if all { "" } else { " left after --only and --skip" };
    Err(Failure::new(format!("{}: zero tools{why}; there is nothing to judge or count", names.join(", "))))
}

fn one(name: &str, given: Option<Vec<u8>>) -> Result<Catalog, Failure> {
    let bytes = given.map_or_else(|| source::bytes(name), Ok)?;
    saved::read(name, &bytes).map_err(|why| no_list(name, &bytes, &why))
}

/// The failure of a source that is no saved list; results of calls are told from a broken file.
pub(crate) fn no_list(name: &str, bytes: &[u8], why: &Unreadable) -> Failure {
    let failure = unreadable(name, why);
    match capture::read(name, bytes) {
        Ok(_) => Failure::new(format!("{name}: holds results of calls, and no tools"))
            .help(format!("toolrent lint --results {name} judges them")),
        Err(_) => failure,
    }
}

/// The failure of a source that is no saved list.
pub(crate) fn unreadable(name: &str, why: &Unreadable) -> Failure {
    let failure = Failure::new(format!("{name}: {why}"));
    match why {
        Unreadable::Empty => failure,
        Unreadable::NotACatalog { .. } => failure.help("the README lists every form with an example"),
    }
}

/// The entry of a source that could not be read.
pub(crate) fn failed(name: &str, failure: &Failure) -> Source {
    let detail = failure.message().map(str::to_owned);
    Source { name: name.to_owned(), kind: "file".to_owned(), status: "failed".to_owned(), detail }
}

/// The entry of a source that was read.
pub(crate) fn status(name: &str, catalog: &Catalog) -> Source {
    let lost = catalog.problems.iter().filter(|problem| problem.lost).count();
    let incomplete = lost > 0 || catalog.servers.iter().any(|server| server.incomplete);
    let tools: usize = catalog.servers.iter().map(|server| server.tools.len()).sum();
    let mut detail = format!("{}, {}", figures::count(catalog.servers.len(), "server"), figures::count(tools, "tool"));
    match lost {
        0 => {}
        1 => detail.push_str(", 1 entry lost"),
        more => detail.push_str(&format!(", {more} entries lost")),
    }
    Source {
        name: name.to_owned(),
        kind: "catalog".to_owned(),
        status: if incomplete { "incomplete" } else { "ok" }.to_owned(),
        detail: Some(detail),
    }
}

/// Tells what is lost or doubtful, with its place.
pub(crate) fn tell(catalog: &Catalog, global: &Global) {
    if global.quiet {
        return;
    }
    let shown = if global.verbose > 0 { usize::MAX } else { TOLD };
    let mut stderr = anstream::stderr().lock();
    for problem in catalog.problems.iter().take(shown) {
        tell_one(problem, &mut stderr);
    }
    let rest = catalog.problems.len().saturating_sub(shown);
    if rest > 0 {
        let _ = writeln!(stderr, "note: {rest} more (-v shows all)");
    }
}

/// Notes that one of several sources lists no tools, so that nobody takes it for judged.
pub(crate) fn note_empty(name: &str, of: usize, catalog: &mut Catalog) {
    if of > 1 && catalog.tools().next().is_none() {
        let place = Place { source: name.to_owned(), ..Place::default() };
        catalog.problems.push(Problem { place, message: "zero tools".to_owned(), lost: false });
    }
}

/// Tells one line on standard error.
pub(crate) fn tell_line(line: &str) {
    // Standard error is the last place left to write to.
    let _ = writeln!(anstream::stderr().lock(), "{}", visible(line));
}

/// Tells a line's problems while not too many were told before; gives back how many there were.
pub(crate) fn tell_some(catalog: &Catalog, told: usize) -> usize {
    let mut stderr = anstream::stderr().lock();
    for problem in catalog.problems.iter().take(TOLD.saturating_sub(told)) {
        tell_one(problem, &mut stderr);
    }
    catalog.problems.len()
}

fn tell_one(problem: &Problem, stderr: &mut dyn Write) {
    let place = &problem.place;
    let at = match (place.line, place.column) {
        (Some(line), Some(column)) => format!("{}:{line}:{column}", place.source),
        _ => place.source.clone(),
    };
    // A whole server that is missing has no place but its name.
    let whole = place.server.as_ref().filter(|_| problem.lost && place.pointer.is_empty());
    let tool = place.tool.as_ref().or(whole).map_or_else(String::new, |name| format!("{name}: "));
    let word = if problem.lost { "lost" } else { "note" };
    // Standard error is the last place left to write to.
    let _ = writeln!(stderr, "{word}: {}", visible(&format!("{at}: {tool}{}", problem.message)));
}

/// Keeps the servers that were asked for.
pub(crate) fn choose(catalog: &mut Catalog, only: &[String], skip: &[String]) {
    let fits = |globs: &[WildMatch], name: &str| globs.iter().any(|glob| glob.matches(name));
    let [only, skip] = [only, skip].map(|globs| globs.iter().map(|glob| WildMatch::new(glob)).collect::<Vec<_>>());
    catalog.servers.retain(|server| (only.is_empty() || fits(&only, &server.name)) && !fits(&skip, &server.name));
}
