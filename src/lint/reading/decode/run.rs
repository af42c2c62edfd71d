//! Runs of base64 and of hexadecimal digits.

use std::sync::LazyLock;

use base64::Engine as _;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use regex::Regex;

use crate::lint::reading::decode::part::{Part, is_text};

/// The shortest run of base64 that is decoded, in characters.
const SHORTEST: usize = 16;

/// Reads base64 with or without padding, and cut anywhere.
static LENIENT: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);

static HEX: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?:0x)?[0-9A-Fa-f]{2}(?:[\s,:;-]{0,2}(?:0x)?[0-9A-Fa-f]{2}){7,}").expect("a fixed pattern")
});

static WRAPPED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"[A-Za-z0-9+/]{40,}(?:\r?\n[ \t]*[A-Za-z0-9+/]{16,})+(?:\r?\n[ \t]*[A-Za-z0-9+/]{2,16}=*)?=*")
        .expect("a fixed pattern")
});

/// The parts of a text that are base64 or hexadecimal digits and decode to text.
#[must_use]
pub fn runs(raw: &str) -> Vec<Part> {
    let mut found = Vec::new();
    let mut longest = 0;
    for (start, run) in tokens(raw) {
        longest = longest.max(run.len());
        if let Some(text) = base64(run) {
            found.push(Part { encoding: "base64", span: start..start + run.len(), text });
        }
    }
    if longest >= 40 && found.is_empty() && raw.contains('\n') {
        for wrapped in WRAPPED.find_iter(raw) {
            let joined: String = wrapped.as_str().split_whitespace().collect();
            found.extend(base64(&joined).map(|text| Part { encoding: "base64", span: wrapped.range(), text }));
        }
    }
    if may_be_hex(raw) {
        for run in HEX.find_iter(raw) {
            found.extend(hex(run.as_str()).map(|text| Part { encoding: "hex", span: run.range(), text }));
        }
    }
    found
}

/// Whether enough digits stand together, with nothing between them but what may stand between bytes.
fn may_be_hex(raw: &str) -> bool {
    let mut digits = 0;
    raw.bytes().any(|byte| {
        digits = match byte {
            _ if byte.is_ascii_hexdigit() => digits + 1,
            b'x' | b',' | b':' | b';' | b'-' | b'\x0b' | 0x80.. => digits,
            _ if byte.is_ascii_whitespace() => digits,
            _ => 0,
        };
        digits >= SHORTEST
    })
}

/// The runs that are long enough and written in both cases, as base64 of any text is.
fn tokens(raw: &str) -> impl Iterator<Item = (usize, &str)> {
    let bytes = raw.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        while at < bytes.len() {
            let is_digit = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'-' | b'_');
            let start = at;
            let run = bytes.get(start..)?.iter().take_while(|byte| is_digit(byte)).count();
            let padding = bytes.get(start + run..)?.iter().take_while(|byte| **byte == b'=').take(2).count();
            at = start + (run + padding).max(1);
            let token = raw.get(start..start + run);
            let both = |text: &str| {
                text.contains(|c: char| c.is_ascii_uppercase()) && text.contains(|c: char| c.is_ascii_lowercase())
            };
            if let Some(token) = token.filter(|token| run >= SHORTEST && both(token)) {
                return Some((start, token));
            }
        }
        None
    })
}

fn base64(run: &str) -> Option<String> {
    // Words of a path or a name may stand before it without a gap.
    [0, 1, 2, 3].into_iter().find_map(|skip| {
        let mut digits: Vec<u8> = run
            .bytes()
            .skip(skip)
            .map(|byte| match byte {
                b'-' => b'+',
                b'_' => b'/',
                byte => byte,
            })
            .collect();
        while digits.last() == Some(&b'=') {
            digits.pop();
        }
        if digits.len() % 4 == 1 {
            digits.pop();
        }
        of_bytes(&LENIENT.decode(digits).ok()?)
    })
}

fn hex(run: &str) -> Option<String> {
    let digits: Vec<u8> = run.replace("0x", "").bytes().filter(u8::is_ascii_hexdigit).collect();
    let value = |byte: u8| char::from(byte).to_digit(16).and_then(|value| u8::try_from(value).ok());
    let bytes: Option<Vec<u8>> =
        digits.chunks_exact(2).map(|pair| Some(value(pair[0])? << 4 | value(pair[1])?)).collect();
    of_bytes(&bytes?)
}

fn of_bytes(bytes: &[u8]) -> Option<String> {
    let wide = bytes.len() >= 8 && bytes.len().is_multiple_of(2) && bytes.chunks_exact(2).all(|pair| pair[1] == 0);
    let text = if wide {
        bytes.iter().step_by(2).map(|byte| char::from(*byte)).collect()
    } else {
        String::from_utf8(bytes.to_vec()).ok()?
    };
    is_text(&text).then_some(text)
}
