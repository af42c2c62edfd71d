//! The meters against recorded calls: the bounds that the project promises, and the figures it has committed.

#![cfg(all(feature = "vocab-deepseek", feature = "vocab-llama3"))]

use std::io::BufReader;

use toolrent::meter::calibrate::calibrate;
use toolrent::meter::outcome::Slice;
use toolrent::meter::profile;
use toolrent::meter::scores::{Line, Tally};

use crate::shared;

/// Slack for figures that are committed with two decimals.
const ROUNDING: f64 = 0.005_001;

fn tally() -> Option<(Tally, usize)> {
    let file = shared::folder()?.join("ground_truth/dev.jsonl");
    let file = std::fs::File::open(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let mut tally = Tally::default();
    let rows = calibrate(BufReader::new(file), None, &mut tally).expect("the log can be read");
    Some((tally, rows))
}

struct Table {
    lines: Vec<Line>,
    tally: Tally,
}

impl Table {
    fn line(&self, profile: &str, slice: Slice) -> &Line {
        let found = self.lines.iter().find(|line| line.profile == profile && line.slice == slice);
        found.unwrap_or_else(|| panic!("no rows for {profile} {}", slice.name()))
    }

    fn pooled(&self, fronts: &[&str], slice: Slice) -> Line {
        let belongs = |profile: &str| fronts.iter().any(|front| profile.starts_with(front));
        self.tally.pooled("pool", slice, belongs).expect("rows in the pool")
    }
}

fn share(part: usize, line: &Line) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "row counts are small")]
    let share = part as f64 * 100.0 / line.n as f64;
    share
}

#[test]
fn predictions_keep_their_promises() {
    let Some((tally, rows)) = tally() else { return };
    let counted: usize = tally.lines().iter().map(|line| line.n).sum();
    let skipped: usize = tally.skipped().values().sum();
    assert_eq!(counted + skipped, rows, "every row is accounted for");
    let table = Table { lines: tally.lines(), tally };
    first(&table);
    history(&table);
    plain(&table);
}

fn first(table: &Table) {
    let of = |profile: &str| table.line(profile, Slice::First);
    let chat_4o = of("openai-chat-4o");
    assert!(chat_4o.mean_pct <= 1.5 && share(chat_4o.within_2, chat_4o) >= 75.0, "{chat_4o:?}");
    assert!(of("openai-chat-5").mean_pct <= 0.5, "{:?}", of("openai-chat-5"));
    assert!(of("openai-responses-5").mean_pct <= 2.2, "{:?}", of("openai-responses-5"));
    assert!(of("openai-responses-4o").median_pct <= 1.0, "{:?}", of("openai-responses-4o"));
    let claude = table.pooled(&["anthropic-3", "anthropic-4"], Slice::First);
    assert!(claude.median_pct <= 0.6 && claude.p95_pct <= 3.0, "{claude:?}");
    let gemini_3 = of("gemini-api-3");
    assert!(share(gemini_3.exact, gemini_3) >= 95.0, "{gemini_3:?}");
    let gemini_25 = of("gemini-api-2.5");
    assert!(share(gemini_25.exact, gemini_25) >= 90.0, "{gemini_25:?}");
    for front in ["vertex-", "gemini-api-2.0"] {
        let line = table.pooled(&[front], Slice::First);
        assert!(share(line.exact, &line) >= 90.0, "{front}: {line:?}");
    }
    for profile in ["deepseek-v4", "groq-llama4"] {
        assert_eq!(of(profile).within_3, of(profile).n, "{:?}", of(profile));
    }
    let oss = table.pooled(&["gpt-oss"], Slice::First);
    assert!(oss.within_8 + 1 >= oss.n, "{oss:?}");
}

fn history(table: &Table) {
    let openai = table.pooled(&["openai-"], Slice::History);
    assert!(openai.median_pct <= 1.2, "{openai:?}");
    let claude = table.pooled(&["anthropic-3", "anthropic-4"], Slice::History);
    assert!(claude.median_pct <= 0.6 && claude.p95_pct <= 3.5, "{claude:?}");
    let gemini = table.pooled(&["gemini-", "vertex-"], Slice::History);
    assert!(share(gemini.within_2, &gemini) >= 90.0, "{gemini:?}");
}

fn plain(table: &Table) {
    let openai = table.pooled(&["openai-"], Slice::Plain);
    let within_1 = table.tally.within("openai-", Slice::Plain, 1);
    assert!(
        share(openai.exact, &openai) >= 85.0 && share(within_1, &openai) >= 92.0,
        "{openai:?}, {within_1} within 1"
    );
    let gemini = table.pooled(&["gemini-", "vertex-"], Slice::Plain);
    assert!(share(gemini.exact, &gemini) >= 90.0, "{gemini:?}");
}

#[test]
fn no_committed_figure_gets_worse() {
    let Some((tally, _)) = tally() else { return };
    let lines = tally.lines();
    let mut compared = 0;
    for profile in profile::profiles() {
        for (slice, committed) in &profile.error {
            let found = lines.iter().find(|line| line.profile == profile.name && line.slice.name() == slice);
            // A figure from elsewhere (the facts of a provider without recorded calls here) is not recomputed.
            let Some(line) = found else { continue };
            let name = format!("{} {slice}", profile.name);
            assert!(line.median_pct <= committed.median_pct + ROUNDING, "{name}: median {committed:?} became {line:?}");
            assert!(line.p95_pct <= committed.p95_pct + ROUNDING, "{name}: p95 {committed:?} became {line:?}");
            compared += 1;
        }
    }
    assert!(compared >= 30, "only {compared} figures were compared");
}

#[test]
fn few_rows_are_set_apart() {
    let Some((tally, _)) = tally() else { return };
    for (profile, (counted, skipped)) in tally.set_apart() {
        assert!(skipped * 10 <= counted + skipped, "{profile}: {skipped} of {} rows skipped", counted + skipped);
    }
    assert!(tally.skipped().get("older overhead").is_some_and(|n| *n <= 8), "{:?}", tally.skipped());
}
