//! Models with open weights against recorded calls, row by row.

use std::fs::File;
use std::io::BufReader;

use toolrent::meter::meter::Meter;
use toolrent::session::log::{Entry, entries};
use toolrent::session::recorded::Recorded;

use crate::shared;

/// Recorded calls of a provider to models whose id holds `model`, without calls in their history.
fn rows(provider: &str, model: &str) -> Vec<Recorded> {
    let Some(folder) = shared::folder() else { return Vec::new() };
    let log = File::open(folder.join("ground_truth/dev.jsonl")).expect("the recorded calls");
    let read = entries(BufReader::new(log)).map(|entry| entry.expect("readable"));
    let rows = read.filter_map(|entry| match entry {
        Entry::Row(row) => Some(*row),
        Entry::Unreadable { .. } => None,
    });
    let fits = |row: &Recorded| {
        row.provider.as_deref() == Some(provider)
            && row.model.as_deref().is_some_and(|id| id.contains(model))
            && row.flags.as_ref().is_none_or(Vec::is_empty)
    };
    let rows: Vec<Recorded> = rows.filter(fits).collect();
    assert!(!rows.is_empty(), "no recorded calls of {provider} to {model}");
    rows
}

/// Predicted less billed input tokens of each row.
fn residuals(profile: &str, rows: &[Recorded]) -> Vec<i64> {
    let meter = Meter::named(profile).expect("a profile");
    let billed = |row: &Recorded| i64::try_from(row.billed.expect("a billed row")).expect("small");
    rows.iter().map(|row| meter.request(&row.request).total() - billed(row)).collect()
}

fn all_within(profile: &str, rows: &[Recorded], most: i64) {
    let off = residuals(profile, rows);
    assert!(off.iter().all(|off| off.abs() <= most), "{profile}: {off:?}");
}

#[test]
fn mistral_is_counted_to_the_token() {
    all_within("mistral", &rows("mistral", "mistral-medium"), 0);
    all_within("mistral", &rows("mistral", "pixtral"), 0);
    let mut large = rows("mistral", "mistral-large");
    large.retain(|row| !row.request.tools.is_empty());
    let off = residuals("mistral", &large);
    assert!(off.iter().filter(|off| **off == 0).count() * 4 >= off.len() * 3, "{off:?}");
}

#[test]
fn qwen3_is_counted_to_the_token_even_through_a_gateway() {
    all_within("qwen3", &rows("openrouter", "qwen3-30b"), 0);
    all_within("qwen3", &rows("groq", "qwen3"), 0);
}

#[test]
fn gpt_oss_is_counted_within_a_few_tokens_on_every_host() {
    for (provider, most) in [("cerebras", 0), ("bedrock", 0), ("ollama.com", 2)] {
        all_within("gpt-oss", &rows(provider, "gpt-oss"), most);
    }
    all_within("gpt-oss", &rows("groq", "gpt-oss"), 8);
    all_within("gpt-oss-groq", &rows("groq", "gpt-oss"), 0);
}

#[cfg(feature = "vocab-deepseek")]
#[test]
fn deepseek_is_counted_within_a_token() {
    all_within("deepseek-v4", &rows("deepseek", "deepseek-v4"), 1);
}

#[cfg(feature = "vocab-llama3")]
#[test]
fn llama_4_on_groq_is_counted_within_a_token() {
    all_within("groq-llama4", &rows("groq", "llama-4"), 1);
}
