//! The vocabularies that are built in, by name.
//!
//! All are tables in the program's own file, read in place: naming one costs nothing, and counting with one loads the
//! pages that it touches.

use crate::meter::bpe::Bpe;
use crate::meter::claude::Claude;
use crate::meter::gemma::Gemma;
use crate::meter::normal::Form;
use crate::meter::split::cl100k::Cl100k;
use crate::meter::split::gpt2::Gpt2;
use crate::meter::split::o200k::O200k;
use crate::meter::tokenizer::Tokenizer;
use crate::meter::vocabulary::Vocabulary;

/// The tokenizer of that name; `None` when it is not built in.
#[must_use]
pub fn named(name: &str) -> Option<&'static dyn Tokenizer> {
    match name {
        "o200k" => Some(&O200K),
        "cl100k" => Some(&CL100K),
        "qwen2" => Some(&QWEN2),
        "tekken" => Some(&TEKKEN),
        "claude" => Some(&CLAUDE),
        "claude2" => Some(&CLAUDE2),
        "gemma3" => Some(&GEMMA3),
        #[cfg(feature = "vocab-deepseek")]
        "deepseek" => Some(&DEEPSEEK),
        #[cfg(feature = "vocab-llama3")]
        "llama3" => Some(&LLAMA3),
        _ => None,
    }
}

/// The bytes of a table that the build script wrote.
macro_rules! table {
    ($name:literal) => {
        include_bytes!(concat!(env!("OUT_DIR"), "/", $name, ".bin"))
    };
}

macro_rules! bpe {
    ($number:literal, $name:literal, $form:expr, $splitter:expr) => {
        Bpe {
            number: $number,
            name: $name,
            form: $form,
            splitter: $splitter,
            vocabulary: Vocabulary::new(table!($name)),
        }
    };
}

static O200K: Bpe<O200k> = bpe!(1, "o200k", Form::AsIs, O200k::OpenAi);
static CL100K: Bpe<Cl100k> = bpe!(2, "cl100k", Form::AsIs, Cl100k::OpenAi);
static QWEN2: Bpe<Cl100k> = bpe!(3, "qwen2", Form::Nfc, Cl100k::Qwen2);
static TEKKEN: Bpe<O200k> = bpe!(4, "tekken", Form::AsIs, O200k::Tekken);
static CLAUDE2: Bpe<Gpt2> = bpe!(5, "claude2", Form::Nfkc, Gpt2);
static CLAUDE: Claude = Claude { vocabulary: &CLAUDE2 };
static GEMMA3: Gemma = Gemma {
    learned: Vocabulary::new(table!("gemma3")),
    whole: Vocabulary::new(table!("gemma3.whole")),
    joins: table!("gemma3.joins"),
};
#[cfg(feature = "vocab-deepseek")]
static DEEPSEEK: Bpe<crate::meter::split::deepseek::DeepSeek> =
    bpe!(6, "deepseek", Form::AsIs, crate::meter::split::deepseek::DeepSeek);
#[cfg(feature = "vocab-llama3")]
static LLAMA3: Bpe<Cl100k> = bpe!(7, "llama3", Form::AsIs, Cl100k::Llama3);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::meter::merge::merge;

    const NAMES: [&str; 6] = ["o200k", "cl100k", "qwen2", "tekken", "claude2", "gemma3"];

    fn all() -> impl Iterator<Item = &'static dyn Tokenizer> {
        NAMES.into_iter().map(|name| named(name).expect(name))
    }

    /// Taking a piece that is a token without merging it is right only if merging comes to the same.
    #[test]
    fn every_token_is_built_by_merging() {
        let byte_level = [&O200K.vocabulary, &CL100K.vocabulary, &QWEN2.vocabulary, &TEKKEN.vocabulary];
        for vocabulary in byte_level.into_iter().chain([&CLAUDE2.vocabulary]) {
            for (rank, token) in vocabulary.tokens() {
                let mut tokens = 0;
                merge(vocabulary, token, 0..token.len(), 0..token.len(), |_, _| tokens += 1);
                assert_eq!((tokens, vocabulary.rank(token, 0, token.len())), (1, rank), "{token:?}");
            }
        }
        for (rank, token) in GEMMA3.learned.tokens() {
            let starts = std::str::from_utf8(token).expect("a piece is text").char_indices().map(|(at, _)| at);
            let mut tokens = 0;
            merge(&GEMMA3.learned, token, 0..token.len(), starts, |_, _| tokens += 1);
            assert_eq!((tokens, GEMMA3.learned.rank(token, 0, token.len())), (1, rank), "{token:?}");
        }
    }

    #[test]
    fn vocabularies_are_complete() {
        let tokens =
            [&O200K.vocabulary, &CL100K.vocabulary, &QWEN2.vocabulary, &TEKKEN.vocabulary, &CLAUDE2.vocabulary]
                .map(|vocabulary| vocabulary.tokens().count());
        assert_eq!(tokens, [199_998, 100_256, 151_643, 130_072, 64_995]);
        assert_eq!([&GEMMA3.learned, &GEMMA3.whole].map(|pieces| pieces.tokens().count()), [255_470, 6_410]);
    }

    #[cfg(all(feature = "vocab-deepseek", feature = "vocab-llama3"))]
    #[test]
    fn vocabularies_with_terms_are_complete() {
        let tokens = [&DEEPSEEK.vocabulary, &LLAMA3.vocabulary].map(|vocabulary| vocabulary.tokens().count());
        assert_eq!(tokens, [127_997, 128_000]);
    }

    #[test]
    fn gemma_finds_its_whole_pieces() {
        for (_, piece) in GEMMA3.whole.tokens() {
            let piece = std::str::from_utf8(piece).expect("a piece is text");
            assert_eq!(GEMMA3.count(piece), 1, "{piece:?}");
        }
    }

    #[test]
    fn segments_hold_the_tokens_that_start_in_them() {
        let text = concat!(
            r#"{"name":"cari_dokumen","description":"Mencari dokumen"#,
            " \u{2581} caf\u{e9} e\u{301} \u{fb01} \u{1f469}\u{200d}\u{1f467}\"}"
        );
        let cuts: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
        for tokenizer in all() {
            let name = tokenizer.name();
            assert_eq!(tokenizer.count_segments(text, &cuts).iter().sum::<usize>(), tokenizer.count(text), "{name}");
            assert_eq!(tokenizer.count_segments(text, &[0]), [tokenizer.count(text)], "{name}");
            assert_eq!(tokenizer.count_segments(text, &[]), [0; 0], "{name}");
        }
        // " document" is one token, so its second half starts none
        let text = "find document now";
        assert_eq!(named("o200k").expect("o200k").count_segments(text, &[0, 8, 13]), [2, 0, 1]);
        assert_eq!(named("o200k").expect("o200k").count_segments(text, &[4, 4, 14]), [0, 2, 0]);
        assert_eq!(named("o200k").expect("o200k").count_segments(text, &[13, 17, 40]), [1, 0, 0]);
    }

    #[test]
    fn long_texts_of_one_letter_are_counted_in_good_time() {
        let begun = std::time::Instant::now();
        for (name, unit) in [("o200k", "a"), ("claude2", "="), ("gemma3", "ab")] {
            let text = unit.repeat((1 << 20) / unit.len());
            assert!(named(name).expect(name).count(&text) > 0);
        }
        // looking through all pairs before each merge would take hours
        assert!(begun.elapsed().as_secs() < 120, "{:?}", begun.elapsed());
    }
}
