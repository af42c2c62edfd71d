//! Each way in which an address can answer the first question.

use std::rc::Rc;

use serde_json::{Value, json};

use super::*;
use crate::gather::halt::Halt;
use crate::gather::limits::Limits;
use crate::gather::outcome::Status;
use crate::gather::wire::script::{Log, Play, Reply, Script, contact, discovered, error, http, result, shaken};

/// Two doors with a script behind each; a missing one is closed with this status.
struct Scripted {
    http: Play,
    events: Result<Play, u16>,
    log: Log,
}

impl Doors for Scripted {
    type Wire = Script;

    fn http(&mut self) -> Result<Script, WireError> {
        Ok(Script::new(&self.http, &self.log))
    }

    async fn events(&mut self, _: Instant) -> Result<Script, WireError> {
        self.log.borrow_mut().push("events".to_owned());
        match &self.events {
            Ok(play) => Ok(Script::new(play, &self.log)),
            Err(1) => Err(WireError::BadStream("the event stream leads elsewhere".to_owned())),
            Err(0) => Err(WireError::NoMessage("no event stream".to_owned())),
            Err(status) => Err(WireError::Http {
                status: *status,
                body: String::new(),
                challenge: None,
                strayed: None,
                error: None,
            }),
        }
    }
}

struct Seen {
    opened: Result<Era, Failure>,
    has_page: bool,
    log: Vec<String>,
}

async fn opened_as(speaks: Speaks, http: Play, events: Result<Play, u16>) -> Seen {
    let (contact, limits, log) = (contact(), Limits::default(), Log::default());
    let mut scene = Scene::new(&contact, &limits, Halt::new(limits.run, None), &|_| {});
    let mut doors = Scripted { http, events, log: log.clone() };
    let opened = open(&mut doors, speaks, &mut scene).await;
    let has_page = opened.as_ref().is_ok_and(|opened| opened.first_page.is_some());
    let log = log.borrow().clone();
    Seen { opened: opened.map(|opened| opened.agreed.era), has_page, log }
}

async fn opened(play: impl Fn(&str, &Value, usize) -> Reply + 'static) -> Seen {
    opened_as(Speaks::Http, Rc::new(play), Err(0)).await
}

const DISCOVER: &str = "server/discover";
const SHAKE: &str = "initialize 2025-11-25";

fn older() -> Reply {
    shaken("2025-06-18", &json!({}))
}

#[tokio::test]
async fn a_modern_address_is_told_by_its_versions() {
    let seen = opened(|_, _, _| discovered(&["2026-07-28"], &json!({}))).await;
    assert_eq!(seen.opened, Ok(Era::Modern("2026-07-28")));
    assert_eq!(seen.log, ["open", DISCOVER]);
}

#[tokio::test]
async fn a_version_refused_with_400_is_asked_for_again() {
    let seen = opened(|_, _, before| match before {
        0 => http(400, Some((-32022, json!({"supported": ["2026-07-28"]})))),
        _ => discovered(&["2026-07-28"], &json!({})),
    })
    .await;
    assert_eq!(seen.opened, Ok(Era::Modern("2026-07-28")));
    let seen = opened(|_, _, _| http(400, Some((-32020, Value::Null)))).await;
    assert_eq!(seen.log, ["open", DISCOVER, "close"]);
    assert!(seen.opened.expect_err("a failure").reason.contains("headers and body disagree"));
    let seen = opened(|method, _, _| match method {
        DISCOVER => http(400, Some((-32022, json!({"supported": ["2025-06-18"]})))),
        _ => older(),
    })
    .await;
    assert_eq!(seen.opened, Ok(Era::Legacy("2025-06-18")));
}

#[tokio::test]
async fn an_older_address_gets_the_handshake() {
    for reply in [
        || http(400, None),
        || http(400, Some((-32000, Value::Null))),
        || http(404, None),
        || http(405, None),
        || http(406, None),
        || http(500, Some((-32601, Value::Null))),
        || error(-32601, Value::Null),
        || error(-32602, Value::Null),
        || result(json!({})),
        || Reply::Trouble(WireError::NoMessage("a page".to_owned())),
    ] {
        let seen = opened(move |method, _, _| if method == DISCOVER { reply() } else { older() }).await;
        assert_eq!(seen.log, ["open", DISCOVER, SHAKE, "initialized"]);
        assert_eq!(seen.opened, Ok(Era::Legacy("2025-06-18")));
    }
}

#[tokio::test]
async fn a_method_that_is_not_found_is_modern() {
    let seen = opened(|method, _, _| match method {
        "tools/list" => result(json!({"tools": []})),
        _ => http(404, Some((-32601, Value::Null))),
    })
    .await;
    assert_eq!((seen.opened, seen.has_page), (Ok(Era::Modern("2026-07-28")), true));
    assert_eq!(seen.log, ["open", DISCOVER, "tools/list"]);
    let seen = opened(|method, _, _| match method {
        DISCOVER => http(404, Some((-32601, Value::Null))),
        "tools/list" => http(400, None),
        _ => older(),
    })
    .await;
    assert_eq!(seen.opened, Ok(Era::Legacy("2025-06-18")));
    assert_eq!(seen.log, ["open", DISCOVER, "tools/list", SHAKE, "initialized"]);
    let seen = opened(|method, _, _| match method {
        DISCOVER => http(404, Some((-32601, Value::Null))),
        _ => http(400, Some((-32021, json!({"requiredCapabilities": {"roots": {}}})))),
    })
    .await;
    assert_eq!(seen.log, ["open", DISCOVER, "tools/list", "close"]);
    assert!(seen.opened.expect_err("a failure").reason.contains("capability roots"));
}

#[tokio::test]
async fn a_list_that_wants_an_older_version_leads_to_the_handshake() {
    let listed = |supported: Value| {
        opened(move |method, _, _| match method {
            DISCOVER => http(404, Some((-32601, Value::Null))),
            "tools/list" => http(400, Some((-32022, json!({"supported": supported})))),
            _ => older(),
        })
    };
    let seen = listed(json!(["2025-11-25"])).await;
    assert_eq!(seen.opened, Ok(Era::Legacy("2025-06-18")));
    assert_eq!(seen.log, ["open", DISCOVER, "tools/list", SHAKE, "initialized"]);
    let seen = listed(json!(["2031-01-01"])).await;
    assert!(seen.opened.expect_err("a failure").reason.starts_with("the server speaks protocol 2031-01-01, and this"));
    let seen = listed(json!(["2026-07-28"])).await;
    assert!(
        seen.opened
            .expect_err("a failure")
            .reason
            .ends_with("refuses protocol 2026-07-28, though it says that it speaks it")
    );
}

#[tokio::test]
async fn an_odd_answer_to_the_first_question_is_told_as_it_is() {
    for (answer, why) in [
        (json!({"resultType": "input_required"}), "server/discover wants input before it answers (input_required)"),
        (
            json!({"resultType": "pisang", "supportedVersions": ["2026-07-28"]}),
            "protocol error: in the answer to server/discover the result is of the unknown type \"pisang\"",
        ),
    ] {
        let seen = opened(move |_, _, _| result(answer.clone())).await;
        assert_eq!(seen.log, ["open", DISCOVER, "close"]);
        let failure = seen.opened.expect_err("a failure");
        assert_eq!((failure.status, failure.reason.as_str()), (Status::Failed, why));
    }
}

#[tokio::test]
async fn an_address_that_takes_no_post_is_asked_for_events() {
    for status in [400, 404, 405] {
        let events: Play = Rc::new(|_, _, _| shaken("2024-11-05", &json!({})));
        let seen = opened_as(Speaks::Http, Rc::new(move |_, _, _| http(status, None)), Ok(events)).await;
        assert_eq!(seen.log, ["open", DISCOVER, SHAKE, "close", "events", "open", SHAKE, "initialized"]);
        assert_eq!(seen.opened, Ok(Era::Legacy("2024-11-05")));
    }
}

#[tokio::test]
async fn without_events_the_first_reason_counts() {
    let seen = opened(|_, _, _| http(404, None)).await;
    assert_eq!(seen.log, ["open", DISCOVER, SHAKE, "close", "events"]);
    let failure = seen.opened.expect_err("a failure");
    assert_eq!((failure.status, failure.reason.as_str()), (Status::Failed, "HTTP 404: isi"));
    assert!(failure.help.expect("help").contains("/mcp"));
    let seen = opened_as(Speaks::Http, Rc::new(|_, _, _| http(405, None)), Err(401)).await;
    assert_eq!(seen.opened.expect_err("a failure").status, Status::Unauthorized);
    let seen = opened_as(Speaks::Http, Rc::new(|_, _, _| http(405, None)), Err(1)).await;
    assert_eq!(seen.opened.expect_err("a failure").reason, "the event stream leads elsewhere");
}

#[tokio::test]
async fn credentials_downtime_and_silence_lead_nowhere_else() {
    for (reply, status) in [
        (http as fn(u16, Option<(i64, Value)>) -> Reply, Status::Unauthorized),
        (|_, _| http(403, Some((-32601, Value::Null))), Status::Unauthorized),
        (|_, _| http(503, None), Status::Unreachable),
        (|_, _| http(500, Some((-32603, Value::Null))), Status::Unreachable),
        (|_, _| Reply::Trouble(WireError::Network("no route".to_owned())), Status::Unreachable),
        (|_, _| Reply::Silence, Status::TimedOut),
    ] {
        let seen = opened(move |_, _, _| reply(401, None)).await;
        assert_eq!(seen.log, ["open", DISCOVER, "close"], "{status:?}");
        assert_eq!(seen.opened.expect_err("a failure").status, status);
    }
    let seen = opened(|method, _, _| if method == DISCOVER { http(400, None) } else { http(401, None) }).await;
    let failure = seen.opened.expect_err("a failure");
    assert_eq!(failure.status, Status::Unauthorized);
    assert!(failure.help.expect("help").contains("--bearer-env peta="));
}

#[tokio::test]
async fn a_config_that_says_events_is_taken_at_its_word() {
    let events: Play = Rc::new(|_, _, _| older());
    let seen = opened_as(Speaks::Sse, Rc::new(|_, _, _| panic!("asked over HTTP")), Ok(events)).await;
    assert_eq!(seen.log, ["events", "open", SHAKE, "initialized"]);
    let seen = opened_as(Speaks::Sse, Rc::new(|_, _, _| panic!("asked over HTTP")), Err(404)).await;
    assert_eq!(seen.opened.expect_err("a failure").reason, "HTTP 404");
}
