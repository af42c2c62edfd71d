//! Exact names: the tools whose names stand whole in the query, as `select:` forms and some clients find them.

use crate::simulate::rank::ranker::{Ranked, Ranker, ordered};

/// The ranker `exact`.
#[derive(Debug)]
pub struct Exact {
    names: Vec<String>,
}

/// How a name stands in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Said {
    /// With other marks between its words: a space for `_` or `-`.
    Otherwise,
    /// But for upper and lower case.
    AnyCase,
    /// To the letter.
    Verbatim,
}

impl Exact {
    /// Over these names.
    #[must_use]
    pub fn new(names: Vec<String>) -> Exact {
        Exact { names }
    }
}

impl Ranker for Exact {
    fn name(&self) -> &'static str {
        "exact"
    }

    fn rank(&self, query: &str) -> Vec<Ranked> {
        let text = Text::of(query);
        let found = self.names.iter().enumerate().filter_map(|(document, name)| {
            let score = match text.says(name)? {
                Said::Verbatim => 3.0,
                Said::AnyCase => 2.0,
                Said::Otherwise => 1.0,
            };
            Some(Ranked { document, score })
        });
        ordered(found.collect())
    }
}

/// A text in which names are looked for.
#[derive(Debug)]
pub struct Text<'a> {
    text: &'a str,
    lower: String,
    spaced: String,
}

impl<'a> Text<'a> {
    /// The text.
    #[must_use]
    pub fn of(text: &'a str) -> Text<'a> {
        Text { text, lower: text.to_lowercase(), spaced: spaced(text) }
    }

    /// How a name stands whole in the text; `None` when it does not.
    #[must_use]
    pub fn says(&self, name: &str) -> Option<Said> {
        if name.is_empty() {
            return None;
        }
        if whole(self.text, name) {
            return Some(Said::Verbatim);
        }
        if whole(&self.lower, &name.to_lowercase()) {
            return Some(Said::AnyCase);
        }
        let name = spaced(name);
        (name.trim() != "" && self.spaced.contains(&name)).then_some(Said::Otherwise)
    }
}

/// Whether a name stands in a text with no letter, digit, `_` or `-` at either side.
fn whole(text: &str, name: &str) -> bool {
    let joins = |one: char| one.is_alphanumeric() || one == '_' || one == '-';
    text.match_indices(name).any(|(at, found)| {
        let before = text[..at].chars().next_back();
        let behind = text[at + found.len()..].chars().next();
        !before.is_some_and(joins) && !behind.is_some_and(joins)
    })
}

/// In lower case, with one space for all that is no letter or digit, and at both ends.
#[must_use]
pub fn spaced(text: &str) -> String {
    let mut out = String::from(" ");
    for character in text.chars() {
        if character.is_alphanumeric() {
            out.extend(character.to_lowercase());
        } else if !out.ends_with(' ') {
            out.push(' ');
        }
    }
    if !out.ends_with(' ') {
        out.push(' ');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stands_whole_or_not_at_all() {
        let names = ["kirim_surat", "kirim", "kirim-surat-lama", "Hapus", ""].map(str::to_owned).to_vec();
        let exact = Exact::new(names);
        let found = |query: &str| exact.rank(query).iter().map(|one| (one.document, one.score)).collect::<Vec<_>>();
        assert_eq!(found("panggil kirim_surat, lalu hapus"), [(0, 3.0), (3, 2.0), (1, 1.0)]);
        assert_eq!(found("tolong Kirim surat lama ini"), [(1, 2.0), (0, 1.0), (2, 1.0)]);
        assert!(found("mengirim_surat").is_empty());
    }
}
