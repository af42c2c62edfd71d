//! The vocabularies that are built in, by name.
//!
//! All are tables in the program's own file, read in place: naming one costs nothing, and counting with one loads the
//! pages that it touches.

use crate::meter::bpe::Bpe;
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
        "claude" => Some(&crate::meter::claude::Claude),
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

    #[test]
    fn unreachable() {
        for (name, v, chars) in [
            ("o200k", &O200K.vocabulary, false),
            ("cl100k", &CL100K.vocabulary, false),
            ("qwen2", &QWEN2.vocabulary, false),
            ("tekken", &TEKKEN.vocabulary, false),
            ("claude2", &CLAUDE2.vocabulary, false),
            ("gemma3", &GEMMA3.learned, true),
        ] {
            let mut bad = Vec::new();
            let mut all = 0;
            let mut missing = 0;
            for (rank, token) in v.tokens() {
                all += 1;
                if v.rank(token, 0, token.len()) != rank {
                    missing += 1;
                }
                let mut n = 0;
                if chars {
                    let t = std::str::from_utf8(token).unwrap();
                    merge(v, token, 0..token.len(), t.char_indices().map(|(i, _)| i), |_, _| n += 1);
                } else {
                    merge(v, token, 0..token.len(), 0..token.len(), |_, _| n += 1);
                }
                if n != 1 {
                    bad.push(String::from_utf8_lossy(token));
                }
            }
            println!("{name} {all} missing {missing} unreachable {} {:?}", bad.len(), &bad[..bad.len().min(40)]);
        }
    }
}
