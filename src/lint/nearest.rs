//! The known words nearest to one that was mistyped.

use crate::catalog::similar;

/// How much of a word may be wrong for another one to be meant: a third of it, and three characters at most.
const SLIPS: usize = 3;

/// The known words nearest to `word`, best first, three at most; none that differs too much.
#[must_use]
pub fn nearest<'k>(word: &str, known: impl IntoIterator<Item = &'k str>) -> Vec<&'k str> {
    let slips = (word.chars().count() / 3).clamp(1, SLIPS);
    let close = |known: &'k str| {
        // Who types a word of it, or its beginning, did not slip.
        let begun = word.len() >= 3 && (known.starts_with(word) || known.split('-').any(|part| part == word));
        let far = if begun { slips } else { distance(word, known) };
        (far <= slips).then_some((far, known))
    };
    let mut ranked: Vec<(usize, &str)> = known.into_iter().filter_map(close).collect();
    ranked.sort_unstable();
    ranked.dedup();
    ranked.into_iter().take(3).map(|(_, known)| known).collect()
}

/// How many characters must be put in, left out or changed.
#[must_use]
pub fn distance(one: &str, other: &str) -> usize {
    let [one, other] = [one, other].map(|text| text.chars().collect::<Vec<_>>());
    similar::distance(&one, &other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_counted_in_characters() {
        assert_eq!([distance("kitten", "sitting"), distance("", "é"), distance("ç", "ç")], [3, 1, 0]);
    }

    #[test]
    fn a_slip_or_a_part_is_recognised() {
        let known = ["enum-duplicate", "override-phrase", "description-missing"];
        assert_eq!(nearest("enum-dupliacte", known), ["enum-duplicate"]);
        assert_eq!(nearest("missing", known), ["description-missing"]);
        assert_eq!(nearest("enum-d", known), ["enum-duplicate"]);
        assert!(nearest("zzz", known).is_empty());
        assert!(nearest("", known).is_empty());
    }
}
