//! What the simulator's tests share: the recorded runs as sessions, their catalog, and a small search.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use toolrent::catalog::saved;
use toolrent::catalog::tool::Catalog;
use toolrent::host::profile;
use toolrent::host::tariff::Overrides;
use toolrent::rent::column::Column;
use toolrent::session::call::Call;
use toolrent::session::turn::{Search, Session, Size, ToolRef, Turn, Used};
use toolrent::simulate::outcome::Outcome;
use toolrent::simulate::rank::kind::{self, Kind};
use toolrent::simulate::rank::ranker::Ranker;

/// The column of a host, with a model where one is named.
pub(crate) fn column(host: &str, model: Option<&str>) -> Column<'static> {
    Column::new(profile::named(host).expect(host), model, &Overrides::default()).expect(host)
}

/// The outcome of that name.
pub(crate) fn named<'a>(outcomes: &'a [Outcome], name: &str) -> &'a Outcome {
    outcomes.iter().find(|outcome| outcome.name == name).expect(name)
}

/// How far a figure is from the wanted one, in percent of the latter.
pub(crate) fn off_pct(figure: f64, wanted: f64) -> f64 {
    (figure - wanted).abs() * 100.0 / wanted
}

/// Whether a server's own words stand among its instructions.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Words {
    /// They do, as where a host lists servers with their descriptions.
    AsInstructions,
    /// They do not.
    LeftOut,
}

/// The catalog of the recorded runs: 527 tools of 70 servers.
pub(crate) fn catalog(shared: &Path, words: Words) -> Catalog {
    let text = fs::read_to_string(shared.join("retrieval/tools.json")).expect("the tools");
    let entries: Vec<Value> = serde_json::from_str(&text).expect("JSON");
    let mut catalog = Catalog::default();
    for entry in &entries {
        let list = json!({ "tools": entry["tools"] }).to_string();
        let name = entry["server"]["name"].as_str().expect("a name");
        let mut read = saved::read(name, list.as_bytes()).expect("a list of tools");
        let mut server = read.servers.remove(0);
        name.clone_into(&mut server.name);
        if words == Words::AsInstructions {
            server.instructions = entry["server"]["description"].as_str().map(str::to_owned);
        }
        catalog.servers.push(server);
    }
    catalog
}

/// What one request of a session is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Request {
    /// One tool execution, as the prototype has it.
    Execution,
    /// One message of the model with all of its executions.
    Message,
}

/// The recorded runs that execute something, 93 of 95.
pub(crate) fn sessions(shared: &Path, request: Request) -> Vec<Session> {
    let text = fs::read_to_string(shared.join("retrieval/runs.jsonl")).expect("the runs");
    let rows = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    rows.filter(|row| row["steps"].as_array().is_some_and(|steps| !steps.is_empty()))
        .map(|row| session(&row, request))
        .collect()
}

fn session(row: &Value, request: Request) -> Session {
    let mut turns: Vec<Turn> = Vec::new();
    for step in row["steps"].as_array().expect("steps") {
        let joins = request == Request::Message && step["assistant_tokens"] == 0;
        match turns.last_mut().filter(|_| joins) {
            Some(turn) => {
                turn.calls.push(used(step));
                turn.searches.extend(searches(step));
            }
            None => turns.push(Turn {
                answer: Size::tokens(step["assistant_tokens"].as_i64().expect("a number")),
                searches: searches(step),
                calls: vec![used(step)],
                ..Turn::default()
            }),
        }
    }
    let last = row["final_answer_tokens"].as_i64().expect("a number");
    turns.push(Turn { answer: Size::tokens(last), ..Turn::default() });
    turns[0].said = vec![Size::of(row["query"].as_str().expect("a query"))];
    Session { id: row["task_id"].as_str().expect("an id").to_owned(), turns, ..Session::default() }
}

fn searches(step: &Value) -> Vec<Search> {
    let queries = step["search_queries"].as_array().into_iter().flatten().filter_map(Value::as_str);
    queries.map(|query| Search { query: query.to_owned(), returned: Vec::new() }).collect()
}

fn used(step: &Value) -> Used {
    let name = |key: &str| step["tool"][key].as_str().map(str::to_owned);
    Used {
        call: Call {
            server: name("server"),
            tool: name("name"),
            definition: None,
            arguments: None,
            result: Value::Null,
            place: toolrent::catalog::place::Place::default(),
        },
        result: Size::tokens(step["result_tokens_o200k"].as_i64().expect("a number")),
        failed: false,
    }
}

/// The tasks as sessions: what the user asks, and the tools that people say it needs.
pub(crate) fn tasks(shared: &Path, catalog: &Catalog) -> Vec<Session> {
    let text = fs::read_to_string(shared.join("retrieval/queries.jsonl")).expect("the tasks");
    let names: Vec<ToolRef> = catalog
        .servers
        .iter()
        .flat_map(|server| {
            server.tools.iter().map(|tool| ToolRef { server: Some(server.name.clone()), tool: tool.name.clone() })
        })
        .collect();
    let rows = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let task = |row: Value| {
        let mentions = row["gold_mentions"].as_array().cloned().unwrap_or_default();
        let index =
            |value: &Value| value["index"].as_u64().and_then(|at| names.get(usize::try_from(at).ok()?)).cloned();
        let any =
            |mention: &Value| -> Vec<ToolRef> { mention.as_array().into_iter().flatten().filter_map(index).collect() };
        let said = vec![Size::of(row["query"].as_str().expect("a query"))];
        Session {
            turns: vec![Turn { said, ..Turn::default() }],
            needed: mentions.iter().map(any).filter(|any| !any.is_empty()).collect(),
            ..Session::default()
        }
    };
    rows.map(task).filter(|task| !task.needed.is_empty()).collect()
}

/// Every ranker that strategies name.
pub(crate) fn rankers(catalog: &Catalog) -> Vec<Box<dyn Ranker>> {
    [Kind::Claude, Kind::Codex, Kind::Plain, Kind::Regex].map(|kind| kind::ranker(kind, catalog)).into()
}
