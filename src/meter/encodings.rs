//! The vocabularies that are built in, each loaded on first use.

use std::collections::HashMap;
use std::sync::LazyLock;

use regex::Regex;
use unicode_normalization::UnicodeNormalization;

use crate::meter::tokenizer::Tokenizer;

/// The tokenizer of that name; `None` when it is not built in.
#[must_use]
pub fn named(name: &str) -> Option<&'static dyn Tokenizer> {
    static O200K: LazyLock<Library> = LazyLock::new(|| Library::new("o200k", "o200k_base"));
    static CL100K: LazyLock<Library> = LazyLock::new(|| Library::new("cl100k", "cl100k_base"));
    static QWEN: LazyLock<Library> = LazyLock::new(|| Library::new("qwen2", "qwen2"));
    static TEKKEN: LazyLock<Library> = LazyLock::new(|| Library::new("tekken", "mistral_v3"));
    static CLAUDE: LazyLock<Claude> = LazyLock::new(Claude::new);
    static GEMMA: LazyLock<Gemma> = LazyLock::new(Gemma::new);
    match name {
        "o200k" => Some(&*O200K),
        "cl100k" => Some(&*CL100K),
        "qwen2" => Some(&*QWEN),
        "tekken" => Some(&*TEKKEN),
        "claude" => Some(&crate::meter::claude::Claude),
        "claude2" => Some(&*CLAUDE),
        "gemma3" => Some(&*GEMMA),
        #[cfg(feature = "vocab-deepseek")]
        "deepseek" => {
            static DEEPSEEK: LazyLock<Library> = LazyLock::new(|| Library::new("deepseek", "deepseek_v3"));
            Some(&*DEEPSEEK)
        }
        #[cfg(feature = "vocab-llama3")]
        "llama3" => {
            static LLAMA: LazyLock<Library> = LazyLock::new(|| Library::new("llama3", "llama3"));
            Some(&*LLAMA)
        }
        _ => None,
    }
}

struct Library {
    name: &'static str,
    bpe: &'static tiktoken::CoreBpe,
}

impl Library {
    fn new(name: &'static str, encoding: &str) -> Library {
        Library { name, bpe: tiktoken::get_encoding(encoding).expect("the feature is on") }
    }
}

fn segments(tokenizer: &dyn Tokenizer, text: &str, cuts: &[usize]) -> Vec<usize> {
    (0..cuts.len()).map(|i| tokenizer.count(&text[cuts[i]..cuts.get(i + 1).copied().unwrap_or(text.len())])).collect()
}

impl Tokenizer for Library {
    fn name(&self) -> &'static str {
        self.name
    }
    fn count(&self, text: &str) -> usize {
        self.bpe.count(text)
    }
    fn count_segments(&self, text: &str, cuts: &[usize]) -> Vec<usize> {
        segments(self, text, cuts)
    }
}

fn varint(data: &[u8], at: &mut usize) -> usize {
    let (mut value, mut shift) = (0, 0);
    loop {
        let byte = data[*at];
        *at += 1;
        value |= usize::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return value;
        }
        shift += 7;
    }
}

fn merge(mut parts: Vec<usize>, text: &[u8], ranks: &HashMap<&'static [u8], u32>) -> usize {
    // parts: start offsets plus the end
    loop {
        let mut best: Option<(u32, usize)> = None;
        for i in 0..parts.len().saturating_sub(2) {
            if let Some(&rank) = ranks.get(&text[parts[i]..parts[i + 2]])
                && best.is_none_or(|(r, _)| rank < r)
            {
                best = Some((rank, i));
            }
        }
        match best {
            Some((_, i)) => {
                parts.remove(i + 1);
            }
            None => return parts.len() - 1,
        }
    }
}

struct Claude {
    ranks: HashMap<&'static [u8], u32>,
    pattern: Regex,
}

impl Claude {
    fn new() -> Claude {
        let data: &'static [u8] = include_bytes!("vocab/claude2.vocab");
        let mut ranks = HashMap::new();
        let (mut at, mut rank) = (0, 0);
        while at < data.len() {
            let length = varint(data, &mut at);
            ranks.insert(&data[at..at + length], rank);
            at += length;
            rank += 1;
        }
        let pattern = Regex::new(r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+").expect("pattern");
        Claude { ranks, pattern }
    }
    fn piece(&self, piece: &str) -> usize {
        if self.ranks.contains_key(piece.as_bytes()) {
            return 1;
        }
        merge((0..=piece.len()).collect(), piece.as_bytes(), &self.ranks)
    }
}

impl Tokenizer for Claude {
    fn name(&self) -> &'static str {
        "claude2"
    }
    fn count(&self, text: &str) -> usize {
        let text: String = text.nfkc().collect();
        let (mut at, mut total) = (0, 0);
        while let Some(found) = self.pattern.find_at(&text, at) {
            let mut end = found.end();
            let piece = found.as_str();
            // the negative lookahead of GPT-2's pattern: the last blank goes with the word after it
            if end < text.len() && piece.chars().all(char::is_whitespace) && piece.chars().count() > 1 {
                end -= piece.chars().next_back().map_or(0, char::len_utf8);
            }
            total += self.piece(&text[found.start()..end]);
            at = end;
        }
        total
    }
    fn count_segments(&self, text: &str, cuts: &[usize]) -> Vec<usize> {
        segments(self, text, cuts)
    }
}

struct Gemma {
    ranks: HashMap<&'static [u8], u32>,
    whole: HashMap<&'static [u8], u32>,
    longest: usize,
}

impl Gemma {
    fn new() -> Gemma {
        let data: &'static [u8] = include_bytes!("vocab/gemma3.vocab");
        let (mut ranks, mut whole, mut longest) = (HashMap::new(), HashMap::new(), 0);
        let (mut at, mut rank) = (0, 0);
        while at < data.len() {
            let kind = data[at];
            at += 1;
            let length = varint(data, &mut at);
            let piece = &data[at..at + length];
            match kind {
                1 => {
                    ranks.insert(piece, rank);
                }
                4 => {
                    longest = longest.max(length);
                    whole.insert(piece, rank);
                }
                _ => {}
            }
            at += length;
            rank += 1;
        }
        Gemma { ranks, whole, longest }
    }
    fn run(&self, text: &str) -> usize {
        if text.is_empty() {
            return 0;
        }
        // each blank run starts a piece that no merge crosses leftwards, good enough to cut on
        let mut total = 0;
        let mut start = 0;
        let bytes = text.as_bytes();
        let mut cut = |from: usize, to: usize| {
            let piece = &text[from..to];
            let mut parts: Vec<usize> = piece.char_indices().map(|(i, _)| i).collect();
            parts.push(piece.len());
            if self.ranks.contains_key(piece.as_bytes()) {
                total += 1;
                return;
            }
            // characters outside the vocabulary fall back to bytes
            let unknown: usize = piece
                .chars()
                .filter(|c| !self.ranks.contains_key(c.encode_utf8(&mut [0; 4]).as_bytes()))
                .map(|c| c.len_utf8() - 1)
                .sum();
            total += merge(parts, piece.as_bytes(), &self.ranks) + unknown;
        };
        let blank = "\u{2581}".as_bytes();
        let mut i = 0;
        while i < bytes.len() {
            if i > start && bytes[i..].starts_with(blank) && !bytes[..i].ends_with(blank) {
                cut(start, i);
                start = i;
            }
            i += 1;
        }
        cut(start, text.len());
        total
    }
}

impl Tokenizer for Gemma {
    fn name(&self) -> &'static str {
        "gemma3"
    }
    fn count(&self, text: &str) -> usize {
        let text = text.replace(' ', "\u{2581}");
        let bytes = text.as_bytes();
        let (mut total, mut start, mut at) = (0, 0, 0);
        while at < bytes.len() {
            let most = self.longest.min(bytes.len() - at);
            match (1..=most).rev().find(|&n| self.whole.contains_key(&bytes[at..at + n])) {
                Some(n) => {
                    total += self.run(&text[start..at]) + 1;
                    at += n;
                    start = at;
                }
                None => at += text[at..].chars().next().map_or(1, char::len_utf8),
            }
        }
        total + self.run(&text[start..])
    }
    fn count_segments(&self, text: &str, cuts: &[usize]) -> Vec<usize> {
        segments(self, text, cuts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts() {
        for (name, text, n) in
            [("o200k", "hello world", 2), ("claude2", "hello world", 2), ("gemma3", "What is your name?", 5)]
        {
            assert_eq!(named(name).expect(name).count(text), n, "{name}");
        }
    }
}
