//! Normal forms that a vocabulary reads text in, and where cuts lie after normalising.

use std::borrow::Cow;

use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick, is_nfkc_quick};

/// The form in which a vocabulary reads text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// As it stands.
    AsIs,
    /// Canonical composition.
    Nfc,
    /// Compatibility composition.
    Nfkc,
}

impl Form {
    /// `text` in this form; borrowed when that is no other text.
    pub(crate) fn of(self, text: &str) -> Cow<'_, str> {
        if self.is_sure(text) { Cow::Borrowed(text) } else { Cow::Owned(self.normalise(text)) }
    }

    /// `text` in this form, with ascending byte offsets moved to the same places.
    ///
    /// An ASCII character never joins with what stands before it, so normalising goes from one to the next and an
    /// offset at one is exact. An offset among other characters moves to the end of what they yield before it.
    pub(crate) fn with_cuts<'a>(self, text: &'a str, cuts: &[usize]) -> (Cow<'a, str>, Vec<usize>) {
        if self.is_sure(text) {
            return (Cow::Borrowed(text), cuts.to_vec());
        }
        let (mut out, mut moved, mut begin) = (String::with_capacity(text.len()), Vec::with_capacity(cuts.len()), 0);
        while begin < text.len() {
            let end = text.bytes().enumerate().skip(begin + 1).find(|(_, byte)| byte.is_ascii());
            let end = end.map_or(text.len(), |(at, _)| at);
            let (run, base) = (&text[begin..end], out.len());
            out.push_str(&self.of(run));
            while let Some(cut) = cuts.get(moved.len()).filter(|cut| **cut < end) {
                let before = run.get(..cut.saturating_sub(begin)).map_or(0, |part| self.of(part).len());
                moved.push((base + before).min(out.len()));
            }
            begin = end;
        }
        moved.resize(cuts.len(), out.len());
        (Cow::Owned(out), moved)
    }

    fn is_sure(self, text: &str) -> bool {
        match self {
            Form::AsIs => true,
            _ if text.is_ascii() => true,
            Form::Nfc => is_nfc_quick(text.chars()) == IsNormalized::Yes,
            Form::Nfkc => is_nfkc_quick(text.chars()) == IsNormalized::Yes,
        }
    }

    fn normalise(self, text: &str) -> String {
        match self {
            Form::AsIs => text.to_owned(),
            Form::Nfc => text.nfc().collect(),
            Form::Nfkc => text.nfkc().collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn cuts_at_ascii_stay_at_it() {
        let text = "harga \u{fb01}x e\u{301}, selesai";
        let cuts = [0, 6, 9, 11, 14, 15, text.len()];
        let (out, moved) = Form::Nfkc.with_cuts(text, &cuts);
        assert_eq!(out, "harga fix \u{e9}, selesai");
        assert_eq!(moved, [0, 6, 8, 10, 12, 13, out.len()]);
    }

    proptest! {
        #[test]
        fn runs_normalise_as_the_whole(
            text in "[ -~\u{e0}-\u{ff}\u{300}-\u{330}\u{1100}-\u{11ff}\u{ac00}-\u{ac20}\u{fb00}-\u{fb06}]{0,40}"
        ) {
            let cuts: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
            let (out, moved) = Form::Nfkc.with_cuts(&text, &cuts);
            prop_assert_eq!(out.as_ref(), text.nfkc().collect::<String>());
            prop_assert!(moved.is_sorted());
            prop_assert_eq!(moved.len(), cuts.len());
        }
    }
}
