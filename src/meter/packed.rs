//! The layout of a packed vocabulary: the build script writes it, the vocabulary reads it in place.
//!
//! A file is a header of three little-endian `u32` (slots that hashes aim at, slots there are, longest token), then the
//! slots, the ASCII pairs and the entries. Start-up does nothing: pages are read when a lookup touches them.
//!
//! - An **entry** is a `u32` (rank and length) and the token's bytes, in rank order, so that frequent tokens are close.
//! - A **slot** is a `u32`: a tag of the key's hash and the offset of its entry; 0 is empty. Probing is linear and
//!   never wraps, the last run spills past the end that hashes aim at. The tag nearly always settles a miss, in one
//!   cache line.
//! - A **pair** is the rank of two ASCII bytes by their values: the first step of every merge, without a hash.

/// Bytes before the slots.
pub(crate) const HEADER: usize = 12;
/// What a pair and a lookup hold when there is no such token.
pub(crate) const ABSENT: u32 = u32::MAX;
/// Pairs of ASCII bytes.
pub(crate) const PAIRS: usize = 128 * 128;
/// Bits of an entry's first word that hold the length.
pub(crate) const LENGTH_BITS: u32 = 12;
/// Bits of a slot that hold the offset of the entry.
pub(crate) const OFFSET_BITS: u32 = 22;
/// Bits of the set of character pairs that no merge may be cut between, beyond the ASCII pairs.
pub(crate) const JOIN_BITS: u32 = 18;

/// The state of a hash before the first word of a key of `length` bytes.
#[inline]
pub(crate) const fn seed(length: usize) -> u64 {
    (length as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// The state after eight more bytes of the key (zeros beyond its end).
#[inline]
pub(crate) const fn mix(state: u64, word: u64) -> u64 {
    let product = (state ^ word) as u128 * 0xd6e8_feb8_6659_fd93_u128;
    (product as u64) ^ (product >> 64) as u64
}

/// The slot where probing for a hash begins.
#[inline]
pub(crate) const fn first_slot(hash: u64, slots: usize) -> usize {
    (((hash >> 32) * slots as u64) >> 32) as usize
}

/// The part of a hash that a slot keeps.
#[inline]
pub(crate) const fn tag(hash: u64) -> u32 {
    hash as u32 & ((1 << (32 - OFFSET_BITS)) - 1)
}

/// Where the set of joined character pairs keeps a pair that is not all ASCII.
#[inline]
pub(crate) const fn join_bit(left: char, right: char) -> usize {
    let pair = (left as u64) << 32 | right as u64;
    (mix(0, pair) >> (64 - JOIN_BITS)) as usize
}
