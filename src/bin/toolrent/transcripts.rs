//! Transcripts as users name them: files and folders, each read for what it is, what cannot be read told beside the rest.

use std::collections::BTreeSet;
use std::path::Path;

use toolrent::rent::figures;
use toolrent::report::document::Source;
use toolrent::report::requests::Skipped;
use toolrent::session::tally::{Seen, Unread};
use toolrent::session::transcript::{self, NoTranscript, Transcript};

use crate::catalogs;
use crate::exit::{Exit, Failure};
use crate::source;

/// What was read.
pub(crate) struct Read {
    /// The transcripts, in order.
    pub(crate) transcripts: Vec<Transcript>,
    /// One entry a file.
    pub(crate) sources: Vec<Source>,
    /// Entries that could not be read, by reason.
    pub(crate) unread: Vec<Skipped>,
    /// `Clean`, or `Partial` when a file could not be read.
    pub(crate) exit: Exit,
}

/// How the files in a folder end that are read.
const ENDINGS: [&str; 2] = ["jsonl", "json"];
/// Where Claude Code keeps the sessions of subagents, in the folder that is named like the session.
const AGENTS: &str = "subagents";
/// Where it keeps long results.
const RESULTS: &str = "tool-results";

/// A file to read, and who named it.
struct File {
    name: String,
    found: Found,
}

/// Who named a file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Found {
    /// The user.
    Named,
    /// It lay in a folder, or beside a session: it may be anything.
    Beside,
}

/// Reads all files. One that cannot be read is told and leaves the others; none at all is a failure.
pub(crate) fn read(names: &[String]) -> Result<Read, Failure> {
    let mut read = Read { transcripts: Vec::new(), sources: Vec::new(), unread: Vec::new(), exit: Exit::Clean };
    let (mut failures, mut passed_over, mut seen) = (Vec::new(), Vec::new(), Seen::default());
    for File { name, found } in files(names)? {
        let told = |error: &NoTranscript| Failure::new(format!("{name}: {error}"));
        let bytes = source::bytes(&name);
        let transcript =
            bytes.map(|bytes| transcript::read_after(&name, &bytes, &|file| beside(&name, file), &mut seen));
        let (failure, may_be_anything) = match transcript {
            Ok(Ok(transcript)) => {
                read.take(&name, transcript);
                continue;
            }
            Ok(Err(error)) => (told(&error), found == Found::Beside && !matches!(error, NoTranscript::NotJson { .. })),
            Err(failure) => (failure, false),
        };
        let status = if may_be_anything { "skipped" } else { "failed" };
        let source = catalogs::failed(&name, &failure);
        read.sources.push(Source { kind: "transcript".to_owned(), status: status.to_owned(), ..source });
        if may_be_anything { passed_over.push(failure) } else { failures.push(failure) }
    }
    if read.transcripts.is_empty() {
        return Err(failures.into_iter().chain(passed_over).next().unwrap_or(Failure::Gone));
    }
    for failure in &failures {
        failure.tell();
        read.exit = Exit::Partial;
    }
    Ok(read)
}

impl Read {
    fn take(&mut self, name: &str, transcript: Transcript) {
        self.sources.push(status(name, &transcript));
        let line = |(reason, unread): (&String, &Unread)| Skipped {
            reason: format!("{name}:{}: {reason}", unread.first),
            n: unread.count,
        };
        self.unread.extend(transcript.unread.iter().map(line));
        self.transcripts.push(transcript);
    }
}

/// The files that names stand for: of a folder those that end like a transcript, and behind every session the files of its
/// subagents.
fn files(names: &[String]) -> Result<Vec<File>, Failure> {
    let mut files = Vec::new();
    for name in names {
        let path = Path::new(name);
        if path.is_dir() {
            let found = within(path).map_err(|error| Failure::new(format!("{name}: {error}")))?;
            if found.is_empty() {
                return Err(Failure::new(format!("{name}: holds no .jsonl or .json file")));
            }
            files.extend(found.into_iter().map(|name| File { name, found: Found::Beside }));
        } else {
            files.push(File { name: name.clone(), found: Found::Named });
        }
    }
    let mut all = Vec::new();
    let mut taken = BTreeSet::new();
    for file in files {
        let agents = within(&Path::new(&file.name).with_extension("").join(AGENTS)).unwrap_or_default();
        let agents = agents.into_iter().map(|name| File { name, found: Found::Beside });
        all.extend([file].into_iter().chain(agents).filter(|file| taken.insert(file.name.clone())));
    }
    Ok(all)
}

/// The files of a folder that end like a transcript, by name.
fn within(folder: &Path) -> std::io::Result<Vec<String>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let fits = path.extension().is_some_and(|ending| ENDINGS.iter().any(|known| ending == *known));
        if fits && path.is_file() {
            found.push(path.display().to_string());
        }
    }
    found.sort();
    Ok(found)
}

/// A long result that the host put into a file beside the session. A recording names it as it was on its own machine; only
/// the last part of that counts, so that no recording can have other files read.
fn beside(session: &str, file: &str) -> Option<Vec<u8>> {
    let name = file.rsplit(['/', '\\']).next().filter(|name| !matches!(*name, "" | "." | ".."))?;
    let session = Path::new(session);
    let places = [session.with_extension("").join(RESULTS), session.parent()?.join(RESULTS)];
    let path = places.iter().map(|place| place.join(name)).find(|path| path.is_file())?;
    std::fs::read(path).ok()
}

fn status(name: &str, transcript: &Transcript) -> Source {
    let turns = transcript.sessions.iter().flat_map(|session| &session.turns);
    let calls = turns.map(|turn| turn.calls.len()).sum();
    let lost: usize = transcript.unread.values().map(|unread| unread.count).sum();
    let mut detail =
        format!("{}, {}", figures::count(transcript.sessions.len(), "session"), figures::count(calls, "call"));
    if lost > 0 {
        detail.push_str(&format!(", {} not read", figures::count(lost, "line")));
    }
    Source {
        name: name.to_owned(),
        kind: "transcript".to_owned(),
        status: if lost > 0 { "incomplete" } else { "ok" }.to_owned(),
        detail: Some(detail),
    }
}
