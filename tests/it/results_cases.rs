//! The token figures of the recorded cases about results.

#![cfg(feature = "app")]

use serde_json::Value;
use toolrent::host::profile;
use toolrent::host::tariff::Overrides;
use toolrent::rent::column::Column;
use toolrent::rent::result::measure::{Measured, Yardstick};
use toolrent::rent::result::waste::Kind;
use toolrent::session::call::Call;
use toolrent::session::turn::{Size, Used};

use crate::shared::case;

/// The result of a case, its expanders played out, and the case.
fn measured(number: &str, host: &str) -> Option<(Measured, Value)> {
    let case = case(number)?;
    let mut result = case["input"]["result"].clone();
    for block in result["content"].as_array_mut().expect("blocks") {
        for key in ["text", "data"] {
            let repeat = block[format!("{key}_repeat")].clone();
            if let Some(unit) = repeat["unit"].as_str() {
                let times = usize::try_from(repeat["times"].as_u64().expect("a number")).expect("small");
                block[key] = Value::from(unit.repeat(times));
            }
        }
    }
    let (server, tool) = (Some("uji".to_owned()), case["input"]["tool"]["name"].as_str().map(str::to_owned));
    let place = toolrent::catalog::place::Place::default();
    let call = Call { server, tool, definition: None, arguments: None, result, place };
    let used = Used { call, result: Size::default(), failed: false };
    let host = profile::named(host).expect("a host");
    let column = Column::new(host, None, &Overrides::default()).expect("a column");
    Some((Yardstick::new(&column).measure(&used), case))
}

#[test]
fn a_wrapped_text_is_there_twice() {
    let Some((found, _)) = measured("098", "json") else { return };
    let twice = found.waste.of(Kind::DuplicateStructured);
    assert!(twice > 0 && found.waste.of(Kind::Wrapped) > 0);
    // The text once as text, once in `{"result":…}`.
    assert!((2 * twice..2 * twice + 8).contains(&found.tokens), "{found:?}");
}

#[test]
fn a_summary_is_no_repeat() {
    let Some((found, _)) = measured("099", "json") else { return };
    assert_eq!(found.waste.of(Kind::DuplicateStructured), 0);
    assert!(found.structured_added);
}

#[test]
fn an_image_block_costs_its_formula() {
    for host in ["json", "claude-api", "openai-api", "gemini-api"] {
        let Some((found, _)) = measured("100", host) else { return };
        assert!(found.images.count == 1 && found.tokens == found.images.tokens, "{host}: {found:?}");
        assert!((1..=5_000).contains(&found.tokens), "{host}: {found:?}");
    }
}

#[test]
fn an_image_as_text_is_billed_as_text() {
    let Some((found, _)) = measured("101", "json") else { return };
    assert_eq!(found.tokens, 217);
    assert!(found.waste.of(Kind::Base64) > 150 && found.waste.total() <= 217, "{found:?}");
}

#[test]
fn indentation_is_measured_in_tokens() {
    let Some((found, case)) = measured("102", "json") else { return };
    let [pretty, compact] = ["pretty", "compact"].map(|key| case["assert"]["tokens"][key].as_i64().expect("a figure"));
    assert_eq!((pretty, compact), (513, 293));
    assert_eq!((found.tokens, found.tokens - found.waste.of(Kind::Indent)), (pretty, compact));
    assert!(found.waste.of(Kind::Nulls) > 0, "told apart: {found:?}");
}

#[test]
fn secrets_stay_out_of_every_report() {
    let Some(case) = case("106") else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("panggilan.json");
    std::fs::write(&file, case["input"].to_string()).expect("a file");
    for format in ["table", "json", "jsonl", "csv", "markdown"] {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_toolrent"));
        command.args(["results", "--isolated", "-v", "--format", format]).arg(&file);
        let output = command.output().expect("the command runs");
        assert!(output.status.success(), "{output:?}");
        let shown = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(shown.contains("stack") && !shown.contains("/etc/app.conf"), "{shown}");
        for secret in case["assert"]["output_must_not_contain"].as_array().expect("secrets") {
            assert!(!shown.contains(secret.as_str().expect("a text")), "{format}: {shown}");
        }
    }
}
