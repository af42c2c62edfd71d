//! Servers that are shell scripts: each does one thing that servers do.

use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

use super::*;
use crate::gather::children::tests::gone;

/// Longer than anything here takes, so that only a test that fails waits for it.
const LONG: Duration = Duration::from_secs(30);

/// Answers the request with that id, with the id of a process.
const ANSWER: &str = r#"answer() { printf '{"jsonrpc":"2.0","id":%s,"result":{"pid":%s}}\n' "$1" "$2"; }
"#;

fn limits() -> Limits {
    Limits { grace: Duration::from_millis(300), ..Limits::default() }
}

fn launch(script: &str) -> Launch {
    Launch { program: "sh".to_owned(), args: vec!["-c".to_owned(), ANSWER.to_owned() + script], ..Launch::default() }
}

fn start(script: &str) -> Stdio {
    Stdio::start(&launch(script), &limits()).expect("sh")
}

fn call(params: Option<&Value>, wait: Duration) -> Call<'_> {
    Call { method: "tools/list", params, era: Era::Handshake, headers: &[], deadline: Instant::now() + wait }
}

async fn ask(stdio: &mut Stdio) -> Result<Answer, WireError> {
    stdio.request(call(None, LONG)).await
}

/// Asks for the id of a process.
async fn process(stdio: &mut Stdio) -> u32 {
    let answer = ask(stdio).await.expect("an answer");
    let value: Value = serde_json::from_str(answer.result().expect("a result")).expect("JSON");
    value["pid"].as_u64().and_then(|id| u32::try_from(id).ok()).expect("an id")
}

fn exit_code(ended: Result<Answer, WireError>) -> Option<i32> {
    match ended {
        Err(WireError::Ended { exit_code }) => exit_code,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn what_is_no_message_is_told_and_passed_over() {
    let mut stdio = start(
        r#"echo 'Memuat model...'; printf 'caf\351\n\n'; read request
        printf '\357\273\277{"jsonrpc":"2.0","id":"1","result":{}}\r\n'; cat"#,
    );
    assert_eq!(ask(&mut stdio).await.expect("an answer").result(), Some("{}"));
    let heard = Heard { noise: Some((2, "Memuat model...".to_owned())), bad_bytes: 1, ..Heard::default() };
    assert_eq!(stdio.heard(), heard);
    assert_eq!(stdio.close().await, Ending::default());
}

#[tokio::test]
async fn a_server_may_ask_before_it_answers() {
    let mut stdio = start(
        r#"read request; echo '{"jsonrpc":"2.0","id":"p","method":"ping"}'; read pong
        echo '{"jsonrpc":"2.0","id":1,"method":"roots/list"}'; read refusal
        case "$request $pong $refusal" in *'"method":"tools/list"}'*'"id":"p","result":{}}'*'"id":1,"error"'*) answer 1 $$;; esac
        cat"#,
    );
    process(&mut stdio).await;
    stdio.close().await;
}

#[tokio::test]
async fn a_server_that_dies_leaves_its_exit_code_and_its_last_words() {
    let mut stdio = start("echo 'kunci tidak ada' >&2; exit 7");
    assert_eq!(exit_code(ask(&mut stdio).await), Some(7));
    assert_eq!(exit_code(ask(&mut stdio).await), Some(7));
    let ending = Ending { exit_code: Some(7), stderr: vec!["kunci tidak ada".to_owned()] };
    assert_eq!(stdio.close().await, ending);
    assert_eq!(exit_code(ask(&mut start("kill -9 $$")).await), None);
}

#[tokio::test]
async fn the_last_line_counts_when_it_is_whole() {
    let mut stdio = start(r#"read request; printf '{"jsonrpc":"2.0","id":1,"result":[1]}'"#);
    assert_eq!(ask(&mut stdio).await.expect("an answer").result(), Some("[1]"));
    let mut stdio = start(r#"read request; printf '{"jsonrpc":"2.0","id":1,"resu'"#);
    assert_eq!(exit_code(ask(&mut stdio).await), Some(0));
    assert_eq!(stdio.heard().noise.map(|(lines, _)| lines), Some(1));
}

#[tokio::test]
async fn a_deadline_passes_and_a_later_answer_still_counts() {
    let mut stdio = start("read probe; read second; answer 2 $$; answer 1 $$; cat");
    let first = stdio.send(call(None, LONG)).expect("sent");
    let silent = stdio.receive(&[first], "server/discover", Instant::now() + Duration::from_millis(50)).await;
    assert!(
        matches!(silent, Err(WireError::TimedOut { method, after }) if method == "server/discover" && !after.is_zero())
    );
    let second = stdio.send(call(None, LONG)).expect("sent");
    let later = Instant::now() + LONG;
    assert_eq!(stdio.receive(&[first, second], "initialize", later).await.expect("an answer").0, second);
    assert_eq!(stdio.receive(&[first], "server/discover", later).await.expect("an answer").0, first);
    assert_eq!(stdio.heard(), Heard::default());
}

#[tokio::test]
async fn a_server_that_ignores_everything_ends_with_all_it_started() {
    let mut stdio = start(
        "trap '' TERM; sleep 300 & read request; answer 1 $!; read request; answer 2 $$
        while :; do sleep 300; done",
    );
    let (below, leader) = (process(&mut stdio).await, process(&mut stdio).await);
    assert_eq!(stdio.close().await.exit_code, None);
    assert!(gone(leader) && gone(below));
}

#[tokio::test]
async fn what_a_server_leaves_behind_does_not_keep_us() {
    let mut stdio = start("sleep 300 & read request; answer 1 $!; exit 3");
    let below = process(&mut stdio).await;
    assert_eq!(exit_code(ask(&mut stdio).await), Some(3));
    assert_eq!(stdio.close().await.exit_code, Some(3));
    assert!(gone(below));
    // One that left the group is out of reach, and holds the output open for ever.
    let mut stdio = start("setsid sleep 300 & read request; answer 1 $!; exit 4");
    let apart = process(&mut stdio).await;
    assert_eq!(exit_code(ask(&mut stdio).await), Some(4));
    assert_eq!(stdio.close().await.exit_code, Some(4));
    let apart = i32::try_from(apart).ok().and_then(Pid::from_raw).expect("an id");
    kill_process(apart, Signal::KILL).expect("it still runs");
}

#[tokio::test]
async fn those_left_behind_may_tidy_up() {
    let folder = tempfile::tempdir().expect("a folder");
    let mark = folder.path().join("rapi");
    let script = format!(
        "sh -c 'trap \"sleep 0.05; : > {}; exit\" TERM; echo; while :; do sleep 0.02; done' | (read ready; answer 1 $$; cat) &
        read request; cat > /dev/null",
        mark.display()
    );
    let mut stdio = start(&script);
    process(&mut stdio).await;
    stdio.close().await;
    assert!(mark.exists());
}

#[tokio::test]
async fn a_server_that_is_dropped_is_gone_at_once() {
    let mut stdio = start("trap '' TERM; sleep 300 & read request; answer 1 $!; read request; answer 2 $$; sleep 300");
    let (below, leader) = (process(&mut stdio).await, process(&mut stdio).await);
    drop(stdio);
    assert!(
        rustix::process::test_kill_process(Pid::from_raw(i32::try_from(leader).expect("an id")).expect("an id"))
            .is_err()
    );
    assert!(gone(below));
}

#[tokio::test]
async fn output_without_end_is_cut_off() {
    let noise = "yes xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx";
    let limits = Limits { message_bytes: 100_000, total_bytes: 500_000, ..limits() };
    let mut stdio = Stdio::start(&launch(&format!("{noise} | tr -d '\\n'")), &limits).expect("sh");
    assert!(matches!(ask(&mut stdio).await, Err(WireError::TooLong { limit: 100_000 })));
    stdio.close().await;
    let mut stdio = Stdio::start(&launch(noise), &limits).expect("sh");
    assert!(matches!(ask(&mut stdio).await, Err(WireError::NoMessage(why)) if why.contains("500000")));
    stdio.close().await;
}

#[tokio::test]
async fn neither_side_waits_for_a_full_pipe() {
    let mut stdio = start(
        "head -c 3000000 /dev/zero >&2; i=0; while [ $i -lt 3000 ]; do
        echo 'baris yang tidak berarti apa-apa, hanya untuk mengisi pipa'; i=$((i+1)); done
        read request; answer 1 $$; cat",
    );
    let params = json!({ "isi": "x".repeat(300_000) });
    let answer = stdio.request(call(Some(&params), LONG)).await.expect("an answer");
    assert!(answer.result().is_some());
    assert_eq!(stdio.heard().noise.map(|(lines, _)| lines), Some(3000));
    stdio.close().await;
}

#[tokio::test]
async fn one_that_asks_without_reading_is_not_replied_to_for_ever() {
    let mut stdio = start(
        r#"yes '{"jsonrpc":"2.0","id":"abcdefghijklmnopqrstuvwxyz","method":"ping"}' | head -n 9000; answer 1 $$; sleep 300"#,
    );
    process(&mut stdio).await;
    assert_eq!(stdio.heard().remarks.iter().map(|(class, _)| *class).collect::<Vec<_>>(), ["gather.unread_input"]);
    stdio.close().await;
}

#[tokio::test]
async fn one_that_reads_nothing_can_still_answer() {
    let mut stdio = start("exec <&-; sleep 0.1; answer 1 $$");
    process(&mut stdio).await;
    assert!(matches!(ask(&mut stdio).await, Err(WireError::Ended { exit_code: Some(0) })));
}

#[tokio::test]
async fn a_program_is_started_as_the_config_says() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("di-sini"), "5").expect("written");
    let script = launch(r#"read request; answer 1 "$(cat di-sini)$ANGKA"; cat"#);
    let env = vec![("ANGKA".to_owned(), "42".to_owned())];
    let mut stdio =
        Stdio::start(&Launch { env, cwd: Some(folder.path().to_owned()), ..script }, &limits()).expect("sh");
    assert_eq!(process(&mut stdio).await, 542);
    let nothing = Launch { program: "tak-ada-program".to_owned(), ..Launch::default() };
    let error = Stdio::start(&nothing, &limits()).expect_err("not there").to_string();
    assert_eq!(error, "could not start tak-ada-program: it is not on PATH");
}
