//! From a list of tokens to the layout of `packed`.

use std::collections::HashMap;

use crate::packed::{self, ABSENT, HEADER, JOIN_BITS, LENGTH_BITS, OFFSET_BITS, PAIRS};
use crate::source::Tokens;

/// Bytes before the first entry and after the last: short keys are compared eight bytes at once.
const PADDING: usize = 8;

/// The table of `tokens`, whose ranks are their places in the list.
pub(crate) fn table(tokens: &Tokens) -> Vec<u8> {
    let (entries, keys) = entries(tokens);
    let nominal = keys.len() * 3 / 2 + 1;
    let slots = slots(&keys, nominal);
    let longest = tokens.iter().map(Vec::len).max().unwrap_or_default();
    assert!(longest < 1 << LENGTH_BITS, "a token of {longest} bytes");

    let mut out = Vec::with_capacity(HEADER + (slots.len() + PAIRS) * 4 + entries.len());
    out.extend((nominal as u32).to_le_bytes());
    out.extend((slots.len() as u32).to_le_bytes());
    out.extend((longest as u32).to_le_bytes());
    out.extend(slots.iter().flat_map(|slot| slot.to_le_bytes()));
    out.extend(pairs(tokens).iter().flat_map(|rank| rank.to_le_bytes()));
    out.extend(entries);
    out
}

/// The entries, and each key's hash with the offset of its entry.
fn entries(tokens: &Tokens) -> (Vec<u8>, Vec<(u64, u32)>) {
    // offset 0 would look like an empty slot
    let (mut entries, mut keys) = (vec![0; PADDING], Vec::with_capacity(tokens.len()));
    for (rank, token) in tokens.iter().enumerate().filter(|(_, token)| !token.is_empty()) {
        keys.push((hash(token), entries.len() as u32));
        entries.extend(((rank as u32) << LENGTH_BITS | token.len() as u32).to_le_bytes());
        entries.extend(token);
    }
    assert!(tokens.len() < 1 << (32 - LENGTH_BITS) && entries.len() < 1 << OFFSET_BITS, "a vocabulary too large");
    entries.extend([0; PADDING]);
    (entries, keys)
}

/// Open addressing at a load of two thirds.
fn slots(keys: &[(u64, u32)], nominal: usize) -> Vec<u32> {
    let mut slots = vec![0; nominal];
    for &(hash, offset) in keys {
        let mut at = packed::first_slot(hash, nominal);
        while slots.get(at).is_some_and(|slot| *slot != 0) {
            at += 1;
        }
        if at == slots.len() {
            slots.push(0);
        }
        slots[at] = packed::tag(hash) << OFFSET_BITS | offset;
    }
    slots
}

fn hash(token: &[u8]) -> u64 {
    token.chunks(8).fold(packed::seed(token.len()), |state, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        packed::mix(state, u64::from_le_bytes(word))
    })
}

fn pairs(tokens: &Tokens) -> Vec<u32> {
    let ranks: HashMap<&[u8], u32> = tokens.iter().map(Vec::as_slice).zip(0..).collect();
    let rank = |pair: usize| ranks.get([(pair / 128) as u8, (pair % 128) as u8].as_slice()).copied();
    (0..PAIRS).map(|pair| rank(pair).unwrap_or(ABSENT)).collect()
}

/// The set of neighbouring characters inside any token: no merge crosses a place between two others.
///
/// ASCII pairs have a bit each; the others share hashed bits, where a clash only means a cut not taken.
pub(crate) fn joins(tokens: &Tokens) -> Vec<u8> {
    let mut bits = vec![0_u8; (PAIRS + (1 << JOIN_BITS)) / 8];
    for token in tokens {
        let text = std::str::from_utf8(token).expect("a piece is text");
        for (left, right) in text.chars().zip(text.chars().skip(1)) {
            let bit = match left.is_ascii() && right.is_ascii() {
                true => left as usize * 128 + right as usize,
                false => PAIRS + packed::join_bit(left, right),
            };
            bits[bit / 8] |= 1 << (bit % 8);
        }
    }
    bits
}
