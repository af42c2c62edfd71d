//! What `search` found, for people: the rank of each wanted tool under each ranker, remarks, and a summary.

use crate::report::search::document::{Found, Note, Query, Ranker, Search, Unknown, Wanted};
use crate::report::sheet::{Column, Room, Row, Sheet, Weight};

/// What a person asked to see.
#[derive(Debug, Clone, Copy)]
pub struct View<'a> {
    /// How many queries are shown; 0 shows all.
    pub top: usize,
    /// The sources, for the next command.
    pub sources: &'a [String],
}

/// How many remarks of one query are shown.
const NOTES: usize = 6;

/// How much of a query is shown, in characters.
const QUERY: usize = 72;

/// A row a wanted tool, or a row a rank where nothing is wanted; a column a ranker.
#[must_use]
pub fn queries(search: &Search, view: View<'_>) -> Sheet {
    let groups = groups(search);
    let lists = search.queries.iter().any(|query| query.wanted.is_empty());
    let mut columns = vec![Column::text("query / wanted tool", Room::Cut)];
    let rankers: Vec<&str> =
        groups.first().map_or(&[][..], |group| *group).iter().map(|one| one.ranker.as_str()).collect();
    columns.extend(rankers.iter().map(|ranker| Column::text(ranker, if lists { Room::Cut } else { Room::Whole })));
    if !search.rankers.is_empty() {
        columns.push(Column::text("words that would help, if true of it", Room::Cut));
    }
    let shown = shown(&groups, view.top);
    let mut rows = Vec::new();
    let mut after = Vec::new();
    for group in &shown {
        rows.extend(of_group(group));
        after.extend(remarks(group));
    }
    if shown.len() < groups.len() {
        let hidden = groups.len() - shown.len();
        let line = format!("… {hidden} more queries (--top 0 shows all; those that miss come first)");
        rows.push(Row::Cells(Weight::Faint, vec![line]));
    }
    if !after.is_empty() {
        after.insert(0, String::new());
    }
    after.extend(search.unknown.iter().map(unknown));
    if search.left_out > 0 {
        after.push(format!(
            "{} left out, because they want tools that are in no source",
            count(search.left_out, "task")
        ));
    }
    after.extend(search.unread.iter().map(|lines| {
        format!(
            "{}: {} not used: {} (first: line {})",
            lines.source,
            count(lines.count, "entry"),
            lines.reason,
            lines.first_line
        )
    }));
    if search.rankers.is_empty() {
        after.push(String::new());
        after.push(format!("{} searched. {}", count(search.tools, "tool"), next(search, view)));
    }
    Sheet { columns, rows, after, ..Sheet::default() }
}

/// A row a ranker: recall by number of results, and misses. None where nothing is wanted.
#[must_use]
pub fn summary(search: &Search, view: View<'_>) -> Option<Sheet> {
    let first = search.rankers.first()?;
    let mut columns = vec![Column::text("ranker", Room::Whole)];
    columns.extend(first.at.iter().map(|at| Column::figures([format!("recall@{}", at.k)])));
    let figures = ["any found", "misses", "by ties", "words mend"].map(|head| Column::figures([head.to_owned()]));
    columns.extend(figures);
    let rows = search.rankers.iter().map(|ranker| Row::Cells(Weight::Plain, of_ranker(ranker, search.k)));
    let asked = format!(
        "{}, {} wanted, {} searched, k = {}. any found: queries with one or more among the first k.",
        count(first.queries, "query"),
        count(first.wanted, "tool"),
        count(search.tools, "tool"),
        search.k
    );
    Some(Sheet {
        columns,
        rows: rows.collect(),
        after: vec![String::new(), asked, next(search, view)],
        ..Sheet::default()
    })
}

fn of_ranker(ranker: &Ranker, k: usize) -> Vec<String> {
    let mut cells = vec![ranker.ranker.clone()];
    cells.extend(ranker.at.iter().map(|at| format!("{:.3}", at.recall_at_k)));
    let hit = ranker.at.iter().find(|at| at.k == k).map_or_else(|| "-".to_owned(), |at| format!("{:.3}", at.hit_rate));
    cells.extend([hit, ranker.misses.to_string(), ranker.by_chance.to_string(), ranker.fixable.to_string()]);
    cells
}

/// The entries of each query together.
fn groups(search: &Search) -> Vec<&[Query]> {
    let rankers = search.queries.iter().take_while(|one| one.query == search.queries[0].query);
    let rankers = rankers.map(|one| &one.ranker).collect::<std::collections::BTreeSet<_>>().len();
    search.queries.chunks(rankers.max(1)).collect()
}

/// The queries that are shown: all, or those with a miss before the others.
fn shown<'a>(groups: &[&'a [Query]], top: usize) -> Vec<&'a [Query]> {
    if top == 0 || groups.len() <= top {
        return groups.to_vec();
    }
    let misses = |group: &&&[Query]| group.iter().flat_map(|one| &one.wanted).any(|one| one.verdict != "found");
    let (missing, fine): (Vec<_>, Vec<_>) = groups.iter().partition(misses);
    missing.into_iter().chain(fine).take(top).copied().collect()
}

fn of_group(group: &[Query]) -> Vec<Row> {
    let Some(first) = group.first() else { return Vec::new() };
    let mut rows = vec![Row::Cells(Weight::Strong, vec![cut(&first.query)])];
    for at in 0..first.wanted.len() {
        rows.push(of_wanted(group, at));
    }
    if first.wanted.is_empty() {
        let most = group.iter().map(|one| one.found.len()).max().unwrap_or(0);
        rows.extend((0..most).map(|at| of_rank(group, at)));
        if most == 0 {
            rows.push(Row::Cells(Weight::Faint, vec!["  nothing is found".to_owned()]));
        }
    }
    rows
}

fn of_wanted(group: &[Query], at: usize) -> Row {
    let named = |one: &Wanted| format!("{}.{}", one.server, one.tool);
    // Where several tools would do, rankers may have different ones in front.
    let mut names: Vec<String> = group.iter().map(|one| named(&one.wanted[at])).collect();
    names.dedup();
    let mut cells = vec![format!("  {}", names.join(" or "))];
    cells.extend(group.iter().map(|one| standing(&one.wanted[at])));
    let fixes = group.iter().filter_map(|one| Some(format!("{}: {}", one.ranker, mended(&one.wanted[at])?)));
    cells.push(fixes.collect::<Vec<_>>().join("  "));
    Row::Cells(Weight::Plain, cells)
}

fn standing(wanted: &Wanted) -> String {
    let rank = wanted.rank.map_or_else(|| "-".to_owned(), |rank| rank.to_string());
    let tied = wanted.tied.map_or_else(String::new, |[first, last]| format!(" of tied {first}-{last}"));
    let miss = if wanted.verdict == "found" { "" } else { " miss" };
    format!("{rank}{tied}{miss}")
}

fn mended(wanted: &Wanted) -> Option<String> {
    let fix = wanted.fix.as_ref()?;
    let Some(rank) = fix.rank else { return Some("no word of the query".to_owned()) };
    let tied = fix.tied.map_or_else(String::new, |[first, last]| format!(" of tied {first}-{last}"));
    let still = if fix.finds { "" } else { ", still a miss" };
    let hurts = match fix.hurts.len() {
        0 => String::new(),
        hurt => format!(", and {} lost", count(hurt, "other query")),
    };
    Some(format!("{} → {rank}{tied}{still}{hurts}", fix.words.join(" ")))
}

fn of_rank(group: &[Query], at: usize) -> Row {
    let cell = |found: &Found| {
        let tied = found.tied.map_or_else(String::new, |[first, last]| format!(", tied {first}-{last}"));
        format!("{}.{} ({:.2}{tied})", found.server, found.tool, found.score)
    };
    let mut cells = vec![format!("  {}", at + 1)];
    cells.extend(group.iter().map(|one| one.found.get(at).map_or_else(String::new, cell)));
    Row::Cells(Weight::Plain, cells)
}

/// The remarks of a query, each once, with the rankers it is true of.
fn remarks(group: &[Query]) -> Vec<String> {
    let mut told: Vec<(&Note, Vec<&str>)> = Vec::new();
    for one in group {
        for note in &one.notes {
            match told.iter_mut().find(|(other, _)| *other == note) {
                Some((_, rankers)) => rankers.push(&one.ranker),
                None => told.push((note, vec![&one.ranker])),
            }
        }
    }
    // Warnings first, each kind in the order in which it was found.
    told.sort_by_key(|(note, _)| note.severity != "warn");
    let query = group.first().map_or_else(String::new, |one| cut(&one.query));
    let all = told.len();
    let mut lines: Vec<String> = (told.into_iter().take(NOTES))
        .map(|(note, rankers)| {
            let whom = if rankers.len() == group.len() { String::new() } else { format!("{}: ", rankers.join(", ")) };
            format!("  {}[{}] {whom}{}", note.severity, note.class, note.detail)
        })
        .collect();
    if all > NOTES {
        lines.push(format!("  {} more (--format json has all)", all - NOTES));
    }
    if !lines.is_empty() {
        lines.insert(0, format!("“{query}”"));
    }
    lines
}

fn unknown(unknown: &Unknown) -> String {
    let near = match unknown.near.as_slice() {
        [] => String::new(),
        near => format!("; did you mean {}?", near.join(" or ")),
    };
    format!("no tool {:?} in any source (wanted for “{}”){near}", unknown.wanted, cut(&unknown.query))
}

fn cut(query: &str) -> String {
    let line = query.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= QUERY {
        return line;
    }
    format!("{}…", line.chars().take(QUERY - 1).collect::<String>().trim_end())
}

fn next(search: &Search, view: View<'_>) -> String {
    let sources = view.sources.join(" ");
    if search.rankers.is_empty() {
        return format!("next: toolrent search {sources} -q QUERY --want SERVER.TOOL says where one tool stands");
    }
    let misses: usize = search.rankers.iter().map(|ranker| ranker.misses).sum();
    match misses {
        0 => format!("next: toolrent rent {sources}"),
        _ => format!("next: toolrent lint {sources}"),
    }
}

fn count(n: usize, one: &str) -> String {
    match one.strip_suffix('y').filter(|_| n != 1) {
        Some(stem) => format!("{n} {stem}ies"),
        None if n == 1 => format!("1 {one}"),
        None => format!("{n} {one}s"),
    }
}
