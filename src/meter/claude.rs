//! Claude 3 to 4.6 by way of the Claude-2 vocabulary: its count, mended where the later models' bills differ.
//!
//! No vocabulary later than Claude 2's is public. On ordinary prose the later models bill what it counts, to the token.
//! They differ where they cut words otherwise, and each difference is a rule here, read off recorded calls (2024 to
//! 2026, fitted 2026-11 on one set of repositories and checked on another):
//!
//! - a number is cut into groups of three digits, and the blank before it stands alone (`in 2018` is `in`, blank, `201`, `8`);
//! - a line that begins with blanks costs one more (also in published counts of the same JSON with and without indent);
//! - a change of case inside a word (`OpenTelemetry`, `maxItems`) costs two thirds of a token;
//! - a word in capitals costs a third of a token.

use crate::meter::tokenizer::Tokenizer;

/// The mended tokenizer.
#[derive(Clone, Copy)]
pub struct Claude {
    /// The Claude-2 vocabulary.
    pub(crate) vocabulary: &'static dyn Tokenizer,
}

impl Tokenizer for Claude {
    fn name(&self) -> &'static str {
        "claude"
    }

    fn count(&self, text: &str) -> usize {
        self.count_segments(text, &[0]).into_iter().sum()
    }

    fn count_segments(&self, text: &str, cuts: &[usize]) -> Vec<usize> {
        let mut counts = self.vocabulary.count_segments(text, cuts);
        let mut segments = Thirds { cuts, segment: 0, thirds: vec![0; cuts.len()] };
        mend(self.vocabulary, text, |at, thirds| segments.add(at, thirds));
        let (mut running, mut given) = (0, 0);
        for (count, thirds) in counts.iter_mut().zip(&segments.thirds) {
            running += thirds;
            let whole = (running + 1).div_euclid(3);
            *count = count.saturating_add_signed(whole - given);
            given = whole;
        }
        counts
    }
}

/// Thirds of a token by segment; offsets arrive in ascending order.
struct Thirds<'a> {
    cuts: &'a [usize],
    segment: usize,
    thirds: Vec<isize>,
}

impl Thirds<'_> {
    fn add(&mut self, at: usize, thirds: isize) {
        while self.cuts.get(self.segment + 1).is_some_and(|next| *next <= at) {
            self.segment += 1;
        }
        if self.cuts.get(self.segment).is_some_and(|start| *start <= at) {
            self.thirds[self.segment] += thirds;
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Lower,
    Upper,
    Digit,
    Blank,
    /// Letters outside ASCII: no case is looked at.
    Letter,
    Mark,
}

fn kind(byte: u8) -> Kind {
    match byte {
        b'a'..=b'z' => Kind::Lower,
        b'A'..=b'Z' => Kind::Upper,
        b'0'..=b'9' => Kind::Digit,
        b' ' | b'\t' | b'\r' | b'\n' => Kind::Blank,
        0x80.. => Kind::Letter,
        _ => Kind::Mark,
    }
}

/// Hands `found` the offset and the thirds of a token of every place where the bill differs from the vocabulary.
fn mend(vocabulary: &dyn Tokenizer, text: &str, mut found: impl FnMut(usize, isize)) {
    let bytes = text.as_bytes();
    let (mut before, mut capitals, mut in_word) = (Kind::Mark, 0_usize, false);
    let mut at = 0;
    while at < bytes.len() {
        let now = kind(bytes[at]);
        match now {
            Kind::Digit => {
                let end = at + bytes[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
                number(vocabulary, text, at, end, &mut found);
                at = end - 1;
            }
            Kind::Upper if before == Kind::Lower => found(at, 2),
            Kind::Upper if capitals == 1 && !in_word => found(at, 1),
            Kind::Lower if before == Kind::Upper && capitals > 1 => found(at, 2),
            Kind::Blank if bytes[at] == b'\n' && indents(&bytes[at + 1..]) => found(at, 3),
            _ => {}
        }
        if now == Kind::Upper {
            in_word = if capitals == 0 { matches!(before, Kind::Lower | Kind::Letter) } else { in_word };
            capitals += 1;
        } else {
            capitals = 0;
        }
        before = now;
        at += 1;
    }
}

fn indents(rest: &[u8]) -> bool {
    let blanks = rest.iter().take_while(|byte| **byte == b' ').count();
    blanks > 0 && rest.get(blanks).is_some_and(|byte| kind(*byte) != Kind::Blank)
}

/// The digits from `start` to `end`: groups of three and the blank before them, less what the vocabulary counts for both.
fn number(vocabulary: &dyn Tokenizer, text: &str, start: usize, end: usize, found: &mut impl FnMut(usize, isize)) {
    let bytes = text.as_bytes();
    let led = start > 0 && bytes[start - 1] == b' ';
    let from = if led { start - 1 } else { start };
    // Of several blanks the vocabulary already tells all but the last apart, so the last one joins them for nothing.
    let alone = led && (from == 0 || kind(bytes[from - 1]) != Kind::Blank);
    let billed = (end - start).div_ceil(3) + usize::from(alone);
    let counted = vocabulary.count(&text[from..end]);
    let more = isize::try_from(billed).unwrap_or(isize::MAX) - isize::try_from(counted).unwrap_or(isize::MAX);
    if more != 0 {
        found(from, more.saturating_mul(3));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::meter::encodings::named;

    fn claude() -> &'static dyn Tokenizer {
        named("claude").expect("built in")
    }

    fn more(text: &str) -> i64 {
        let count = |tokenizer: &dyn Tokenizer| i64::try_from(tokenizer.count(text)).expect("short");
        count(claude()) - count(named("claude2").expect("built in"))
    }

    #[test]
    fn prose_is_what_the_vocabulary_counts() {
        assert_eq!(claude().count("Where does the night train stop?"), 7);
        assert_eq!(more("Kereta malam berhenti di mana saja?"), 0);
    }

    #[test]
    fn numbers_are_cut_in_threes_and_apart_from_their_blank() {
        assert_eq!(claude().count("in 2018"), 4);
        assert_eq!(claude().count("7"), 1);
        assert_eq!(claude().count("12345678"), 3);
        assert_eq!(more("a  7"), 0, "of two blanks the vocabulary already sets one apart");
    }

    #[test]
    fn case_capitals_and_indents_cost_thirds_and_wholes() {
        // aB, cD, eF: six thirds.
        assert_eq!(more("tooName trainKey portMap"), 2);
        // Three words in capitals: one token.
        assert_eq!(more("PORT DOCK QUAY"), 1);
        assert_eq!(more("x\n  y\n  z"), 2);
        assert_eq!(more("x\n\n"), 0);
    }

    #[test]
    fn segments_sum_to_the_whole() {
        let text = "maxItems 2018\n  minItems: 40, KAPAL dan pelabuhan №7 ünïcode";
        let cuts = [0, 13, 29];
        let parts = claude().count_segments(text, &cuts);
        assert_eq!(parts.len(), cuts.len());
        assert_eq!(parts.iter().sum::<usize>(), claude().count(text));
        assert!(claude().count_segments(text, &[]).is_empty());
        assert_eq!(claude().count_segments("", &[0]), [0]);
    }
}
