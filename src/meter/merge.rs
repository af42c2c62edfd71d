//! Byte-pair merging: the neighbours whose merged token ranks lowest merge first, the leftmost of equals first.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;

use crate::meter::packed::ABSENT;
use crate::meter::vocabulary::Vocabulary;

/// Merges the symbols of `text[piece]`, given by their starts, and calls `token` with where each that is left begins
/// and ends.
///
/// `symbols` are the starts in ascending order, the first one `piece.start`.
#[inline]
pub(crate) fn merge(
    vocabulary: &Vocabulary,
    text: &[u8],
    piece: Range<usize>,
    symbols: impl Iterator<Item = usize>,
    token: impl FnMut(usize, usize),
) {
    match piece.len() <= SHORT {
        true => short(vocabulary, text, piece, symbols, token),
        false => long(vocabulary, text, piece, symbols, token),
    }
}

/// Bytes up to which looking through all pairs before each merge is faster than keeping a heap of them.
const SHORT: usize = 96;
const _: () = assert!(SHORT < u8::MAX as usize);

fn short(
    vocabulary: &Vocabulary,
    text: &[u8],
    piece: Range<usize>,
    symbols: impl Iterator<Item = usize>,
    mut token: impl FnMut(usize, usize),
) {
    // starts[count] is the end of the piece; ranks[i] is the rank of symbols i and i + 1 together
    let (mut starts, mut ranks) = ([0_u8; SHORT + 2], [ABSENT; SHORT + 2]);
    let mut count = 0;
    for start in symbols.take(SHORT) {
        starts[count] = (start - piece.start) as u8;
        count += 1;
    }
    starts[count] = piece.len() as u8;
    let place = |start: u8| piece.start + usize::from(start);
    for at in 0..count.saturating_sub(1) {
        ranks[at] = vocabulary.pair(text, place(starts[at]), place(starts[at + 2]));
    }
    while let Some(at) = lowest(&ranks[..count]) {
        starts.copy_within(at + 2..count + 1, at + 1);
        ranks.copy_within(at + 2..count + 1, at + 1);
        count -= 1;
        ranks[at] = match at + 1 < count {
            true => vocabulary.rank(text, place(starts[at]), place(starts[at + 2])),
            false => ABSENT,
        };
        if let Some(before) = at.checked_sub(1) {
            ranks[before] = vocabulary.rank(text, place(starts[before]), place(starts[at + 1]));
        }
    }
    starts[..count + 1].windows(2).for_each(|ends| token(place(ends[0]), place(ends[1])));
}

/// Where the lowest rank stands first; `None` when nothing can merge.
#[inline]
fn lowest(ranks: &[u32]) -> Option<usize> {
    let least = ranks.iter().copied().fold(ABSENT, u32::min);
    if least == ABSENT { None } else { ranks.iter().position(|rank| *rank == least) }
}

/// A symbol in a list of neighbours.
struct Symbol {
    start: usize,
    end: usize,
    before: usize,
    after: usize,
    /// Rank of this symbol and the next together.
    rank: u32,
}

/// Pairs by rank and place, the lowest first.
type Queue = BinaryHeap<Reverse<u64>>;

/// Ranks have 20 bits, so a place has 44: more than any text has bytes.
const PLACE_BITS: u32 = 44;
const PLACES: u64 = (1 << PLACE_BITS) - 1;

fn queued(rank: u32, at: usize) -> Reverse<u64> {
    Reverse(u64::from(rank) << PLACE_BITS | at as u64)
}

/// No neighbour.
const NOBODY: usize = usize::MAX;

fn long(
    vocabulary: &Vocabulary,
    text: &[u8],
    piece: Range<usize>,
    symbols: impl Iterator<Item = usize>,
    mut token: impl FnMut(usize, usize),
) {
    let mut list: Vec<Symbol> = Vec::with_capacity(piece.len());
    for (at, start) in symbols.enumerate() {
        if let Some(last) = list.last_mut() {
            (last.end, last.after) = (start, at);
        }
        list.push(Symbol { start, end: piece.end, before: at.wrapping_sub(1), after: NOBODY, rank: ABSENT });
    }
    for at in 1..list.len() {
        list[at - 1].rank = vocabulary.pair(text, list[at - 1].start, list[at].end);
    }
    let known = list.iter().enumerate().filter(|(_, symbol)| symbol.rank != ABSENT);
    let mut queue: Queue = known.map(|(at, symbol)| queued(symbol.rank, at)).collect();
    while let Some(Reverse(first)) = queue.pop() {
        let (rank, at) = ((first >> PLACE_BITS) as u32, (first & PLACES) as usize);
        // a pair whose symbols have merged since with others has another rank by now
        if list[at].rank != rank {
            continue;
        }
        let gone = list[at].after;
        let (end, after) = (list[gone].end, list[gone].after);
        list[gone].rank = ABSENT;
        (list[at].end, list[at].after) = (end, after);
        if let Some(after) = list.get_mut(after) {
            after.before = at;
        }
        for left in [list[at].before, at] {
            renew(vocabulary, text, &mut list, left, &mut queue);
        }
    }
    let mut at = 0;
    while let Some(symbol) = list.get(at) {
        token(symbol.start, symbol.end);
        at = symbol.after;
    }
}

/// Ranks the pair that begins with the symbol `left` anew.
fn renew(vocabulary: &Vocabulary, text: &[u8], list: &mut [Symbol], left: usize, queue: &mut Queue) {
    let Some((start, after)) = list.get(left).map(|symbol| (symbol.start, symbol.after)) else { return };
    let rank = list.get(after).map_or(ABSENT, |next| vocabulary.rank(text, start, next.end));
    list[left].rank = rank;
    if rank != ABSENT {
        queue.push(queued(rank, left));
    }
}
