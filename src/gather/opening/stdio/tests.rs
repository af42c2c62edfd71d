//! Each way in which a program can answer the first question.

use std::cell::RefCell;
use std::rc::Rc;

use serde_json::{Value, json};

use super::*;
use crate::gather::halt::Halt;
use crate::gather::limits::Limits;
use crate::gather::note::Note;
use crate::gather::outcome::Status;
use crate::gather::wire::carrier::Wire;
use crate::gather::wire::script::{Log, Play, Reply, Script, contact, discovered, ended, error, result, shaken};

struct Seen {
    opened: Result<(Era, String), Failure>,
    log: Vec<String>,
    notes: Vec<Note>,
}

impl Seen {
    fn classes(&self) -> Vec<&'static str> {
        self.notes.iter().map(|note| note.class).collect()
    }

    fn failure(self) -> Failure {
        self.opened.expect_err("a failure")
    }
}

/// Plays the nth script at the nth start.
async fn opened(plays: Vec<Play>) -> Seen {
    let (contact, limits, log) = (contact(), Limits::default(), Log::default());
    let mut scene = Scene::new(&contact, &limits, Halt::new(limits.run, None), &|_| {});
    let started = RefCell::new(plays.into_iter());
    let start = || match started.borrow_mut().next() {
        Some(play) => Ok(Script::new(&play, &log)),
        None => panic!("started too often"),
    };
    let opened = open(start, &mut scene).await;
    let opened = match opened {
        Ok(opened) => {
            let agreed = opened.agreed.clone();
            scene.remarks.hear(Wire::heard(&mut { opened.wire }));
            Ok((agreed.era, agreed.greeting.version))
        }
        Err(failure) => Err(failure),
    };
    let log = log.borrow().clone();
    Seen { opened, log, notes: scene.remarks.finish() }
}

async fn opened_by(play: impl Fn(&str, &Value, usize) -> Reply + 'static) -> Seen {
    opened(vec![Rc::new(play)]).await
}

fn legacy(version: &str) -> impl Fn(&str) -> Reply {
    let version = version.to_owned();
    move |method| if method == INITIALIZE { shaken(&version, &json!({})) } else { error(-32601, Value::Null) }
}

#[tokio::test]
async fn a_modern_program_is_told_by_its_versions() {
    let seen = opened_by(|_, _, _| discovered(&["2024-11-05", "2026-07-28"], &json!({}))).await;
    assert_eq!(seen.opened, Ok((Era::Modern("2026-07-28"), "2026-07-28".to_owned())));
    assert_eq!((seen.log, seen.notes), (vec!["open".to_owned(), DISCOVER.to_owned()], vec![]));
}

#[tokio::test]
async fn any_other_answer_leads_to_the_handshake() {
    for reply in [
        || error(-32601, Value::Null),
        || error(-32000, json!("apa saja")),
        || result(json!({})),
        || discovered(&["2025-06-18"], &json!({})),
        || error(-32022, json!({"supported": ["2025-06-18", "2024-11-05"]})),
    ] {
        let seen = opened_by(move |method, _, _| match method {
            DISCOVER => reply(),
            method => legacy("2025-06-18")(method),
        })
        .await;
        assert_eq!(seen.opened, Ok((Era::Legacy("2025-06-18"), "2025-06-18".to_owned())));
        assert_eq!(seen.log, ["open", DISCOVER, "initialize 2025-11-25", "initialized"]);
    }
}

#[tokio::test]
async fn a_silent_program_gets_the_handshake_while_the_question_is_open() {
    let seen = opened_by(|method, _, _| match method {
        DISCOVER => Reply::Silence,
        method => legacy("2024-11-05")(method),
    })
    .await;
    assert_eq!(seen.opened, Ok((Era::Legacy("2024-11-05"), "2024-11-05".to_owned())));
    assert_eq!(seen.log, ["open", DISCOVER, "initialize 2025-11-25", "initialized"]);
}

#[tokio::test]
async fn a_late_answer_counts_when_it_agrees_and_not_when_it_refuses() {
    let seen = opened_by(|method, _, _| match method {
        DISCOVER => Reply::Late(Box::new(discovered(&["2026-07-28"], &json!({})))),
        _ => Reply::Silence,
    })
    .await;
    assert_eq!(seen.opened.map(|(era, _)| era), Ok(Era::Modern("2026-07-28")));
    for late in [|| error(-32601, Value::Null), || result(json!({})), || error(-32022, Value::Null)] {
        let seen = opened_by(move |method, _, _| match method {
            DISCOVER => Reply::Late(Box::new(late())),
            method => legacy("2025-11-25")(method),
        })
        .await;
        assert_eq!(seen.opened.map(|(era, _)| era), Ok(Era::Legacy("2025-11-25")));
    }
}

#[tokio::test]
async fn a_program_that_never_answers_is_out_of_time() {
    let seen = opened_by(|_, _, _| Reply::Silence).await;
    assert_eq!(seen.log, ["open", DISCOVER, "initialize 2025-11-25", "close"]);
    let failure = seen.failure();
    assert_eq!(failure.status, Status::TimedOut);
    assert_eq!(failure.stderr, ["npm: sedang memasang, ••••"]);
    let help = failure.help.expect("help");
    assert!(help.contains("still installing") && help.contains("--startup-timeout"), "{help}");
}

#[tokio::test]
async fn a_program_that_ends_at_the_question_is_started_again_with_the_handshake() {
    for first in
        [|_: &str| ended(0), |method: &str| if method == DISCOVER { error(-32600, Value::Null) } else { ended(1) }]
    {
        let first: Play = Rc::new(move |method, _, _| first(method));
        let second: Play = Rc::new(|method, _, _| legacy("2025-03-26")(method));
        let seen = opened(vec![first, second]).await;
        assert_eq!(seen.classes(), ["gather.respawned"]);
        let last: Vec<_> = seen.log.iter().rev().take(4).rev().map(String::as_str).collect();
        assert_eq!(last, ["close", "open", "initialize 2025-11-25", "initialized"]);
        assert_eq!(seen.opened, Ok((Era::Legacy("2025-03-26"), "2025-03-26".to_owned())));
    }
}

#[tokio::test]
async fn a_program_that_ends_twice_tells_its_exit_code() {
    let dies: Play = Rc::new(|_, _, _| ended(7));
    let seen = opened(vec![dies.clone(), dies]).await;
    assert_eq!(seen.log.iter().filter(|line| *line == "close").count(), 2);
    let failure = seen.failure();
    assert_eq!((failure.status, failure.exit_code), (Status::Unreachable, Some(7)));
    assert_eq!(failure.reason, "the server ended with exit code 7");
    assert_eq!(failure.stderr.len(), 1);
}

#[tokio::test]
async fn a_program_that_cannot_be_started_is_not_started_again() {
    let (contact, limits) = (contact(), Limits::default());
    let mut scene = Scene::new(&contact, &limits, Halt::new(limits.run, None), &|_| {});
    let mut starts = 0;
    let start = || -> Result<Script, WireError> {
        starts += 1;
        let cause = std::io::Error::new(std::io::ErrorKind::NotFound, "tidak ada");
        Err(WireError::Spawn { program: "peta --kunci=kunci-rahasia-7731".to_owned(), cause })
    };
    let failure = open(start, &mut scene).await.map(|_| ()).expect_err("a failure");
    assert_eq!((starts, failure.status), (1, Status::Unreachable));
    assert_eq!(failure.reason, "could not start peta --kunci=••••: tidak ada");
}

#[tokio::test]
async fn a_version_refused_is_asked_for_again_once() {
    let supported = || json!({"supported": ["2026-07-28"]});
    let seen = opened_by(move |_, _, before| match before {
        0 => error(-32022, supported()),
        _ => discovered(&["2026-07-28"], &json!({})),
    })
    .await;
    assert_eq!(seen.opened.map(|(era, _)| era), Ok(Era::Modern("2026-07-28")));
    assert_eq!(seen.log, ["open", DISCOVER, DISCOVER]);
    let seen = opened_by(move |_, _, _| error(-32022, supported())).await;
    assert_eq!(seen.log, ["open", DISCOVER, DISCOVER, "close"]);
    assert_eq!(seen.failure().status, Status::Failed);
}

#[tokio::test]
async fn a_modern_refusal_never_leads_to_the_handshake() {
    for (reply, says) in [
        (error(-32022, json!({"supported": ["2031-01-01"]})), "speaks protocol 2031-01-01"),
        (error(-32022, Value::Null), "does not say which"),
        (error(-32020, Value::Null), "headers and body disagree"),
        (error(-32021, json!({"requiredCapabilities": {"elicitation": {}}})), "capability elicitation"),
        (discovered(&["2031-01-01"], &json!({})), "speaks protocol 2031-01-01"),
    ] {
        let reply = RefCell::new(Some(reply));
        let seen = opened_by(move |_, _, _| reply.borrow_mut().take().expect("asked once")).await;
        assert_eq!(seen.log, ["open", DISCOVER, "close"]);
        let failure = seen.failure();
        assert_eq!(failure.status, Status::Failed);
        assert!(failure.reason.contains(says), "{}", failure.reason);
    }
}

#[tokio::test]
async fn a_handshake_that_names_another_version_follows_it() {
    let seen = opened_by(|method, params, _| match (method, params["protocolVersion"].as_str()) {
        (INITIALIZE, Some("2024-11-05")) => shaken("2024-11-05", &json!({})),
        (INITIALIZE, _) => error(-32602, json!({"supported": ["2024-11-05"]})),
        _ => error(-32601, Value::Null),
    })
    .await;
    assert_eq!(seen.opened.map(|(era, _)| era), Ok(Era::Legacy("2024-11-05")));
    let modern = |first: fn() -> Reply| {
        move |method: &str, _: &Value, before: usize| match (method, before) {
            (DISCOVER, 0) => first(),
            (DISCOVER, _) => discovered(&["2026-07-28"], &json!({})),
            _ => error(-32022, json!({"supported": ["2026-07-28"]})),
        }
    };
    for first in [|| error(-32603, Value::Null), || Reply::Silence] {
        let seen = opened_by(modern(first)).await;
        assert_eq!(seen.log, ["open", DISCOVER, "initialize 2025-11-25", DISCOVER]);
        assert_eq!(seen.opened.map(|(era, _)| era), Ok(Era::Modern("2026-07-28")));
    }
}

#[tokio::test]
async fn an_unknown_version_is_accepted_with_a_remark() {
    for (version, era, told) in
        [("2025-12-31", "2025-11-25", "2025-12-31"), ("", "2024-11-05", "unknown"), ("1.0", "2024-11-05", "1.0")]
    {
        let seen = opened_by(move |method, _, _| legacy(version)(method)).await;
        assert_eq!(seen.classes(), ["gather.unknown_version"]);
        assert_eq!(seen.opened, Ok((Era::Legacy(era), told.to_owned())));
    }
}

#[tokio::test]
async fn a_refused_handshake_says_what_the_server_said() {
    let seen = opened_by(|_, _, _| error(-32603, json!("kunci-rahasia-7731"))).await;
    assert_eq!(seen.log, ["open", DISCOVER, "initialize 2025-11-25", "close"]);
    let failure = seen.failure();
    assert_eq!(
        (failure.status, failure.reason.as_str()),
        (Status::Failed, "initialize was refused: tidak bisa (code -32603)")
    );
    let seen = opened_by(|method, _, _| if method == INITIALIZE { result(json!([])) } else { result(json!({})) }).await;
    assert_eq!(seen.failure().reason, "protocol error: initialize was answered with no object");
}

#[tokio::test]
async fn a_stop_ends_it_at_once() {
    let (contact, limits, log) = (contact(), Limits::default(), Log::default());
    let (stopper, stopped) = tokio::sync::watch::channel(false);
    let mut scene = Scene::new(&contact, &limits, Halt::new(limits.run, Some(stopped)), &|_| {});
    let play: Play = Rc::new(move |_, _, _| {
        stopper.send_replace(true);
        Reply::Hang
    });
    let failure = open(|| Ok(Script::new(&play, &log)), &mut scene).await.map(|_| ()).expect_err("a failure");
    assert_eq!(failure.status, Status::Interrupted);
    assert_eq!(log.borrow().last().map(String::as_str), Some("close"));
}
