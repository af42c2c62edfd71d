//! Rankers that go by words: BM25 over the terms of the documents.

use crate::simulate::rank::lexical::Lexical;
use crate::simulate::rank::ranker::{Ranked, Ranker, ordered};

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
    use crate::simulate::rank::splitter::Splitter;

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
