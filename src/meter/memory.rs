//! Remembers how many tokens short pieces have: tool definitions say the same few words again and again.
//!
//! Each thread has one memory for all vocabularies. It holds whole keys, so what it says is never a guess.

use std::cell::Cell;

use crate::meter::packed;
use crate::meter::vocabulary::word;

/// What one thread remembers.
pub(crate) struct Memory {
    /// The piece's first eight bytes; then six more, the length with the vocabulary, and the tokens.
    places: Vec<[u64; 2]>,
}

/// 256 KiB a thread, of which a small catalog touches a small part.
const BITS: u32 = 14;
/// Longest piece that a place can hold.
const LONGEST: usize = 14;

thread_local! {
    static MEMORY: Cell<Vec<[u64; 2]>> = const { Cell::new(Vec::new()) };
}

impl Memory {
    /// Lends this thread's memory.
    pub(crate) fn lend<T>(to: impl FnOnce(&mut Memory) -> T) -> T {
        let mut places = MEMORY.take();
        places.resize(1 << BITS, [0; 2]);
        let mut memory = Memory { places };
        let result = to(&mut memory);
        MEMORY.set(memory.places);
        result
    }

    /// The tokens of the piece `text[start..end]` in the vocabulary numbered `of` (1 to 15); not remembered, it is
    /// counted.
    #[inline]
    pub(crate) fn tokens(
        &mut self,
        of: u8,
        text: &[u8],
        start: usize,
        end: usize,
        count: impl FnOnce() -> usize,
    ) -> usize {
        let length = end - start;
        if length > LONGEST {
            return count();
        }
        let first = word(text, start, length.min(8));
        let label = (u64::from(of) << 4 | length as u64) << 48;
        let then = label | if length > 8 { word(text, start + 8, length - 8) } else { 0 };
        let place = (packed::mix(then, first) >> (64 - BITS)) as usize;
        let Some(place) = self.places.get_mut(place) else { return count() };
        if place[0] == first && place[1] << 8 == then << 8 {
            return (place[1] >> 56) as usize;
        }
        let tokens = count();
        *place = [first, then | (tokens as u64) << 56];
        tokens
    }
}
