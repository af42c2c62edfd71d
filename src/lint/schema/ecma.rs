//! Whether a pattern is a regular expression of ECMAScript, as JSON Schema asks, and whether a text matches it.

use regress::Flags;

/// The longest pattern that is read.
const LONGEST: usize = 4096;

/// What is wrong with a pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// It means something elsewhere, and nothing or something else in ECMAScript: `(?i)`, `\A`.
    Foreign(&'static str),
    /// It is no expression; what the reader says.
    Broken(String),
    /// It is too long to be read.
    Long,
}

/// Spellings of other languages, in the order in which they are looked for.
const FOREIGN: &[(&str, &str)] = &[
    ("(?P<", "(?P<name>…) of Python"),
    ("(?P=", "(?P=name) of Python"),
    ("(?>", "(?>…), an atomic group"),
    ("(?i)", "(?i), an inline flag"),
    ("(?s)", "(?s), an inline flag"),
    ("(?m)", "(?m), an inline flag"),
    ("(?x)", "(?x), an inline flag"),
    ("(?u)", "(?u), an inline flag"),
    ("(?#", "(?#…), a comment"),
    ("(?R)", "(?R), a recursion"),
    ("[[:", "a POSIX class"),
];

/// What is wrong with a pattern; `None` when nothing is.
///
/// JSON Schema reads patterns with the flag `u`; many real ones fail there only for a needless backslash, which every
/// validator lets pass, so what is right without the flag counts as right.
#[must_use]
pub fn fault(pattern: &str) -> Option<Fault> {
    if pattern.len() > LONGEST {
        return Some(Fault::Long);
    }
    let strict = Flags { unicode: true, no_opt: true, ..Flags::default() };
    if regress::Regex::with_flags(pattern, strict).is_ok() {
        return None;
    }
    if let Some(what) = foreign(pattern) {
        return Some(Fault::Foreign(what));
    }
    let loose = Flags { no_opt: true, ..Flags::default() };
    match regress::Regex::with_flags(pattern, loose) {
        Ok(_) => None,
        Err(error) => Some(Fault::Broken(error.to_string())),
    }
}

fn foreign(pattern: &str) -> Option<&'static str> {
    let mut escapes = pattern.as_bytes().iter().scan(false, |escaped, &byte| {
        let here = *escaped;
        *escaped = byte == b'\\' && !here;
        Some(here.then_some(byte))
    });
    let escape = escapes.find_map(|escape| match escape? {
        b'A' => Some("\\A, the start of a text"),
        b'Z' | b'z' => Some("\\z, the end of a text"),
        b'G' => Some("\\G"),
        b'h' => Some("\\h, a blank"),
        b'R' => Some("\\R, a line end"),
        b'K' => Some("\\K"),
        b'Q' | b'E' => Some("\\Q…\\E, a quotation"),
        b'X' => Some("\\X, a grapheme"),
        _ => None,
    });
    escape.or_else(|| FOREIGN.iter().find(|(spelling, _)| pattern.contains(spelling)).map(|(_, what)| *what))
}

/// Whether a text matches a pattern; `None` when the pattern needs what a reader in linear time cannot do.
#[must_use]
pub fn matches(pattern: &str, text: &str) -> Option<bool> {
    if pattern.len() > LONGEST {
        return None;
    }
    let regex = regex::RegexBuilder::new(pattern).size_limit(1 << 20).build().ok()?;
    Some(regex.is_match(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn needless_escapes_pass_and_other_languages_do_not() {
        for pattern in
            [r"^[\w\-\.]+@\w+$", r"^\d{4}\-\d{2}$", r"^(?!x).*$", r"\p{L}+", r"^(?<n>a)\k<n>$", r"a\_b", r"\/x\#"]
        {
            assert_eq!(fault(pattern), None, "{pattern}");
        }
        for pattern in ["(?i)ya|tidak", r"\Aawal\z", "(?P<nama>x)", "[[:alpha:]]+"] {
            assert!(matches!(fault(pattern), Some(Fault::Foreign(_))), "{pattern}: {:?}", fault(pattern));
        }
        for pattern in ["[a-", "(x", "*", "a{2,1}"] {
            assert!(matches!(fault(pattern), Some(Fault::Broken(_))), "{pattern}");
        }
        assert_eq!(matches("^a+$", "aaa"), Some(true));
        assert_eq!(matches("^(?=a)", "aaa"), None);
    }
}
