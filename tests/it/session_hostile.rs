//! Whatever a transcript holds, reading it ends, in bounds, with what could be read; and errors tell no content.

use std::time::Instant;

use proptest::prelude::*;
use toolrent::session::transcript::{self, NoTranscript};

use crate::session_claude::{calls, sample};

const SAMPLES: [&str; 9] = [
    "anthropic-log.jsonl",
    "chat-body.json",
    "claude-code.jsonl",
    "codex-rollout.jsonl",
    "otel-spans.jsonl",
    "otlp.json",
    "responses-log.jsonl",
    "tools-call.jsonl",
    "workload.jsonl",
];

/// A made-up key in the form of a real one.
const KEY: &str = "sk-contoh-0123456789abcdef0123456789abcdef";

#[test]
fn what_is_no_transcript_says_what_it_is() {
    let said = |text: &str| transcript::read("a", text.as_bytes()).expect_err("no transcript").to_string();
    assert_eq!(said(""), "holds nothing");
    assert_eq!(said("\n halo \n"), "holds no JSON that can be read: not JSON (line 2)");
    assert_eq!(said("[1, 2]"), "is no transcript: it holds values that are no objects");
    assert_eq!(
        said(r#"{"tools":[{"name":"cari"}],"nextCursor":""}"#),
        "is no transcript: it holds objects with tools, nextCursor"
    );
    assert_eq!(
        said(r#"{"type":"summary","summary":"x","leafUuid":"1"}"#),
        "holds no session: a Claude Code session, with 1 x summary"
    );
    assert_eq!(
        said(r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#),
        "holds no session: captured tools/call messages, with no entries"
    );
}

#[test]
fn errors_and_counts_tell_no_content() {
    let texts = [
        format!(r#"{{"{KEY}":1}}"#),
        format!(r#"{{"type":"{KEY} {KEY}","sessionId":"s"}}"#),
        format!(r#"{{"type":"user","sessionId":"s","message":{{"content":"{KEY}"#),
        format!("{KEY}\n{KEY}"),
        format!(r#"{{"jsonrpc":"2.0","id":1,"error":{{"message":"{KEY}"}}}}"#),
    ];
    for text in texts {
        let error: NoTranscript = transcript::read("a", text.as_bytes()).expect_err("no transcript");
        assert!(!format!("{error:?} {error}").contains(KEY), "{error:?}");
    }
    let mut good = sample("claude-code.jsonl");
    good.extend(format!("{{\"type\":\"x {KEY}{KEY}\",\"sessionId\":\"s\"}}\n{KEY}\n").bytes());
    let read = transcript::read("a", &good).expect("a transcript");
    assert!(!format!("{:?} {:?}", read.skipped, read.unread).contains(KEY));
}

#[test]
fn one_bad_line_takes_no_other_with_it() {
    for name in SAMPLES.into_iter().filter(|name| name.ends_with(".jsonl")) {
        let good = sample(name);
        let told = |bytes: &[u8]| {
            let read = transcript::read(name, bytes).expect("a transcript");
            read.sessions.iter().map(calls).collect::<Vec<_>>()
        };
        let deep = format!("{}1{}", "[".repeat(5000), "]".repeat(5000));
        let mut bad = b"\x00\xFF\xFE\n{\"a\":\n".to_vec();
        bad.extend(deep.bytes());
        bad.push(b'\n');
        bad.extend(&good);
        assert_eq!(told(&bad), told(&good), "{name}");
    }
}

#[test]
fn a_long_line_is_read_and_a_longer_one_passed_over() {
    let line = |length: usize| {
        let text = "a".repeat(length);
        format!(r#"{{"type":"user","sessionId":"s","message":{{"content":"{text}"}}}}"#)
    };
    let answer = r#"{"type":"assistant","sessionId":"s","message":{"id":"m","content":"ya"}}"#;
    let text = format!("{}\n{answer}\n{}\n", line(50 << 20), line(65 << 20));
    let read = transcript::read("a", text.as_bytes()).expect("a transcript");
    assert_eq!(read.sessions[0].turns.len(), 1);
    assert_eq!(read.unread["a line longer than 64 MiB"].first, 3);
}

#[test]
fn time_grows_with_the_length_alone() {
    // Calls and results without ids, all in one answer; spans that are each other's parents; requests in a long chain.
    let many = 20_000;
    let call = r#"{"type":"function_call","name":"a","arguments":"{}"}"#;
    let output = r#"{"type":"function_call_output","output":"b"}"#;
    let codex = [vec![call; many], vec![output; many]].concat().join("\n");
    let span = |at: usize| {
        format!(
            r#"{{"traceId":"t","spanId":"{at}","parentSpanId":"{}","attributes":{{"gen_ai.operation.name":"x"}}}}"#,
            at + 1
        )
    };
    let spans: Vec<String> = (0..many).map(span).collect();
    let request = |at: usize| {
        format!(
            r#"{{"request":{{"model":"m","input":"a","previous_response_id":"{at}"}},"response":{{"id":"{}","output":[{{"type":"message","role":"assistant","content":"b"}}]}}}}"#,
            at + 1
        )
    };
    let chain: Vec<String> = (0..many).map(request).collect();
    let begun = Instant::now();
    let read = transcript::read("a", codex.as_bytes()).expect("a transcript");
    assert!(read.sessions[0].turns[0].calls.iter().all(|used| used.result.text.as_deref() == Some("b")));
    assert!(transcript::read("a", spans.join("\n").as_bytes()).is_err());
    let read = transcript::read("a", chain.join("\n").as_bytes()).expect("a transcript");
    assert_eq!(read.sessions[0].turns.len(), many);
    // Seconds without optimisation; squared it would be minutes.
    assert!(begun.elapsed().as_secs() < 60, "{:?}", begun.elapsed());
}

proptest! {
    #[test]
    fn no_bytes_panic(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let _ = transcript::read("a", &bytes);
    }

    #[test]
    fn no_damage_to_a_transcript_panics(
        name in proptest::sample::select(&SAMPLES[..]),
        damages in proptest::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), any::<u8>()), 1..12),
    ) {
        let mut bytes = sample(name);
        for (from, to, byte) in damages {
            let (from, to) = (from.index(bytes.len()), to.index(bytes.len()));
            // Values change places, lines are cut, letters fall.
            bytes[from] = byte;
            bytes.swap(from, to);
            if byte < 40 {
                let tail: Vec<u8> = bytes[to..(to + 60).min(bytes.len())].to_vec();
                bytes.splice(from..from, tail);
            }
        }
        let _ = transcript::read(name, &bytes);
    }

    #[test]
    fn no_values_in_the_place_of_others_panic(
        name in proptest::sample::select(&SAMPLES[..]),
        old in proptest::sample::select(&["\"content\"", "\"type\"", "\"id\"", "\"usage\"", "\"message\"", "\"payload\"", "{", "\"text\"", "\"input\""][..]),
        new in proptest::sample::select(&["\"content\":[],\"x\"", "\"type\":7,\"y\"", "\"id\":null,\"z\"", "\"input\"", "\"messages\"", "\"turns\"", "\"call_id\"", "{\"k\":{},", "\"structuredContent\""][..]),
    ) {
        let text = String::from_utf8(sample(name)).expect("text").replace(old, new);
        let _ = transcript::read(name, text.as_bytes());
    }
}
