//! What each search answers: every distinct query ranked once by every ranker, for all strategies.

use std::collections::BTreeMap;

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use crate::simulate::rank::ranker::Ranker;

/// The tools that each query of a workload finds, best first, by ranker.
#[derive(Debug, Clone, Default)]
pub struct Rankings {
    by: BTreeMap<String, Vec<Box<[u32]>>>,
}

impl Rankings {
    /// Ranks all queries; of each answer at most `depth` tools are kept.
    #[must_use]
    pub fn of(queries: &[String], rankers: &[&dyn Ranker], depth: usize) -> Rankings {
        let ranked = |ranker: &&dyn Ranker| {
            let answer = |query: &String| {
                let found = ranker.rank(query).into_iter().take(depth);
                found.filter_map(|ranked| u32::try_from(ranked.document).ok()).collect()
            };
            (ranker.name().to_owned(), queries.par_iter().map(answer).collect())
        };
        Rankings { by: rankers.iter().map(ranked).collect() }
    }

    /// The answers of a ranker, by query.
    #[must_use]
    pub fn named(&self, ranker: &str) -> Option<&[Box<[u32]>]> {
        self.by.get(ranker).map(Vec::as_slice)
    }

    /// The rankers' names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.by.keys().map(String::as_str)
    }
}
