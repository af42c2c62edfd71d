//! Documents as terms, and what BM25 says of them for a query.

use crate::simulate::rank::index::{Added, Index};
use crate::simulate::rank::splitter::{Key, Splitter};

/// A BM25 ranker.
#[derive(Debug)]
pub struct Lexical {
    pub(crate) name: &'static str,
    splitter: Splitter,
    pub(crate) index: Index,
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
