//! What every ranker does: order all documents for a query, by score, then by catalog order.

use std::ops::Range;

use crate::simulate::rank::lexical::Lexical;

/// One document that a query found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ranked {
    /// The document: for tools the position in the catalog, servers in order, then their tools.
    pub document: usize,
    /// The score; higher is better.
    pub score: f64,
}

/// Orders documents for queries.
pub trait Ranker: Sync + Send {
    /// Its name, as users type it.
    fn name(&self) -> &str;

    /// All documents that the query finds, best first, equal scores in catalog order. It is not cut: whoever asks takes
    /// the first k.
    fn rank(&self, query: &str) -> Vec<Ranked>;

    /// Why the query cannot be answered at all, such as a pattern that is none.
    fn refuses(&self, _query: &str) -> Option<String> {
        None
    }

    /// Whether it looks for the query in what tools say, so that what stands nowhere cannot be found.
    fn reads_texts(&self) -> bool {
        self.lexical().is_some()
    }

    /// The ranker as one that goes by words, which can say what each word does.
    fn lexical(&self) -> Option<&Lexical> {
        None
    }
}

/// Best first, equal scores in the order of the documents.
#[must_use]
pub fn ordered(mut ranked: Vec<Ranked>) -> Vec<Ranked> {
    ranked.sort_unstable_by(|one, other| {
        other.score.total_cmp(&one.score).then_with(|| one.document.cmp(&other.document))
    });
    ranked
}

/// The ranks, from 1, of the documents that share the score of the one at `at`.
#[must_use]
pub fn tied(ranked: &[Ranked], at: usize) -> Range<usize> {
    let Some(here) = ranked.get(at) else { return at + 1..at + 1 };
    let same = |one: &Ranked| one.score.total_cmp(&here.score).is_eq();
    let before = ranked[..at].iter().rev().take_while(|one| same(one)).count();
    let behind = ranked[at..].iter().take_while(|one| same(one)).count();
    at - before + 1..at + behind + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_scores_share_their_ranks() {
        let ranked: Vec<Ranked> = [3.0, 2.0, 2.0, 2.0, 1.0]
            .into_iter()
            .enumerate()
            .map(|(document, score)| Ranked { document, score })
            .collect();
        assert_eq!((tied(&ranked, 0), tied(&ranked, 2), tied(&ranked, 4)), (1..2, 2..5, 5..6));
        assert!(tied(&ranked, 9).is_empty());
    }
}
