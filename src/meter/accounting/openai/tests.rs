//! Requests written by hand, their tokens worked out beside them.

use serde_json::{Value, json};

use super::*;
use crate::meter::meter::Meter;
use crate::session::request::{self, Shape};

fn parts(profile: &str, shape: Shape, body: &Value) -> Parts {
    let meter = Meter::named(profile).expect("a profile");
    meter.request(&request::read(shape, body))
}

fn ping() -> Value {
    json!({"type": "function", "name": "ping", "parameters": {"type": "object", "properties": {}}})
}

fn chat_ping() -> Value {
    json!({"type": "function", "function": {"name": "ping", "parameters": {"type": "object", "properties": {}}}})
}

/// `type ping = () => any;` and a blank line: type, ping, =, (), =>, any, ;
const PING: i64 = 7;

#[test]
fn a_chat_is_start_and_messages() {
    // start 3; 3 + role 1 + text 1 each; a name 1 + 1, and 1 when it repeats the role.
    let said = |name: Value| json!({"role": "user", "name": name, "content": "hello"});
    for (name, total) in [(json!(null), 8), (json!("sam"), 10), (json!("user"), 9)] {
        let parts = parts("openai-chat-4o", Shape::OpenAiChat, &json!({"messages": [said(name)]}));
        assert_eq!((parts.total(), parts.fixed, parts.tools), (total, 3, 0));
    }
    // GPT-5: start 2, and 2 for the channel of what the assistant said.
    let body = json!({"messages": [{"role": "user", "content": "hello"}, {"role": "assistant", "content": "hello"}]});
    assert_eq!(parts("openai-chat-5", Shape::OpenAiChat, &body).total(), 2 + 5 + 7);
}

#[test]
fn tools_share_the_first_system_message() {
    let user = json!({"role": "user", "content": "hello"});
    let body = json!({"messages": [user], "tools": [chat_ping()]});
    // start 3, user 5, opening and closing 12, a message head 4.
    assert_eq!(parts("openai-chat-4o", Shape::OpenAiChat, &body).total(), 3 + 5 + 12 + 4 + PING);
    // The blank line after "Be brief" is a token; after a full stop it joins it.
    for (system, text) in [("Be brief", 2 + 1), ("Be brief.", 3)] {
        let body = json!({"messages": [{"role": "system", "content": system}, user], "tools": [chat_ping()]});
        let parts = parts("openai-chat-4o", Shape::OpenAiChat, &body);
        assert_eq!((parts.system, parts.total()), (4 + text, 3 + 5 + 12 + PING + 4 + text), "{system}");
    }
    // Responses gives the list a message of its own.
    let body = json!({"instructions": "Be brief", "input": "hello", "tools": [ping()]});
    assert_eq!(parts("openai-responses-4o", Shape::OpenAiResponses, &body).total(), 3 + 6 + 5 + 10 + PING);
}

#[test]
fn a_forced_function_costs_its_name() {
    for (choice, more) in [(json!("auto"), 0), (json!("required"), 8), (json!({"type": "function", "name": "ping"}), 8)]
    {
        let body = json!({"input": "hello", "tools": [ping()], "tool_choice": choice});
        let parts = parts("openai-responses-4o", Shape::OpenAiResponses, &body);
        assert_eq!(parts.fixed, 3 + 10 + more, "{choice}");
    }
}

#[test]
fn one_call_repeats_its_name_and_compact_arguments() {
    let call = json!({"id": "a", "type": "function", "function": {"name": "ping", "arguments": "{\"host\": \"x\"}"}});
    let body = json!({"messages": [
        {"role": "assistant", "content": null, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "a", "content": "up"},
    ]});
    // call 7, "functions.ping" 3, {"host":"x"} 5; result 5, "ping" 1, "up" 1.
    assert_eq!(parts("openai-chat-4o", Shape::OpenAiChat, &body).messages, 7 + 3 + 5 + 5 + 1 + 1);
    // GPT-5: call 10, result 8.
    assert_eq!(parts("openai-chat-5", Shape::OpenAiChat, &body).messages, 10 + 3 + 5 + 8 + 1 + 1);
}

#[test]
fn responses_address_results_and_know_items() {
    let call =
        |id: Value| json!({"type": "function_call", "call_id": "a", "id": id, "name": "ping", "arguments": "{}"});
    let answer = json!({"type": "function_call_output", "call_id": "a", "output": "up"});
    // call 7 + "functions.ping" 3 + {} 1, result 5 + "functions.ping" 3 + 1; without an item's id 3 less.
    for (id, total) in [(json!("fc_1"), 20), (json!(null), 17)] {
        let body = json!({"input": [call(id), answer]});
        assert_eq!(parts("openai-responses-4o", Shape::OpenAiResponses, &body).messages, total);
    }
    let mut spaced = call(json!("fc_1"));
    spaced["namespace"] = json!("net");
    let body = json!({"input": [spaced, answer]});
    // 10 + "net.ping" 3 + 1, 8 + 3 + 1.
    assert_eq!(parts("openai-responses-5", Shape::OpenAiResponses, &body).messages, 26);
}

#[test]
fn calls_made_at_once_are_one_call_and_one_list() {
    let call = |id: &str| json!({"id": id, "type": "function", "function": {"name": "ping", "arguments": "{}"}});
    let answer = |id: &str, text: &str| json!({"role": "tool", "tool_call_id": id, "content": text});
    let body = json!({"messages": [
        {"role": "assistant", "tool_calls": [call("a"), call("b")]}, answer("a", "{\"ok\":true}"), answer("b", "é"),
    ]});
    let meter = Meter::named("openai-chat-4o").expect("a profile");
    let uses = r#"{"tool_uses":[{"recipient_name":"functions.ping","parameters":{}},{"recipient_name":"functions.ping","parameters":{}}]}"#;
    let results = r#"[{"ok": true}, "\u00e9"]"#;
    let expected = 20 + meter.text(uses) + meter.text(results);
    assert_eq!(parts("openai-chat-4o", Shape::OpenAiChat, &body).messages, expected);
    // GPT-5 keeps the letters.
    let expected = 26 + meter.text(uses) + meter.text(r#"[{"ok": true}, "é"]"#);
    assert_eq!(parts("openai-chat-5", Shape::OpenAiChat, &body).messages, expected);
}

#[test]
fn an_answer_schema_stands_without_what_only_the_decoder_needs() {
    let schema = json!({"type": "object", "properties": {"x": {"type": "number"}}, "required": ["x"]});
    let body =
        json!({"input": "hello", "text": {"format": {"type": "json_schema", "name": "answer", "schema": schema}}});
    let meter = Meter::named("openai-responses-5").expect("a profile");
    let shown = meter.text(r#"{"type":"object","properties":{"x":{"type":"number"}}}"#);
    // start 2, message 5, frame 6, name 1.
    assert_eq!(parts("openai-responses-5", Shape::OpenAiResponses, &body).total(), 2 + 5 + 6 + 1 + shown);
}

#[test]
fn replayed_reasoning_counts_while_the_turn_is_open_and_known() {
    let reasoning = json!({"type": "reasoning", "summary": [], "encrypted_content": "abc"});
    let open = json!({"input": [{"role": "user", "content": "hello"}, reasoning]});
    let mut request = request::read(Shape::OpenAiResponses, &open);
    let meter = Meter::named("openai-responses-5").expect("a profile");
    let unknown = meter.request(&request);
    assert_eq!((unknown.total(), unknown.notes.len()), (7, 1));
    if let Part::Reasoning { tokens, .. } = &mut request.messages[1].parts[0] {
        *tokens = Some(64);
    }
    assert_eq!(meter.request(&request).total(), 7 + 64 + 2);
    let closed = json!({"input": [reasoning, {"role": "user", "content": "hello"}]});
    assert_eq!(parts("openai-responses-5", Shape::OpenAiResponses, &closed).notes.len(), 0);
}

#[test]
fn what_is_not_counted_is_said() {
    let mut deferred = ping();
    deferred["defer_loading"] = json!(true);
    let image = json!({"type": "input_image", "image_url": "data:image/png;base64,AAAA"});
    let body = json!({
        "input": [{"role": "user", "content": [image]}],
        "tools": [deferred, {"type": "tool_search"}, {"type": "web_search"}],
    });
    let parts = parts("openai-responses-5", Shape::OpenAiResponses, &body);
    assert_eq!(parts.fixed, 2 + 145);
    assert_eq!((parts.tools, parts.notes.len()), (0, 4));
}

#[test]
fn added_tools_are_read_where_they_stand() {
    let body = json!({"input": [{"type": "additional_tools", "role": "developer", "tools": [ping()]}]});
    assert_eq!(parts("openai-responses-5", Shape::OpenAiResponses, &body).tools, PING + 100);
}

#[test]
fn the_older_functions_are_counted_as_tools() {
    let body = json!({
        "messages": [
            {"role": "user", "content": "hello"},
            {"role": "assistant", "content": null, "function_call": {"name": "ping", "arguments": "{}"}},
            {"role": "function", "name": "ping", "content": "up"},
        ],
        "functions": [{"name": "ping", "parameters": {"type": "object", "properties": {}}}],
    });
    let parts = parts("openai-chat-3.5", Shape::OpenAiChat, &body);
    // As calls by id: 7 + 2 + 1, then 5 + 1 + 1.
    assert_eq!((parts.tools, parts.fixed, parts.messages), (PING, 3 + 16, 5 + 10 + 7));
}

#[test]
fn foreign_constants_are_refused() {
    let mut constants = crate::meter::profile::named("openai-chat-4o").expect("a profile").constants.clone();
    assert!(OpenAi::new(&constants).is_some());
    constants.insert("surprise".to_owned(), toml::Value::Integer(1));
    assert!(OpenAi::new(&constants).is_none());
}
