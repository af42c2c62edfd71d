//! Hand-reckoned requests. `hello`, `boat`, `port` and the like are one token each.

use serde_json::{Value, json};

use crate::meter::accounting::rule::Parts;
use crate::meter::meter::Meter;
use crate::meter::profile;
use crate::meter::shown::Shown;
use crate::session::request::{self, Shape};

fn count(profile: &str, body: &Value) -> Parts {
    let model = body["model"].as_str();
    let meter = Meter::for_model(profile::named(profile).expect("a profile"), model);
    meter.request(&request::read(Shape::Anthropic, body))
}

fn sonnet(more: Value) -> Parts {
    let mut body = json!({"model": "claude-sonnet-4-5", "messages": [{"role": "user", "content": "hello"}]});
    for (key, value) in more.as_object().into_iter().flatten() {
        body[key] = value.clone();
    }
    count("anthropic-4.5", &body)
}

fn ping() -> Value {
    json!({"name": "ping", "description": "", "input_schema": {"type": "object"}})
}

/// What the tools of a body are billed as.
fn tools(profile: &str, tools: &Value) -> i64 {
    let read = request::read(Shape::Anthropic, &json!({"tools": tools, "messages": []}));
    let shown: Vec<_> = read.tools.iter().map(Shown::from).collect();
    Meter::named(profile).expect("a profile").shares(&shown).iter().sum()
}

#[test]
fn every_profile_can_be_built() {
    for name in
        ["anthropic-3", "anthropic-4", "anthropic-4.5", "anthropic-4.5-2025-10", "anthropic-4.6", "anthropic-new"]
    {
        assert!(Meter::named(name).is_some(), "{name}");
    }
}

#[test]
fn text_alone() {
    // 7 + 1.02 * (6 + 1); the blank at the system text's end is cut off.
    let parts = sonnet(json!({"system": "You are a helpful assistant.\n"}));
    assert_eq!((parts.fixed, parts.tools, parts.system, parts.messages), (7, 0, 6, 1));
    // A second turn of the user joins the first; an answer that is begun costs no turn.
    let joined = sonnet(json!({"messages": [
        {"role": "user", "content": "hello"}, {"role": "user", "content": "boat"}, {"role": "assistant", "content": "port"}]}));
    assert_eq!(joined.total(), 10);
    // 7 + 12 for a conversation that the assistant opens + 3 for the second turn + 2.
    let opened = sonnet(json!({"messages": [
        {"role": "assistant", "content": "hello"}, {"role": "user", "content": "boat"}]}));
    assert_eq!(opened.total(), 24);
}

#[test]
fn the_system_prompt_of_the_tools_depends_on_model_and_choice() {
    let fixed = |choice: Value| sonnet(json!({"tools": [ping()], "tool_choice": choice})).fixed;
    assert_eq!(fixed(json!({"type": "auto"})), 7 + 496);
    assert_eq!(fixed(json!({"type": "none"})), 7 + 496);
    assert_eq!(fixed(json!({"type": "any"})), 7 + 588);
    // One more than the prompt that forces a call, and the tool's name: 1 + 1.02.
    assert_eq!(fixed(json!({"type": "tool", "name": "ping"})), 7 + 588 + 2);
    assert_eq!(fixed(json!({"type": "tool", "name": "ping", "disable_parallel_tool_use": true})), 7 + 588 + 17);
    assert_eq!(fixed(json!({"type": "auto", "disable_parallel_tool_use": true})), 7 + 496 - 206);
    let auto = |profile, model: &str| {
        let body = json!({"model": model, "tools": [ping()], "messages": [{"role": "user", "content": "hello"}]});
        count(profile, &body).fixed - 7
    };
    assert_eq!(auto("anthropic-3", "claude-3-5-sonnet-20240620"), 294);
    assert_eq!(auto("anthropic-3", "us.anthropic.claude-3-5-sonnet-20241022-v2%3A0"), 346);
    assert_eq!(auto("anthropic-4", "claude-opus-4-1-20250805"), 313);
    assert_eq!(auto("anthropic-4.5-2025-10", "claude-haiku-4-5"), 262);
    assert_eq!(auto("anthropic-new", "claude-sonnet-5") + 1, 354);
}

#[test]
fn an_unknown_model_is_counted_by_another_and_says_so() {
    let parts = count("anthropic-4.6", &json!({"tools": [ping()], "messages": [{"role": "user", "content": "hello"}]}));
    assert_eq!(parts.fixed, 7 + 497);
    assert_eq!(parts.notes, ["counted with the figures of claude-sonnet-4-6"]);
}

#[test]
fn calls_and_results() {
    let tools = json!([ping()]);
    let call = |id: &str| json!({"type": "tool_use", "id": id, "name": "ping", "input": {"boat": "port"}});
    let result = |id: &str| json!({"type": "tool_result", "tool_use_id": id, "content": "hello"});
    let after = |calls: Vec<Value>, results: Vec<Value>| {
        let first = sonnet(json!({"tools": tools})).total();
        let next = sonnet(json!({"tools": tools, "messages": [{"role": "user", "content": "hello"},
            {"role": "assistant", "content": calls}, {"role": "user", "content": results}]}));
        next.total() - first
    };
    // 34 + 12, 14.3 for the argument, and four words at 1.02: 64.38; the first word rounds up with it.
    assert_eq!(after(vec![call("a")], vec![result("a")]), 64);
    // 34 + 18, 12 + 26.5 + 19.5, twice 14.3, and 4 + 4 + 2 words (names again with the results): 148.8.
    assert_eq!(after(vec![call("a"), call("b")], vec![result("a"), result("b")]), 149);
}

#[test]
fn thinking_is_read_again_while_the_turn_is_open() {
    let messages = |last: Value| {
        json!([{"role": "user", "content": "hello"},
            {"role": "assistant", "content": [{"type": "thinking", "thinking": "boat boat boat", "signature": "x"},
                {"type": "tool_use", "id": "a", "name": "ping", "input": {}}]}, last])
    };
    let open =
        messages(json!({"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a", "content": ""}]}));
    let closed = messages(json!({"role": "user", "content": "port"}));
    let total = |profile, model: &str, messages: &Value| {
        count(profile, &json!({"model": model, "messages": messages})).messages
    };
    // Call and result 46, the words `hello` and `ping`, 6 for the block and its three words: 57.1.
    assert_eq!(total("anthropic-4.5", "claude-sonnet-4-5", &open), 57);
    // A call 34, a turn 3, the words `hello`, `ping`, `port`: 40.06; the thinking is gone.
    assert_eq!(total("anthropic-4.5", "claude-sonnet-4-5", &closed), 40);
    assert_eq!(total("anthropic-4.5", "claude-opus-4-5", &closed), 49);
}

#[test]
fn deferred_tools_cost_when_they_are_brought_in() {
    let late = json!({"name": "late", "input_schema": {"type": "object"}, "defer_loading": true});
    let search = json!({"type": "tool_search_tool_bm25_20251119", "name": "tool_search_tool_bm25"});
    let parts = sonnet(json!({"tools": [ping(), late, search]}));
    assert_eq!((parts.fixed, parts.tools), (7 + 496 + 190, tools("anthropic-4.5", &json!([ping()]))));
    let found = json!({"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a", "content": [
        {"type": "tool_reference", "tool_name": "late"}]}]});
    let with = sonnet(json!({"tools": [ping(), late], "messages": [found]}));
    // 12 for the result, 7 and the tool.
    assert_eq!(with.messages, 12 + 7 + tools("anthropic-4.5", &json!([late])));
}

#[test]
fn a_schema_for_the_answer_and_the_provider_s_own_tools() {
    let schema = json!({"type": "object"});
    let parts = sonnet(json!({"output_config": {"format": {"type": "json_schema", "schema": schema}}}));
    // 82 and the indented schema (10 tokens and one for the indent), then `hello`.
    assert_eq!(parts.messages, 94);
    let parts = sonnet(json!({"tools": [{"type": "web_search_20250305", "name": "web_search"}]}));
    assert_eq!(parts.fixed, 7 + 496);
    assert_eq!(parts.notes, ["the definition and the results of web_search_20250305"]);
}

#[test]
fn no_body_is_too_odd() {
    for body in [
        json!(null),
        json!({"messages": [{"role": "assistant", "content": [{"type": "tool_use", "input": [1, {"a": null}]}]}]}),
        json!({"messages": [{"role": "user", "content": [{"type": "tool_result", "content": [{"type": "image"}, 7]}]}]}),
        json!({"tools": [{"type": 7}], "output_config": {"format": {"schema": null}, "task_budget": []}}),
    ] {
        let parts = count("anthropic-4.6", &body);
        assert!(parts.total() >= 7, "{body}");
    }
}
