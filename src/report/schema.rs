//! The JSON schema of the public reports, made from the same types.

use crate::report::document::Rent;
use crate::report::gather::discover::Discover;
use crate::report::gather::document::Gather;
use crate::report::lint::document::Lint;
use crate::report::lint::rules::{Page, Rules};
use crate::report::requests::{Calibration, Counts};
use crate::report::results::document::Results;
use crate::report::search::document::Search;
use crate::report::simulate::document::Simulate;

/// The JSON schema of every document: one definition a verb.
#[must_use]
pub fn schema() -> serde_json::Value {
    let rent = schemars::schema_for!(Rent);
    let count = schemars::schema_for!(Counts);
    let calibrate = schemars::schema_for!(Calibration);
    let gather = schemars::schema_for!(Gather);
    let discover = schemars::schema_for!(Discover);
    let lint = schemars::schema_for!(Lint);
    let search = schemars::schema_for!(Search);
    let results = schemars::schema_for!(Results);
    let simulate = schemars::schema_for!(Simulate);
    let rules = schemars::schema_for!(Rules);
    let explain = schemars::schema_for!(Page);
    serde_json::json!({
        "rent": rent, "count": count, "calibrate": calibrate, "gather": gather, "discover": discover,
        "results": results, "lint": lint, "search": search, "simulate": simulate, "rules": rules,
        "explain": explain,
    })
}
