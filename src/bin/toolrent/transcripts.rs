//! Transcripts as users name them: files and folders, each read for what it is, what cannot be read told beside the rest.

use std::path::Path;

use toolrent::report::document::Source;
use toolrent::report::requests::Skipped;
use toolrent::session::capture;
use toolrent::session::transcript::{Form, Transcript};
use toolrent::session::turn::{Session, Size, Turn, Used};

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

/// Reads all files. One that cannot be read is told and leaves the others; none at all is a failure.
pub(crate) fn read(names: &[String]) -> Result<Read, Failure> {
    let mut read = Read { transcripts: Vec::new(), sources: Vec::new(), unread: Vec::new(), exit: Exit::Clean };
    let mut failures = Vec::new();
    for name in files(names)? {
        match source::bytes(&name).and_then(|bytes| one(&name, &bytes)) {
            Ok(transcript) => {
                read.sources.push(status(&name, &transcript));
                let unread = transcript.unread.iter();
                read.unread.extend(unread.map(|(reason, unread)| Skipped {
                    reason: format!("{name}:{}: {reason}", unread.first),
                    n: unread.count,
                }));
                read.transcripts.push(transcript);
            }
            Err(failure) => {
                read.sources.push(Source { kind: "transcript".to_owned(), ..catalogs::failed(&name, &failure) });
                failures.push(failure);
            }
        }
    }
    if read.transcripts.is_empty() {
        return Err(failures.into_iter().next().unwrap_or(Failure::Gone));
    }
    for failure in &failures {
        failure.tell();
        read.exit = Exit::Partial;
    }
    Ok(read)
}

/// Files as they are named; of a folder, those that end like a transcript, by name.
fn files(names: &[String]) -> Result<Vec<String>, Failure> {
    let mut files = Vec::new();
    for name in names {
        let folder = Path::new(name);
        if !folder.is_dir() {
            files.push(name.clone());
            continue;
        }
        let told = |error: std::io::Error| Failure::new(format!("{name}: {error}"));
        let mut found = Vec::new();
        for entry in std::fs::read_dir(folder).map_err(told)? {
            let path = entry.map_err(told)?.path();
            let fits = path.extension().is_some_and(|ending| ENDINGS.iter().any(|known| ending == *known));
            if fits && path.is_file() {
                found.push(path.display().to_string());
            }
        }
        found.sort();
        if found.is_empty() {
            return Err(Failure::new(format!("{name}: holds no .jsonl or .json file")));
        }
        files.extend(found);
    }
    Ok(files)
}

fn one(name: &str, bytes: &[u8]) -> Result<Transcript, Failure> {
    let read = capture::read(name, bytes).map_err(|error| Failure::new(format!("{name}: {error}")))?;
    let turn = |call: toolrent::session::call::Call| {
        let failed = call.result["isError"] == true;
        Turn { calls: vec![Used { call, result: Size::default(), failed }], ..Turn::default() }
    };
    let turns = read.calls.into_iter().map(turn).collect();
    let session = Session { id: name.to_owned(), source: name.to_owned(), turns, ..Session::default() };
    Ok(Transcript { form: Some(Form::Capture), sessions: vec![session], ..Transcript::default() })
}

fn status(name: &str, transcript: &Transcript) -> Source {
    let turns = transcript.sessions.iter().flat_map(|session| &session.turns);
    let calls = turns.map(|turn| turn.calls.len()).sum();
    let lost: usize = transcript.unread.values().map(|unread| unread.count).sum();
    let mut detail =
        format!("{}, {}", catalogs::number(transcript.sessions.len(), "session"), catalogs::number(calls, "call"));
    if lost > 0 {
        detail.push_str(&format!(", {} not read", catalogs::number(lost, "line")));
    }
    Source {
        name: name.to_owned(),
        kind: "transcript".to_owned(),
        status: if lost > 0 { "incomplete" } else { "ok" }.to_owned(),
        detail: Some(detail),
    }
}
