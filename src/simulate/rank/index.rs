//! An inverted index with the BM25 of the crate `bm25`: the same scores, without its order of equal ones.
//!
//! The crate scores each document by a walk over all its terms and orders equal scores as its hash maps fall. Here the
//! counts of terms stand by term, so a query touches only the documents that hold it, and the value of a term is worked
//! out when it is asked for: so a document can be scored as if it had more words without a second index.

use std::collections::HashMap;

use rayon::prelude::*;

use crate::simulate::rank::splitter::{Key, Splitter};

/// How fast more of the same word counts for less; the crate's default, and the usual one.
const K1: f32 = 1.2;

/// How much the length of a document counts; the crate's default, and the usual one.
const B: f32 = 0.75;

/// What the crate takes for the mean length where there is none.
const NO_LENGTH: f32 = 256.0;

/// Documents as counts of terms.
#[derive(Debug, Default)]
pub struct Index {
    postings: HashMap<Key, Vec<Posting>>,
    lengths: Vec<usize>,
    total: usize,
}

#[derive(Debug, Clone, Copy)]
struct Posting {
    document: usize,
    count: usize,
}

/// Words that one document is thought to have besides its own.
#[derive(Debug, Clone, Copy)]
pub struct Added<'a> {
    /// The document.
    pub document: usize,
    /// The terms of the words.
    pub keys: &'a [Key],
}

impl Index {
    /// The index of these documents.
    #[must_use]
    pub fn of<S: AsRef<str> + Sync>(documents: &[S], splitter: &Splitter) -> Index {
        let split: Vec<Vec<Key>> = documents.par_iter().map(|document| splitter.keys(document.as_ref())).collect();
        let mut index = Index::default();
        for keys in split {
            index.push(keys);
        }
        index
    }

    fn push(&mut self, mut keys: Vec<Key>) {
        let document = self.lengths.len();
        self.lengths.push(keys.len());
        self.total += keys.len();
        keys.sort_unstable();
        for same in keys.chunk_by(|one, other| one == other) {
            self.postings.entry(same[0]).or_default().push(Posting { document, count: same.len() });
        }
    }

    /// How many documents there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.lengths.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lengths.is_empty()
    }

    /// In how many documents a term stands.
    #[must_use]
    pub fn documents_with(&self, key: Key) -> usize {
        self.postings.get(&key).map_or(0, Vec::len)
    }

    /// Whether a document holds a term.
    #[must_use]
    pub fn holds(&self, document: usize, key: Key) -> bool {
        self.count(document, key) > 0
    }

    fn count(&self, document: usize, key: Key) -> usize {
        let postings = self.postings.get(&key).map_or(&[][..], Vec::as_slice);
        let at = postings.binary_search_by_key(&document, |posting| posting.document);
        at.map_or(0, |at| postings[at].count)
    }

    /// The score of every document, in their order; 0 where none of the query's terms stands.
    ///
    /// The sums run in the order of the query's terms and in `f32`, as the crate's do, so that both are equal to the bit.
    #[must_use]
    pub fn scores(&self, query: &[Key], added: Option<Added<'_>>) -> Vec<f32> {
        let mut scores = vec![0.0; self.lengths.len()];
        let more = added.map_or(0, |added| added.keys.len());
        let mean = mean(self.total + more, self.lengths.len());
        for key in query {
            let postings = self.postings.get(key).map_or(&[][..], Vec::as_slice);
            let extra = added.map_or(0, |added| added.keys.iter().filter(|one| *one == key).count());
            let own = added.map_or(0, |added| self.count(added.document, *key));
            let holders = postings.len() + usize::from(extra > 0 && own == 0);
            let idf = idf(self.lengths.len(), holders);
            for posting in postings.iter().filter(|one| added.is_none_or(|added| added.document != one.document)) {
                scores[posting.document] += idf * value(posting.count, self.lengths[posting.document], mean);
            }
            if let Some(added) = added.filter(|_| own + extra > 0) {
                let length = self.lengths[added.document] + more;
                scores[added.document] += idf * value(own + extra, length, mean);
            }
        }
        scores
    }
}

#[expect(clippy::cast_precision_loss, reason = "the crate counts so too, and counts of words stay far below 2^24")]
fn value(count: usize, length: usize, mean: f32) -> f32 {
    let count = count as f32;
    count * (K1 + 1.0) / (count + K1 * (1.0 - B + B * (length as f32 / mean)))
}

#[expect(clippy::cast_precision_loss, reason = "the crate counts so too, and counts of documents stay far below 2^24")]
fn idf(documents: usize, holders: usize) -> f32 {
    let holders = holders as f32;
    (1.0 + (documents as f32 - holders + 0.5) / (holders + 0.5)).ln()
}

#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "the crate's own rounding, so that scores are equal to the bit"
)]
fn mean(total: usize, documents: usize) -> f32 {
    let mean = (total as f64 / documents as f64) as f32;
    if mean > 0.0 { mean } else { NO_LENGTH }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bm25::{Document, SearchEngineBuilder};

    const TEXTS: [&str; 7] = [
        "kirim_tagihan Send an invoice to a customer customer_id due_date",
        "cari_barang Cari barang di gudang menurut nama atau kode; find goods in stock",
        "tambah_stok Tambah stok barang, add stock to goods goods goods",
        "list_orders List the orders of a customer, newest first",
        "ubah_alamat Ubah alamat pengiriman pesanan",
        "",
        "list_invoices List the invoices of a customer, newest first",
    ];

    const QUERIES: [&str; 6] = [
        "send the customer an invoice invoice",
        "cari barang di gudang",
        "newest orders of a customer",
        "tidak ada di sini",
        "",
        "customers stock goods list",
    ];

    fn crates_scores(texts: &[&str], query: &str) -> Vec<f32> {
        let documents = texts.iter().enumerate().map(|(id, text)| Document::new(id, *text));
        let engine = SearchEngineBuilder::<usize>::with_documents(bm25::Language::English, documents).build();
        let mut scores = vec![0.0; texts.len()];
        for result in engine.search(query, None) {
            scores[result.document.id] = result.score;
        }
        scores
    }

    #[test]
    fn scores_are_the_crates_to_the_bit() {
        let english = Splitter::english();
        let index = Index::of(&TEXTS, &english);
        let mut found = 0;
        for query in QUERIES {
            let ours = index.scores(&english.keys(query), None);
            assert_eq!(ours, crates_scores(&TEXTS, query), "{query}");
            found += ours.iter().filter(|score| **score > 0.0).count();
        }
        assert!(found > 8, "{found}");
        assert!(Index::of::<&str>(&[], &english).scores(&english.keys("apa"), None).is_empty());
    }

    #[test]
    fn words_thought_added_score_as_if_they_stood_there() {
        let english = Splitter::english();
        let index = Index::of(&TEXTS, &english);
        for words in ["invoice", "gudang barang", "sesuatu", "newest newest"] {
            for document in 0..TEXTS.len() {
                let longer = format!("{} {words}", TEXTS[document]);
                let mut texts = TEXTS;
                texts[document] = &longer;
                for query in QUERIES {
                    let added = Added { document, keys: &english.keys(words) };
                    let ours = index.scores(&english.keys(query), Some(added));
                    assert_eq!(ours, crates_scores(&texts, query), "{words} in {document}: {query}");
                }
            }
        }
    }
}
