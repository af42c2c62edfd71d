//! The class of each character, as the patterns of pre-tokenisers ask for it.

/// Character classes as a set; a character of none of them has an empty one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Classes(u8);

impl Classes {
    /// `\p{Lu}`, `\p{Lt}`.
    pub(crate) const UPPER: Classes = Classes(1);
    /// `\p{Ll}`.
    pub(crate) const LOWER: Classes = Classes(1 << 1);
    /// `\p{Lm}`, `\p{Lo}`: letters without case.
    pub(crate) const CASELESS: Classes = Classes(1 << 2);
    /// `\p{M}`.
    pub(crate) const MARK: Classes = Classes(1 << 3);
    /// `\p{N}`.
    pub(crate) const NUMBER: Classes = Classes(1 << 4);
    /// `\s`.
    pub(crate) const SPACE: Classes = Classes(1 << 5);
    /// `\p{P}`.
    #[cfg(any(test, feature = "vocab-deepseek"))]
    pub(crate) const PUNCTUATION: Classes = Classes(1 << 6);
    /// `\p{S}`.
    #[cfg(any(test, feature = "vocab-deepseek"))]
    pub(crate) const SYMBOL: Classes = Classes(1 << 7);
    /// `\p{L}`.
    pub(crate) const LETTER: Classes = Classes::UPPER.or(Classes::LOWER).or(Classes::CASELESS);

    /// Both sets together.
    pub(crate) const fn or(self, other: Classes) -> Classes {
        Classes(self.0 | other.0)
    }

    /// Whether any class is in both sets.
    #[inline]
    pub(crate) const fn any(self, of: Classes) -> bool {
        self.0 & of.0 != 0
    }
}

/// A character of the text; beyond the end one without width and classes.
#[derive(Clone, Copy)]
pub(crate) struct Here {
    /// Its classes.
    pub(crate) classes: Classes,
    /// Its bytes; 0 at the end of the text.
    pub(crate) width: usize,
}

impl Here {
    /// The end of the text.
    pub(crate) const END: Here = Here { classes: Classes(0), width: 0 };

    /// The character that begins at byte `at`.
    #[inline]
    pub(crate) fn look(text: &str, at: usize) -> Here {
        match text.as_bytes().get(at) {
            None => Here::END,
            Some(byte @ 0..0x80) => Here { classes: Classes(ASCII[usize::from(*byte)]), width: 1 },
            Some(_) => beyond_ascii(text, at),
        }
    }

    /// Whether a character is here that is of any of these classes.
    #[inline]
    pub(crate) fn is(self, classes: Classes) -> bool {
        self.classes.any(classes)
    }

    /// Whether a character is here that is of none of these classes.
    #[inline]
    pub(crate) fn is_other_than(self, classes: Classes) -> bool {
        self.width > 0 && !self.classes.any(classes)
    }
}

/// The end of the run of characters of `classes` that begins at `at`.
#[inline]
pub(crate) fn run(text: &str, mut at: usize, classes: Classes) -> usize {
    loop {
        let here = Here::look(text, at);
        if !here.is(classes) {
            return at;
        }
        at += here.width;
    }
}

fn beyond_ascii(text: &str, at: usize) -> Here {
    let Some(char) = text.get(at..).and_then(|rest| rest.chars().next()) else {
        return Here { classes: Classes(0), width: 1 };
    };
    let (page, place) = (char as usize / PAGE, char as usize % PAGE);
    Here { classes: Classes(TABLE[BLOCKS + usize::from(TABLE[page]) * PAGE + place]), width: char.len_utf8() }
}

/// Written by the build script from the classes of the crate `regex-syntax`.
static TABLE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/classes.bin"));
const PAGE: usize = 256;
const BLOCKS: usize = 0x11_0000 / PAGE;

const ASCII: [u8; 128] = {
    let mut ascii = [0; 128];
    let mut byte = 0;
    while byte < 128 {
        ascii[byte] = include_bytes!(concat!(env!("OUT_DIR"), "/classes.bin"))[BLOCKS + byte];
        byte += 1;
    }
    ascii
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_those_of_regex() {
        let patterns = [
            (r"[\p{Lu}\p{Lt}]", Classes::UPPER),
            (r"\p{Ll}", Classes::LOWER),
            (r"[\p{Lm}\p{Lo}]", Classes::CASELESS),
            (r"\p{L}", Classes::LETTER),
            (r"\p{M}", Classes::MARK),
            (r"\p{N}", Classes::NUMBER),
            (r"\s", Classes::SPACE),
            (r"\p{P}", Classes::PUNCTUATION),
            (r"\p{S}", Classes::SYMBOL),
        ];
        for (pattern, classes) in patterns {
            let regex = fancy_regex::Regex::new(&format!("^{pattern}$")).expect(pattern);
            for char in '\0'..=char::MAX {
                let text = char.to_string();
                let here = Here::look(&text, 0);
                assert_eq!(here.width, text.len());
                assert_eq!(here.is(classes), regex.is_match(&text).expect(pattern), "{pattern} {char:?}");
            }
        }
    }
}
