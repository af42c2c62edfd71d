//! Published figures of others, reproduced: listings, command lines, code mode, hosted search, recorded usage, limits.

use std::fs;

use serde_json::{Value, json};
use toolrent::catalog::saved;
use toolrent::host::caching::{self, Retention};
use toolrent::host::deferral::Load as Measured;
use toolrent::host::profile;
use toolrent::host::tariff::Tariff;
use toolrent::meter::encodings;
use toolrent::meter::render::style;
use toolrent::meter::shown::Shown;
use toolrent::rent::column::Column;
use toolrent::session::request::{self, Request};
use toolrent::simulate::activation::{Activation, Decision};
use toolrent::simulate::billing::{Billing, Charge};
use toolrent::simulate::context::{Context, Part};
use toolrent::simulate::count::{Counted, Form, Sizes};
use toolrent::simulate::discover::{Discover, Finder, Pass};
use toolrent::simulate::outcome::Outcome;
use toolrent::simulate::play::player::Played;
use toolrent::simulate::play::rankings::Rankings;
use toolrent::simulate::play::{self, Scene};
use toolrent::simulate::strategies::{self, virtual_groups};
use toolrent::simulate::strategy::{Load, Place, Strategy, View};
use toolrent::simulate::workload::{Run, Step, ToolAt, Use, Workload};

use crate::shared::{case, folder};
use crate::simulated::{column, named, off_pct};

fn strategy(name: &str) -> Strategy {
    strategies::named(name).expect(name)
}

fn float(count: i64) -> f64 {
    f64::from(i32::try_from(count).expect("small"))
}

/// The strategies over one run, billed without a cache.
fn played(counted: &Counted<'_>, run: Run, strategies: &[Strategy]) -> Vec<Outcome> {
    let workload =
        Workload { runs: vec![run], queries: vec![String::new()], query_tokens: vec![0], ..Workload::default() };
    let billing = Billing::uncached(&Tariff::default());
    let rankings = Rankings::default();
    let scene = Scene { counted, workload: &workload, rankings: &rankings, billing: &billing, offered: None };
    play::play(scene, strategies).into_iter().map(|outcome| outcome.expect("it fits")).collect()
}

fn call(tool: u32) -> Vec<Use> {
    vec![Use { tool: Some(ToolAt(tool)), result: 0 }]
}

#[test]
fn listings_of_github_come_to_what_was_published() {
    let Some(shared) = folder() else { return };
    let text = fs::read(shared.join("retrieval/github_toolsnaps_6b3c3754.json")).expect("the tools");
    let catalog = saved::read("github", &text).expect("a list of tools");
    let cl100k = encodings::named("cl100k").expect("built in");
    let spaced: usize = catalog
        .tools()
        .map(|tool| json!({"name": tool.name, "description": tool.description(), "inputSchema": tool.input_schema()}))
        .map(|tool| cl100k.count(&style::spaced(&tool)))
        .sum();
    assert!(off_pct(float(i64::try_from(spaced).expect("small")), 17_600.0) <= 2.0, "{spaced}");
    let column = column("json", Some("raw-cl100k"));
    let counted = Counted::new(&catalog, &column);
    assert_eq!((counted.len(), counted.loaded().iter().sum::<i64>()), (95, 13_869));
    for (form, measured) in [(Form::Low, 3_492.0), (Form::Medium, 2_845.0), (Form::High, 1_822.0), (Form::Max, 883.0)] {
        let tokens = float(counted.form(form).iter().sum());
        assert!(off_pct(tokens, measured) <= 1.0, "{form:?}: {tokens}");
        let saved = 100.0 - tokens * 100.0 / 13_869.0;
        assert!((70.0..=97.0).contains(&saved), "{form:?}: {saved}");
    }
}

#[test]
fn compressed_listings_come_to_what_the_tool_itself_prints() {
    let Some(shared) = folder() else { return };
    let text = fs::read(shared.join("inputs/large.json")).expect("the tools");
    let catalog = saved::read("large", &text).expect("a list of tools");
    let column = column("json", None);
    let counted = Counted::new(&catalog, &column);
    let levels = [("low", 10_523.0), ("medium", 8_060.0), ("high", 5_032.0), ("max", 2_988.0)];
    for (level, measured) in levels {
        for name in [format!("listing-{level}"), format!("mcp-compressor-{level}")] {
            let outcomes = played(&counted, Run { steps: vec![Step::default()], ..Run::default() }, &[strategy(&name)]);
            assert!(off_pct(outcomes[0].first_turn, measured) <= 5.0, "{name}: {}", outcomes[0].first_turn);
        }
    }
}

#[test]
fn command_lines_save_less_when_their_output_is_sent_again() {
    let rows = [
        (30, 15, 5, 54_525.0, 2_309.0, 67),
        (80, 20, 8, 193_360.0, 3_897.0, 76),
        (120, 25, 10, 362_350.0, 5_181.0, 78),
    ];
    for (tools, turns, used, native, once, resent_saves) in rows {
        // 3,619 tokens for 30 tools; 16 a line of the list, 120 the help of a tool, 40 a call.
        let total = 3_619 * i64::from(tools) / 30;
        let size = |at: i64| total * (at + 1) / i64::from(tools) - total * at / i64::from(tools);
        let forms = |at: i64| Sizes { loaded: size(at), forms: [0, 16, 0, 0, 0, 0, 0, 120, 0] };
        let sizes: Vec<Sizes> = (0..i64::from(tools)).map(forms).collect();
        let counted = Counted::of_sizes(&[sizes.len()], &[0], &sizes);
        let run = |answer: i64| Run {
            steps: (0..turns)
                .map(|turn| match turn < used {
                    true => Step { answer, calls: call(turn), queries: vec![0], ..Step::default() },
                    false => Step::default(),
                })
                .collect(),
            ..Run::default()
        };
        let cli = strategy("cli-help");
        // The published count has no turn for the list or the help, and the list from the first turn on.
        let found = Discover { pass: Pass::Within, call_tokens: 0, ..cli.discover.clone().expect("a search") };
        let cli = Strategy { place: Place::Message, discover: Some(found), ..cli };
        let full = played(&counted, run(0), &[strategy("full")]).remove(0);
        let cli = played(&counted, run(40), &[cli]).remove(0);
        assert!(off_pct(full.cumulative, native) <= 2.0, "{}", full.cumulative);
        assert!(off_pct(cli.cumulative_once, once) <= 2.0, "{}", cli.cumulative_once);
        let saves = 100.0 - cli.cumulative * 100.0 / full.cumulative;
        assert!((saves - f64::from(resent_saves)).abs() <= 0.6, "{saves}");
    }
}

#[test]
fn code_mode_stands_for_a_whole_api() {
    let Some(shared) = folder() else { return };
    let text = fs::read(shared.join("retrieval/cloudflare_code_mode_tools.json")).expect("the tools");
    let catalog = saved::read("code mode", &text).expect("a list of tools");
    for model in ["raw-cl100k", "raw-o200k"] {
        let column = column("json", Some(model));
        let tokens = float(Counted::new(&catalog, &column).loaded().iter().sum());
        assert!(off_pct(tokens, 1_069.0) <= 15.0, "{model}: {tokens}");
    }
    // 2,594 endpoints as tools: whole, and with their required parameters only.
    let saved = 100.0 - float(strategy("code-mode").fixed_tokens) * 100.0 / 1_170_523.0;
    assert!((saved - 99.9).abs() < 0.05, "{saved}");
    assert_eq!((1_170_523 / 2_594, 244_047 / 2_594), (451, 94));
}

#[test]
fn a_hosted_search_leaves_a_tenth_of_the_first_request() {
    // 72,000 tokens of definitions of which 3,000 are discovered, 5,000 of system prompt, 500 of search tool.
    let sizes: Vec<Sizes> = (0..72).map(|_| Sizes { loaded: 1_000, ..Sizes::default() }).collect();
    let counted = Counted::of_sizes(&[72], &[0], &sizes);
    let steps = (0..3).map(|tool| Step { calls: call(tool), queries: vec![0], ..Step::default() }).collect();
    let hosted = strategy("hosted-search-bm25");
    let found = Discover { ranker: Finder::Oracle, call_tokens: 0, ..hosted.discover.clone().expect("a search") };
    let hosted = Strategy { fixed_tokens: 500, discover: Some(found), ..hosted };
    let run = Run { system: 5_000, steps, ..Run::default() };
    let outcomes = played(&counted, run, &[strategy("full"), hosted]);
    let (full, hosted) = (named(&outcomes, "full"), named(&outcomes, "hosted-search-bm25"));
    assert!(off_pct(full.first_turn, 77_200.0) <= 3.0 && off_pct(hosted.peak, 8_700.0) <= 3.0);
    let off = (full.first_turn - 77_000.0).abs() + (hosted.peak - 8_500.0).abs();
    assert!(off < 0.5, "{} and {}", full.first_turn, hosted.peak);
    assert!((100.0 - (hosted.peak - 5_000.0) * 100.0 / (full.peak - 5_000.0) - 95.0).abs() < 1.0);
    assert!((100.0 - hosted.peak * 100.0 / full.peak - 89.0).abs() < 1.0);
}

/// A recorded row: what was sent, what came back, what was billed.
struct Recorded {
    row: Value,
    request: Request,
    column: Column<'static>,
}

impl Recorded {
    fn input(&self) -> f64 {
        self.row["usage"]["input_tokens"].as_f64().expect("usage")
    }

    fn predicted(&self) -> i64 {
        self.column.meter.request(&self.request).total()
    }

    /// The tokens of a deferred tool, loaded.
    fn definition(&self, name: &str) -> i64 {
        let tool = self.request.tools.iter().find(|tool| tool.name == name).expect(name);
        self.column.meter.shares(&[Shown::from(tool)])[0]
    }

    /// The tokens of its name and description alone.
    fn described(&self) -> i64 {
        let deferred = self.request.tools.iter().filter(|tool| tool.defer_loading());
        let bare = |tool| Shown { schema: None, ..Shown::from(tool) };
        self.column.meter.shares(&deferred.map(bare).collect::<Vec<_>>()).iter().sum()
    }

    /// What the model writes before it has the tool: text, and the queries of its search.
    fn written(&self) -> i64 {
        let mut tokens = 0;
        for item in self.row["response_output"].as_array().into_iter().flatten() {
            match item["type"].as_str() {
                Some("text") => tokens += self.column.meter.text(item["text"].as_str().unwrap_or_default()),
                Some("server_tool_use" | "tool_use" | "tool_search_call") => {
                    let asked = if item["input"].is_object() { &item["input"] } else { &item["arguments"] };
                    let queries = asked.as_object().into_iter().flatten().map(|(_, value)| match value {
                        Value::Array(all) => all.iter().filter_map(Value::as_str).collect::<Vec<_>>().join("\n"),
                        Value::String(one) => one.clone(),
                        _ => String::new(),
                    });
                    return tokens + queries.map(|query| self.column.meter.text(&query)).sum::<i64>();
                }
                _ => {}
            }
        }
        tokens
    }
}

fn recorded(check: &str) -> Option<Vec<Recorded>> {
    let text = fs::read_to_string(folder()?.join("retrieval/recorded_search_usage.json")).expect("the rows");
    let all: Value = serde_json::from_str(&text).expect("JSON");
    let rows = all["rows"]
        .as_array()
        .expect("rows")
        .iter()
        .filter(|row| row["check"].as_str().is_some_and(|name| name.starts_with(check)));
    let read = |row: &Value| {
        let model = row["model"].as_str().expect("a model");
        let host = if model.starts_with("claude") { "claude-api" } else { "openai-responses" };
        let body = &row["request"];
        let request = request::read(request::shape(body).expect("a request"), body);
        Recorded { row: row.clone(), request, column: column(host, Some(model)) }
    };
    Some(rows.map(read).collect())
}

/// The session of one recorded request that searches once and then calls: its prompt is what the meter predicts.
fn searched(row: &Recorded, strategy: &str, pass: Pass) -> Played {
    let tool = Sizes { loaded: row.definition("get_exchange_rate"), ..Sizes::default() };
    let counted = Counted::of_sizes(&[1], &[0], &[tool]);
    let step = Step { calls: call(0), queries: vec![0], ..Step::default() };
    let named = if row.column.model_id().is_some_and(|model| model.starts_with("gpt")) { row.described() } else { 0 };
    let run = Run { system: row.predicted() + named, steps: vec![step], ..Run::default() };
    let workload = Workload {
        runs: vec![run],
        queries: vec![String::new()],
        query_tokens: vec![row.written()],
        ..Workload::default()
    };
    let billing = Billing::of(&row.column, Retention::Short);
    struct First;
    impl toolrent::simulate::rank::ranker::Ranker for First {
        fn name(&self) -> &str {
            "first"
        }
        fn rank(&self, _: &str) -> Vec<toolrent::simulate::rank::ranker::Ranked> {
            vec![toolrent::simulate::rank::ranker::Ranked { document: 0, score: 1.0 }]
        }
    }
    let rankings = Rankings::of(&workload.queries, &[&First], 1);
    let base = self::strategy(strategy);
    let found =
        Discover { ranker: Finder::Ranker("first".to_owned()), pass, ..base.discover.clone().expect("a search") };
    // The search tool is part of the predicted prompt.
    let one =
        Strategy { fixed_tokens: 0, view: View::Nothing, activate: Activation::Always, discover: Some(found), ..base };
    let scene = Scene { counted: &counted, workload: &workload, rankings: &rankings, billing: &billing, offered: None };
    play::runs(scene, &one).expect("it fits").remove(0)
}

#[test]
fn a_hosted_search_is_billed_as_two_passes() {
    let Some(rows) = recorded("5a") else { return };
    let mut checked = 0;
    for (at, strategy) in [(0, "hosted-search-bm25"), (2, "hosted-search-bm25"), (6, "namespace-load")] {
        let row = &rows[at];
        let twice = float(searched(row, strategy, Pass::Internal).cumulative);
        assert!(off_pct(twice, row.input()) <= 8.0, "{at}: {twice} for {}", row.input());
        // The prompt of the second pass alone, which is the larger one.
        let once = float(searched(row, strategy, Pass::Internal).peak);
        assert!(off_pct(once, row.input()) > 8.0, "{at}: {once} for {}", row.input());
        let without = float(searched(row, strategy, Pass::Within).cumulative);
        assert!(off_pct(without, row.input()) > 8.0, "{at}: {without} for {}", row.input());
        checked += 1;
    }
    assert_eq!(checked, 3);
}

#[test]
fn a_search_by_the_client_adds_what_it_loads() {
    let Some(rows) = recorded("5b") else { return };
    for (first, strategy) in [(0, "client-search-names"), (3, "client-search-bm25")] {
        let (before, after, then) = (&rows[first], &rows[first + 1], &rows[first + 2]);
        let played = searched(before, strategy, Pass::RoundTrip);
        let loaded = float(2 * played.peak - played.cumulative);
        let recorded = after.input() - before.input();
        assert!(off_pct(loaded, recorded) <= 15.0, "{strategy}: {loaded} for {recorded}");
        // The call and its result, which are the conversation's own.
        let called = float(then.predicted() - after.predicted());
        let recorded = then.input() - after.input();
        assert!(off_pct(called, recorded) <= 15.0, "{strategy}: {called} for {recorded}");
    }
}

#[test]
fn tools_that_nobody_found_cost_nothing() {
    let (Some(loading), Some(none)) = (recorded("5b"), recorded("5c")) else { return };
    let with = &loading[0];
    assert!(off_pct(with.input(), none[0].input()) <= 1.0);
    let mut without = with.request.clone();
    without.tools.retain(|tool| !tool.defer_loading());
    assert_eq!(without.tools.len() + 2, with.request.tools.len());
    let predicted = with.column.meter.request(&without).total();
    assert!(off_pct(float(predicted), float(with.predicted())) <= 1.0);
    let sizes = [Sizes { loaded: 87, forms: [9; 9] }; 2];
    let idle = || Run { system: 700, steps: vec![Step::default()], ..Run::default() };
    let hosted = || strategy("hosted-search-bm25");
    let first = |tools: usize| {
        let found = Discover { ranker: Finder::Oracle, ..hosted().discover.expect("a search") };
        let one = Strategy { discover: Some(found), ..hosted() };
        played(&Counted::of_sizes(&[tools], &[0], &sizes[..tools]), idle(), &[one]).remove(0).first_turn
    };
    assert!((first(0) - first(2)).abs() < f64::EPSILON);
}

#[test]
fn the_cache_goes_through_the_recorded_states() {
    let Some(rows) = recorded("5d") else { return };
    let billing = Billing::of(&rows[0].column, Retention::Short);
    let mut context = Context::default();
    let mut states = Vec::new();
    for row in &rows {
        let usage = |key: &str| row.row["usage"][key].as_i64().expect("usage");
        let (write, read) = (usage("cache_creation_input_tokens"), usage("cache_read_input_tokens"));
        // What is behind the last breakpoint is not cached: all of a prompt that is too short, a few tokens of framing else.
        let upto = if write + read == 0 { usage("input_tokens") } else { write + read };
        context.append(Part::Conversation, upto - context.total(), 2);
        let charge = context.pass(&billing, 0);
        assert_eq!((charge.written, charge.read), (write, read));
        states.push(charge);
    }
    let charge = |uncached, written, read| Charge { uncached, written, read };
    assert_eq!(states, [charge(819, 0, 0), charge(0, 1_069, 0), charge(0, 85, 1_069)]);
}

#[test]
fn limits_are_those_of_the_hosts() {
    assert_eq!((virtual_groups::CAP, virtual_groups::TRIM, virtual_groups::SLOTS), (128, 96, 88));
    for host in ["openai-api", "vscode"] {
        let cap = profile::named(host).and_then(|host| host.cap.as_ref()).expect("a cap");
        assert_eq!(cap.tools, virtual_groups::CAP, "{host}");
    }
    let threshold =
        |window| Activation::WindowPct(10).of(Measured { tools: 1, tokens: 1, window: Some(window) }).threshold;
    assert_eq!((threshold(200_000), threshold(1_000_000)), (Some(20_000), Some(100_000)));
    let deferred = |name: &str, tools: usize| {
        let counted = Counted::of_sizes(&[tools], &[9], &vec![Sizes { loaded: 50, forms: [5; 9] }; tools]);
        let known = strategy(name);
        let found = Discover { ranker: Finder::Exact, ..known.discover.clone().expect("a search") };
        let known = Strategy { discover: Some(found), ..known };
        let outcome = played(&counted, Run { steps: vec![Step::default()], ..Run::default() }, &[known]).remove(0);
        outcome.deferred
    };
    for codex in ["codex", "client-search-bm25"] {
        assert_eq!((deferred(codex, 99), deferred(codex, 100)), (false, true), "{codex}");
    }
    for groups in ["vscode", "virtual-groups"] {
        assert_eq!((deferred(groups, 128), deferred(groups, 129)), (false, true), "{groups}");
    }
}

/// The tools that a case describes by a template.
fn template(case: &Value) -> Vec<i64> {
    let repeat = &case["input"]["tools_repeat"];
    let count = repeat["count"].as_u64().expect("a count");
    let tool = |at: u64| {
        let text = repeat["template"].to_string().replace("{n}", &at.to_string());
        serde_json::from_str::<Value>(&text).expect("JSON")
    };
    let list = json!({ "tools": (0..count).map(tool).collect::<Vec<_>>() }).to_string();
    let catalog = saved::read("case", list.as_bytes()).expect("a list of tools");
    let column = column("json", None);
    Counted::new(&catalog, &column).loaded().to_vec()
}

#[test]
fn a_share_of_the_window_defers_less_on_a_larger_one() {
    let Some(case) = case("091") else { return };
    let tools = template(&case);
    let per_tool = case["assert"]["tokens_per_tool_template"].as_i64().expect("a number");
    assert!(tools.iter().all(|tokens| (tokens - per_tool).abs() <= 1), "{tools:?}");
    let total = tools.iter().sum();
    let mut thresholds = Vec::new();
    let mut deferred = Vec::new();
    for policy in case["input"]["policies"].as_array().expect("policies") {
        let pct = policy["percent"].as_u64().and_then(|pct| u32::try_from(pct).ok());
        let activation = pct.map_or(Activation::Always, Activation::WindowPct);
        let window = policy["window"].as_u64();
        let verdict = activation.of(Measured { tools: tools.len(), tokens: total, window });
        thresholds.push(verdict.threshold);
        deferred.push(verdict.decision == Decision::Deferred);
        let nothing = activation.of(Measured { tools: tools.len(), tokens: 0, window }).decision;
        assert!(activation == Activation::Always || nothing == Decision::Unknown, "{nothing:?}");
    }
    assert_eq!(json!(thresholds), case["assert"]["thresholds"]);
    assert_eq!(json!(deferred), case["assert"]["deferred"]);
}

#[test]
fn a_load_into_the_list_rewrites_the_prefix_and_one_into_the_history_does_not() {
    let Some(case) = case("093") else { return };
    let sizes: Vec<Sizes> =
        template(&case).iter().map(|tokens| Sizes { loaded: *tokens, ..Sizes::default() }).collect();
    let counted = Counted::of_sizes(&[sizes.len()], &[0], &sizes);
    let mut steps: Vec<Step> = vec![Step { said: 20, answer: 50, ..Step::default() }; 20];
    let mut turns = Vec::new();
    for load in case["input"]["loads"].as_array().expect("loads") {
        let turn = usize::try_from(load["turn"].as_u64().expect("a turn")).expect("small") - 1;
        let tool = load["tool"].as_str().and_then(|name| name.strip_prefix("t_")).expect("a tool");
        steps[turn].calls = call(tool.parse().expect("a number"));
        steps[turn].queries = vec![0];
        turns.push(turn);
    }
    let workload = Workload {
        runs: vec![Run { system: 4_000, steps, ..Run::default() }],
        queries: vec![String::new()],
        query_tokens: vec![0],
        ..Workload::default()
    };
    let billing = Billing::new(caching::named("anthropic-5m"), &Tariff::default());
    let rankings = Rankings::default();
    let scene = Scene { counted: &counted, workload: &workload, rankings: &rankings, billing: &billing, offered: None };
    for (mode, load) in [("rewrite_tools_array", Load::Prefix), ("append_reference", Load::Inline)] {
        // The host adds the tool by itself; no pass is spent on asking.
        let found = Discover { pass: Pass::Within, ..Discover::by(Finder::Exact, 1) };
        let one = Strategy { load, discover: Some(found), ..Strategy::named(mode) };
        let played = play::runs(scene, &one).expect("it fits").remove(0);
        let rewrites = case["assert"]["full_prefix_rewrites"][mode].as_u64().expect("a number");
        assert_eq!(u64::try_from(played.busts).expect("small"), rewrites, "{mode}");
        for (turn, charge) in played.per_turn.iter().enumerate().skip(1) {
            let rewritten = load == Load::Prefix && turns.contains(&turn);
            assert_eq!(charge.read == 0, rewritten, "{mode}, turn {}", turn + 1);
        }
    }
}
