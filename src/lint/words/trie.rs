//! A tree of phrases that the build script wrote, read in place: no table is made when the program starts.
//!
//! At the front stands one offset for each first byte, 0 where no phrase begins so. A node is: the length of a label and
//! the label, which must follow; the length of a value plus one and the value, or 0; how many bytes may follow, those
//! bytes in order, and the offset of a node for each. Lengths are two bytes, offsets four, the least first.

/// The tree.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Trie(pub(crate) &'static [u8]);

impl Trie {
    /// Whether any phrase begins with that byte.
    pub(crate) fn begins(self, byte: u8) -> bool {
        self.offset(usize::from(byte) * 4) != 0
    }

    /// Every phrase that `text` begins with, the shortest first: how many bytes it has, and its value.
    pub(crate) fn prefixes(self, text: &[u8]) -> impl Iterator<Item = (usize, &'static [u8])> {
        let first = text.first().map_or(0, |byte| self.offset(usize::from(*byte) * 4));
        let (mut node, mut read) = (first, 1);
        std::iter::from_fn(move || {
            while node != 0 {
                let step = self.step(node, text, read);
                (node, read) = (step.node, step.read);
                if let Some(value) = step.value {
                    return Some((step.ends, value));
                }
            }
            None
        })
    }

    fn step(self, node: usize, text: &[u8], read: usize) -> Step {
        let none = Step { node: 0, read, ends: read, value: None };
        let (label, at) = self.counted(node, self.length(node));
        let Some((start, rest)) = text.get(read..).and_then(|rest| rest.split_at_checked(label.len())) else {
            return none;
        };
        // Labels have a few bytes: a loop is faster than a call.
        if start.iter().zip(label).any(|(one, other)| one != other) {
            return none;
        }
        let ends = read + label.len();
        let (value, at) = match self.length(at).checked_sub(1) {
            Some(length) => {
                let (value, at) = self.counted(at, length);
                (Some(value), at)
            }
            None => (None, at + 2),
        };
        let (follow, offsets) = self.counted(at, self.length(at));
        let next = rest.first().and_then(|byte| follow.binary_search(byte).ok());
        Step { node: next.map_or(0, |number| self.offset(offsets + number * 4)), read: ends + 1, ends, value }
    }

    /// So many bytes behind the length at `at`, and where they end.
    fn counted(self, at: usize, length: usize) -> (&'static [u8], usize) {
        let end = at + 2 + length;
        (self.0.get(at + 2..end).unwrap_or_default(), end)
    }

    fn length(self, at: usize) -> usize {
        self.0.get(at..).and_then(<[u8]>::first_chunk).map_or(0, |bytes| usize::from(u16::from_le_bytes(*bytes)))
    }

    fn offset(self, at: usize) -> usize {
        self.0.get(at..).and_then(<[u8]>::first_chunk).map_or(0, |bytes| u32::from_le_bytes(*bytes) as usize)
    }
}

/// What one node says of a text.
struct Step {
    /// Where to go on; 0 for nowhere.
    node: usize,
    /// How much of the text is read by then.
    read: usize,
    /// Where the phrase of this node ends.
    ends: usize,
    /// Its value, if a phrase ends here.
    value: Option<&'static [u8]>,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `a`, `abc` and `abd`, the middle one without a value.
    const TREE: &[(usize, &[u8])] = &[
        (1024, &[0, 0, 2, 0, b'1', 1, 0, b'b', 12, 4, 0, 0]),
        (1036, &[0, 0, 0, 0, 2, 0, b'c', b'd', 52 - 4, 4, 0, 0, 56, 4, 0, 0]),
        (1072, &[0, 0, 2, 0, b'3', 0, 0]),
        (1080, &[1, 0, b'!', 2, 0, b'4', 0, 0]),
    ];

    #[test]
    fn phrases_are_found_from_the_shortest() {
        let mut bytes = vec![0; 1100];
        bytes[usize::from(b'a') * 4..][..4].copy_from_slice(&1024_u32.to_le_bytes());
        for (at, node) in TREE {
            bytes[*at..at + node.len()].copy_from_slice(node);
        }
        let trie = Trie(bytes.leak());
        let found = |text: &str| trie.prefixes(text.as_bytes()).map(|(end, value)| (end, value[0])).collect::<Vec<_>>();
        assert_eq!(found("abcd"), [(1, b'1'), (3, b'3')]);
        assert_eq!(found("abd!"), [(1, b'1'), (4, b'4')]);
        assert_eq!(found("abd?"), [(1, b'1')]);
        assert!(found("b").is_empty() && found("").is_empty());
        assert!(trie.begins(b'a') && !trie.begins(b'b'));
    }
}
