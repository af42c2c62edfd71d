//! Which words in a definition would let a query find it: tried, by ranking again with the words in the description.

use std::collections::{HashMap, HashSet};

use crate::simulate::rank::index::Added;
use crate::simulate::rank::lexical::{Lexical, Standing, Term};
use crate::simulate::rank::names::Names;
use crate::simulate::rank::splitter::{Key, Splitter};
use crate::simulate::search::question::Question;

/// How many words are added at most.
const WORDS: usize = 3;

/// How many words of a query are tried: the rarest, which move the rank most.
const TRIED: usize = 12;

/// Shortest word worth writing into a description, in characters.
const SHORTEST: usize = 3;

/// From how many queries on it is told which words most of them use.
const MANY: usize = 10;

/// Ways of asking, English and Indonesian: words about the one who asks and not about what is wanted. The usual stop
/// words of English are left out before.
#[rustfmt::skip]
const MANNER: [&str; 43] = [
    "please", "kindly", "help", "want", "need", "like", "tell", "let", "could", "would", "should", "goal", "also", "upon", "thanks", "thank", "hello", "interested", "planning", "hoping", "titled",
    "tolong", "mohon", "bantu", "minta", "saya", "aku", "kami", "kita", "ingin", "mau", "yang", "untuk", "dengan", "dari",
    "dan", "atau", "ini", "itu", "pada", "adalah", "agar", "bisa",
];

/// What words would do.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Fix {
    /// The words, in the order in which they were chosen; none when no word of the query helps.
    pub words: Vec<String>,
    /// Where the tool stands with them.
    pub standing: Option<Standing>,
    /// Other questions, by position, that find what they want now and would not any more.
    pub hurts: Vec<usize>,
}

/// Tries words for all questions that one ranker is asked.
#[derive(Debug)]
pub struct Bench<'a> {
    questions: &'a [Question],
    lexical: &'a Lexical,
    names: &'a Names,
    k: usize,
    english: Splitter,
    queries: Vec<Vec<Key>>,
    /// In how many queries a term stands.
    asked: HashMap<Key, usize>,
}

impl<'a> Bench<'a> {
    /// A bench for these questions, of searches that give `k` results.
    #[must_use]
    pub fn new(questions: &'a [Question], lexical: &'a Lexical, names: &'a Names, k: usize) -> Bench<'a> {
        let queries: Vec<Vec<Key>> = questions.iter().map(|question| lexical.query(&question.query)).collect();
        let mut asked = HashMap::new();
        for query in &queries {
            let distinct: HashSet<&Key> = query.iter().collect();
            distinct.into_iter().for_each(|key| *asked.entry(*key).or_insert(0) += 1);
        }
        Bench { questions, lexical, names, k, english: Splitter::english(), queries, asked }
    }

    /// Up to three words of the question that bring the tool into the first k, or nearest to them, chosen one after the
    /// other. Of several that are enough, one that the server's other tools use comes first: it is of its trade.
    #[must_use]
    pub fn seek(&self, question: usize, tool: usize) -> Fix {
        let query = &self.queries[question];
        let mut candidates = self.candidates(&self.questions[question].query, tool);
        let mut fix = Fix { standing: self.lexical.standing(query, tool, None), ..Fix::default() };
        let mut added: Vec<Key> = Vec::new();
        while fix.words.len() < WORDS && worst(fix.standing) > self.k {
            let tried = candidates.iter().enumerate().map(|(at, candidate)| {
                let keys: Vec<Key> = added.iter().chain(&candidate.keys).copied().collect();
                (self.lexical.standing(query, tool, Some(Added { document: tool, keys: &keys })), at)
            });
            let rank = |(standing, at): &(Option<Standing>, usize)| {
                let worst = worst(*standing);
                let foreign = worst <= self.k && !candidates[*at].of_trade;
                (worst > self.k, foreign, worst, *at)
            };
            let best = tried.min_by_key(rank).filter(|(standing, _)| worst(*standing) < worst(fix.standing));
            let Some((standing, at)) = best else { break };
            let chosen = candidates.remove(at);
            fix.words.push(chosen.word);
            added.extend(chosen.keys);
            fix.standing = standing;
        }
        if !added.is_empty() {
            fix.hurts = self.hurts(question, Added { document: tool, keys: &added });
        }
        fix
    }

    /// The words of the query that the tool lacks, the rarest first.
    fn candidates(&self, query: &str, tool: usize) -> Vec<Candidate> {
        let prose: Vec<&str> = query.split_whitespace().filter(|part| is_prose(part)).collect();
        let mut terms = self.lexical.terms(&prose.join(" "));
        terms.retain(|term| {
            let telling = term.word.chars().count() >= SHORTEST && !self.english.keys(&term.word).is_empty();
            telling && !self.is_manner(&term.word, &term.keys) && !self.lexical.holds(tool, &term.keys)
        });
        terms.sort_by_key(|term| term.documents);
        terms.truncate(TRIED);
        let server = &self.names.all()[tool].server;
        let siblings: Vec<usize> = (0..self.names.all().len())
            .filter(|other| *other != tool && self.names.all()[*other].server == *server)
            .collect();
        let of_trade = |keys: &[Key]| siblings.iter().any(|other| self.lexical.holds(*other, keys));
        let candidate = |term: Term| Candidate { of_trade: of_trade(&term.keys), word: term.word, keys: term.keys };
        terms.into_iter().map(candidate).collect()
    }

    /// Whether a word is a way of asking: it stands in many of the queries, or in the list.
    fn is_manner(&self, word: &str, keys: &[Key]) -> bool {
        let often = keys.iter().filter_map(|key| self.asked.get(key)).min().copied().unwrap_or(0);
        MANNER.contains(&word) || self.queries.len() >= MANY && often * 10 > self.queries.len()
    }

    /// The other questions that lose a tool which they find now. Only those that hold an added word can lose by it.
    fn hurts(&self, question: usize, added: Added<'_>) -> Vec<usize> {
        let loses = |at: &usize| {
            let query = &self.queries[*at];
            if *at == question || !query.iter().any(|key| added.keys.contains(key)) {
                return false;
            }
            let finds = |any: &[usize], with: Option<Added<'_>>| {
                any.iter().any(|tool| worst(self.lexical.standing(query, *tool, with)) <= self.k)
            };
            self.questions[*at].wanted.iter().any(|any| finds(any, None) && !finds(any, Some(added)))
        };
        (0..self.questions.len()).filter(loses).collect()
    }
}

/// A word to try.
#[derive(Debug)]
struct Candidate {
    word: String,
    keys: Vec<Key>,
    /// Whether another tool of the server uses it.
    of_trade: bool,
}

/// The last of the ranks that are the tool's if all that have its score come first.
fn worst(standing: Option<Standing>) -> usize {
    standing.map_or(usize::MAX, |standing| standing.last)
}

/// Whether a part of a query is a word, and no path, address, file, number or short form, which no description repeats.
fn is_prose(part: &str) -> bool {
    let bare = part.trim_matches(|one: char| !one.is_alphanumeric());
    let marked = bare.contains(['/', '\\', '@', '.', ':', '\'', '’']) || part.starts_with(['/', '~', '\\']);
    !bare.is_empty() && !marked && !bare.contains(|one: char| one.is_numeric())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::saved;

    const TEXTS: [&str; 4] = [
        "MAIL_AMBIL ambil pesan masuk dengan saringan",
        "CEK_STATUS status sambungan ke penyedia layanan luar",
        "AGENDA daftar acara",
        "BERKAS cari berkas di simpanan",
    ];

    fn sought(texts: &[&str], questions: &[(&str, usize)], k: usize) -> Fix {
        let plain = Lexical::new("plain", Splitter::Plain, texts);
        let rows = texts.iter().enumerate().map(|(at, _)| format!(r#"{{"name":"alat_{at}"}}"#));
        let list = format!(r#"{{"tools":[{}]}}"#, rows.collect::<Vec<_>>().join(","));
        let names = Names::of(&saved::read("daftar.json", list.as_bytes()).expect("a list"));
        let question =
            |(query, tool): &(&str, usize)| Question { query: (*query).to_owned(), wanted: vec![vec![*tool]] };
        let questions: Vec<Question> = questions.iter().map(question).collect();
        Bench::new(&questions, &plain, &names, k).seek(0, questions[0].wanted[0][0])
    }

    #[test]
    fn a_rare_word_brings_it_to_the_top() {
        let fix = sought(&TEXTS, &[("/var/kotak.txt surat", 0)], 1);
        assert_eq!(fix.words, ["surat"]);
        assert_eq!(fix.standing.map(|one| (one.rank, one.last)), Some((1, 1)));
    }

    #[test]
    fn of_words_that_are_enough_one_of_the_trade_is_taken() {
        let texts = ["buat baris", "ubah dokumen", "hapus baris lama", "hapus baris baru"];
        let fix = sought(&texts, &[("tolong hapus dokumen anggrek", 0)], 4);
        assert_eq!(
            fix.words,
            ["dokumen"],
            "anggrek is rarer, but no tool here speaks of it; tolong is a way of asking"
        );
    }

    #[test]
    fn it_says_when_no_word_is_left_to_add() {
        let texts = ["cari", "cari", "cari"];
        let fix = sought(&texts, &[("cari 12 /a/b", 2)], 1);
        assert!(fix.words.is_empty() && fix.hurts.is_empty());
        assert_eq!(fix.standing.map(|one| (one.rank, one.last)), Some((3, 3)));
    }

    #[test]
    fn it_says_whom_the_words_hurt() {
        let texts = ["pesan baru baru", "surat lama yang panjang sekali isinya", "lain"];
        let fix = sought(&texts, &[("surat", 0), ("surat", 1), ("lain", 2)], 1);
        assert_eq!((fix.words, fix.hurts), (vec!["surat".to_owned()], vec![1]));
    }
}
