//! The public report, version 1, of `search`: where the wanted tools stand, remarks, and how well each ranker does.

use serde::Serialize;

use crate::report::document::Head;
use crate::session::tally::Unread;
use crate::simulate::rank::names::Names;
use crate::simulate::rank::ranker::tied;
use crate::simulate::search::answer::{self, Answer, Verdict};
use crate::simulate::search::fix;
use crate::simulate::search::note;
use crate::simulate::search::question::{self, Question};
use crate::simulate::search::summary;

/// What `search` found.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct Search {
    /// The head.
    #[serde(flatten)]
    pub head: Head,
    /// How many results a search gives.
    pub k: usize,
    /// How many tools were searched.
    pub tools: usize,
    /// One entry a query and ranker: all rankers of the first query, then those of the next.
    pub queries: Vec<Query>,
    /// One entry a ranker, where tools were wanted.
    pub rankers: Vec<Ranker>,
    /// Wanted tools that are in no source.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unknown: Vec<Unknown>,
    /// Tasks that are left out because they want such a tool.
    pub left_out: usize,
    /// Lines of task and ranking files that could not be used.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unread: Vec<Lines>,
}

/// A query under a ranker.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct Query {
    /// The query.
    pub query: String,
    /// The ranker.
    pub ranker: String,
    /// Where each wanted tool stands.
    pub wanted: Vec<Wanted>,
    /// Remarks.
    pub notes: Vec<Note>,
    /// How many tools were found in all.
    pub found_count: usize,
    /// The first k of them.
    pub found: Vec<Found>,
}

/// A tool that was found.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct Found {
    /// Its server.
    pub server: String,
    /// Its name.
    pub tool: String,
    /// Its rank, from 1, equal scores in catalog order.
    pub rank: usize,
    /// The first and last rank of those with its score; null when it has that score alone.
    pub tied: Option<[usize; 2]>,
    /// Its score.
    pub score: f64,
}

/// Where a wanted tool stands.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct Wanted {
    /// Its server.
    pub server: String,
    /// Its name; of several that are as good the one that stands highest.
    pub tool: String,
    /// Its rank, from 1, equal scores in catalog order; null when it is not found.
    pub rank: Option<usize>,
    /// The first and last rank of those with its score; null when it has that score alone.
    pub tied: Option<[usize; 2]>,
    /// Its score.
    pub score: Option<f64>,
    /// `found` among the first k, `missed`, or `chance`: found or not as equal scores fall, which counts as a miss.
    pub verdict: String,
    /// Others that would do as well, as SERVER.TOOL.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<String>,
    /// Words of the query that would help in the description; null where it is found, or the ranker goes by no words.
    pub fix: Option<Fix>,
}

/// What words in the description would do, tried by ranking again.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct Fix {
    /// The words; empty when no word of the query helps.
    pub words: Vec<String>,
    /// The rank with them.
    pub rank: Option<usize>,
    /// The first and last rank of those with the same score then.
    pub tied: Option<[usize; 2]>,
    /// Whether it is among the first k then, however equal scores fall.
    pub finds: bool,
    /// Other queries that find what they want now and would not any more.
    pub hurts: Vec<String>,
}

/// A remark.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct Note {
    /// Its class.
    pub class: String,
    /// `warn` when a tool is not found because of it, `info` otherwise.
    pub severity: String,
    /// The server it is about.
    pub server: Option<String>,
    /// The tool it is about.
    pub tool: Option<String>,
    /// In words.
    pub detail: String,
}

/// How well a ranker does.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct Ranker {
    /// The ranker.
    pub ranker: String,
    /// Queries that want something.
    pub queries: usize,
    /// Wanted tools over all queries.
    pub wanted: usize,
    /// What is found among the first 1, 3, 5, 8, 10, 20 and k.
    pub at: Vec<At>,
    /// Wanted tools that are not surely among the first k.
    pub misses: usize,
    /// Those of them that come in or not as equal scores fall.
    pub by_chance: usize,
    /// Misses that up to three words of the query would mend.
    pub fixable: usize,
}

/// What is found among the first k; each between 0 and 1.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct At {
    /// The number of results.
    pub k: usize,
    /// Share of a query's wanted tools among them, equal scores in catalog order; mean over queries.
    pub recall_at_k: f64,
    /// The same, however equal scores fall.
    pub recall_at_k_sure: f64,
    /// Share of queries with at least one wanted tool among them, equal scores in catalog order.
    pub hit_rate: f64,
}

/// A wanted tool that is in no source.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct Unknown {
    /// The query that wants it.
    pub query: String,
    /// As it was written.
    pub wanted: String,
    /// What may have been meant.
    pub near: Vec<String>,
}

/// Lines that could not be used, for one reason.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct Lines {
    /// The file.
    pub source: String,
    /// Why.
    pub reason: String,
    /// How many.
    pub count: usize,
    /// The first of them, from 1.
    pub first_line: usize,
}

/// The entry of one answer.
#[must_use]
pub fn query(answer: &Answer, question: &Question, all: &[Question], ranker: &str, names: &Names, k: usize) -> Query {
    let found = answer.ranked.iter().enumerate().take(k).map(|(at, one)| {
        let name = &names.all()[one.document];
        let ranks = tied(&answer.ranked, at);
        Found {
            server: name.server.clone(),
            tool: name.tool.clone(),
            rank: at + 1,
            tied: ends(ranks.start, ranks.end - 1),
            score: rounded(one.score),
        }
    });
    Query {
        query: question.query.clone(),
        ranker: ranker.to_owned(),
        wanted: answer.wanted.iter().map(|one| wanted(one, all, names, k)).collect(),
        notes: answer.notes.iter().map(|one| remark(one, names)).collect(),
        found_count: answer.ranked.len(),
        found: found.collect(),
    }
}

fn wanted(one: &answer::Wanted, all: &[Question], names: &Names, k: usize) -> Wanted {
    let name = &names.all()[one.tool];
    let place = one.place.as_ref();
    let verdict = match one.verdict {
        Verdict::Found => "found",
        Verdict::Chance => "chance",
        Verdict::Missed => "missed",
    };
    Wanted {
        server: name.server.clone(),
        tool: name.tool.clone(),
        rank: place.map(|place| place.rank),
        tied: place.and_then(|place| ends(place.tied.start, place.tied.end - 1)),
        score: place.map(|place| rounded(place.score)),
        verdict: verdict.to_owned(),
        others: one.others.iter().map(|other| names.all()[*other].to_string()).collect(),
        fix: one.fix.as_ref().map(|one| fix(one, all, k)),
    }
}

fn fix(fix: &fix::Fix, all: &[Question], k: usize) -> Fix {
    let helped = fix.standing.filter(|_| !fix.words.is_empty());
    Fix {
        words: fix.words.clone(),
        rank: helped.map(|standing| standing.rank),
        tied: helped.and_then(|standing| ends(standing.first, standing.last)),
        finds: helped.is_some_and(|standing| standing.last <= k),
        hurts: fix.hurts.iter().map(|at| all[*at].query.clone()).collect(),
    }
}

fn remark(note: &note::Note, names: &Names) -> Note {
    let name = note.tool.map(|tool| &names.all()[tool]);
    Note {
        class: note.class.name().to_owned(),
        severity: note.class.severity().name().to_owned(),
        server: note.server.clone().or_else(|| name.map(|name| name.server.clone())),
        tool: name.map(|name| name.tool.clone()),
        detail: note.detail.clone(),
    }
}

/// The entry of a ranker.
#[must_use]
pub fn ranker(name: &str, summary: &summary::Summary) -> Ranker {
    let at = summary.at.iter().map(|at| At {
        k: at.k,
        recall_at_k: rounded(at.recall),
        recall_at_k_sure: rounded(at.sure),
        hit_rate: rounded(at.hit),
    });
    Ranker {
        ranker: name.to_owned(),
        queries: summary.questions,
        wanted: summary.wanted,
        at: at.collect(),
        misses: summary.misses,
        by_chance: summary.by_chance,
        fixable: summary.fixable,
    }
}

impl From<&question::Unknown> for Unknown {
    fn from(unknown: &question::Unknown) -> Unknown {
        Unknown { query: unknown.query.clone(), wanted: unknown.written.clone(), near: unknown.near.clone() }
    }
}

impl Lines {
    /// Lines of that source.
    #[must_use]
    pub fn new(source: &str, reason: &str, unread: Unread) -> Lines {
        Lines { source: source.to_owned(), reason: reason.to_owned(), count: unread.count, first_line: unread.first }
    }
}

fn ends(first: usize, last: usize) -> Option<[usize; 2]> {
    (last > first).then_some([first, last])
}

/// To four digits: scores are `f32`, and what stands behind those is noise.
fn rounded(figure: f64) -> f64 {
    (figure * 10_000.0).round() / 10_000.0
}
