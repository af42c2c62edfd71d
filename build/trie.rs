//! A tree of phrases in the layout that `src/lint/words/trie.rs` reads.

use std::collections::BTreeMap;

/// The tree of phrases and their values.
pub(crate) fn table(phrases: &BTreeMap<String, Vec<u8>>) -> Vec<u8> {
    let all: Vec<(&[u8], &[u8])> =
        phrases.iter().map(|(phrase, value)| (phrase.as_bytes(), value.as_slice())).collect();
    let mut out = vec![0; 256 * 4];
    for group in all.chunk_by(|one, next| one.0[0] == next.0[0]) {
        let at = node(group, 1, &mut out);
        out[usize::from(group[0].0[0]) * 4..][..4].copy_from_slice(&at);
    }
    out
}

/// Writes the node of phrases whose first `depth` bytes are the same, and says where it stands.
fn node(group: &[(&[u8], &[u8])], depth: usize, out: &mut Vec<u8>) -> [u8; 4] {
    let (first, last) = (group[0].0, group[group.len() - 1].0);
    let label = first[depth..].iter().zip(&last[depth..]).take_while(|(one, other)| one == other).count();
    let end = depth + label;
    let (value, rest) = if first.len() == end { (Some(group[0].1), &group[1..]) } else { (None, group) };
    let following: Vec<_> = rest.chunk_by(|one, next| one.0[end] == next.0[end]).collect();
    let offsets: Vec<[u8; 4]> = following.iter().map(|group| node(group, end + 1, out)).collect();

    let at = u32::try_from(out.len()).expect("a small table").to_le_bytes();
    let length = |bytes: usize| u16::try_from(bytes).expect("a short phrase").to_le_bytes();
    out.extend(length(label));
    out.extend(&first[depth..end]);
    out.extend(length(value.map_or(0, |value| value.len() + 1)));
    out.extend(value.unwrap_or_default());
    out.extend(length(following.len()));
    out.extend(following.iter().map(|group| group[0].0[end]));
    out.extend(offsets.concat());
    at
}
