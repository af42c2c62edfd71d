//! Alternatives that a text lists: quoted ones side by side, or plain ones behind "one of".

use std::ops::Range;

/// Words that join the last alternative to the others, in the languages that word rules know.
const JOINTS: &[&str] = &[
    "or",
    "and",
    "atau",
    "dan",
    "或",
    "或者",
    "和",
    "または",
    "か",
    "と",
    "또는",
    "혹은",
    "o",
    "y",
    "ou",
    "e",
    "et",
    "oder",
    "und",
    "или",
    "и",
];

/// Those of them that leave a choice.
const CHOICES: &[&str] = &["or", "atau", "或", "或者", "または", "또는", "혹은", "o", "ou", "oder", "или"];

/// What is written between two alternatives besides a word.
const BETWEEN: &[char] = &[',', '/', '|', '、', '，', '・', '&'];

/// Pairs of quotes.
const QUOTES: &[(char, char)] =
    &[('`', '`'), ('"', '"'), ('\'', '\''), ('“', '”'), ('‘', '’'), ('「', '」'), ('«', '»')];

/// The longest alternative, in bytes.
const LONGEST: usize = 48;

/// A quoted text and its place in the string that holds it, quotes left out.
pub type Quoted<'a> = (Range<usize>, &'a str);

/// Every quoted text.
#[must_use]
pub fn quoted(text: &str) -> Vec<Quoted<'_>> {
    let mut found: Vec<Quoted<'_>> = Vec::new();
    let mut past = 0;
    for (at, open) in text.char_indices() {
        let Some((_, close)) = QUOTES.iter().find(|(one, _)| *one == open).filter(|_| at >= past) else { continue };
        if text[..at].chars().next_back().is_some_and(char::is_alphanumeric) {
            continue;
        }
        let start = at + open.len_utf8();
        let near = &text[start..text.floor_char_boundary(start + LONGEST + close.len_utf8())];
        let Some(length) = near.find(*close).filter(|length| *length > 0) else { continue };
        let after = text[start + length + close.len_utf8()..].chars().next();
        if !after.is_some_and(char::is_alphanumeric) && !near[..length].contains('\n') {
            found.push((start..start + length, &near[..length]));
            past = start + length + close.len_utf8();
        }
    }
    found
}

/// Lists of two or more quoted texts with nothing between them but commas, strokes, a joint or a remark in brackets.
#[must_use]
pub fn lists(text: &str) -> Vec<Vec<Quoted<'_>>> {
    let mut lists: Vec<Vec<Quoted<'_>>> = Vec::new();
    for (span, word) in quoted(text) {
        let last = lists.last_mut().filter(|list| list.last().is_some_and(|(before, _)| joined(text, before, &span)));
        match last {
            Some(list) => list.push((span, word)),
            None => lists.push(vec![(span, word)]),
        }
    }
    lists.retain(|list| list.len() > 1);
    lists
}

fn joined(text: &str, before: &Range<usize>, after: &Range<usize>) -> bool {
    let quote = |at: usize| text[at..].chars().next().map_or(0, char::len_utf8);
    let start = before.end + quote(before.end);
    let end = text[..after.start].char_indices().next_back().map_or(after.start, |(at, _)| at);
    let Some(gap) = text.get(start..end) else { return false };
    let gap = match (gap.find('('), gap.rfind(')')) {
        (Some(open), Some(close)) if open < close => format!("{} {}", &gap[..open], &gap[close + 1..]),
        _ => gap.to_owned(),
    };
    let marked = gap.contains(BETWEEN);
    let rest = gap.replace(BETWEEN, " ").to_lowercase();
    match rest.trim() {
        "" => marked,
        word => JOINTS.contains(&word),
    }
}

/// The plain words of a list such as `a, b or c` that begins the text and ends with a sentence, a bracket or a line.
/// None when it is no such list, holds fewer than two, or goes on ("etc.", "…").
#[must_use]
pub fn plain(text: &str) -> Vec<&str> {
    let end = text.find(['\n', ')', '(', ';', ']', ':', '。']).unwrap_or(text.len());
    let text = &text[..end];
    let end = text.match_indices(". ").next().map_or(text.len(), |(at, _)| at);
    let text = text[..end].trim().trim_end_matches('.');
    let mut words = Vec::new();
    for part in text.split([',', '|', '/', '、']) {
        let mut inner: Vec<&str> = part.split_whitespace().collect();
        inner.retain(|word| !JOINTS.contains(&word.to_lowercase().as_str()));
        words.extend(inner);
        let joints = part.split_whitespace().filter(|word| JOINTS.contains(&word.to_lowercase().as_str())).count();
        if part.split_whitespace().count() > 2 * joints + 1 {
            return Vec::new();
        }
    }
    let word = |one: &&str| {
        let letters = |character: char| character.is_alphanumeric() || "_-.".contains(character);
        one.len() <= LONGEST
            && one.chars().all(letters)
            && one.starts_with(char::is_alphanumeric)
            && !one.ends_with('.')
    };
    let open = |one: &&str| matches!(one.to_lowercase().as_str(), "etc" | "dll" | "more" | "others" | "lainnya");
    if words.len() < 2 || !words.iter().all(word) || words.iter().any(open) {
        return Vec::new();
    }
    words
}

/// Whether a text leaves a choice between things by a word such as "or".
#[must_use]
pub fn has_choice(text: &str) -> bool {
    text.split(|character: char| !character.is_alphanumeric()).any(|word| CHOICES.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_words_side_by_side_are_a_list() {
        let words = |text: &'static str| -> Vec<Vec<&str>> {
            lists(text).into_iter().map(|list| list.into_iter().map(|(_, word)| word).collect()).collect()
        };
        assert_eq!(words("one of 'a', 'b' (lama) atau 'c'"), [["a", "b", "c"]]);
        assert_eq!(words("`x`|`y`; don't use the server's own"), [["x", "y"]]);
        assert!(words("'a' sends to 'b'").is_empty());
    }

    #[test]
    fn plain_words_are_a_list_when_nothing_else_is_said() {
        assert_eq!(plain("open, closed, all. Defaults to open."), ["open", "closed", "all"]);
        assert_eq!(plain("buka, tutup atau semua"), ["buka", "tutup", "semua"]);
        assert!(plain("the two values above").is_empty());
        assert!(plain("pdf, docx, etc.").is_empty());
        assert!(plain("id").is_empty());
    }
}
