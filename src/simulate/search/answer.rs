//! What a ranker answers to each question: where the wanted tools stand, what is in their way, what would help.

use std::ops::Range;

use rayon::prelude::*;

use crate::simulate::rank::ranker::{Ranked, Ranker, tied};
use crate::simulate::search::fix::{Bench, Fix};
use crate::simulate::search::note::{Class, Note};
use crate::simulate::search::question::Question;
use crate::simulate::search::said;
use crate::simulate::search::scene::Scene;

/// What a ranker answers to a question.
#[derive(Debug, Clone)]
pub struct Answer {
    /// The question, by position.
    pub question: usize,
    /// All that was found, best first.
    pub ranked: Vec<Ranked>,
    /// One entry a wanted tool.
    pub wanted: Vec<Wanted>,
    /// Remarks.
    pub notes: Vec<Note>,
}

/// Where a wanted tool stands.
#[derive(Debug, Clone)]
pub struct Wanted {
    /// The tool; where several are as good, the one that stands highest.
    pub tool: usize,
    /// The others that are as good.
    pub others: Vec<usize>,
    /// Its place.
    pub place: Option<Place>,
    /// Whether the search finds it.
    pub verdict: Verdict,
    /// The words that would help, where it is missed and the ranker goes by words.
    pub fix: Option<Fix>,
}

/// A place in a ranking.
#[derive(Debug, Clone, PartialEq)]
pub struct Place {
    /// The rank, from 1, equal scores in catalog order.
    pub rank: usize,
    /// The ranks of those that have the same score.
    pub tied: Range<usize>,
    /// The score.
    pub score: f64,
}

/// Whether a search finds a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It is among the first k, however equal scores fall.
    Found,
    /// Only if equal scores fall its way, on which nobody can count.
    Chance,
    /// It is not.
    Missed,
}

/// The answers of a ranker to all questions.
#[must_use]
pub fn answers(scene: Scene<'_>, questions: &[Question], ranker: &dyn Ranker) -> Vec<Answer> {
    let bench = ranker.lexical().map(|lexical| Bench::new(questions, lexical, scene.names, scene.k));
    (0..questions.len())
        .into_par_iter()
        .map(|at| {
            let mut answer = answer(scene, &questions[at], at, ranker);
            for one in answer.wanted.iter_mut().filter(|one| one.verdict != Verdict::Found) {
                one.fix = bench.as_ref().map(|bench| bench.seek(at, one.tool));
            }
            answer
        })
        .collect()
}

fn answer(scene: Scene<'_>, question: &Question, at: usize, ranker: &dyn Ranker) -> Answer {
    if let Some(reason) = ranker.refuses(&question.query) {
        let note = Note { class: Class::Refused, tool: None, server: None, detail: reason };
        let wanted = question.wanted.iter().map(|any| place(any, &[], scene.k)).collect();
        return Answer { question: at, ranked: Vec::new(), wanted, notes: vec![note] };
    }
    let ranked = ranker.rank(&question.query);
    let mut notes = said::exact_names(&scene, &question.query, &ranked);
    notes.extend(said::app_names(&scene, &question.query, ranker));
    let wanted: Vec<Wanted> = question.wanted.iter().map(|any| place(any, &ranked, scene.k)).collect();
    notes.extend(wanted.iter().flat_map(|one| remarks(&scene, question, one, &ranked, ranker)));
    notes.extend(said::unknown_terms(&question.query, ranker));
    Answer { question: at, ranked, wanted, notes }
}

/// The place of the best of tools of which one is enough.
fn place(any: &[usize], ranked: &[Ranked], k: usize) -> Wanted {
    let at = ranked.iter().position(|one| any.contains(&one.document));
    let place = at.map(|at| Place { rank: at + 1, tied: tied(ranked, at), score: ranked[at].score });
    let verdict = match &place {
        Some(place) if place.tied.end <= k + 1 => Verdict::Found,
        Some(place) if place.tied.start <= k => Verdict::Chance,
        _ => Verdict::Missed,
    };
    let tool = at.map(|at| ranked[at].document).or(any.first().copied()).unwrap_or_default();
    Wanted { tool, others: any.iter().copied().filter(|one| *one != tool).collect(), place, verdict, fix: None }
}

fn remarks(scene: &Scene<'_>, question: &Question, one: &Wanted, ranked: &[Ranked], ranker: &dyn Ranker) -> Vec<Note> {
    let mut notes = Vec::new();
    let name = &scene.names.all()[one.tool];
    let about = |class, detail| Note { class, tool: Some(one.tool), server: None, detail };
    match &one.place {
        Some(place) if one.verdict == Verdict::Chance => {
            let (first, last, k) = (place.tied.start, place.tied.end - 1, scene.k);
            let detail = format!(
                "{name} is one of {} with the same score, at ranks {first} to {last}: which of them are among the first {k} is arbitrary",
                last - first + 1
            );
            notes.push(about(Class::TiedAcrossK, detail));
        }
        None if ranker.reads_texts() => {
            notes.push(about(
                Class::NoSharedWord,
                format!("{name} shares nothing with the query that this search looks at"),
            ));
        }
        _ => {}
    }
    if one.verdict != Verdict::Found {
        notes.extend(said::joined_words(scene, &question.query, one.tool, ranker));
    }
    let rivals = one.place.as_ref().map_or(ranked, |place| &ranked[..place.tied.end - 1]);
    notes.extend(said::look_alikes(scene, &question.wanted, one.tool, rivals));
    notes
}
