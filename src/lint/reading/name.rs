//! Names taken apart into the words they are made of.

use crate::lint::fold::Folded;

/// A name taken apart at its capitals, underscores, hyphens and dots; `None` when it is one word.
#[must_use]
pub fn split_name(folded: &Folded, raw: &str) -> Option<Folded> {
    let mut split = Folded::default();
    let (mut changed, mut was_small) = (false, false);
    for (at, character) in folded.text.char_indices() {
        let here = folded.raw(&(at..at + character.len_utf8()));
        let written = raw.get(here.clone()).and_then(|text| text.chars().next()).unwrap_or(character);
        if matches!(character, '_' | '-' | '.' | '/') {
            changed = true;
            was_small = false;
            if !split.text.ends_with(' ') {
                split.push(' ', here);
            }
            continue;
        }
        if written.is_uppercase() && was_small {
            changed = true;
            split.push(' ', here.clone());
        }
        was_small = written.is_lowercase() || written.is_ascii_digit();
        split.push(character, here);
    }
    changed.then_some(split)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::fold::fold;

    #[test]
    fn names_are_taken_apart() {
        let split = |raw: &str| split_name(&fold(raw), raw).map(|folded| folded.text);
        assert_eq!(split("readSystemPrompt_first").as_deref(), Some("read system prompt first"));
        assert_eq!(split("kota"), None);
    }
}
