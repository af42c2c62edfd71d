//! The tokenizers against others: tiktoken-rs, tiktoken, SentencePiece and Hugging Face's tokenizers.

use std::fs;

use crate::shared;
use proptest::prelude::*;
use tiktoken_rs::CoreBPE;
use toolrent::meter::encodings::named;
use toolrent::meter::tokenizer::Tokenizer;
use unicode_normalization::UnicodeNormalization;

fn ours(name: &str) -> &'static dyn Tokenizer {
    named(name).expect("built in")
}

/// Our names of OpenAI's vocabularies with what they must equal.
fn openai() -> [(&'static str, &'static CoreBPE); 2] {
    [("o200k", tiktoken_rs::o200k_base_singleton()), ("cl100k", tiktoken_rs::cl100k_base_singleton())]
}

/// A text with its tokens in Claude 2's and in Gemma 3's vocabulary.
///
/// Counted on 2026-11-30 from the files that THIRD_PARTY.md names, with Hugging Face's tokenizers 0.23.3 (without its
/// added tokens) and SentencePiece 0.2.3.
const COUNTED: &[(&str, usize, usize)] = &[
    ("", 0, 0),
    ("Search the shared drive by title, owner or date.", 11, 11),
    ("Mencari dokumen menurut judul, pemilik, atau tanggal; kembalikan paling banyak 25 baris.", 34, 23),
    (TOOL, 56, 47),
    ("camelCaseNames, HTTPServerError, snake_case_names and KEBAB-CASE-NAMES", 20, 21),
    ("Use YYYY-MM-DD; times are HH:mm:ss+07:00.", 19, 23),
    ("indent\n    two\n\n\n        three\t\ttabs\r\nend   ", 12, 13),
    ("don't, WON'T, l'été, it's, they'LL", 18, 19),
    ("1234567890 12.5% \u{bd} \u{2167} \u{663}\u{664} \u{ff11}\u{ff12}", 15, 24),
    ("東京の天気を調べる。 한국어 สว\u{e31}สด\u{e35} مرحبا Привет", 39, 13),
    (
        concat!(
            "\u{1f469}\u{200d}\u{1f469}\u{200d}\u{1f467} \u{1f3f3}\u{fe0f}\u{200d}\u{1f308}",
            " \u{1f1ee}\u{1f1e9} \u{2764}\u{fe0f}"
        ),
        28,
        14,
    ),
    ("e\u{301}a\u{30a} ﬁnal Å \u{2460} \u{e33} \u{ff46}\u{ff55}\u{ff4c}\u{ff4c}", 10, 17),
    ("<|endoftext|><|im_start|><start_of_turn><table><td>x</td></table><mask>[multimodal]", 34, 20),
    ("a \u{2581} b\u{2581}\u{2581}c  ::::::::  ====", 16, 9),
    ("\u{0}\u{1}\u{7f}\u{85}\u{a0}\u{2028}\u{3000}\u{feff}\u{200b}", 10, 15),
    ("https://example.com/a/b?c=d&e=f#g \\d+(\\.\\d+)?$ `code` **bold** ~~~", 34, 35),
];

const TOOL: &str = concat!(
    r#"{"name":"cari_dokumen","description":"Mencari dokumen.","#,
    r#""inputSchema":{"type":"object","properties":{"kata_kunci":{"type":"string","minLength":1}},"#,
    r#""required":["kata_kunci"]}}"#,
);

#[test]
fn claude_and_gemma_count_as_their_own_tokenizers() {
    for (text, claude, gemma) in COUNTED {
        assert_eq!((ours("claude2").count(text), ours("gemma3").count(text)), (*claude, *gemma), "{text:?}");
    }
}

#[test]
fn openai_vocabularies_equal_tiktoken_rs() {
    for (name, theirs) in openai() {
        for (text, ..) in COUNTED {
            assert_eq!(ours(name).count(text), theirs.encode_ordinary(text).len(), "{name} {text:?}");
        }
        // long pieces are merged in another way than short ones
        for unit in ["a", "Kata", " ", "\n", "=", "1", "\u{4e2d}", "ab\u{301}", "-\n"] {
            for times in [30, 95, 96, 97, 98, 130, 2000] {
                let text = unit.repeat(times);
                assert_eq!(ours(name).count(&text), theirs.encode_ordinary(&text).len(), "{name} {unit:?} {times}");
            }
        }
    }
}

#[test]
fn other_vocabularies_equal_tiktoken() {
    let mut pairs = vec![("qwen2", "qwen2"), ("tekken", "mistral_v3")];
    pairs.extend(cfg!(feature = "vocab-deepseek").then_some(("deepseek", "deepseek_v3")));
    pairs.extend(cfg!(feature = "vocab-llama3").then_some(("llama3", "llama3")));
    for (name, theirs) in pairs {
        let theirs = tiktoken::get_encoding(theirs).expect("its feature is on");
        for (text, ..) in COUNTED {
            // Qwen reads text in this form, which the other crate leaves to its caller
            let text: String = text.nfc().collect();
            assert_eq!(ours(name).count(&text), theirs.count(&text), "{name} {text:?}");
        }
    }
}

#[test]
fn deepseek_versions_read_text_alike() {
    let [v3, v4] = ["deepseek_v3", "deepseek_v4"].map(|name| tiktoken::get_encoding(name).expect("its feature is on"));
    for (text, ..) in COUNTED {
        assert_eq!(v3.encode(text), v4.encode(text), "{text:?}");
    }
}

/// Texts of the pieces at which patterns part ways, with any characters between.
fn hostile() -> impl Strategy<Value = String> {
    let corners = prop::sample::select(vec![
        "'s",
        "'S",
        "'LL",
        "'\u{17f}",
        " ",
        "   ",
        "\n",
        "\r\n",
        "\n\n",
        "\t",
        " \n",
        "\n ",
        "\u{a0}",
        "\u{3000}",
        "1",
        "1234",
        "\u{663}",
        "\u{bd}",
        "a",
        "kata",
        "Kata",
        "KATA",
        "dataHarga",
        "garis_bawah",
        "\u{e9}",
        "\u{1c5}",
        "\u{2b0}",
        "\u{4e2d}\u{6587}",
        "\u{30ab}",
        "\u{ac01}",
        "\u{1f600}",
        "\u{1f469}\u{200d}\u{1f467}",
        "\u{301}",
        "\u{200d}",
        "\u{feff}",
        "<|endoftext|>",
        "<|im_start|>",
        "...",
        "//",
        "\\",
        "\":{\"",
        "\"},\"",
        "_",
        "$",
        "\u{e01}\u{e33}",
        "\0",
    ]);
    let piece = prop_oneof![6 => corners.prop_map(str::to_owned), 1 => any::<char>().prop_map(String::from)];
    prop::collection::vec((piece, 1..4_usize), 0..24)
        .prop_map(|pieces| pieces.into_iter().map(|(piece, times)| piece.repeat(times)).collect())
}

proptest! {
    #[test]
    fn any_text_counts_as_in_tiktoken_rs(text in hostile()) {
        for (name, theirs) in openai() {
            prop_assert_eq!(ours(name).count(&text), theirs.encode_ordinary(&text).len(), "{}", name);
        }
    }

    #[test]
    fn segments_add_up(text in hostile(), marks in prop::collection::vec(any::<prop::sample::Index>(), 0..6)) {
        let places: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
        let mut cuts: Vec<usize> = marks.iter().map(|mark| *mark.get(&places)).chain([0]).collect();
        cuts.sort_unstable();
        for name in ["o200k", "cl100k", "qwen2", "tekken", "claude2", "gemma3"] {
            let segments = ours(name).count_segments(&text, &cuts);
            prop_assert_eq!(segments.len(), cuts.len());
            prop_assert_eq!(segments.iter().sum::<usize>(), ours(name).count(&text), "{}", name);
        }
    }

    /// Where each token starts, told by the tokens themselves.
    #[test]
    fn segments_are_where_tokens_start(text in hostile()) {
        let cuts: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
        for (name, theirs) in openai() {
            let (mut expected, mut at) = (vec![0; cuts.len()], 0);
            for token in theirs.encode_ordinary(&text) {
                expected[cuts.partition_point(|cut| *cut <= at) - 1] += 1;
                at += theirs.decode_bytes(&[token]).expect("its own token").len();
            }
            prop_assert_eq!(ours(name).count_segments(&text, &cuts), expected, "{}", name);
        }
    }
}

#[test]
fn every_tool_of_the_corpus_counts_as_in_tiktoken_rs() {
    let Some(shared) = shared::folder() else { return };
    let (mut files, mut tools) = (0, 0);
    for entry in fs::read_dir(shared.join("corpus/servers")).expect("the corpus") {
        let path = entry.expect("a file of the corpus").path();
        let file: serde_json::Value = serde_json::from_slice(&fs::read(&path).expect("readable")).expect("JSON");
        files += 1;
        for tool in file["tools"].as_array().expect("a list of tools") {
            let text = tool.to_string();
            for (name, theirs) in openai() {
                let expected = theirs.encode_ordinary(&text).len();
                assert_eq!(ours(name).count(&text), expected, "{name} {} {}", path.display(), tool["name"]);
            }
            tools += 1;
        }
    }
    assert_eq!((files, tools), (145, 9_051));
}
