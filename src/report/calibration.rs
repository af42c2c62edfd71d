//! What `calibrate` found, as a document, a sheet and records.

use std::io::{self, Write};

use crate::meter::outcome::Slice;
use crate::meter::scores::{Line, Tally};
use crate::report::csv;
use crate::report::document::Head;
use crate::report::requests::{self, Calibration, Skipped};
use crate::report::sheet::{Column, Room, Row, Sheet, Weight};

const RECORD: [&str; 12] = [
    "profile",
    "slice",
    "n",
    "tool_sets",
    "exact",
    "within_2",
    "within_3",
    "within_8",
    "max_abs",
    "median_pct",
    "mean_pct",
    "p95_pct",
];

/// Providers whose profiles are also judged together: name, and what their profiles' names start with.
const POOLS: [(&str, &[&str]); 3] =
    [("openai", &["openai-"]), ("anthropic", &["anthropic-3", "anthropic-4"]), ("gemini", &["gemini-", "vertex-"])];

/// The document of a tally.
#[must_use]
pub fn document(tally: &Tally, head: Head) -> Calibration {
    let pool = |name: &'static str, fronts: &'static [&'static str], slice| {
        tally.pooled(name, slice, move |profile| fronts.iter().any(|front| profile.starts_with(front)))
    };
    let slices = [Slice::First, Slice::History, Slice::Plain];
    let pools = POOLS.iter().flat_map(|(name, fronts)| slices.iter().filter_map(|slice| pool(name, fronts, *slice)));
    Calibration {
        head,
        profiles: tally.lines().iter().map(public).collect(),
        pools: pools.map(|line| public(&line)).collect(),
        rows_skipped: tally.skipped().iter().map(|(reason, n)| Skipped { reason: reason.clone(), n: *n }).collect(),
    }
}

/// The table a person reads.
#[must_use]
pub fn sheet(calibration: &Calibration) -> Sheet {
    let mut columns = vec![Column::text("profile", Room::Whole), Column::text("slice", Room::Whole)];
    let heads: [&[&str]; 9] = [
        &["n"],
        &["tool", "sets"],
        &["exact"],
        &["<=2"],
        &["<=8"],
        &["most", "tokens"],
        &["median", "%"],
        &["mean", "%"],
        &["p95", "%"],
    ];
    columns.extend(heads.map(|head| Column::figures(head.iter().map(ToString::to_string))));
    let mut rows: Vec<Row> = calibration.profiles.iter().map(|slice| row(slice, Weight::Plain)).collect();
    if !calibration.pools.is_empty() {
        rows.push(Row::Rule);
        rows.extend(calibration.pools.iter().map(|slice| row(slice, Weight::Strong)));
    }
    let counted: usize = calibration.profiles.iter().map(|slice| slice.n).sum();
    let skipped: usize = calibration.rows_skipped.iter().map(|skipped| skipped.n).sum();
    let mut after: Vec<String> =
        calibration.rows_skipped.iter().map(|skipped| format!("skipped: {} ({})", skipped.reason, skipped.n)).collect();
    after.push(format!(
        "{} rows: {counted} counted, {skipped} skipped. Error = |predicted - billed| of the total input.",
        counted + skipped
    ));
    Sheet { columns, rows, after, ..Sheet::default() }
}

fn row(slice: &requests::Slice, weight: Weight) -> Row {
    let name = if weight == Weight::Strong { format!("all {}", slice.profile) } else { slice.profile.clone() };
    let mut cells = vec![name, slice.slice.clone()];
    cells.extend([slice.n, slice.tool_sets, slice.exact, slice.within_2, slice.within_8].map(|n| n.to_string()));
    cells.push(slice.max_abs.to_string());
    cells.extend([slice.median_pct, slice.mean_pct, slice.p95_pct].map(|pct| format!("{pct:.2}")));
    Row::Cells(weight, cells)
}

/// All slices as CSV.
///
/// # Errors
/// When `out` cannot be written to.
pub fn csv(calibration: &Calibration, out: &mut dyn Write) -> io::Result<()> {
    csv::record(out, RECORD)?;
    for slice in calibration.profiles.iter().chain(&calibration.pools) {
        let counts = [slice.n, slice.tool_sets, slice.exact, slice.within_2, slice.within_3, slice.within_8];
        let mut cells = vec![slice.profile.clone(), slice.slice.clone()];
        cells.extend(counts.map(|count| count.to_string()));
        cells.push(slice.max_abs.to_string());
        cells.extend([slice.median_pct, slice.mean_pct, slice.p95_pct].map(|pct| format!("{pct:.4}")));
        csv::record(out, cells)?;
    }
    Ok(())
}

fn public(line: &Line) -> requests::Slice {
    requests::Slice {
        profile: line.profile.clone(),
        slice: line.slice.name().to_owned(),
        n: line.n,
        tool_sets: line.tool_sets,
        exact: line.exact,
        within_2: line.within_2,
        within_3: line.within_3,
        within_8: line.within_8,
        max_abs: line.max_abs,
        median_pct: rounded(line.median_pct),
        mean_pct: rounded(line.mean_pct),
        p95_pct: rounded(line.p95_pct),
    }
}

/// Four decimals: more would pretend to know more.
fn rounded(pct: f64) -> f64 {
    (pct * 10_000.0).round() / 10_000.0
}
