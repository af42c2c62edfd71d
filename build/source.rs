//! Where the tokens come from: a crate's encodings, and the packed files of this repository.

use std::fs;

/// A token's bytes; its rank is its place in the list it stands in, gaps are empty.
pub(crate) type Tokens = Vec<Vec<u8>>;

/// An encoding of the crate `tiktoken`.
pub(crate) struct Encoding {
    /// Our name.
    pub(crate) name: &'static str,
    theirs: &'static str,
    /// The feature that must be on, as cargo tells build scripts.
    pub(crate) feature: Option<&'static str>,
    /// The first rank of ordinary text: tekken keeps 1,000 places for control tokens before it.
    first: u32,
}

/// All of them that we can use.
pub(crate) const ENCODINGS: [Encoding; 6] = [
    Encoding { name: "o200k", theirs: "o200k_base", feature: None, first: 0 },
    Encoding { name: "cl100k", theirs: "cl100k_base", feature: None, first: 0 },
    Encoding { name: "qwen2", theirs: "qwen2", feature: None, first: 0 },
    Encoding { name: "tekken", theirs: "mistral_v3", feature: None, first: 1000 },
    Encoding { name: "deepseek", theirs: "deepseek_v3", feature: Some("CARGO_FEATURE_VOCAB_DEEPSEEK"), first: 0 },
    Encoding { name: "llama3", theirs: "llama3", feature: Some("CARGO_FEATURE_VOCAB_LLAMA3"), first: 0 },
];

impl Encoding {
    /// The tokens that ordinary text can yield.
    pub(crate) fn tokens(&self) -> Tokens {
        let name = self.theirs;
        let bpe = tiktoken::get_encoding(name).unwrap_or_else(|| panic!("tiktoken lacks {name}: is its feature on?"));
        let ranks = (bpe.vocab_size() + bpe.num_special_tokens()) as u32;
        (0..ranks).map(|rank| if rank < self.first { Vec::new() } else { ordinary(bpe, rank) }).collect()
    }
}

/// The token of that rank, empty for a special one: it decodes like any other, but ordinary text never yields it.
///
/// All of them have brackets; the tests of the program pin how many tokens are left.
fn ordinary(bpe: &tiktoken::CoreBpe, rank: u32) -> Vec<u8> {
    let token = bpe.decode(&[rank]);
    match std::str::from_utf8(&token) {
        Ok(text)
            if text.contains(['<', '['])
                && bpe.encode(text) != [rank]
                && bpe.encode_with_special_tokens(text) == [rank] =>
        {
            Vec::new()
        }
        _ => token,
    }
}

/// Claude 2's tokens: a length and the bytes, in rank order.
pub(crate) fn claude() -> Tokens {
    let file = fs::read("src/meter/vocab/claude2.vocab").expect("the repository holds it");
    let (mut rest, mut tokens) = (file.as_slice(), Tokens::new());
    while !rest.is_empty() {
        tokens.push(take(&mut rest));
    }
    tokens
}

/// Gemma 3's pieces, with U+2581 turned back into the blank that it stands for.
pub(crate) struct Gemma {
    /// What merging builds, by rank.
    pub(crate) learned: Tokens,
    /// What is found in the text before any merging.
    pub(crate) whole: Tokens,
}

/// Learned pieces that no merging builds: its ranks lead their characters elsewhere.
const NEVER_BUILT: [&str; 4] = [" YYYY", " yyyy", " diffformul", " ::::::::"];

/// Gemma 3's pieces: a kind (1 learned, 4 found whole; the rest never comes from text), a length and the bytes.
pub(crate) fn gemma() -> Gemma {
    let file = fs::read("src/meter/vocab/gemma3.vocab").expect("the repository holds it");
    let (mut rest, mut learned, mut whole) = (file.as_slice(), Tokens::new(), Tokens::new());
    while let Some((kind, tail)) = rest.split_first() {
        rest = tail;
        let piece = String::from_utf8(take(&mut rest)).expect("a piece is text").replace('\u{2581}', " ");
        let none = String::new;
        let (to_learned, to_whole) = match kind {
            1 if !NEVER_BUILT.contains(&piece.as_str()) => (piece, none()),
            4 => (none(), piece),
            _ => (none(), none()),
        };
        learned.push(to_learned.into_bytes());
        whole.push(to_whole.into_bytes());
    }
    Gemma { learned, whole }
}

/// The next varint-counted run of bytes.
fn take(rest: &mut &[u8]) -> Vec<u8> {
    let (mut length, mut shift) = (0, 0);
    loop {
        let (byte, tail) = rest.split_first().expect("the file ends at a token's end");
        *rest = tail;
        length |= usize::from(byte & 0x7f) << shift;
        shift += 7;
        if byte & 0x80 == 0 {
            break;
        }
    }
    let (token, tail) = rest.split_at(length);
    *rest = tail;
    token.to_vec()
}
