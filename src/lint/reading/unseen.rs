//! Characters that are not seen where they stand, and words of two alphabets. How people write emoji and scripts is
//! known.

use std::ops::Range;

use unicode_script::{Script, UnicodeScript};

use crate::lint::fold::alike::{is_latin, is_look_alike_script, latin};
use crate::lint::fold::invisible::is_invisible;
use crate::lint::reading::decode::hidden::loose_tags;

/// One place with something unseen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unseen {
    /// Where, in bytes of the raw text.
    pub span: Range<usize>,
    /// What it is.
    pub what: What,
}

/// What is not seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What {
    /// Tag characters outside a flag.
    Tag,
    /// A direction forced upon the text.
    Override,
    /// A mark of direction in a text that has right-to-left letters.
    DirectionBesideRightToLeft,
    /// An invisible character between letters of one word.
    InWord,
    /// The same between ideographs, where it may come from a line break.
    BetweenIdeographs,
    /// An invisible character at a word's edge.
    Stray,
    /// A soft hyphen in a word.
    SoftHyphen,
    /// A mark of byte order at the start.
    StartMark,
    /// Variation selectors side by side: nothing has more than one.
    SelectorRow,
    /// A supplementary variation selector on something that has no variants.
    Selector,
    /// Many invisible characters side by side.
    LongRow,
    /// Characters that mean something in one font only, side by side.
    PrivateRow,
    /// A single one of them.
    Private,
    /// A word whose letters come from two alphabets.
    MixedWord,
}

/// How many invisible characters side by side are a row that somebody wrote.
const ROW: usize = 6;

/// Finds all of them, by where they stand.
#[must_use]
pub fn unseen(text: &str) -> Vec<Unseen> {
    let mut found: Vec<Unseen> = loose_tags(text).into_iter().map(|span| Unseen { span, what: What::Tag }).collect();
    let mut right_to_left = None;
    let mut before: Option<char> = None;
    let mut characters = text.char_indices().peekable();
    while let Some((start, character)) = characters.next() {
        let is_one = is_unseen(character);
        if !is_one {
            before = Some(character);
            continue;
        }
        let private = is_private(character);
        let (mut end, mut row) = (start + character.len_utf8(), vec![character]);
        while let Some((at, next)) = characters.next_if(|(_, next)| is_unseen(*next) && is_private(*next) == private) {
            end = at + next.len_utf8();
            row.push(next);
        }
        let after = characters.peek().map(|(_, next)| *next);
        let place = Place { before, after, at_start: start == 0 };
        let mut beside = || *right_to_left.get_or_insert_with(|| text.chars().any(is_right_to_left));
        if let Some(what) = judge(&row, &place, &mut beside) {
            found.push(Unseen { span: start..end, what });
        }
        if private {
            before = row.last().copied();
        }
    }
    found.extend(mixed_words(text));
    found.sort_by_key(|one| (one.span.start, one.span.end));
    found
}

struct Place {
    before: Option<char>,
    after: Option<char>,
    at_start: bool,
}

fn is_unseen(character: char) -> bool {
    !character.is_control() && !is_tag(character) && (is_invisible(character) || is_private(character))
}

fn is_tag(character: char) -> bool {
    matches!(character, '\u{e0000}'..='\u{e007f}')
}

fn is_private(character: char) -> bool {
    matches!(character, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{ffffd}' | '\u{100000}'..='\u{10fffd}')
}

fn is_selector(character: char) -> bool {
    matches!(character, '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}')
}

fn is_right_to_left(character: char) -> bool {
    matches!(character, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}')
}

/// What a row of unseen characters is, where it stands.
fn judge(row: &[char], place: &Place, beside_right_to_left: &mut dyn FnMut() -> bool) -> Option<What> {
    if row.first().is_some_and(|one| is_private(*one)) {
        return Some(if row.len() > 1 { What::PrivateRow } else { What::Private });
    }
    if row.iter().any(|one| matches!(one, '\u{202d}' | '\u{202e}')) {
        return Some(What::Override);
    }
    if row.iter().any(|one| matches!(one, '\u{202a}'..='\u{202c}' | '\u{2066}'..='\u{2069}')) {
        // Right-to-left text with names in it is written with them.
        return Some(if beside_right_to_left() { What::DirectionBesideRightToLeft } else { What::Override });
    }
    if row.iter().filter(|one| is_selector(**one)).count() > 1 {
        return Some(What::SelectorRow);
    }
    let marks: Vec<char> = row.iter().copied().filter(|one| !is_plain_mark(*one)).collect();
    if marks.len() >= ROW {
        return Some(What::LongRow);
    }
    marks.iter().filter_map(|mark| one(*mark, place)).max_by_key(|what| loudness(*what))
}

/// Marks of direction and of line breaks that hide nothing.
fn is_plain_mark(character: char) -> bool {
    matches!(character, '\u{200e}' | '\u{200f}' | '\u{61c}')
}

fn loudness(what: What) -> u8 {
    match what {
        What::InWord => 3,
        What::BetweenIdeographs | What::Stray | What::Selector => 2,
        What::SoftHyphen => 1,
        _ => 0,
    }
}

fn one(mark: char, place: &Place) -> Option<What> {
    match mark {
        '\u{feff}' if place.at_start => Some(What::StartMark),
        '\u{fe00}'..='\u{fe0f}' => None,
        '\u{e0100}'..='\u{e01ef}' => {
            let has_variants = place.before.is_some_and(|before| before.script() == Script::Han);
            (!has_variants).then_some(What::Selector)
        }
        // Mongolian and Khmer letters are shaped with them.
        '\u{180b}'..='\u{180f}' | '\u{17b4}' | '\u{17b5}' | '\u{70f}' | '\u{34f}' => between(place),
        '\u{115f}' | '\u{1160}' if place.after.or(place.before).is_some_and(|c| c.script() == Script::Hangul) => None,
        '\u{200c}' | '\u{200d}' if joins(mark, place) => None,
        '\u{ad}' => (between(place) == Some(What::InWord)).then_some(What::SoftHyphen),
        '\u{200b}' | '\u{2060}' if without_word_ends(place.before) && without_word_ends(place.after) => {
            let ideographs = |side: Option<char>| side.is_some_and(|c| c.script() == Script::Han);
            (ideographs(place.before) && ideographs(place.after)).then_some(What::BetweenIdeographs)
        }
        _ => between(place).or(Some(What::Stray)),
    }
}

/// What a mark does between the letters beside it; `None` where those belong to a script that is shaped by marks.
fn between(place: &Place) -> Option<What> {
    let letter = |side: Option<char>| side.filter(|character| character.is_alphanumeric());
    match (letter(place.before), letter(place.after)) {
        (Some(before), Some(after)) if is_alphabet(before) && is_alphabet(after) => Some(What::InWord),
        _ => None,
    }
}

/// Whether a letter's script joins letters to words without any mark between them.
fn is_alphabet(character: char) -> bool {
    character.is_ascii_alphanumeric() || is_latin(character) || is_look_alike_script(character)
}

fn without_word_ends(side: Option<char>) -> bool {
    side.is_some_and(|character| {
        matches!(
            character.script(),
            Script::Thai
                | Script::Lao
                | Script::Khmer
                | Script::Myanmar
                | Script::Tibetan
                | Script::Han
                | Script::Hiragana
                | Script::Katakana
        )
    })
}

/// Whether a joiner stands where emoji and the scripts that are shaped by joiners have one.
fn joins(mark: char, place: &Place) -> bool {
    let Some(before) = place.before else { return false };
    let shaped = |character: char| {
        !character.is_ascii()
            && !is_alphabet(character)
            && !matches!(character.script(), Script::Common | Script::Inherited | Script::Han | Script::Hangul)
            && !without_word_ends(Some(character))
    };
    let emoji = |character: char| {
        matches!(character,
            '\u{1f000}'..='\u{1faff}' | '\u{2190}'..='\u{27bf}' | '\u{2b00}'..='\u{2bff}' | '\u{fe0f}' | '\u{20e3}'
            | '\u{2139}' | '\u{3030}' | '\u{303d}' | '\u{e007f}')
    };
    shaped(before)
        || place.after.is_some_and(|after| shaped(after) && !is_alphabet(before))
        || (mark == '\u{200d}' && emoji(before) && place.after.is_some_and(emoji))
}

/// Words that mix Latin letters with their look-alikes from another alphabet.
fn mixed_words(text: &str) -> Vec<Unseen> {
    let mut found = Vec::new();
    if !text.chars().any(is_look_alike_script) {
        return found;
    }
    let words = || text.split(|c: char| !c.is_alphanumeric() && !is_invisible(c)).filter(|word| !word.is_empty());
    let wholly = words()
        .any(|word| word.chars().filter(|c| is_look_alike_script(*c)).count() > 1 && !word.chars().any(is_latin));
    for word in words().filter(|word| is_mixed(word, wholly)) {
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        found.push(Unseen { span: start..start + word.len(), what: What::MixedWord });
    }
    found
}

/// Whether a word is one that somebody mixed; units and endings on foreign words are not.
fn is_mixed(word: &str, other_alphabet_is_used: bool) -> bool {
    let letters: Vec<char> = word.chars().filter(|c| c.is_alphabetic()).collect();
    let foreign: Vec<char> = letters.iter().copied().filter(|c| is_look_alike_script(*c)).collect();
    let native = letters.iter().filter(|c| is_latin(**c)).count();
    if foreign.is_empty() || native == 0 || letters.len() < 3 {
        return false;
    }
    // A formula's letter stands before or behind its unit or index.
    let greek = foreign.iter().all(|c| c.script() == Script::Greek);
    let at_edge = letters.first().is_some_and(|c| is_look_alike_script(*c))
        || letters.last().is_some_and(|c| is_look_alike_script(*c));
    if greek && foreign.len() == 1 && at_edge {
        return false;
    }
    let alike = foreign.iter().any(|c| c.to_lowercase().next().and_then(latin).is_some());
    let switches = letters.windows(2).filter(|pair| is_latin(pair[0]) != is_latin(pair[1])).count();
    alike && (switches > 1 || !other_alphabet_is_used)
}
