//! Claude Code's sessions: one turn a request, each thing counted once.

use std::fs;

use toolrent::session::tally::Seen;
use toolrent::session::transcript::{self, Form, Transcript};
use toolrent::session::turn::{Image, Session, ToolRef, Usage};

pub(crate) fn sample(name: &str) -> Vec<u8> {
    let path = format!("{}/samples/sessions/{name}", env!("CARGO_MANIFEST_DIR"));
    fs::read(path).expect("the sample")
}

pub(crate) fn read(name: &str) -> Transcript {
    transcript::read(name, &sample(name)).expect("a transcript")
}

/// The tools that a session calls, turn by turn.
pub(crate) fn calls(session: &Session) -> Vec<Vec<String>> {
    let name = |used: &toolrent::session::turn::Used| {
        let tool = used.call.tool.clone().unwrap_or_default();
        used.call.server.as_ref().map_or_else(|| tool.clone(), |server| format!("{server}.{tool}"))
    };
    session.turns.iter().map(|turn| turn.calls.iter().map(name).collect()).collect()
}

fn lines(lines: &[&str]) -> Vec<u8> {
    lines.join("\n").into_bytes()
}

#[test]
fn a_session_and_its_subagent_are_told_apart() {
    let read = read("claude-code.jsonl");
    assert_eq!(read.form, Some(Form::ClaudeCode));
    let ids: Vec<&str> = read.sessions.iter().map(|session| session.id.as_str()).collect();
    let main = "5e551000-0000-4000-8000-000000000001";
    assert_eq!(ids, [main, &format!("{main}/hitung01")]);
    assert_eq!(
        calls(&read.sessions[0]),
        [
            vec!["gudang.stok", "gudang.stok"],
            vec!["gudang.riwayat"],
            vec!["Task"],
            vec![],
            vec!["gudang.pindah"],
            vec![]
        ]
    );
    assert_eq!(calls(&read.sessions[1]), [vec!["hitung.rata"], vec![]]);
    assert!(read.sessions[1].turns[0].calls[0].failed);
    assert_eq!(read.sessions[0].model.as_deref(), Some("claude-sonnet-4-6"));
    assert_eq!(read.sessions[1].model.as_deref(), Some("claude-haiku-4-5"));
}

#[test]
fn one_message_over_several_lines_is_billed_once() {
    let read = read("claude-code.jsonl");
    let turns = &read.sessions[0].turns;
    let usage = Usage { input: 6303, cache_read: 5900, cache_write: 400, output: 96 };
    assert_eq!(turns[0].usage, Some(usage));
    let billed: i64 = read
        .sessions
        .iter()
        .flat_map(|session| &session.turns)
        .filter_map(|turn| turn.usage)
        .map(|usage| usage.output)
        .sum();
    assert_eq!(billed, 96 + 30 + 25 + 18 + 44 + 12 + 22 + 5);
    assert_eq!(turns[0].search_usage.iter().map(|usage| usage.output).collect::<Vec<_>>(), [40]);
    let answer = turns[0].answer.text.as_deref().expect("text");
    assert_eq!(answer.matches("Saya tanya kedua gudang.").count(), 1);
    assert_eq!(answer.matches("mcp__gudang__stok {").count(), 2);
    assert_eq!(turns[0].thought.text.as_deref(), Some("Dua gudang, dua panggilan."));
}

#[test]
fn a_search_leads_to_the_next_call() {
    let read = read("claude-code.jsonl");
    let turn = &read.sessions[0].turns[0];
    assert_eq!(turn.searches.len(), 1);
    assert_eq!(turn.searches[0].query, "select:mcp__gudang__stok");
    let stok = ToolRef { server: Some("gudang".to_owned()), tool: "stok".to_owned() };
    assert_eq!(turn.searches[0].returned, [stok]);
    let said: Vec<&str> = turn.said.iter().filter_map(|said| said.text.as_deref()).collect();
    assert_eq!(said.len(), 1, "names of deferred tools are no part of what was said: {said:?}");
    assert!(said[0].contains("<system-reminder>"));
}

#[test]
fn a_result_is_what_the_model_read() {
    let read = transcript::read_with("a.jsonl", &sample("claude-code.jsonl"), &|file| {
        file.ends_with("tool-results/toolu_3.txt").then(|| b"semua baris".to_vec())
    })
    .expect("a transcript");
    let session = &read.sessions[0];
    let turns = &session.turns;
    assert_eq!(turns[0].calls[0].result.text.as_deref(), Some("BDG: 42 karung"));
    assert_eq!(turns[0].calls[1].result.text.as_deref(), Some("SBY: 17 karung"));
    assert_eq!(turns[0].calls[1].result.images, [Image { pixels: Some((320, 200)), bytes: 14 }]);
    let note = turns[1].calls[0].result.text.as_deref().expect("the note");
    assert!(note.starts_with("<persisted-output>") && !note.contains("tidak dibaca model"));
    let [spilled] = &session.spilled[..] else { panic!("one spilled result: {:?}", session.spilled) };
    assert_eq!((spilled.turn, spilled.call, spilled.text.as_deref()), (1, 0, Some("semua baris")));
    assert!(spilled.file.ends_with("tool-results/toolu_3.txt"));
}

#[test]
fn compaction_and_gaps_stand_with_their_turn() {
    let read = read("claude-code.jsonl");
    let turns = &read.sessions[0].turns;
    let compacted: Vec<bool> = turns.iter().map(|turn| turn.compacted).collect();
    assert_eq!(compacted, [false, false, false, false, true, false]);
    assert_eq!(turns[4].said.len(), 2, "the summary and the prompt");
    let gaps: Vec<Option<u64>> = turns.iter().map(|turn| turn.gap_ms).collect();
    // Requests are sent at 6, 12, 16, 27, 1205 and 1209 seconds.
    assert_eq!(gaps, [None, Some(6000), Some(4000), Some(11_000), Some(1_178_000), Some(4000)]);
}

#[test]
fn what_says_nothing_is_counted() {
    let read = read("claude-code.jsonl");
    let skipped: Vec<(&str, usize)> = read.skipped.iter().map(|(kind, count)| (kind.as_str(), *count)).collect();
    assert_eq!(
        skipped,
        [
            ("attachment deferred_tools_delta", 1),
            ("file-history-snapshot", 1),
            ("progress", 1),
            ("repeated line", 1),
            ("summary", 1)
        ]
    );
    let unread: Vec<(&str, usize)> =
        read.unread.iter().map(|(reason, unread)| (reason.as_str(), unread.count)).collect();
    assert_eq!(unread, [("not JSON", 1)]);
}

#[test]
fn a_resumed_session_repeats_nothing() {
    let mut seen = Seen::default();
    let bytes = sample("claude-code.jsonl");
    transcript::read_after("a.jsonl", &bytes, &|_| None, &mut seen).expect("a transcript");
    // A fork has lines under new ids, with the same answers.
    let text = String::from_utf8(bytes)
        .expect("text")
        .replace("5e551000", "5e552000")
        .replace("\"uuid\":\"a0", "\"uuid\":\"b0");
    let fork = transcript::read_after("b.jsonl", text.as_bytes(), &|_| None, &mut seen).expect_err("nothing new");
    assert!(fork.to_string().contains("repeated answer"), "{fork}");
    // It goes on with a question of its own.
    let more = r#"
{"type":"user","uuid":"c1","sessionId":"f","message":{"content":"lanjut"}}
{"type":"assistant","uuid":"c2","sessionId":"f","message":{"id":"baru","content":"ya"}}"#;
    let text = format!(
        "{}{more}",
        text.replace("\"uuid\":\"b0", "\"uuid\":\"d0").replace("5e552000-0000-4000-8000-000000000001", "f")
    );
    let fork = transcript::read_after("c.jsonl", text.as_bytes(), &|_| None, &mut seen).expect("one new turn");
    let [session] = &fork.sessions[..] else { panic!("one session: {:?}", fork.sessions) };
    assert_eq!((session.turns.len(), session.turns[0].said.len()), (1, 1));
}

#[test]
fn a_prompt_that_is_asked_again_gives_up_what_followed() {
    let user = |uuid: &str, parent: &str, text: &str| {
        format!(
            r#"{{"type":"user","uuid":"{uuid}","parentUuid":{parent},"sessionId":"s","message":{{"role":"user","content":"{text}"}}}}"#
        )
    };
    let answer = |uuid: &str, parent: &str, id: &str| {
        format!(
            r#"{{"type":"assistant","uuid":"{uuid}","parentUuid":"{parent}","sessionId":"s","message":{{"id":"{id}","content":[{{"type":"tool_use","id":"c{id}","name":"mcp__a__{id}","input":{{}}}}]}}}}"#
        )
    };
    let rows = [
        user("1", "null", "satu"),
        answer("2", "1", "m1"),
        user("3", "\"2\"", "dua"),
        answer("4", "3", "m2"),
        user("5", "\"2\"", "dua, diulang"),
        answer("6", "5", "m3"),
    ];
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let read = transcript::read("a", &lines(&rows)).expect("a transcript");
    let told: Vec<_> = read.sessions.iter().map(calls).collect();
    assert_eq!(told, [vec![vec!["a.m1"], vec!["a.m3"]], vec![vec!["a.m2"]]]);
}

#[test]
fn older_subagents_are_chains_in_the_same_file() {
    let rows = lines(&[
        r#"{"type":"user","uuid":"1","parentUuid":null,"sessionId":"s","message":{"content":"utama"}}"#,
        r#"{"type":"user","uuid":"2","parentUuid":null,"isSidechain":true,"sessionId":"s","message":{"content":"samping"}}"#,
        r#"{"type":"assistant","uuid":"3","parentUuid":"2","isSidechain":true,"sessionId":"s","message":{"id":"x","content":"ya"}}"#,
        r#"{"type":"assistant","uuid":"4","parentUuid":"1","sessionId":"s","message":{"id":"y","content":"baik"}}"#,
    ]);
    let read = transcript::read("a", &rows).expect("a transcript");
    let ids: Vec<(&str, usize)> = read.sessions.iter().map(|session| (&*session.id, session.turns.len())).collect();
    assert_eq!(ids, [("s", 1), ("s/2", 1)]);
}
