//! String literals and numbers of JSON, decoded; what is wrong only inside a string is mended and reported.

use std::borrow::Cow;

use memchr::memchr2;

/// A decoded string literal.
#[derive(Debug)]
pub(crate) struct Decoded<'a> {
    /// The characters it stands for.
    pub(crate) text: Cow<'a, str>,
    /// What had to be mended, and where in the literal.
    pub(crate) mended: Option<(usize, Mended)>,
}

/// What JSON does not allow inside a string and readers agree on how to read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mended {
    /// `\ud800` without its other half, read as U+FFFD.
    HalfPair,
    /// A raw newline, tab or other control character, read as itself.
    ControlCharacter,
}

impl Mended {
    /// Says it in words.
    pub(crate) fn message(self) -> &'static str {
        match self {
            Mended::HalfPair => "half of a surrogate pair stands alone; it was read as U+FFFD",
            Mended::ControlCharacter => "a control character stands unescaped in a string; it was read as it is",
        }
    }
}

/// Decodes what stands between the quotes of a literal. The error is the offset of an escape that JSON does not know.
pub(crate) fn decode(inner: &str) -> Result<Decoded<'_>, usize> {
    // Two walks, because the first has no early exit and so runs many bytes at a time.
    let control = inner.bytes().fold(false, |found, byte| found | (byte < 0x20));
    let control = if control { inner.bytes().position(|byte| byte < 0x20) } else { None };
    let control = control.map(|at| (at, Mended::ControlCharacter));
    let Some(first) = memchr::memchr(b'\\', inner.as_bytes()) else {
        return Ok(Decoded { text: Cow::Borrowed(inner), mended: control });
    };
    let mut decoding = Decoding { inner, text: String::with_capacity(inner.len()), mended: control };
    let mut at = first;
    decoding.copy(0, first);
    loop {
        at = decoding.escape(at + 1).ok_or(at)?;
        let next = memchr::memchr(b'\\', inner.as_bytes().get(at..).unwrap_or_default()).map(|found| at + found);
        decoding.copy(at, next.unwrap_or(inner.len()));
        let Some(backslash) = next else { break };
        at = backslash;
    }
    Ok(Decoded { text: Cow::Owned(decoding.text), mended: decoding.mended })
}

/// The offset behind the closing quote of the literal that starts at `start`; `None` when the text ends inside.
pub(crate) fn string_end(bytes: &[u8], start: usize) -> Option<usize> {
    let mut at = start + 1;
    loop {
        at += memchr2(b'"', b'\\', bytes.get(at..)?)?;
        if bytes.get(at) == Some(&b'"') {
            return Some(at + 1);
        }
        at += 2;
    }
}

/// True for the text of a JSON number.
pub(crate) fn is_number(text: &str) -> bool {
    let rest = text.strip_prefix('-').unwrap_or(text);
    let (whole, rest) = digits(rest);
    if whole.is_empty() || (whole.len() > 1 && whole.starts_with('0')) {
        return false;
    }
    let rest = match rest.strip_prefix('.').map(digits) {
        Some(("", _)) => return false,
        Some((_, rest)) => rest,
        None => rest,
    };
    let Some(exponent) = rest.strip_prefix(['e', 'E']) else { return rest.is_empty() };
    let (power, rest) = digits(exponent.strip_prefix(['+', '-']).unwrap_or(exponent));
    !power.is_empty() && rest.is_empty()
}

fn digits(text: &str) -> (&str, &str) {
    let end = text.bytes().position(|byte| !byte.is_ascii_digit()).unwrap_or(text.len());
    text.split_at(end)
}

struct Decoding<'a> {
    inner: &'a str,
    text: String,
    mended: Option<(usize, Mended)>,
}

impl Decoding<'_> {
    fn copy(&mut self, from: usize, to: usize) {
        self.text.push_str(self.inner.get(from..to).unwrap_or_default());
    }

    /// Decodes one escape, from behind its backslash; gives the offset behind it.
    fn escape(&mut self, at: usize) -> Option<usize> {
        let character = match self.inner.as_bytes().get(at)? {
            b'"' => '"',
            b'\\' => '\\',
            b'/' => '/',
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => return self.unicode(at + 1),
            _ => return None,
        };
        self.text.push(character);
        Some(at + 1)
    }

    fn unicode(&mut self, at: usize) -> Option<usize> {
        let unit = self.code_unit(at)?;
        let behind = at + 4;
        if let Some(character) = char::from_u32(unit) {
            self.text.push(character);
            return Some(behind);
        }
        let follows = self.inner.get(behind..behind + 2) == Some("\\u");
        let second = if follows { self.code_unit(behind + 2) } else { None };
        let pair = second.and_then(|second| {
            let (high, low) = (unit.checked_sub(0xD800)?, second.checked_sub(0xDC00)?);
            if high < 0x400 && low < 0x400 { char::from_u32(0x1_0000 + (high << 10) + low) } else { None }
        });
        match pair {
            Some(character) => {
                self.text.push(character);
                Some(behind + 6)
            }
            None => {
                self.mended.get_or_insert((at, Mended::HalfPair));
                self.text.push(char::REPLACEMENT_CHARACTER);
                Some(behind)
            }
        }
    }

    fn code_unit(&self, at: usize) -> Option<u32> {
        let digits = self.inner.get(at..at + 4)?;
        if digits.bytes().all(|byte| byte.is_ascii_hexdigit()) { u32::from_str_radix(digits, 16).ok() } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(inner: &str) -> (String, Option<(usize, Mended)>) {
        let decoded = decode(inner).expect("a string");
        (decoded.text.into_owned(), decoded.mended)
    }

    #[test]
    fn escapes_and_pairs_are_decoded() {
        assert_eq!(decoded(r#"a\n\"\\\/\t\u00e9\ud83d\ude00z"#), ("a\n\"\\/\té😀z".to_owned(), None));
    }

    #[test]
    fn half_a_pair_becomes_the_replacement_character() {
        assert_eq!(decoded(r"x\ud800y"), ("x\u{fffd}y".to_owned(), Some((3, Mended::HalfPair))));
        assert_eq!(decoded(r"\ud800\u0041").0, "\u{fffd}A");
        assert_eq!(decoded(r"\udc00\ud83d\ude00").0, "\u{fffd}😀");
    }

    #[test]
    fn a_raw_newline_is_kept_and_reported() {
        assert_eq!(decoded("two\nlines"), ("two\nlines".to_owned(), Some((3, Mended::ControlCharacter))));
    }

    #[test]
    fn an_unknown_escape_is_an_error_at_its_backslash() {
        for inner in [r"ab\x", r"ab\u12", r"ab\u+123", "ab\\", r"ab\é"] {
            assert_eq!(decode(inner).expect_err("an error"), 2, "{inner}");
        }
    }

    #[test]
    fn numbers_follow_the_grammar() {
        for number in ["0", "-0", "10", "1.10", "1e400", "-1.5E-07", "2e+3"] {
            assert!(is_number(number), "{number}");
        }
        for other in ["", "-", "01", "1.", ".5", "1e", "1e+", "+1", "NaN", "1x", "Infinity", "0x1"] {
            assert!(!is_number(other), "{other}");
        }
    }
}
