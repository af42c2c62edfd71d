//! Words in the forms in which they are compared: `Updates` and `update`, `mengirim` and `kirim` are one.

use std::collections::BTreeSet;

use crate::catalog::similar::name_words;
use crate::lint::fold::fold;

/// Whether a word stands in a list of words that is written as one text.
#[must_use]
pub fn lists(words: &str, word: &str) -> bool {
    words.split_ascii_whitespace().any(|one| one == word)
}

/// A word without its plural or third person, one form a word.
#[must_use]
pub fn root(word: &str) -> String {
    let Some(less) = word.strip_suffix('s').filter(|less| less.len() >= 3 && word.is_ascii()) else {
        return word.to_owned();
    };
    let (ie, e) = (less.strip_suffix("ie").filter(|less| less.len() >= 3), less.strip_suffix('e'));
    match (ie, e) {
        (Some(stem), _) => format!("{stem}y"),
        (_, Some(stem)) if ["s", "x", "z", "ch", "sh"].iter().any(|end| stem.ends_with(end)) => stem.to_owned(),
        _ if less.ends_with(['s', 'u', 'i']) => word.to_owned(),
        _ => less.to_owned(),
    }
}

/// Hands each form that a word may have been made from to `found`, until one is taken.
fn forms(word: &str, mut found: impl FnMut(&str) -> bool) -> bool {
    let mut offer = |form: &str| (form.len() >= 2 || form == word) && found(form);
    offer(word) || offer(&root(word)) || word.is_ascii() && (english(word, &mut offer) || indonesian(word, &mut offer))
}

fn english(word: &str, offer: &mut impl FnMut(&str) -> bool) -> bool {
    ["es", "ed", "d", "ing", "er", "or", "ion", "al"].into_iter().any(|ending| {
        let Some(stem) = word.strip_suffix(ending).filter(|stem| stem.len() >= 3) else { return false };
        let doubled = || {
            let mut letters = stem.chars().rev();
            letters.next() == letters.next()
        };
        offer(stem)
            || matches!(ending, "ing" | "ion") && offer(&format!("{stem}e"))
            || doubled() && offer(&stem[..stem.len() - 1])
    })
}

/// Prefixes, and the letter that the root may have lost to each.
const PREFIXES: &[(&str, &str)] = &[
    ("meng", ""),
    ("meng", "k"),
    ("mem", ""),
    ("mem", "p"),
    ("meny", "s"),
    ("men", ""),
    ("men", "t"),
    ("me", ""),
    ("di", ""),
    ("ber", ""),
];

fn indonesian(word: &str, offer: &mut impl FnMut(&str) -> bool) -> bool {
    let mut stem = |stem: &str| {
        let less = |ending| stem.strip_suffix(ending).filter(|less: &&str| less.len() >= 4);
        ["kan", "nya", "i", "an"].into_iter().filter_map(less).any(&mut *offer) || offer(stem)
    };
    stem(word)
        || PREFIXES.iter().any(|(prefix, lost)| {
            let rest = word.strip_prefix(prefix).filter(|rest| rest.len() >= 3);
            rest.is_some_and(|rest| if lost.is_empty() { stem(rest) } else { stem(&format!("{lost}{rest}")) })
        })
}

/// Words that are known, in whatever form.
#[derive(Debug, Clone, Default)]
pub struct Known(BTreeSet<String>);

impl Known {
    /// Learns the words of a name or a text, and the whole name as one word.
    pub fn learn(&mut self, text: &str) {
        let words = name_words(&fold_case(text));
        self.0.insert(words.concat());
        for word in &words {
            forms(word, |form| {
                if !self.0.contains(form) {
                    self.0.insert(form.to_owned());
                }
                false
            });
        }
    }

    /// Whether a word is known.
    #[must_use]
    pub fn has(&self, word: &str) -> bool {
        forms(word, |form| self.0.contains(form))
    }
}

/// The text without marks and compatibility forms, its case kept for [`name_words`].
fn fold_case(text: &str) -> String {
    if text.is_ascii() { text.to_owned() } else { fold(text).text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_known_in_its_other_forms() {
        let mut known = Known::default();
        known.learn("updateQuery");
        known.learn("kirim_hapus");
        for word in ["updates", "updating", "queries", "mengirim", "mengirimkan", "menghapus", "updatequery"] {
            assert!(known.has(word), "{word}");
        }
        assert!(!known.has("delete"));
        assert_eq!(root("matches"), "match");
        assert_eq!(root("status"), "status");
        assert_eq!(root("bus"), "bus");
    }
}
