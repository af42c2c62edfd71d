//! Messages as servers write them, and what only looks like one.

use super::*;
use serde_json::json;

fn only(text: &str) -> Message<'_> {
    let (mut found, rest) = find(text);
    assert_eq!((found.len(), rest), (1, Rest::Nothing), "{text}");
    found.remove(0).message
}

fn answer(text: &str) -> (Option<u64>, Result<&str, RpcError>) {
    match only(text) {
        Message::Answer { id, part: Part::Result(range), element } => (id, Ok(&element[range])),
        Message::Answer { id, part: Part::Error(error), .. } => (id, Err(error)),
        other => panic!("{other:?}"),
    }
}

#[test]
fn ours_are_written_compact() {
    let params = json!({"cursor": "a\nb"});
    let request = encode_request(7, "tools/list", Some(&params));
    assert_eq!(request, r#"{"jsonrpc":"2.0","id":7,"method":"tools/list","params":{"cursor":"a\nb"}}"#);
    let told = encode_notification("notifications/initialized", None);
    assert_eq!(told, r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
    assert_eq!(encode_empty_result(r#""x""#), r#"{"jsonrpc":"2.0","id":"x","result":{}}"#);
    assert!(encode_refusal("3").contains(r#""id":3,"error":{"code":-32601"#));
    assert!(!encode_refusal("\"a\nb\"").contains('\n'));
}

#[test]
fn an_id_may_come_back_as_another_kind_of_number() {
    for id in ["1", r#""1""#, "1.0", "1e0", r#"" 1 ""#] {
        assert_eq!(answer(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":[]}}"#)), (Some(1), Ok("[]")), "{id}");
    }
    for id in [r#""abc""#, "1.5", "-1", "[1]", "true", "null", "1e400"] {
        assert_eq!(answer(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":[]}}"#)).0, Some(FOREIGN), "{id}");
    }
}

#[test]
fn a_result_is_a_range_whatever_is_in_it() {
    let deep = "[".repeat(50_000) + &"]".repeat(50_000);
    for result in [&deep, r#"{"a":1,"a":2}"#, "1e400", r#"{"s":"}\"{"}"#, r#"{"tools":[{"x":01}]}"#, "null"] {
        let text = format!(r#" {{"result": {result} ,"error":null,"id":2,"jsonrpc":"2.0"}}"#);
        assert_eq!(answer(&text), (Some(2), Ok(result)));
    }
}

#[test]
fn errors_are_read_leniently() {
    let said = |error: &str| answer(&format!(r#"{{"jsonrpc":"2.0","id":1,"error":{error}}}"#)).1.expect_err("error");
    let error = said(r#"{"code":-32022,"message":"tidak cocok","data":{"supported":["x"]}}"#);
    assert_eq!((error.code, error.message.as_str()), (-32022, "tidak cocok"));
    assert_eq!(error.data, json!({"supported": ["x"]}));
    assert_eq!(said(r#"{"code":"-32601.0"}"#).code, -32601);
    assert_eq!(said(r#""rusak""#).message, "rusak");
    assert_eq!(said(r#"{"message":{"a":1},"code":1e99}"#).message, r#"{"a":1}"#);
    let both = answer(r#"{"jsonrpc":"2.0","id":1,"result":null,"error":{"code":5,"message":"m"}}"#);
    assert_eq!(both.1.expect_err("error").code, 5);
    assert_eq!(answer(r#"{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":5}}"#).1, Ok("{}"));
    let lost = answer(r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"parse"}}"#);
    assert_eq!((lost.0, lost.1.expect_err("error").code), (None, -32700));
    assert!(answer(r#"{"jsonrpc":"2.0","id":1}"#).1.is_err());
}

#[test]
fn requests_and_notifications_are_told_apart() {
    let ping = only(r#"{"jsonrpc":"2.0","id":"p-1","method":"ping"}"#);
    assert_eq!(ping, Message::Request { id: r#""p-1""#, method: Cow::Borrowed("ping") });
    for text in [r#"{"jsonrpc":"2.0","method":"a\/b"}"#, r#"{"jsonrpc":"2.0","method":"a/b","id":null}"#] {
        assert_eq!(only(text), Message::Notification { method: Cow::Borrowed("a/b") });
    }
}

#[test]
fn what_logs_say_is_no_message() {
    for text in [
        "",
        "  ",
        "mulai",
        "[INFO] siap",
        "[1,2]",
        "[]",
        "null",
        "7",
        "{}",
        r#"{"level":30,"msg":"siap"}"#,
        r#"{"error":"gagal"}"#,
        r#"{"method":"GET","id":3}"#,
        r#"{"jsonrpc":"2.0"}"#,
        r#"{"id":4,"error":"x"}"#,
    ] {
        assert!(!read(text, &mut |_| panic!("{text}")), "{text}");
    }
    assert_eq!(answer(r#"{"id":4,"result":{}}"#), (Some(4), Ok("{}")));
}

#[test]
fn batches_and_neighbours_are_all_found() {
    let one = |id: usize| format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"n":{id}}}}}"#);
    let text = format!("[{}, 5, {}] {}{},{}", one(1), one(2), one(3), one(4), r#"{"jsonrpc":"#);
    let (found, rest) = find(&text);
    assert_eq!(rest, Rest::Open(text.rfind('{').expect("a brace")));
    let results = found.iter().map(|found| match &found.message {
        Message::Answer { part: Part::Result(range), element, .. } => {
            assert_eq!(text[found.start..].find(element), Some(0));
            &element[range.clone()]
        }
        other => panic!("{other:?}"),
    });
    assert_eq!(results.collect::<Vec<_>>(), [r#"{"n":1}"#, r#"{"n":2}"#, r#"{"n":3}"#, r#"{"n":4}"#]);
    let tail = format!("{} selesai", one(1));
    assert_eq!(find(&tail).1, Rest::Other(tail.find("selesai").expect("the word")));
}

#[test]
fn of_a_repeated_key_the_last_counts() {
    assert_eq!(answer(r#"{"jsonrpc":"2.0","id":9,"id":1,"result":1,"result":2}"#), (Some(1), Ok("2")));
}
