//! The recorded runs and tasks of the shared folder, read whole.

use std::fs;

use toolrent::session::transcript::{self, Form, Transcript};

use crate::shared::folder;

fn read(name: &str) -> Option<Transcript> {
    let bytes = fs::read(folder()?.join("retrieval").join(name)).expect("the file");
    Some(transcript::read(name, &bytes).expect("a transcript"))
}

#[test]
fn the_recorded_runs_are_whole() {
    let Some(read) = read("runs.jsonl") else { return };
    assert_eq!(read.form, Some(Form::Workload));
    assert_eq!((read.sessions.len(), read.skipped.len(), read.unread.len()), (95, 0, 0));
    let turns = || read.sessions.iter().flat_map(|session| &session.turns);
    let calls = || turns().flat_map(|turn| &turn.calls);
    assert_eq!(calls().count(), 531);
    // 273 before an execution, 10 behind the last one.
    assert_eq!(turns().map(|turn| turn.searches.len()).sum::<usize>(), 283);
    let trailing = read.sessions.iter().filter_map(|session| session.turns.last());
    assert_eq!(trailing.map(|turn| turn.searches.len()).sum::<usize>(), 10);
    // Four calls stand in the answer of the call before them, and each session has a closing turn.
    assert_eq!(turns().count(), 531 - 4 + 95);
    assert!(calls().all(|used| used.result.o200k.is_some() && used.call.arguments.is_some()));
    assert!(turns().flat_map(|turn| &turn.searches).all(|search| !search.query.is_empty()));
    assert_eq!(calls().filter(|used| used.failed).count(), 14);
}

#[test]
fn the_tasks_need_what_was_annotated() {
    let Some(read) = read("queries.jsonl") else { return };
    assert_eq!(read.sessions.len(), 95);
    let needed: Vec<usize> = read.sessions.iter().flat_map(|session| &session.needed).map(Vec::len).collect();
    assert_eq!((needed.len(), needed.iter().filter(|alternatives| **alternatives > 1).count()), (251, 29));
    for session in &read.sessions {
        assert_eq!(session.turns.len(), session.needed.len() + 1, "{}", session.id);
        assert_eq!(session.turns[0].said.len(), 1);
    }
}

#[test]
fn the_written_queries_and_the_recorded_requests_are_read() {
    let Some(queries) = read("written_queries.jsonl") else { return };
    assert_eq!(queries.sessions.len(), 144);
    let requests = read("recorded_search_usage.json").expect("the folder is there");
    assert_eq!(requests.form, Some(Form::Requests));
    let usage = requests.sessions.iter().flat_map(|session| &session.turns).filter_map(|turn| turn.usage);
    let input: Vec<i64> = usage.map(|usage| usage.input).collect();
    for pass in [1605, 1029, 1594, 955, 613, 510] {
        assert!(input.contains(&pass), "{pass} in {input:?}");
    }
}
