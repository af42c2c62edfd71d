//! What invisible characters spell: tag characters, zero-width bits, bytes in variation selectors.

use std::ops::Range;

use crate::lint::reading::decode::part::{Part, is_text};

/// The shortest row of zero-width characters that can spell something.
const SHORTEST_BITS: usize = 28;

/// The parts of a text that spell something in invisible characters.
#[must_use]
pub fn hidden(raw: &str) -> Vec<Part> {
    let mut found = Vec::new();
    // All of them are written in three or four bytes that begin so.
    if memchr::memchr3(0xe2, 0xef, 0xf3, raw.as_bytes()).is_none() {
        return found;
    }
    found.extend(tags(raw));
    found.extend(rows(raw, is_selector, 4).filter_map(|span| {
        let bytes: Vec<u8> = raw[span.clone()].chars().filter_map(selected).collect();
        let text = String::from_utf8(bytes).ok().filter(|text| is_text(text))?;
        Some(Part { encoding: "variation selectors", span, text })
    }));
    found.extend(rows(raw, is_bit, SHORTEST_BITS).filter_map(|span| {
        let text = bits(&raw[span.clone()])?;
        Some(Part { encoding: "zero-width characters", span, text })
    }));
    found
}

/// Where tag characters stand that belong to no flag.
#[must_use]
pub fn loose_tags(raw: &str) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    if memchr::memchr(0xf3, raw.as_bytes()).is_none() {
        return found;
    }
    for span in rows(raw, |character| matches!(character, '\u{e0000}'..='\u{e007f}'), 1) {
        let row = &raw[span.clone()];
        let flag = raw[..span.start].ends_with('\u{1f3f4}').then(|| flag(row)).flatten().unwrap_or(0);
        if flag < row.len() {
            found.push(span.start + flag..span.end);
        }
    }
    found
}

/// The length of the subdivision of a flag that a row of tag characters begins with.
fn flag(row: &str) -> Option<usize> {
    let end = row.find('\u{e007f}')?;
    let letters: Vec<char> = row[..end].chars().collect();
    let is_code = |tag: &char| matches!(tag, '\u{e0030}'..='\u{e0039}' | '\u{e0061}'..='\u{e007a}');
    let is_region = (3..=6).contains(&letters.len()) && letters.iter().all(is_code);
    is_region.then_some(end + '\u{e007f}'.len_utf8())
}

fn tags(raw: &str) -> Option<Part> {
    let loose = loose_tags(raw);
    let span = loose.first()?.start..loose.last()?.end;
    let plain = |tag: char| char::from_u32(u32::from(tag).wrapping_sub(0xe0000)).filter(|c| matches!(c, ' '..='~'));
    let text: String = loose.into_iter().flat_map(|span| raw[span].chars().filter_map(plain)).collect();
    (!text.is_empty()).then_some(Part { encoding: "tag characters", span, text })
}

/// The rows of at least so many characters of a kind that stand side by side.
fn rows(raw: &str, is_one: fn(char) -> bool, fewest: usize) -> impl Iterator<Item = Range<usize>> {
    let mut rest = raw.char_indices();
    std::iter::from_fn(move || {
        loop {
            let (start, first) = rest.find(|(_, character)| is_one(*character))?;
            let (mut end, mut many) = (start + first.len_utf8(), 1);
            for (at, character) in rest.by_ref().take_while(|(_, character)| is_one(*character)) {
                end = at + character.len_utf8();
                many += 1;
            }
            if many >= fewest {
                return Some(start..end);
            }
        }
    })
}

fn is_selector(character: char) -> bool {
    selected(character).is_some()
}

fn selected(character: char) -> Option<u8> {
    let code = u32::from(character);
    match character {
        '\u{fe00}'..='\u{fe0f}' => u8::try_from(code - 0xfe00).ok(),
        '\u{e0100}'..='\u{e01ef}' => u8::try_from(code - 0xe0100 + 16).ok(),
        _ => None,
    }
}

fn is_bit(character: char) -> bool {
    matches!(character, '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2064}' | '\u{feff}' | '\u{180e}')
}

/// The text of a row whose two most frequent characters are bits; a third one may stand between bytes.
fn bits(row: &str) -> Option<String> {
    let mut kinds: Vec<(usize, char)> = Vec::new();
    for character in row.chars() {
        match kinds.iter_mut().find(|(_, kind)| *kind == character) {
            Some((many, _)) => *many += 1,
            None => kinds.push((1, character)),
        }
    }
    kinds.sort_by_key(|(many, character)| (std::cmp::Reverse(*many), *character));
    let (zero, one) = (kinds.first()?.1, kinds.get(1)?.1);
    [(zero, one), (one, zero)].into_iter().find_map(|(zero, one)| {
        let bits: Vec<u8> = row.chars().filter(|c| *c == zero || *c == one).map(|c| u8::from(c == one)).collect();
        [8, 7].into_iter().find_map(|width| {
            let bytes = bits.chunks_exact(width).map(|bits| bits.iter().fold(0, |byte, bit| byte << 1 | bit)).collect();
            String::from_utf8(bytes).ok().filter(|text| is_text(text))
        })
    })
}
