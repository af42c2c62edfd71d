//! What `search` found as CSV records and as one JSON object a row.

use std::io::{self, Write};

use crate::report::search::document::{Query, Search};
use crate::report::{csv, json};

const RECORD: [&str; 14] = [
    "query",
    "ranker",
    "row",
    "server",
    "tool",
    "rank",
    "tied_first",
    "tied_last",
    "score",
    "verdict",
    "words",
    "rank_with_words",
    "hurts",
    "notes",
];

/// One object a query and ranker.
///
/// # Errors
/// When `out` cannot be written to.
pub fn jsonl(search: &Search, out: &mut dyn Write) -> io::Result<()> {
    search.queries.iter().try_for_each(|query| json::line(query, out))
}

/// One record a wanted tool (`wanted`), then one a tool among the first k (`found`).
///
/// # Errors
/// When `out` cannot be written to.
pub fn csv(search: &Search, out: &mut dyn Write) -> io::Result<()> {
    csv::record(out, RECORD)?;
    search.queries.iter().try_for_each(|query| of_query(query, out))
}

fn of_query(query: &Query, out: &mut dyn Write) -> io::Result<()> {
    let start = |row: &str| [query.query.clone(), query.ranker.clone(), row.to_owned()];
    for one in &query.wanted {
        let notes = query.notes.iter().filter(|note| note.tool.as_ref() == Some(&one.tool));
        let notes: Vec<String> = notes.map(|note| format!("{}: {}", note.class, note.detail)).collect();
        let fix = one.fix.as_ref();
        let rest = [
            one.server.clone(),
            one.tool.clone(),
            figure(one.rank),
            figure(one.tied.map(|tied| tied[0])),
            figure(one.tied.map(|tied| tied[1])),
            figure(one.score),
            one.verdict.clone(),
            fix.map_or_else(String::new, |fix| fix.words.join(" ")),
            figure(fix.and_then(|fix| fix.rank)),
            figure(fix.map(|fix| fix.hurts.len())),
            notes.join("; "),
        ];
        csv::record(out, start("wanted").into_iter().chain(rest))?;
    }
    for one in &query.found {
        let rest = [
            one.server.clone(),
            one.tool.clone(),
            one.rank.to_string(),
            figure(one.tied.map(|tied| tied[0])),
            figure(one.tied.map(|tied| tied[1])),
            one.score.to_string(),
        ];
        let empty = std::iter::repeat_n(String::new(), RECORD.len() - 9);
        csv::record(out, start("found").into_iter().chain(rest).chain(empty))?;
    }
    Ok(())
}

fn figure(figure: Option<impl ToString>) -> String {
    figure.map_or_else(String::new, |figure| figure.to_string())
}
