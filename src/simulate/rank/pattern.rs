//! Pattern search: the query is a regular expression over names, descriptions, argument names and their descriptions.

use regex::RegexBuilder;

use crate::simulate::rank::ranker::{Ranked, Ranker};

/// Longest pattern, in characters, that Claude's regex search takes (platform.claude.com, tool search tool, 2026-02).
const LONGEST: usize = 200;

/// Bytes that a compiled pattern may take: far more than any of that length needs, but for counted repeats of repeats.
const SIZE: usize = 1 << 22;

/// The ranker `regex`. How the hosted search orders what it finds is not published, so all of it is tied.
#[derive(Debug)]
pub struct Pattern {
    documents: Vec<Vec<String>>,
}

impl Pattern {
    /// Over the fields of the documents, each searched alone.
    #[must_use]
    pub fn new(documents: Vec<Vec<String>>) -> Pattern {
        Pattern { documents }
    }
}

impl Ranker for Pattern {
    fn name(&self) -> &'static str {
        "regex"
    }

    fn rank(&self, query: &str) -> Vec<Ranked> {
        let Ok(pattern) = compile(query) else { return Vec::new() };
        let fits = |fields: &&Vec<String>| fields.iter().any(|field| pattern.is_match(field));
        let found = self.documents.iter().enumerate().filter(|(_, fields)| fits(fields));
        found.map(|(document, _)| Ranked { document, score: 1.0 }).collect()
    }

    fn refuses(&self, query: &str) -> Option<String> {
        compile(query).err()
    }
}

/// The words of a query as a pattern that fits any of them in any case, cut at the longest that the search takes: what
/// a model may write that searches by words. Without a word of three letters, the query to the letter.
#[must_use]
pub fn any_word(query: &str) -> String {
    let mut pattern = String::from("(?i)");
    for word in query.split(|one: char| !one.is_alphanumeric()).filter(|word| word.chars().count() > 2) {
        let mark = if pattern.ends_with(')') { "" } else { "|" };
        if (pattern.chars().count() + mark.len() + word.chars().count()) > LONGEST {
            break;
        }
        pattern.push_str(mark);
        pattern.push_str(word);
    }
    if pattern.ends_with(')') { regex::escape(query) } else { pattern }
}

fn compile(query: &str) -> Result<regex::Regex, String> {
    let length = query.chars().count();
    if length > LONGEST {
        return Err(format!("the pattern has {length} characters; the search takes {LONGEST}"));
    }
    if query.trim().is_empty() {
        return Err("the pattern is empty".to_owned());
    }
    // Python's `\Z` is the end of the text, which is `\z` here.
    let ported = query.replace("\\Z", "\\z");
    RegexBuilder::new(&ported).size_limit(SIZE).build().map_err(|error| {
        let told = error.to_string();
        let last = told.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default();
        let cause = last.trim().trim_start_matches("error: ");
        format!("no pattern that can be searched with: {cause}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Pattern {
        let texts =
            [["get_cuaca_kota", "Cuaca hari ini"], ["kirim_surat", "Send a letter"], ["getKabar", "Kabar baru"]];
        Pattern::new(texts.map(|fields| fields.map(str::to_owned).to_vec()).to_vec())
    }

    #[test]
    fn a_pattern_finds_and_its_case_counts() {
        let found = |query: &str| sample().rank(query).iter().map(|one| one.document).collect::<Vec<_>>();
        assert_eq!(found("^get_.*kota$"), [0]);
        assert_eq!(found("(?i)SEND|kabar"), [1, 2]);
        assert!(found("SEND").is_empty());
        assert_eq!(found(r"ini\Z"), [0]);
        assert_eq!(found(&any_word("send the letter")), [1]);
        assert!(found(&any_word("a b")).is_empty() && found(&any_word("")).is_empty());
    }

    #[test]
    fn what_is_no_pattern_is_refused_and_finds_nothing() {
        for wrong in ["get(", "a{9999999}", "(?=x)", &"x".repeat(201), " ", "(a{99}){99}{99}"] {
            assert!(sample().refuses(wrong).is_some(), "{wrong}");
            assert!(sample().rank(wrong).is_empty(), "{wrong}");
        }
        assert_eq!(sample().refuses("get"), None);
        assert!(any_word(&"kata ".repeat(90)).chars().count() <= LONGEST);
    }
}
