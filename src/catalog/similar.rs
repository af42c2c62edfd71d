//! How alike two names or two texts are: the words of names, edit distance, and n-grams shared by two texts.

/// The words of a name in lower case: split at what is no letter or digit, at camelCase steps, before and after digits.
#[must_use]
pub fn name_words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut last = Sort::Gap;
    let mut characters = name.chars().peekable();
    while let Some(character) = characters.next() {
        let sort = Sort::of(character);
        let acronym_ends = last == Sort::Upper
            && sort == Sort::Upper
            && characters.peek().is_some_and(|&next| Sort::of(next) == Sort::Lower);
        let joins = match (last, sort) {
            (Sort::Upper, Sort::Upper) => !acronym_ends,
            (Sort::Upper | Sort::Lower, Sort::Lower) | (Sort::Digit, Sort::Digit) => true,
            _ => false,
        };
        if sort != Sort::Gap {
            match words.last_mut() {
                Some(word) if joins => word.extend(character.to_lowercase()),
                _ => words.push(character.to_lowercase().collect()),
            }
        }
        last = sort;
    }
    words
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sort {
    Gap,
    Lower,
    Upper,
    Digit,
}

impl Sort {
    fn of(character: char) -> Sort {
        if character.is_numeric() {
            Sort::Digit
        } else if character.is_uppercase() {
            Sort::Upper
        } else if character.is_alphabetic() {
            Sort::Lower
        } else {
            Sort::Gap
        }
    }
}

/// The name as hosts that keep only letters, digits and `_` show it, in one case.
#[must_use]
pub fn normal_name(name: &str) -> String {
    let shown = |one: char| if one.is_alphanumeric() { one } else { '_' };
    name.chars().map(shown).flat_map(char::to_lowercase).collect()
}

/// How alike two names are, in percent: 100 minus the share of characters that must change.
#[must_use]
pub fn name_likeness(one: &str, other: &str) -> usize {
    let one: Vec<char> = one.chars().take(LONGEST_NAME).collect();
    let other: Vec<char> = other.chars().take(LONGEST_NAME).collect();
    let longer = one.len().max(other.len());
    if longer == 0 {
        return 100;
    }
    (longer - distance(&one, &other)) * 100 / longer
}

/// The protocol's own bound; what is longer is compared by its beginning.
const LONGEST_NAME: usize = 128;

/// How many characters must be put in, left out or changed (Levenshtein).
#[must_use]
pub fn distance(one: &[char], other: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (at, left) in one.iter().enumerate() {
        let mut diagonal = at;
        if let Some(first) = row.first_mut() {
            *first = at + 1;
        }
        for (column, right) in other.iter().enumerate() {
            let change = diagonal + usize::from(left != right);
            diagonal = row[column + 1];
            row[column + 1] = change.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[other.len()]
}

/// A text as the hashes of its words and of its pairs of words, sorted, each once.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Grams(Vec<u64>);

impl Grams {
    /// The n-grams (1 and 2) of these words.
    #[must_use]
    pub fn of<S: AsRef<str>>(words: &[S]) -> Grams {
        let one = words.iter().map(|word| hash(&[word.as_ref()]));
        let two = words.windows(2).map(|pair| hash(&[pair[0].as_ref(), pair[1].as_ref()]));
        let mut grams: Vec<u64> = one.chain(two).collect();
        grams.sort_unstable();
        grams.dedup();
        Grams(grams)
    }

    /// The hashes.
    #[must_use]
    pub fn as_slice(&self) -> &[u64] {
        &self.0
    }

    /// How many n-grams of the two are the same, in percent of all they have (Jaccard).
    #[must_use]
    pub fn likeness(&self, other: &Grams) -> usize {
        let (mut left, mut right, mut shared) = (0, 0, 0);
        while let (Some(one), Some(two)) = (self.0.get(left), other.0.get(right)) {
            shared += usize::from(one == two);
            left += usize::from(one <= two);
            right += usize::from(two <= one);
        }
        let all = self.0.len() + other.0.len() - shared;
        (shared * 100).checked_div(all).unwrap_or(100)
    }
}

/// FNV-1a, so that results are the same on every machine.
fn hash(parts: &[&str]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in parts.iter().flat_map(|part| part.bytes().chain([0])) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    hash
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_falls_into_its_words() {
        assert_eq!(name_words("getHTTPResponse_v2"), ["get", "http", "response", "v", "2"]);
        assert_eq!(name_words("perPage"), name_words("per-page"));
        assert_eq!(name_words("kirim.faktur"), ["kirim", "faktur"]);
        assert!(name_words("___").is_empty());
    }

    #[test]
    fn likeness_is_a_share() {
        assert_eq!(name_likeness("list_user", "list_users"), 90);
        assert_eq!(name_likeness("", ""), 100);
        assert_eq!(name_likeness("ab", "xy"), 0);
        let (one, two) = (Grams::of(&["cari", "barang"]), Grams::of(&["cari", "barang", "lama"]));
        assert_eq!(one.likeness(&one), 100);
        assert_eq!(one.likeness(&two), 60);
    }
}
