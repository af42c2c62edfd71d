//! A vocabulary: from the bytes of a token to its rank, read in place from a packed table.

use crate::meter::packed::{self, ABSENT, HEADER, LENGTH_BITS, OFFSET_BITS, PAIRS};

/// A packed vocabulary.
pub(crate) struct Vocabulary {
    slots: &'static [[u8; 4]],
    pairs: &'static [[u8; 4]],
    entries: &'static [u8],
    nominal: usize,
    longest: usize,
}

impl Vocabulary {
    /// Reads the header; nothing else is looked at until it is asked for.
    ///
    /// Meant for constants: a table that the build script did not write stops the compiler, not the program.
    pub(crate) const fn new(packed: &'static [u8]) -> Vocabulary {
        let (header, rest) = packed.split_at(HEADER);
        let (words, _) = header.as_chunks::<4>();
        let (slots, rest) = rest.split_at(u32::from_le_bytes(words[1]) as usize * 4);
        let (pairs, entries) = rest.split_at(PAIRS * 4);
        Vocabulary {
            slots: slots.as_chunks().0,
            pairs: pairs.as_chunks().0,
            entries,
            nominal: u32::from_le_bytes(words[0]) as usize,
            longest: u32::from_le_bytes(words[2]) as usize,
        }
    }

    /// The rank of the token `text[start..end]`, [`ABSENT`] when there is none.
    #[inline]
    pub(crate) fn rank(&self, text: &[u8], start: usize, end: usize) -> u32 {
        let length = end - start;
        if length > 8 {
            return self.long(text, start, end);
        }
        let key = word(text, start, length);
        self.probe(packed::mix(packed::seed(length), key), length, |token| {
            token.first_chunk().is_some_and(|bytes| u64::from_le_bytes(*bytes) & MASKS[length] == key)
        })
    }

    /// Bytes of the longest token.
    pub(crate) fn longest(&self) -> usize {
        self.longest
    }

    /// The rank of the first two symbols of a merge together, `text[start..end]`.
    #[inline]
    pub(crate) fn pair(&self, text: &[u8], start: usize, end: usize) -> u32 {
        match text.get(start..end) {
            Some(&[left, right]) if left | right < 0x80 => {
                u32::from_le_bytes(self.pairs[usize::from(left) << 7 | usize::from(right)])
            }
            _ => self.rank(text, start, end),
        }
    }

    #[inline(never)]
    fn long(&self, text: &[u8], start: usize, end: usize) -> u32 {
        let length = end - start;
        if length > self.longest {
            return ABSENT;
        }
        let hash = (start..end)
            .step_by(8)
            .fold(packed::seed(length), |state, at| packed::mix(state, word(text, at, 8.min(end - at))));
        self.probe(hash, length, |token| token.get(..length) == text.get(start..end))
    }

    /// The rank of the first entry of that hash and length whose bytes are `same`.
    #[inline]
    fn probe(&self, hash: u64, length: usize, same: impl Fn(&[u8]) -> bool) -> u32 {
        let mut at = packed::first_slot(hash, self.nominal);
        while let Some(slot) = self.slots.get(at).map(|slot| u32::from_le_bytes(*slot))
            && slot != 0
        {
            if slot >> OFFSET_BITS == packed::tag(hash)
                && let Some((head, token)) = self.entries[(slot & OFFSETS) as usize..].split_first_chunk()
            {
                let head = u32::from_le_bytes(*head);
                if (head & LENGTHS) as usize == length && same(token) {
                    return head >> LENGTH_BITS;
                }
            }
            at += 1;
        }
        ABSENT
    }
}

const OFFSETS: u32 = (1 << OFFSET_BITS) - 1;
const LENGTHS: u32 = (1 << LENGTH_BITS) - 1;

/// The bytes of a word that belong to a key of so many bytes.
const MASKS: [u64; 9] = {
    let mut masks = [u64::MAX; 9];
    let mut length = 0;
    while length < 8 {
        masks[length] = (1 << (8 * length)) - 1;
        length += 1;
    }
    masks
};

/// At most eight bytes of `text`, zeros beyond `length`: one load wherever eight bytes are there.
#[inline]
pub(crate) fn word(text: &[u8], start: usize, length: usize) -> u64 {
    match text.get(start..).and_then(<[u8]>::first_chunk) {
        Some(bytes) => u64::from_le_bytes(*bytes) & MASKS[length],
        None => {
            let mut bytes = [0; 8];
            bytes.iter_mut().zip(text.iter().skip(start).take(length)).for_each(|(to, from)| *to = *from);
            u64::from_le_bytes(bytes)
        }
    }
}

#[cfg(test)]
impl Vocabulary {
    /// Every token's rank and bytes, in rank order.
    pub(crate) fn tokens(&self) -> impl Iterator<Item = (u32, &'static [u8])> {
        let mut rest = &self.entries[8..];
        std::iter::from_fn(move || {
            let (head, tail) = rest.split_first_chunk()?;
            let head = u32::from_le_bytes(*head);
            let (token, tail) = tail.split_at_checked((head & LENGTHS) as usize)?;
            rest = tail;
            (!token.is_empty()).then_some((head >> LENGTH_BITS, token))
        })
    }
}
