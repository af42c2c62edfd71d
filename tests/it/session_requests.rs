//! Recorded requests, captured calls, spans and workloads as sessions.

use serde_json::{Value, json};
use toolrent::session::transcript::{self, Form};
use toolrent::session::turn::{Image, ToolRef, Usage};

use crate::session_claude::{calls, read};

#[test]
fn requests_that_begin_with_each_other_are_one_session() {
    let read = read("anthropic-log.jsonl");
    assert_eq!(read.form, Some(Form::Requests));
    let told: Vec<_> = read.sessions.iter().map(calls).collect();
    assert_eq!(told, [vec![vec!["buat_acara"], vec!["buat_acara"], vec![]], vec![vec![]]]);
    let turns = &read.sessions[0].turns;
    let usage: Vec<i64> = turns.iter().filter_map(|turn| turn.usage).map(|usage| usage.input).collect();
    assert_eq!(usage, [1500, 1100, 1190]);
    assert_eq!(turns.iter().map(|turn| turn.gap_ms).collect::<Vec<_>>(), [None, Some(4000), Some(4000)]);
    assert_eq!(turns.iter().flat_map(|turn| &turn.calls).map(|used| used.failed).collect::<Vec<_>>(), [true, false]);
    assert_eq!(turns[2].answer.text.as_deref(), Some("Rapat dibuat jam 11."));
    assert_eq!(turns[0].searches[0].query, "buat acara kalender");
    assert_eq!(turns[0].searches[0].returned, [ToolRef { server: None, tool: "buat_acara".to_owned() }]);
    assert!(turns[1].searches.is_empty());
    assert_eq!(
        read.sessions[0].system.as_ref().and_then(|system| system.text.as_deref()),
        Some("Kamu mengatur kalender.")
    );
}

#[test]
fn responses_that_point_at_each_other_are_one_session() {
    let read = read("responses-log.jsonl");
    let [session] = &read.sessions[..] else { panic!("one session: {}", read.sessions.len()) };
    assert_eq!(calls(session), [vec!["kurs.tanya"], vec![], vec!["kurs.tanya"], vec![]]);
    let turns = &session.turns;
    assert_eq!(turns[0].searches[0].query, "kurs");
    assert_eq!(turns[0].searches[0].returned, [ToolRef { server: Some("kurs".to_owned()), tool: "tanya".to_owned() }]);
    assert_eq!(turns[3].usage, Some(Usage { input: 580, cache_read: 512, cache_write: 0, output: 8 }));
    assert_eq!(turns[3].reasoning, Some(3));
    assert_eq!(turns[2].said.len(), 1);
}

#[test]
fn a_body_with_its_history_is_one_session() {
    let read = read("chat-body.json");
    let [session] = &read.sessions[..] else { panic!("one session") };
    assert_eq!(calls(session), [vec!["baca_menu", "harga"], vec![], vec!["pesan"]]);
    let said = &session.turns[0].said;
    assert_eq!(
        said.iter().flat_map(|said| &said.images).collect::<Vec<_>>(),
        [&Image { pixels: Some((320, 200)), bytes: 14 }]
    );
    assert_eq!(session.turns[0].calls[1].result.text.as_deref(), Some("18000"));
}

#[test]
fn a_side_question_does_not_tell_the_history_again() {
    let message = |role: &str, text: &str| json!({"role": role, "content": text});
    let history = [message("user", "a"), message("assistant", "b"), message("user", "c")];
    let row = |messages: &[Value]| json!({"model": "gpt-4o", "messages": messages}).to_string();
    let side = [&history[..1], &[message("assistant", "b"), message("user", "judul?")]].concat();
    let rows = [row(&history[..1]), row(&history), row(&side)].join("\n");
    let read = transcript::read("log", rows.as_bytes()).expect("sessions");
    let turns: Vec<usize> = read.sessions.iter().map(|session| session.turns.len()).collect();
    assert_eq!(turns, [2, 2], "{:?}", read.sessions[1]);
    assert_eq!(read.skipped.get("message of an earlier session"), Some(&1));
}

#[test]
fn captured_calls_are_a_session() {
    let read = read("tools-call.jsonl");
    assert_eq!(read.form, Some(Form::Capture));
    let [session] = &read.sessions[..] else { panic!("one session") };
    assert_eq!(calls(session), [vec!["toko.cari_barang"], vec!["toko.foto"], vec!["toko.stok"]]);
    let results: Vec<Option<&str>> = session.turns.iter().map(|turn| turn.calls[0].result.text.as_deref()).collect();
    assert_eq!(results, [Some("teh melati"), Some(""), Some("{\"sisa\":3}")]);
    assert_eq!(session.turns[1].calls[0].result.images.len(), 1);
}

#[test]
fn spans_with_messages_are_a_session() {
    let read = read("otlp.json");
    assert_eq!(read.form, Some(Form::Otel));
    let [session] = &read.sessions[..] else { panic!("one session: {}", read.sessions.len()) };
    assert_eq!(session.id, "obrolan-3");
    assert_eq!(calls(session), [vec!["cuaca"], vec!["catat"]]);
    assert_eq!(session.turns[0].calls[0].result.text.as_deref(), Some("hujan"));
    let last = &session.turns[1].calls[0];
    assert_eq!((last.result.text.as_deref(), last.failed), (Some("penuh"), true));
    assert_eq!(session.turns[1].usage, Some(Usage { input: 340, cache_read: 256, cache_write: 0, output: 25 }));
    assert_eq!(session.turns[1].gap_ms, Some(4000));
}

#[test]
fn spans_without_messages_are_a_session() {
    let read = read("otel-spans.jsonl");
    let [session] = &read.sessions[..] else { panic!("one session") };
    assert_eq!(calls(session), [vec!["toko.stok", "toko.jual"], vec![]]);
    let used = &session.turns[0].calls;
    assert_eq!((used[0].result.text.as_deref(), used[0].failed), (Some("3"), false));
    assert_eq!((used[1].result.text.as_deref(), used[1].failed), (None, true));
    assert_eq!(session.turns[1].usage.map(|usage| usage.input), Some(850));
}

#[test]
fn our_own_lines_say_all_fields() {
    let read = read("workload.jsonl");
    assert_eq!(read.form, Some(Form::Workload));
    let told: Vec<_> = read.sessions.iter().map(calls).collect();
    let written = vec![vec!["toko.cari_pesanan", "kurir.lacak"], vec!["toko.cari_pesanan"], vec![]];
    assert_eq!(told[0], written);
    assert_eq!(told[1], [vec!["gudang.stok"], vec!["surel.kirim"], vec![]]);
    assert_eq!(told[2], [vec!["peta.rute"], vec!["peta.biaya"], vec![]]);
    let session = &read.sessions[0];
    assert_eq!(session.system.as_ref().and_then(|system| system.o200k), Some(900));
    let turns = &session.turns;
    assert_eq!(turns[0].calls[1].result.o200k, Some(400));
    assert_eq!(turns[0].answer.o200k, Some(60));
    assert_eq!(turns[0].searches.iter().map(|search| search.returned.len()).collect::<Vec<_>>(), [0, 1]);
    assert_eq!((turns[1].gap_ms, turns[1].compacted, turns[1].said.len()), (Some(400_500), true, 2));
    assert!(turns[1].calls[0].failed);
    let needed: Vec<usize> = read.sessions[1].needed.iter().map(Vec::len).collect();
    assert_eq!(needed, [1, 2]);
    assert_eq!(read.sessions[1].turns[0].said[0].text.as_deref(), Some("Berapa stok kopi, dan kirim ke Budi?"));
    assert_eq!(read.sessions[2].id, "workload.jsonl:3");
}
