//! How well a ranker finds what is wanted, over all questions.

use crate::simulate::search::answer::{Answer, Place, Verdict, Wanted};

/// The numbers of results for which recall is told.
pub const KS: [usize; 6] = [1, 3, 5, 8, 10, 20];

/// A ranker over all questions that want something.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Summary {
    /// Questions that want something.
    pub questions: usize,
    /// Wanted tools, over all questions.
    pub wanted: usize,
    /// One entry for each of [`KS`] and for the k of the search.
    pub at: Vec<At>,
    /// Wanted tools that are not surely among the first k.
    pub misses: usize,
    /// Those of them that come in or not as equal scores fall.
    pub by_chance: usize,
    /// Missed tools that words of the query would bring in.
    pub fixable: usize,
}

/// What is found among the first k; each between 0 and 1.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct At {
    /// The number of results.
    pub k: usize,
    /// Share of a question's wanted tools that are among them, equal scores in catalog order; mean over questions.
    pub recall: f64,
    /// The same, of those that are among them however equal scores fall.
    pub sure: f64,
    /// Share of questions of which at least one wanted tool is among them, equal scores in catalog order.
    pub hit: f64,
}

/// The summary of a ranker's answers with `k` results.
#[must_use]
pub fn summary(answers: &[Answer], k: usize) -> Summary {
    let asked: Vec<&Answer> = answers.iter().filter(|answer| !answer.wanted.is_empty()).collect();
    let wanted = || asked.iter().flat_map(|answer| &answer.wanted);
    let count = |fits: &dyn Fn(&Wanted) -> bool| wanted().filter(|one| fits(one)).count();
    let helped = |one: &Wanted| {
        let fix = one.fix.as_ref().filter(|fix| !fix.words.is_empty());
        fix.and_then(|fix| fix.standing).is_some_and(|standing| standing.last <= k)
    };
    let mut ks = KS.to_vec();
    ks.push(k);
    ks.sort_unstable();
    ks.dedup();
    Summary {
        questions: asked.len(),
        wanted: wanted().count(),
        at: ks.into_iter().map(|k| at(&asked, k)).collect(),
        misses: count(&|one| one.verdict != Verdict::Found),
        by_chance: count(&|one| one.verdict == Verdict::Chance),
        fixable: count(&helped),
    }
}

fn at(asked: &[&Answer], k: usize) -> At {
    let mean = |figure: &dyn Fn(&Answer) -> f64| {
        let sum: f64 = asked.iter().map(|answer| figure(answer)).sum();
        if asked.is_empty() { 0.0 } else { sum / number(asked.len()) }
    };
    let share = |answer: &Answer, fits: &dyn Fn(&Place) -> bool| {
        let found = answer.wanted.iter().filter(|one| one.place.as_ref().is_some_and(fits)).count();
        number(found) / number(answer.wanted.len())
    };
    let within = |place: &Place| place.rank <= k;
    At {
        k,
        recall: mean(&|answer| share(answer, &within)),
        sure: mean(&|answer| share(answer, &|place| place.tied.end <= k + 1)),
        hit: mean(&|answer| if share(answer, &within) > 0.0 { 1.0 } else { 0.0 }),
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts stay far below 2^53")]
fn number(count: usize) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulate::search::fix::Fix;

    fn wanted(rank: Option<usize>, tied: std::ops::Range<usize>, verdict: Verdict) -> Wanted {
        let place = rank.map(|rank| Place { rank, tied, score: 1.0 });
        Wanted { tool: 0, others: Vec::new(), place, verdict, fix: Some(Fix::default()) }
    }

    #[test]
    fn a_tie_across_the_last_place_is_recalled_but_not_surely() {
        let answer = |wanted| Answer { question: 0, ranked: Vec::new(), wanted, notes: Vec::new() };
        let answers = [
            answer(vec![wanted(Some(2), 2..9, Verdict::Chance), wanted(None, 0..0, Verdict::Missed)]),
            answer(vec![wanted(Some(1), 1..2, Verdict::Found)]),
            answer(Vec::new()),
        ];
        let summary = summary(&answers, 4);
        assert_eq!((summary.questions, summary.wanted, summary.misses), (2, 3, 2));
        assert_eq!((summary.by_chance, summary.fixable), (1, 0));
        let at = summary.at.iter().find(|at| at.k == 4).copied();
        assert_eq!(at, Some(At { k: 4, recall: 0.75, sure: 0.5, hit: 1.0 }));
        assert!(summary.at.iter().any(|at| at.k == 20 && at.sure == 0.75));
    }
}
