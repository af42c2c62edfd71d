//! What the shared cases ask the linter to report and not to report, each made from a public report.
//!
//! The cases name classes; the table here says which of our rules stand for each.

use regex::Regex;
use serde_json::{Value, json};
use toolrent::catalog::tool::Catalog;
use toolrent::host::profile::{self, Host};
use toolrent::host::tariff::Overrides;
use toolrent::lint::finding::Finding;
use toolrent::lint::grade::{Group, Severity};
use toolrent::lint::levels::{Level, Whom};
use toolrent::lint::run::{Config, lint};
use toolrent::lint::scene::Input;
use toolrent::rent::budget::Budget;
use toolrent::rent::claimed::{self, Comparison};
use toolrent::rent::claims;
use toolrent::rent::column::Column;
use toolrent::rent::ledger::{Detail, ledger};
use toolrent::rent::row::Ledger;
use toolrent::rent::wire::Wires;
use toolrent::session::call::Call;

use crate::linted;
use crate::shared::{case, folder};

/// The rules that stand for a class, and the hosts of which one must be named.
const CLASSES: &[(&str, &[&str], &[&str])] = &[
    ("cache.order_changed", &["list-order-unstable"], &[]),
    ("collision.cross_server", &["name-collision-across-servers"], &[]),
    ("collision.normalised", &["name-collision-across-servers"], &[]),
    ("collision.same_server", &["name-duplicate"], &[]),
    ("host.*.dialect", &["host-schema-dialect"], &[]),
    ("host.*.name_charset", &["host-tool-name"], &[]),
    ("host.anthropic.name_charset", &["host-tool-name"], &["claude-api", "claude-code"]),
    ("host.anthropic.property_key", &["host-property-key"], &["claude-api", "claude-code"]),
    ("host.anthropic.root_composition", &["host-root-combinator"], &["claude-api"]),
    ("host.claude-code.description_truncated", &["description-truncated-by-host"], &["claude-code"]),
    ("host.mcp-ts-sdk.output_schema_type", &["host-output-schema"], &["mcp-ts-sdk"]),
    ("host.meta.nesting_depth", &["host-nesting-depth"], &["meta"]),
    ("host.openai-strict.additional_properties", &["host-strict"], &["openai-strict"]),
    ("host.openai-strict.format", &["host-strict", "host-format"], &["openai-strict"]),
    ("host.openai-strict.required_all", &["host-strict"], &["openai-strict"]),
    ("host.openai.array_items", &["host-array-items"], &["openai-api"]),
    ("host.openai.description_length", &["host-description-length"], &["openai-api"]),
    ("host.openai.root_composition", &["host-root-combinator"], &["openai-api"]),
    ("host.vscode.array_items", &["host-array-items"], &["vscode"]),
    ("host.vscode.ref", &["host-ref"], &["vscode"]),
    ("inject.composite", &["split-payload"], &[]),
    ("inject.concealment", &["conceal-from-user"], &[]),
    ("inject.encoded", &["encoded-payload"], &[]),
    ("inject.exfiltration", &["secret-exfil-order", "context-sink-param"], &[]),
    ("inject.hidden_unicode", &["hidden-unicode"], &[]),
    ("inject.homoglyph", &["name-confusable"], &[]),
    (
        "inject.poisoning",
        &[
            "pseudo-system-tag",
            "override-phrase",
            "conceal-from-user",
            "sensitive-path-lure",
            "secret-exfil-order",
            "tool-shadowing",
        ],
        &[],
    ),
    ("inject.schema_value", &["override-phrase", "remote-command"], &[]),
    ("inject.steering", &["tool-steering", "promotional-claim", "global-directive"], &[]),
    ("result.base64_in_text", &["result-base64-in-text"], &[]),
    ("result.data_only_in_structured", &["result-data-only-in-structured"], &[]),
    ("result.duplicate_structured", &["result-duplicate-structured"], &[]),
    ("result.pretty_printed", &["result-pretty-printed"], &[]),
    ("result.secret", &["result-secret"], &[]),
    ("schema.dangling_ref", &["ref-unresolvable"], &[]),
    ("schema.recursive_ref", &["ref-recursive"], &[]),
    ("spec.input_schema", &["schema-root-type", "schema-invalid"], &[]),
    ("spec.name_charset", &["name-invalid"], &[]),
    ("tokens.derived_title", &["schema-noise"], &[]),
    ("tokens.duplicated_param_docs", &["duplicated-param-docs"], &[]),
    ("tokens.host_discrepancy", &["host-discrepancy"], &[]),
    ("tokens.information_free_output_schema", &["output-schema-uninformative"], &[]),
    ("tokens.output_schema_share", &["output-schema-share"], &[]),
    ("tokens.repeated_subschema", &["repeated-subschema"], &[]),
    ("vague.deferred_to_url", &["deferred-to-url"], &[]),
    ("vague.generic_name", &["name-generic"], &[]),
    ("vague.missing_description", &["description-missing"], &[]),
    ("vague.opaque_object", &["object-without-shape"], &[]),
    ("vague.overlap", &["confusable-tools"], &[]),
    ("vague.param_undocumented", &["opaque-parameters"], &[]),
    ("vague.restates_name", &["description-tautology", "param-tautology"], &[]),
    ("vague.thin", &["description-too-short", "description-tautology"], &[]),
];

/// Cases of other verbs, or whose figures other tests hold against them.
const ELSEWHERE: &[&str] = &["041", "062"];

fn numbers() -> impl Iterator<Item = u32> {
    (6..=84).chain([94]).chain(98..=106).chain([124])
}

#[test]
fn every_case_is_reported_as_it_asks() {
    let Some(shared) = folder() else { return };
    let mut wrong = Vec::new();
    let mut checked = 0;
    let names: Vec<String> = std::fs::read_dir(shared.join("cases"))
        .expect("the cases")
        .map(|file| file.expect("a file").file_name().to_string_lossy().into_owned())
        .collect();
    for number in numbers().map(|number| format!("{number:03}")) {
        if ELSEWHERE.contains(&number.as_str()) || !names.iter().any(|name| name.starts_with(&number)) {
            continue;
        }
        let case = case(&number).expect("the folder is there");
        let findings = judge(&case);
        checked += judged(&number, &case, &findings, &mut wrong);
    }
    assert!(wrong.is_empty(), "{} of {checked}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(checked > 70, "only {checked} assertions");
}

/// Holds the findings against what the case asks for; how much it asked.
fn judged(number: &str, case: &Value, findings: &[Finding], wrong: &mut Vec<String>) -> usize {
    let list = |key: &str| case["assert"][key].as_array().cloned().unwrap_or_default();
    let must = list("must_report");
    for asked in &must {
        let class = asked["class"].as_str().expect("a class");
        let least = severity(asked["severity_at_least"].as_str().unwrap_or("info"));
        let fits = |finding: &&Finding| is_of(finding, class) && finding.severity >= least;
        let of_class: Vec<&Finding> = findings.iter().filter(fits).collect();
        let whole = asked["where"].as_str().unwrap_or("*");
        for place in alternatives(whole) {
            if !of_class.iter().any(|finding| stands_at(finding, &place)) {
                let heard: Vec<String> = findings.iter().map(told).collect();
                wrong.push(format!("{number} wants {class} {least:?} at {place}; heard\n    {}", heard.join("\n    ")));
            }
        }
    }
    let must_not = list("must_not_report");
    for asked in must_not.iter().filter(|asked| asked.get("value_above").is_none()) {
        let class = asked["class"].as_str();
        let least = asked["severity"].as_str().map_or(Severity::Info, severity);
        for finding in findings.iter().filter(|finding| finding.severity >= least) {
            let kind = class.map_or_else(|| is_of_kind(finding, case), |class| is_of(finding, class));
            let place = asked["where"]
                .as_str()
                .is_none_or(|whole| alternatives(whole).iter().any(|place| stands_at(finding, place)));
            if kind && place {
                wrong.push(format!("{number} must not say {}", told(finding)));
            }
        }
    }
    must.len() + must_not.len()
}

fn told(finding: &Finding) -> String {
    let Finding { rule, severity, tool, pointer, message, .. } = finding;
    format!("{} {rule} {}{pointer}: {message}", severity.word(), tool.as_deref().unwrap_or("-"))
}

fn severity(word: &str) -> Severity {
    match word {
        "info" => Severity::Info,
        "warn" => Severity::Warning,
        "error" | "high" => Severity::Error,
        other => panic!("{other}"),
    }
}

fn is_of(finding: &Finding, class: &str) -> bool {
    match class {
        "inject.*" => finding.group == Group::Injection,
        "vague.*" => matches!(finding.group, Group::Quality | Group::Selection),
        class => {
            let (_, rules, hosts) = CLASSES
                .iter()
                .find(|(known, ..)| *known == class)
                .unwrap_or_else(|| panic!("{class} stands in no table"));
            let at_host = hosts.is_empty() || finding.hosts.iter().any(|says| hosts.contains(&says.host.as_str()));
            rules.contains(&finding.rule) && at_host
        }
    }
}

/// A place that is to be silent is silent about what the case asks of other places.
fn is_of_kind(finding: &Finding, case: &Value) -> bool {
    let asked = case["assert"]["must_report"].as_array().into_iter().flatten();
    let mut classes = asked.filter_map(|asked| asked["class"].as_str()).peekable();
    classes.peek().is_none() && finding.severity == Severity::Error || classes.any(|class| is_of(finding, class))
}

/// `{a,b}.c` are several places.
fn alternatives(place: &str) -> Vec<String> {
    let Some((before, rest)) = place.split_once('{') else { return vec![place.to_owned()] };
    let (inside, after) = rest.split_once('}').expect("a closing brace");
    inside.split(',').map(|one| format!("{before}{one}{after}")).collect()
}

/// Whether one of a finding's places fits, with any of the ways in which cases name a place.
fn stands_at(finding: &Finding, place: &str) -> bool {
    if place == "tools order" || place == "host_report" || place == "result" {
        return true;
    }
    if let Some(run) = place.strip_prefix("runs[").and_then(|rest| rest.strip_suffix(']')?.parse::<usize>().ok()) {
        return finding.message.starts_with(&format!("listing {} ", run + 1));
    }
    let place = place.strip_prefix("result.").or(place.strip_prefix("tool.")).unwrap_or(place);
    let pattern: String = place
        .split("**")
        .map(|part| part.split('*').map(regex::escape).collect::<Vec<_>>().join("[^.]*"))
        .collect::<Vec<_>>()
        .join(".*");
    let fits = Regex::new(&format!(r"^(?:{pattern})(?:$|[.\[])")).expect("a pattern");
    let own = (&finding.server, &finding.tool, &finding.pointer);
    let also = finding.also.iter().map(|also| (&also.server, &also.tool, &also.pointer));
    std::iter::once(own).chain(also).any(|(server, tool, pointer)| {
        let path = dotted(pointer);
        let tool = tool.as_deref().unwrap_or_default();
        let whole = [tool, path.as_str()].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(".");
        fits.is_match(&path) || fits.is_match(&whole) || fits.is_match(&format!("{server}.{whole}"))
    })
}

fn dotted(pointer: &str) -> String {
    let mut path = String::new();
    for part in pointer.split('/').skip(1) {
        let part = part.replace("~1", "/").replace("~0", "~");
        if part.bytes().all(|byte| byte.is_ascii_digit()) && !part.is_empty() {
            path.push_str(&format!("[{part}]"));
        } else {
            if !path.is_empty() {
                path.push('.');
            }
            path.push_str(&part);
        }
    }
    path
}

/// The default hosts, and those that the case asks about.
fn hosts(case: &Value) -> Vec<&'static Host> {
    let mut hosts = linted::hosts();
    let asked = case["assert"]["must_report"].as_array().cloned().unwrap_or_default();
    for class in asked.iter().filter_map(|asked| asked["class"].as_str()) {
        let (_, _, named) = CLASSES.iter().find(|(known, ..)| *known == class).unwrap_or_else(|| panic!("{class}"));
        for host in named.iter().map(|id| profile::named(id).unwrap_or_else(|| panic!("no host {id}"))) {
            if !hosts.iter().any(|known| known.id == host.id) {
                hosts.push(host);
            }
        }
    }
    hosts
}

fn judge(case: &Value) -> Vec<Finding> {
    let input = &case["input"];
    let hosts = hosts(case);
    let run = |input: Input<'_>| lint(Input { hosts: &hosts, ..input }, &Config::default()).findings;
    match case["input_type"].as_str().expect("a type") {
        "call_result" => {
            let catalog = linted::of_value(&json!({"tools": [input["tool"]]}));
            let calls = [call(input)];
            run(Input { catalog: Some(&catalog), calls: &calls, ..Input::default() })
        }
        "listings" => {
            let runs: Vec<Catalog> = input["runs"].as_array().expect("runs").iter().map(linted::of_value).collect();
            run(Input { catalog: Some(&runs[0]), again: &runs[1..], ..Input::default() })
        }
        "tools_list+host_report" => {
            let catalog = linted::of_value(&json!({"tools": input["tools"]}));
            let claims = [claimed_by(&input["host_report"]["per_tool"], &catalog)];
            run(Input { catalog: Some(&catalog), claims: &claims, ..Input::default() })
        }
        "ci" => {
            let catalog = linted::of_value(&input["current"]);
            let limit = |key: &str| input["budget"][key].as_u64();
            let budget = Budget { total: limit("total_tokens"), tool: limit("per_tool_tokens"), ..Budget::default() };
            let budgets = [(budget, counted(&catalog))];
            run(Input { catalog: Some(&catalog), budgets: &budgets, ..Input::default() })
        }
        _ => {
            let catalog = linted::of_value(input);
            run(Input { catalog: Some(&catalog), ..Input::default() })
        }
    }
}

fn counted(catalog: &Catalog) -> Ledger {
    let host = profile::named("json").expect("a host");
    let column = Column::new(host, None, &Overrides::default()).expect("a column");
    ledger(catalog, &Wires::count(catalog), &column, Detail::Shares)
}

fn claimed_by(figures: &Value, catalog: &Catalog) -> Comparison {
    let server = &catalog.servers[0];
    let keys = server.tools.iter().map(|tool| format!("{}.{}", server.name, tool.name));
    let figures = figures.as_array().expect("figures").iter().cloned();
    let tools: serde_json::Map<String, Value> = keys.zip(figures).collect();
    let claims = claims::read(&json!({"tools": tools}).to_string()).expect("claims");
    claimed::compare(&claims, &counted(catalog))
}

/// A call's result with its repeated data written out.
fn call(input: &Value) -> Call {
    let mut result = input["result"].clone();
    for block in result["content"].as_array_mut().into_iter().flatten() {
        for (repeated, key) in [("data_repeat", "data"), ("text_repeat", "text")] {
            let Some(unit) = block[repeated]["unit"].as_str() else { continue };
            let times = usize::try_from(block[repeated]["times"].as_u64().expect("times")).expect("small");
            block[key] = json!(unit.repeat(times));
            block.as_object_mut().expect("a block").shift_remove(repeated);
        }
    }
    let tool = &input["tool"];
    Call {
        server: None,
        tool: tool["name"].as_str().map(str::to_owned),
        definition: Some(tool.clone()),
        arguments: None,
        result,
        place: toolrent::catalog::place::Place::default(),
    }
}

#[test]
fn case_026_no_check_changes_what_another_finds() {
    let Some(case) = case("026") else { return };
    let catalog = linted::of_value(&json!({"tools": case["input"]["tools"]}));
    let hosts = linted::hosts();
    let with = |off: &[Group]| {
        let mut config = Config::default();
        config.levels.set = off.iter().map(|group| (Whom::Group(*group), Level::Off)).collect();
        let found = lint(Input { catalog: Some(&catalog), hosts: &hosts, ..Input::default() }, &config).findings;
        found.iter().filter(|finding| finding.group == Group::Quality).map(told).collect::<Vec<_>>()
    };
    assert_eq!(with(&[]), with(&[Group::Injection]));
}

#[test]
fn case_124_the_total_is_over_budget_and_no_tool_is() {
    let Some(case) = case("124") else { return };
    let over: Vec<Finding> =
        judge(&case).into_iter().filter(|finding| finding.rule == "tool-budget-exceeded").collect();
    assert!(over.iter().all(|finding| finding.severity == Severity::Error && finding.tool.is_none()), "{over:?}");
    assert!(over.iter().any(|finding| finding.message.contains("100") && finding.message.contains("90")), "{over:?}");
}

#[test]
fn case_006_each_derived_title_has_its_price() {
    let Some(case) = case("006") else { return };
    let findings = judge(&case);
    let noise = findings.iter().find(|finding| finding.rule == "schema-noise").expect("titles");
    let saved = noise.saves.get("raw-o200k").copied().unwrap_or_default();
    assert!(saved >= 22, "four titles are 22 tokens: {saved}");
    assert!(
        noise.fix.as_ref().is_some_and(|fix| fix.level == toolrent::lint::fix::FixLevel::Safe && fix.patch.len() >= 4)
    );
}
