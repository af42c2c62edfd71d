//! The token figures of the shared cases 002 to 017, each made from a public report of a wrong count.

use serde_json::{Value, json};
use toolrent::catalog::saved;
use toolrent::catalog::tool::Catalog;
use toolrent::host::deferral::UpFront;
use toolrent::host::profile::{self, Host};
use toolrent::host::tariff::Overrides;
use toolrent::meter::encodings;
use toolrent::meter::render::style::compact;
use toolrent::rent::cause::{Cause, Verdict};
use toolrent::rent::claimed;
use toolrent::rent::claims;
use toolrent::rent::column::Column;
use toolrent::rent::ledger::{Detail, ledger};
use toolrent::rent::row::Ledger;
use toolrent::rent::wire::Wires;

use crate::shared::case;

fn host(id: &str) -> Host {
    profile::named(id).expect(id).clone()
}

fn catalog(input: &Value) -> Catalog {
    saved::read("case", compact(input).as_bytes()).expect("a catalog")
}

fn on(host: &Host, model: &str, catalog: &Catalog) -> Ledger {
    let column = Column::new(host, Some(model), &Overrides::default()).expect("column");
    ledger(catalog, &Wires::count(catalog), &column, Detail::Fields)
}

fn json(catalog: &Catalog) -> Ledger {
    on(&host("json"), "raw-o200k", catalog)
}

fn models(ledger: &Ledger) -> Vec<i64> {
    ledger.servers.iter().flat_map(|server| &server.tools).map(|tool| tool.model).collect()
}

fn names(ledger: &Ledger) -> Vec<i64> {
    let tools = ledger.servers.iter().flat_map(|server| &server.tools);
    tools.map(|tool| tool.fields.expect("fields").name).collect()
}

fn o200k(text: &str) -> Value {
    json!(encodings::named("o200k").expect("o200k").count(text))
}

/// The figures of the case, under `assert.tokens`.
fn expected(case: &Value) -> &Value {
    &case["assert"]["tokens"]
}

#[test]
fn case_002_every_tool_has_its_own_figure() {
    let Some(case) = case("002") else { return };
    let catalog = catalog(&case["input"]);
    for (profile, vocabulary) in [("raw-o200k", "o200k_base"), ("raw-cl100k", "cl100k_base")] {
        assert_eq!(json!(models(&on(&host("json"), profile, &catalog))), expected(&case)[vocabulary]);
    }
}

#[test]
fn case_003_a_deferred_tool_has_two_figures() {
    let Some(case) = case("003") else { return };
    let catalog = catalog(&case["input"]);
    let expected = expected(&case);
    let api = on(&host("claude-api"), "raw-o200k", &catalog);
    assert_eq!(json!(models(&api)), expected["loaded"]);
    assert_eq!(json!(api.totals.if_loaded), expected["loaded_sum"]);
    assert_eq!(json!(api.totals.up_front - api.totals.search), expected["upfront_without_search_tool_and_names"]);
    assert!(api.totals.search > 0 && api.servers[0].tools.iter().all(|tool| tool.if_loaded > 0));

    let mut listing = host("claude-api");
    listing.deferral.iter_mut().for_each(|policy| policy.up_front = UpFront::Name);
    let listing = on(&listing, "raw-o200k", &catalog);
    let names = listing.totals.up_front - listing.totals.search - 26;
    assert!((4..=10).contains(&names), "two names cost about five tokens: {names}");
}

#[test]
fn case_004_texts_are_counted_and_not_estimated() {
    let Some(case) = case("004") else { return };
    for (name, text) in case["input"]["texts"].as_object().expect("texts") {
        let text = text.as_str().expect("a text");
        for (vocabulary, key) in [("o200k", "o200k_base"), ("cl100k", "cl100k_base")] {
            let counted = encodings::named(vocabulary).expect(vocabulary).count(text);
            assert_eq!(json!(counted), expected(&case)[name][key], "{name}");
        }
    }
}

#[test]
fn case_006_derived_titles() {
    let Some(case) = case("006") else { return };
    let mut tools = case["input"]["tools"].clone();
    assert_eq!(json!(models(&json(&catalog(&case["input"])))[0]), expected(&case)["before"]);
    let schema = &mut tools[0]["inputSchema"];
    schema.as_object_mut().expect("a schema").shift_remove("title");
    for property in schema["properties"].as_object_mut().expect("properties").values_mut() {
        property.as_object_mut().expect("a property").shift_remove("title");
    }
    assert_eq!(json!(models(&json(&catalog(&json!({"tools": tools}))))[0]), expected(&case)["after"]);
}

#[test]
fn case_008_the_output_schema_stands_apart() {
    let Some(case) = case("008") else { return };
    let catalog = catalog(&case["input"]);
    let (ledger, tool) = (json(&catalog), &case["input"]["tools"][0]);
    let expected = expected(&case);
    assert_eq!(json!(ledger.totals.wire.tokens), expected["wire"]);
    assert_eq!(json!(ledger.totals.model), expected["without_output_schema"]);
    assert_eq!(o200k(&compact(&tool["outputSchema"])), expected["output_schema"]);
    assert_eq!(o200k(&compact(&tool["inputSchema"])), expected["input_schema"]);
}

#[test]
fn case_009_one_shape_inlined_four_times() {
    let Some(case) = case("009") else { return };
    assert_eq!(json!(models(&json(&catalog(&case["input"])))[0]), expected(&case)["inlined"]);
    let mut tools = case["input"]["tools"].clone();
    let schema = &mut tools[0]["inputSchema"];
    let shape = schema["properties"]["sender"].clone();
    for property in schema["properties"].as_object_mut().expect("properties").values_mut() {
        assert_eq!(*property, shape);
        *property = json!({"$ref": "#/$defs/address"});
    }
    schema["$defs"] = json!({"address": shape});
    assert_eq!(json!(models(&json(&catalog(&json!({"tools": tools}))))[0]), expected(&case)["shared"]);
}

#[test]
fn case_010_instructions_have_a_row_of_their_own() {
    let Some(case) = case("010") else { return };
    let mut catalog = catalog(&json!({"tools": case["input"]["tools"]}));
    catalog.servers[0].instructions = case["input"]["initialize_result"]["instructions"].as_str().map(str::to_owned);
    let totals = json(&catalog).totals;
    let expected = expected(&case);
    assert_eq!(json!(totals.instructions), expected["instructions"]);
    assert_eq!(json!(totals.model), expected["tool"]);
    assert_eq!(json!(totals.up_front), expected["total"]);
}

#[test]
fn case_011_what_a_cut_hides() {
    let Some(case) = case("011") else { return };
    let catalog = catalog(&case["input"]);
    let (whole, cut) = (json(&catalog), on(&host("claude-code"), "raw-o200k", &catalog));
    let loss = cut.servers[0].tools[0].truncated.as_ref().expect("a cut");
    assert_eq!(json!(loss.shown_bytes + loss.lost_bytes), case["assert"]["chars"]);
    assert_eq!(json!(loss.shown_bytes), case["assert"]["cap"]);
    assert_eq!(json!(loss.lost_bytes), case["assert"]["lost"]);
    assert!(loss.lost_text.contains("fn60(") && !loss.lost_text.contains("fn58("));
    let text = case["input"]["tools"][0]["description"].as_str().expect("a description");
    assert_eq!((o200k(text), o200k(&text[..loss.shown_bytes])), (json!(568), json!(481)));
    assert!(cut.totals.model < whole.totals.model);
}

#[test]
fn case_012_a_name_costs_what_the_host_makes_of_it() {
    let Some(case) = case("012") else { return };
    let input = &case["input"]["servers"][0];
    let mut catalog = catalog(&json!({"tools": input["tools"]}));
    catalog.servers[0].name = input["name"].as_str().expect("a name").to_owned();
    let expected = expected(&case);
    assert_eq!(json!(names(&json(&catalog))), expected["bare"]);
    assert_eq!(json!(names(&on(&host("claude-code"), "raw-o200k", &catalog))), expected["prefixed"]);
    let mut encoding = host("claude-code");
    encoding.name.encode = host("roo-code").name.encode;
    assert_eq!(json!(names(&on(&encoding, "raw-o200k", &catalog))), expected["hyphen_encoded"]);
}

#[test]
fn case_014_a_figure_that_no_definition_explains() {
    let Some(case) = case("014") else { return };
    let ledger = json(&catalog(&case["input"]));
    assert_eq!(json!(ledger.totals.model), expected(&case)["o200k_base"]);
    let claimed = &case["input"]["host_report"]["per_tool"][0];
    let claims = claims::read(&format!("{{\"tools\": {{\"proof_goal\": {claimed}}}}}")).expect("claims");
    let row = &claimed::compare(&claims, &ledger).rows[0];
    assert_eq!(row.verdict, Verdict::Likely(Cause::NotThisDefinition));
    assert!(row.ratio.is_some_and(|ratio| (111.0..113.0).contains(&ratio)));
}

#[test]
fn case_016_parameters_explained_twice() {
    let Some(case) = case("016") else { return };
    assert_eq!(json!(models(&json(&catalog(&case["input"])))[0]), expected(&case)["before"]);
    let mut tools = case["input"]["tools"].clone();
    let text = tools[0]["description"].as_str().expect("a description");
    let at = text.find("Args:").expect("an Args block");
    tools[0]["description"] = json!(text[..at]);
    assert_eq!(json!(models(&json(&catalog(&json!({"tools": tools}))))[0]), expected(&case)["after"]);
}

#[test]
fn case_017_what_no_model_reads_is_not_billed() {
    let Some(case) = case("017") else { return };
    let totals = json(&catalog(&case["input"])).totals;
    assert_eq!(json!(totals.model), expected(&case)["model_visible"]);
    assert_eq!(json!(totals.wire.tokens), expected(&case)["wire"]);
    assert_eq!(json!(totals.wire.bytes), case["assert"]["bytes"]);
}
