//! Tasks and runs in the forms in which benchmarks publish them, as sessions.
//!
//! A task is a question and the tools that answering it needs: our own `needed`, or `gold_mentions` (each a list of
//! tools of which one is enough) and `relevant` (all of them). It becomes a session in which the question is asked, each
//! needed tool is called in a turn of its own, and a turn closes it; what comes back is not known. A run is a task with
//! `steps`, one a call that was made.

use serde_json::Value;

use crate::session::blocks;
use crate::session::names;
use crate::session::tally::Tally;
use crate::session::turn::{Search, Session, Size, ToolRef};
use crate::session::weave::{Searcher, Weave, Written};

/// Whether a row is a task or a run.
pub(crate) fn is_row(row: &Value) -> bool {
    row["query"].is_string() && ["needed", "relevant", "gold_mentions", "steps"].iter().any(|key| row[*key].is_array())
}

/// A task's or run's session.
pub(crate) fn read(source: &str, at: usize, row: &Value, tally: &mut Tally) -> Option<Session> {
    let id = ["id", "task_id"].iter().find_map(|key| row[*key].as_str());
    let mut weave = Weave::new(source, id.map_or_else(|| format!("{source}:{at}"), str::to_owned));
    let needed = needed(row, tally);
    weave.session().model = row["model"].as_str().map(str::to_owned);
    weave.say(Size::of(row["query"].as_str().unwrap_or_default()));
    match row["steps"].as_array() {
        Some(steps) => run(&mut weave, at, row, steps, tally),
        None => {
            for tool in needed.iter().filter_map(|tools| tools.first()) {
                call(&mut weave, at, tool.clone(), Value::Null);
                weave.say(Size::default());
            }
            weave.answer(None);
        }
    }
    weave.session().needed = needed;
    weave.end()
}

/// What a task needs: of each entry one tool is enough.
pub(crate) fn needed(row: &Value, tally: &mut Tally) -> Vec<Vec<ToolRef>> {
    let list = |key: &str| row[key].as_array();
    let (mentions, each) = match (list("needed"), list("gold_mentions"), list("relevant")) {
        (Some(needed), ..) => (needed, true),
        (None, Some(mentions), _) => (mentions, true),
        (None, None, Some(relevant)) => (relevant, false),
        (None, None, None) => return Vec::new(),
    };
    let mut needed = Vec::new();
    for mention in mentions {
        let tools: Vec<ToolRef> = match mention.as_array().filter(|_| each) {
            Some(alternatives) => alternatives.iter().filter_map(tool).collect(),
            None => tool(mention).into_iter().collect(),
        };
        if tools.is_empty() { tally.skip("needed tool without a name") } else { needed.push(tools) }
    }
    needed
}

/// A tool: `server.tool`, or an object with both; benchmarks call the tool `tool` or `name`.
pub(crate) fn tool(value: &Value) -> Option<ToolRef> {
    let text = |key: &str| value[key].as_str().filter(|text| !text.is_empty());
    match value.as_str() {
        Some(name) => (!name.is_empty()).then(|| names::dotted(name)),
        None => {
            let tool = text("tool").or(text("name"))?;
            Some(ToolRef { server: text("server").map(str::to_owned), tool: tool.to_owned() })
        }
    }
}

/// Searches: texts, or objects with what was answered; `returned` lists the answers beside them.
pub(crate) fn searches(queries: &Value, returned: &Value) -> Vec<Search> {
    let tools = |list: &Value| list.as_array().into_iter().flatten().filter_map(tool).collect();
    let queries = queries.as_array().into_iter().flatten().enumerate();
    let searches = queries.filter_map(|(nth, search)| {
        let query = search.as_str().or(search["query"].as_str())?.trim().to_owned();
        let returned = search.get("returned").unwrap_or(&returned[nth]);
        Some(Search { query, returned: tools(returned) })
    });
    searches.collect()
}

fn call(weave: &mut Weave, at: usize, tool: ToolRef, arguments: Value) -> usize {
    let turn = weave.answer(None);
    let name = tool.tool.clone();
    weave.call(turn, Written { id: None, name: &name, tool, arguments, text: None, at });
    turn
}

/// The steps of one turn were asked for in one answer.
fn run(weave: &mut Weave, at: usize, row: &Value, steps: &[Value], tally: &mut Tally) {
    let mut before: Option<&Value> = None;
    let mut written = 0;
    for (nth, step) in steps.iter().enumerate() {
        let Some(tool) = tool(&step["tool"]) else {
            tally.skip("step without a tool");
            continue;
        };
        let together = before.is_some_and(|before| before == &step["turn"]) && !step["turn"].is_null();
        before = Some(&step["turn"]);
        if !together {
            weave.say(Size::default());
            written = 0;
        }
        let turn = weave.answer(None);
        let id = format!("{at}/{nth}");
        searched(weave, turn, searches(&step["search_queries"], &step["search_returned"]));
        let name = tool.tool.clone();
        let arguments = step["arguments"].clone();
        weave.call(turn, Written { id: Some(&id), name: &name, tool, arguments, text: None, at });
        written += step["assistant_tokens"].as_i64().unwrap_or(0).max(0);
        weave.sized(turn, Size::tokens(written));
        weave.result_within(Some(&id), result(step), None);
    }
    weave.say(Size::default());
    let turn = weave.answer(None);
    searched(weave, turn, searches(&row["trailing_search_queries"], &row["trailing_search_returned"]));
    weave.sized(turn, row["final_answer_tokens"].as_i64().map(Size::tokens).unwrap_or_default());
}

fn searched(weave: &mut Weave, turn: usize, searches: Vec<Search>) {
    for (nth, search) in searches.into_iter().enumerate() {
        let id = format!("search {turn}/{nth}");
        weave.search(turn, Some(&id), search.query, Searcher::Provider);
        weave.found(Some(&id), search.returned);
    }
}

/// A step's result: its text, and the tokens of the whole when the text was cut. Recorders that print a result as Python
/// does say at its end whether the call failed.
fn result(step: &Value) -> blocks::Content {
    let text = step["result_text"].as_str();
    let mut content = text.map(blocks::of_text).unwrap_or_default();
    content.failed = step["failed"] == true || text.is_some_and(|text| text.trim_end().ends_with("isError=True"));
    content.size.o200k = step["result_tokens_o200k"].as_i64().or(step["result_tokens"].as_i64());
    if step["result_truncated"] == true {
        content.size.text = None;
    }
    content
}
