//! The known words nearest to one that was mistyped.

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

/// Levenshtein distance in characters.
#[must_use]
pub fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (i, a) in one.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, b) in other.iter().enumerate() {
            let substituted = diagonal + usize::from(a != *b);
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

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
