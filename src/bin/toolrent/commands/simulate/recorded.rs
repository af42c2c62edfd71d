//! Sessions and tasks from files: what of them could not be read is counted, what cannot be played is told.

use std::path::Path;

use toolrent::report::document::Source;
use toolrent::report::search::document::Lines;
use toolrent::session::tally::Seen;
use toolrent::session::transcript::{self, NoTranscript};
use toolrent::session::turn::Session;
use toolrent::simulate::rank::names::Names;
use toolrent::simulate::workload::Workload;

use crate::args::simulate::Simulate;
use crate::exit::Failure;
use crate::source;

/// What files of sessions and tasks held.
#[derive(Default)]
pub(crate) struct Recorded {
    /// The sessions, in the order of the files.
    pub(crate) sessions: Vec<Session>,
    /// One entry a file.
    pub(crate) sources: Vec<Source>,
    /// What could not be used.
    pub(crate) unread: Vec<Lines>,
}

/// Reads all files of sessions and tasks.
pub(crate) fn read(args: &Simulate) -> Result<Recorded, Failure> {
    let mut recorded = Recorded::default();
    let mut seen = Seen::default();
    for file in args.sessions.iter().chain(&args.tasks) {
        let name = file.display().to_string();
        let bytes = source::bytes(&name)?;
        let beside = |named: &str| beside(file, named);
        let read = transcript::read_after(&name, &bytes, &beside, &mut seen).map_err(|why| told(&name, &why))?;
        let kind = read.form.map_or("sessions", transcript::Form::name).to_owned();
        let status = if read.unread.is_empty() { "ok" } else { "incomplete" }.to_owned();
        recorded.sources.push(Source { name: name.clone(), kind, status, detail: None });
        recorded.unread.extend(read.unread.iter().map(|(reason, unread)| Lines::new(&name, reason, *unread)));
        recorded.sessions.extend(read.sessions);
    }
    Ok(recorded)
}

/// A file beside a recording, by its last part only: recordings name paths of another machine.
fn beside(recording: &Path, named: &str) -> Option<Vec<u8>> {
    let name = Path::new(named).file_name()?;
    let folder = recording.parent()?;
    let stem = recording.file_stem()?;
    [folder.join(name), folder.join(stem).join("tool-results").join(name)]
        .iter()
        .find_map(|file| std::fs::read(file).ok())
}

fn told(name: &str, why: &NoTranscript) -> Failure {
    Failure::new(format!("{name}: {why}")).help("docs/workload.md tells which sessions and tasks are read")
}

/// Sessions of which nothing can be played are no result.
pub(crate) fn something(workload: &Workload, names: &Names) -> Result<(), Failure> {
    if workload.runs.iter().any(|run| !run.used().is_empty()) {
        return Ok(());
    }
    let message = match workload.runs.is_empty() {
        true => format!("no task can be played: {} left out", workload.notes.left_out.len()),
        false => "no session calls a tool that is in any source".to_owned(),
    };
    let Some(unknown) = workload.notes.unknown.keys().next() else {
        return Err(Failure::new(message).help("sessions must call tools, and tasks must need some"));
    };
    let failure = Failure::new(format!("{message}; the first unknown tool is {unknown:?}"));
    Err(match names.near(unknown).as_slice() {
        [] => failure.help("are these the servers that the sessions used?"),
        near => failure.help(format!("did you mean {}?", near.join(" or "))),
    })
}
