//! Rankers that go by words: BM25 over the terms of the documents.

use crate::simulate::rank::index::{Added, Index};
use crate::simulate::rank::ranker::{Ranked, Ranker, ordered};
use crate::simulate::rank::splitter::{Key, Splitter};

/// A BM25 ranker.
#[derive(Debug)]
pub struct Lexical {
    name: &'static str,
    splitter: Splitter,
    index: Index,
}

/// A word of a query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Term {
    /// The word, in lower case.
    pub word: String,
    /// Its terms.
    pub keys: Vec<Key>,
    /// In how many documents the rarest of its terms stands.
    pub documents: usize,
}

/// Where a document stands for a query.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Standing {
    /// Its rank, from 1, equal scores in the order of the documents.
    pub rank: usize,
    /// The first rank of those with its score.
    pub first: usize,
    /// The last rank of those with its score.
    pub last: usize,
    /// The score.
    pub score: f64,
}

impl Lexical {
    /// A ranker of that name over these documents.
    #[must_use]
    pub fn new<S: AsRef<str> + Sync>(name: &'static str, splitter: Splitter, documents: &[S]) -> Lexical {
        let index = Index::of(documents, &splitter);
        Lexical { name, splitter, index }
    }

    /// The words of a query that the ranker goes by, each once.
    #[must_use]
    pub fn terms(&self, query: &str) -> Vec<Term> {
        let mut terms: Vec<Term> = Vec::new();
        for (word, keys) in self.splitter.words(query) {
            if terms.iter().all(|term| term.keys != keys) {
                let documents = keys.iter().map(|key| self.index.documents_with(*key)).min().unwrap_or(0);
                terms.push(Term { word, keys, documents });
            }
        }
        terms
    }

    /// The terms of a query.
    #[must_use]
    pub fn query(&self, text: &str) -> Vec<Key> {
        self.splitter.query(text)
    }

    /// The terms of a text.
    #[must_use]
    pub fn keys(&self, text: &str) -> Vec<Key> {
        self.splitter.keys(text)
    }

    /// Whether a document holds all terms of a word.
    #[must_use]
    pub fn holds(&self, document: usize, keys: &[Key]) -> bool {
        keys.iter().all(|key| self.index.holds(document, *key))
    }

    /// Where a document stands for a query; `None` when the query does not find it.
    #[must_use]
    pub fn standing(&self, query: &[Key], document: usize, added: Option<Added<'_>>) -> Option<Standing> {
        let scores = self.index.scores(query, added);
        let own = *scores.get(document).filter(|score| **score > 0.0)?;
        let above = scores.iter().filter(|score| **score > own).count();
        let same = |scores: &[f32]| scores.iter().filter(|score| score.total_cmp(&own).is_eq()).count();
        let (before, all) = (same(&scores[..document]), same(&scores));
        Some(Standing { rank: above + before + 1, first: above + 1, last: above + all, score: f64::from(own) })
    }
}

impl Ranker for Lexical {
    fn name(&self) -> &str {
        self.name
    }

    fn rank(&self, query: &str) -> Vec<Ranked> {
        let scores = self.index.scores(&self.query(query), None);
        let found = scores.into_iter().enumerate().filter(|(_, score)| *score > 0.0);
        ordered(found.map(|(document, score)| Ranked { document, score: f64::from(score) }).collect())
    }

    fn lexical(&self) -> Option<&Lexical> {
        Some(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulate::rank::ranker::tied;

    const TEXTS: [&str; 5] =
        ["buat faktur baru", "hapus faktur lama", "hapus faktur usang", "kirim surat", "faktur: apa saja"];

    #[test]
    fn a_standing_is_where_the_ranking_has_it() {
        let plain = Lexical::new("plain", Splitter::Plain, &TEXTS);
        for query in ["hapus faktur", "faktur baru", "surat", "tidak"] {
            let ranked = plain.rank(query);
            for document in 0..TEXTS.len() {
                let at = ranked.iter().position(|one| one.document == document);
                let standing = plain.standing(&plain.query(query), document, None);
                assert_eq!(standing.map(|one| one.rank - 1), at, "{query}");
                if let (Some(at), Some(standing)) = (at, standing) {
                    let ranks = tied(&ranked, at);
                    assert_eq!(standing.first..standing.last + 1, ranks, "{query}");
                }
            }
        }
    }

    #[test]
    fn equal_scores_stand_in_the_order_of_the_documents() {
        let plain = Lexical::new("plain", Splitter::Plain, &TEXTS);
        let order: Vec<usize> = plain.rank("hapus").iter().map(|one| one.document).collect();
        assert_eq!(order, [1, 2]);
    }

    #[test]
    fn the_words_of_a_query_say_where_they_stand() {
        let plain = Lexical::new("plain", Splitter::Plain, &TEXTS);
        let terms = plain.terms("Hapus faktur, hapus nota");
        let told: Vec<(&str, usize)> = terms.iter().map(|term| (term.word.as_str(), term.documents)).collect();
        assert_eq!(told, [("hapus", 2), ("faktur", 4), ("nota", 0)]);
        assert!(plain.holds(1, &terms[0].keys) && !plain.holds(0, &terms[0].keys));
    }
}
