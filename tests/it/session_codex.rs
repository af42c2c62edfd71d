//! Codex rollouts: items once, usage once, searches with what they found.

use toolrent::session::transcript::{self, Form};
use toolrent::session::turn::{ToolRef, Usage};

use crate::session_claude::{calls, read, sample};

#[test]
fn calls_and_their_results_are_told_once() {
    let read = read("codex-rollout.jsonl");
    assert_eq!(read.form, Some(Form::Codex));
    let [session] = &read.sessions[..] else { panic!("one session") };
    assert_eq!(session.id, "0199aaaa-0000-7000-8000-000000000001");
    assert_eq!(session.model.as_deref(), Some("gpt-5.4"));
    assert!(session.system.is_some());
    assert_eq!(
        calls(session),
        [vec!["toko.cari_pesanan"], vec!["toko.kirim_resi", "apply_patch"], vec![], vec!["toko.cari_pesanan"], vec![]]
    );
    let first = &session.turns[0].calls[0];
    assert_eq!(first.result.text.as_deref(), Some(r#"{"nomor":7,"status":"dikemas"}"#));
    assert!(first.call.result["content"].is_array());
    let failed: Vec<bool> = session.turns.iter().flat_map(|turn| &turn.calls).map(|used| used.failed).collect();
    assert_eq!(failed, [false, true, false, false]);
    assert_eq!(session.turns[0].said.len(), 2, "the developer and the user, without the event's copy");
}

#[test]
fn usage_comes_from_the_events_that_have_news() {
    let read = read("codex-rollout.jsonl");
    let turns = &read.sessions[0].turns;
    let usage: Vec<Option<i64>> = turns.iter().map(|turn| turn.usage.map(|usage| usage.output)).collect();
    assert_eq!(usage, [Some(40), Some(70), Some(20), None, Some(9)]);
    assert_eq!(turns[0].usage, Some(Usage { input: 2400, cache_read: 2048, cache_write: 0, output: 40 }));
    assert_eq!(turns[0].search_usage.iter().map(|usage| usage.output).collect::<Vec<_>>(), [60]);
    assert_eq!(turns[0].reasoning, Some(32));
    assert_eq!(read.skipped.get("event token_count without news"), Some(&2));
}

#[test]
fn a_search_and_a_compaction_stand_with_their_turn() {
    let read = read("codex-rollout.jsonl");
    let turns = &read.sessions[0].turns;
    assert_eq!(turns[0].searches[0].query, "cari pesanan");
    let tool = |tool: &str| ToolRef { server: Some("toko".to_owned()), tool: tool.to_owned() };
    assert_eq!(turns[0].searches[0].returned, [tool("cari_pesanan"), tool("kirim_resi")]);
    assert_eq!(turns.iter().map(|turn| turn.compacted).collect::<Vec<_>>(), [false, false, false, true, false]);
    assert_eq!(turns[3].said.len(), 2, "the summary and the prompt");
    assert_eq!(turns[3].gap_ms, Some(32_000));
}

#[test]
fn a_rollout_that_repeats_its_calls_has_them_once() {
    let text = String::from_utf8(sample("codex-rollout.jsonl")).expect("text");
    let twice = format!("{text}{text}");
    let read = transcript::read("dua", twice.as_bytes()).expect("a transcript");
    let told: usize = read.sessions.iter().flat_map(calls).flatten().count();
    assert_eq!(told, 4);
}

#[test]
fn older_rollouts_have_bare_items() {
    let rows = r#"{"id":"lama","timestamp":"2025-07-01T00:00:00Z","instructions":"Singkat."}
{"record_type":"state"}
{"type":"message","role":"user","content":[{"type":"input_text","text":"halo"}]}
{"type":"function_call","name":"shell","arguments":"{}","call_id":"1"}
{"type":"function_call_output","call_id":"1","output":"{\"output\":\"a\"}"}
"#;
    let read = transcript::read("a", rows.as_bytes()).expect("a transcript");
    assert_eq!((read.form, &*read.sessions[0].id), (Some(Form::Codex), "lama"));
    assert_eq!(calls(&read.sessions[0]), [vec!["shell"]]);
}
