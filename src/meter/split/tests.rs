//! Every scanner against its published patterns, run by a backtracking engine.

use fancy_regex::Regex;
use proptest::prelude::*;

use crate::meter::split::cl100k::Cl100k;
use crate::meter::split::deepseek::DeepSeek;
use crate::meter::split::gpt2::Gpt2;
use crate::meter::split::o200k::O200k;
use crate::meter::split::splitter::Splitter;

const O200K: &[&str] = &[concat!(
    r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?",
    r"|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?",
    r"|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+",
)];
const TEKKEN: &[&str] = &[concat!(
    r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+",
    r"|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*",
    r"|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+",
)];
const CL100K: &[&str] = &[concat!(
    r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+",
    r"|\s++$|\s*[\r\n]|\s+(?!\S)|\s",
)];
const LLAMA3: &[&str] = &[concat!(
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*",
    r"|\s*[\r\n]+|\s+(?!\S)|\s+",
)];
const QWEN2: &[&str] = &[concat!(
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*",
    r"|\s*[\r\n]+|\s+(?!\S)|\s+",
)];
const GPT2: &[&str] = &[r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"];
const DEEPSEEK: &[&str] = &[
    r"\p{N}{1,3}",
    r"[一-龥\u{3040}-\u{309f}\u{30a0}-\u{30ff}]+",
    concat!(
        r##"[!"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+"##,
        r"| ?[\p{P}\p{S}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+",
    ),
];

/// The pieces of one split after the other; what a pattern does not match is a piece too.
fn published<'a>(patterns: &[&str], text: &'a str) -> Vec<&'a str> {
    patterns.iter().fold(vec![text], |pieces, pattern| {
        let pattern = Regex::new(pattern).expect("published");
        pieces.into_iter().flat_map(|piece| isolated(&pattern, piece)).collect()
    })
}

fn isolated<'a>(pattern: &Regex, text: &'a str) -> Vec<&'a str> {
    let (mut pieces, mut at) = (Vec::new(), 0);
    for found in pattern.find_iter(text).map(|found| found.expect("short texts need few steps")) {
        pieces.extend([&text[at..found.start()], found.as_str()]);
        at = found.end();
    }
    pieces.push(&text[at..]);
    pieces.retain(|piece| !piece.is_empty());
    pieces
}

fn scanned<'a>(splitter: &dyn Splitter, text: &'a str) -> Vec<&'a str> {
    let (mut pieces, mut at) = (Vec::new(), 0);
    while at < text.len() {
        let end = splitter.end(text, at);
        assert!(end > at, "stands still at {at} of {text:?}");
        pieces.push(&text[at..end]);
        at = end;
    }
    pieces
}

fn families() -> [(&'static [&'static str], &'static dyn Splitter); 7] {
    [
        (O200K, &O200k::OpenAi),
        (TEKKEN, &O200k::Tekken),
        (CL100K, &Cl100k::OpenAi),
        (LLAMA3, &Cl100k::Llama3),
        (QWEN2, &Cl100k::Qwen2),
        (GPT2, &Gpt2),
        (DEEPSEEK, &DeepSeek),
    ]
}

/// Texts that turn the corners of the patterns, and any characters between them.
fn hostile() -> impl Strategy<Value = String> {
    let corners = prop::sample::select(vec![
        "'s",
        "'S",
        "'LL",
        "'re",
        "'Ve",
        "'\u{17f}",
        " ",
        "  ",
        "   ",
        "\n",
        "\r\n",
        "\n\n",
        "\t",
        " \n",
        "\n ",
        "\u{a0}",
        "\u{2028}",
        "\u{3000}",
        "\u{85}",
        "1",
        "12",
        "1234",
        "\u{663}",
        "\u{2167}",
        "\u{bd}",
        "a",
        "kata",
        "Kata",
        "KATA",
        "dataHarga",
        "XMLHttp",
        "garis_bawah",
        "\u{e9}",
        "\u{c9}",
        "\u{1c5}",
        "\u{2b0}",
        "\u{4e2d}",
        "\u{30ab}",
        "\u{3072}",
        "\u{ac01}",
        "\u{1100}\u{1161}",
        "\u{1f600}",
        "\u{1f469}\u{200d}\u{1f467}",
        "\u{1f1ee}\u{1f1e9}",
        "\u{301}",
        "e\u{301}",
        "\u{200d}",
        "\u{200b}",
        "\u{feff}",
        "\u{fb01}",
        "<|endoftext|>",
        ".",
        "...",
        "//",
        "/",
        "\\",
        "\":{\"",
        "_",
        "$",
        "\u{e01}\u{e33}",
        "\u{645}\u{631}",
        "\u{416}",
        "\0",
        "\u{7f}",
        "\u{9fa6}",
        "\u{3099}",
        "\u{ff11}",
        "\u{ff41}",
        "\u{1d538}",
    ]);
    let piece = prop_oneof![6 => corners.prop_map(str::to_owned), 1 => any::<char>().prop_map(String::from)];
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn scanners_are_the_published_patterns(text in hostile()) {
        for (patterns, splitter) in families() {
            prop_assert_eq!(scanned(splitter, &text), published(patterns, &text), "{:?}", patterns);
        }
    }
}

#[test]
fn neighbours_of_two_and_three_corners() {
    // every order of the characters at which the alternatives part ways
    let corners = ["a", "B", "\u{301}", "\u{4e2d}", "1", " ", "\n", "'", "s", ".", "/", "\u{200d}", "\t"];
    let patterns = families().map(|(patterns, splitter)| {
        let patterns: Vec<Regex> = patterns.iter().map(|pattern| Regex::new(pattern).expect("published")).collect();
        (patterns, splitter)
    });
    for number in 0..corners.len().pow(4) {
        let text: String = (0..4).map(|place| corners[number / corners.len().pow(place) % corners.len()]).collect();
        for (patterns, splitter) in &patterns {
            let expected = patterns.iter().fold(vec![text.as_str()], |pieces, pattern| {
                pieces.into_iter().flat_map(|piece| isolated(pattern, piece)).collect()
            });
            assert_eq!(scanned(*splitter, &text), expected, "{text:?} {patterns:?}");
        }
    }
}

#[test]
fn long_texts_of_one_kind_are_scanned_in_good_time() {
    let begun = std::time::Instant::now();
    for unit in ["a", "A", "\n", " ", " \n", "1", "\u{4e2d}", "\u{301}", "\u{301}A", "'s", "/", "\u{200d}", "aB", "\0a"]
    {
        let text = unit.repeat((1 << 20) / unit.len());
        for text in [text.clone(), text + "x"] {
            for (_, splitter) in families() {
                let mut at = 0;
                while at < text.len() {
                    at = splitter.end(&text, at);
                }
            }
        }
    }
    // looking at the whole rest for each piece would take hours
    assert!(begun.elapsed().as_secs() < 120, "{:?}", begun.elapsed());
}
