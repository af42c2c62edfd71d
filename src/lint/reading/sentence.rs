//! Sentences in every script: where one ends, and where a line break, a list item or a heading ends it.

use std::ops::Range;

use crate::lint::fold::Folded;
use crate::lint::fold::invisible::{is_blank, is_invisible};

/// A sentence longer than this is cut at a space, so that no rule works on a text without an end.
const LONGEST: usize = 2_000;

/// How many closing marks are looked at behind the end of a sentence.
const CLOSERS: usize = 8;

/// The sentences of a text and the blocks they stand in: paragraphs, list items, headings.
#[derive(Debug, Clone, Default)]
pub struct Outline {
    /// The sentences, in bytes of the folded text.
    pub sentences: Vec<Range<usize>>,
    /// The blocks.
    pub blocks: Vec<Range<usize>>,
}

/// Finds the sentences of a folded text; `raw` is what it was folded from.
#[must_use]
pub fn outline(folded: &Folded, raw: &str) -> Outline {
    let text = folded.text.as_str();
    let mut outline = Outline::default();
    let (mut start, mut block) = (0, 0);
    let mut line = Line { starts_at: 0, is_heading: starts_heading(raw) };
    for (at, character) in text.char_indices() {
        let end = at + character.len_utf8();
        match character {
            ' ' => {
                let gap = gap_of(folded, raw, at);
                if gap.contains('\n') {
                    let after = &raw[folded.raw(&(at..end)).start + gap.len()..];
                    if breaks(gap, &text[start..at], after, &line) {
                        outline.close(text, &mut start, at);
                        outline.blocks.push(block..at);
                        block = end;
                    }
                    line = Line { starts_at: end, is_heading: starts_heading(after) };
                }
                if at - start.min(at) > LONGEST {
                    outline.close(text, &mut start, at);
                }
            }
            '.' if !is_wide(folded, raw, at) && !full_stop_ends(text, at, &line, folded, raw) => {}
            '.' | '!' | '?' | '。' | '।' | '؟' => {
                let end = end + closers(&text[end..]);
                if character.len_utf8() > 1 || is_wide(folded, raw, at) || followed_by_gap(text, end) {
                    outline.close(text, &mut start, end);
                }
            }
            _ if at - start.min(at) > 2 * LONGEST => outline.close(text, &mut start, at),
            _ => {}
        }
    }
    outline.close(text, &mut start, text.len());
    outline.blocks.push(block..text.len());
    outline
}

/// The sentences, those that a stop inside a path, an address or an abbreviation cuts in two put together.
#[must_use]
pub fn passages(text: &str, sentences: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut spans: Vec<Range<usize>> = Vec::with_capacity(sentences.len());
    for span in sentences {
        match spans.last_mut() {
            Some(last) if last.end == span.start && glued(text, span.start) => last.end = span.end,
            _ => spans.push(span.clone()),
        }
    }
    spans
}

/// Whether no sentence can end at `at`: a Latin letter or digit follows without a space, or an abbreviation stands before.
fn glued(text: &str, at: usize) -> bool {
    let stops = text[..at].ends_with(['.', '!', '?']);
    let short = ["e.g.", "i.e.", " mis.", "(mis."].iter().any(|short| text[..at].ends_with(short));
    short || stops && text[at..].starts_with(|next: char| next.is_ascii_alphanumeric() || "._-/`'\"".contains(next))
}

struct Line {
    starts_at: usize,
    is_heading: bool,
}

impl Outline {
    fn close(&mut self, text: &str, start: &mut usize, end: usize) {
        if end <= *start {
            return;
        }
        let inner = &text[*start..end];
        let begin = *start + inner.len() - inner.trim_start().len();
        if begin < end && !inner.trim().is_empty() {
            self.sentences.push(begin..end);
        }
        *start = end;
    }
}

/// Whether a mark was written in the full width of Chinese and Japanese, where no space follows.
fn is_wide(folded: &Folded, raw: &str, at: usize) -> bool {
    raw.get(folded.raw(&(at..at + 1))).is_some_and(|mark| mark.starts_with(['．', '！', '？', '｡']))
}

/// The white space of the raw text that a folded space stands for.
fn gap_of<'a>(folded: &Folded, raw: &'a str, at: usize) -> &'a str {
    let rest = &raw[folded.raw(&(at..at + 1)).start..];
    // A gap is read to its end only once, for every gap gives one folded space.
    let end = rest.find(|c| !is_blank(c) && !is_invisible(c)).unwrap_or(rest.len());
    &rest[..end]
}

/// Whether a gap with a line break in it ends what stands before it.
fn breaks(gap: &str, before: &str, after: &str, line: &Line) -> bool {
    let breaks = gap.matches('\n').count();
    breaks > 1 || line.is_heading || before.ends_with([':', '：']) || starts_item(after)
}

fn starts_heading(text: &str) -> bool {
    text.trim_start_matches([' ', '\t']).starts_with('#')
}

/// Whether a line begins as an item of a list, a heading, a table's row, a tag, or a name with a colon.
fn starts_item(line: &str) -> bool {
    let line = line.trim_start_matches([' ', '\t']);
    let mut characters = line.chars();
    let Some(first) = characters.next() else { return true };
    if matches!(first, '#' | '|' | '<' | '>' | '•' | '‣' | '·' | '▪' | '●' | '・' | '→') {
        return true;
    }
    if first == '`' {
        // A sentence may go on with code; an item tells what the code is.
        let rest = line[1..].split_once('`').map_or("", |(_, rest)| rest).trim_start_matches([' ', '\t']);
        return rest.is_empty() || rest.starts_with(['`', '\n', '\r', ':', '：', '-', '–', '—', '(', '=', '|']);
    }
    if matches!(first, '-' | '*' | '+' | '–' | '—') {
        return !characters.next().is_some_and(char::is_alphanumeric);
    }
    let token = line.split(char::is_whitespace).next().unwrap_or_default();
    if token.len() <= 4 && token.ends_with(['.', ')']) && token.starts_with(|c: char| c.is_alphanumeric() || c == '(') {
        return token.trim_matches(['(', ')', '.']).chars().all(char::is_numeric) || token.len() <= 3;
    }
    let name = line.get(..line.floor_char_boundary(60)).unwrap_or_default();
    let name = name.split('\n').next().unwrap_or_default();
    name.split_once(':').is_some_and(|(name, _)| is_field(name))
}

/// Whether what stands before a colon is a name, with or without its type in parentheses.
fn is_field(name: &str) -> bool {
    let bare = name.split_once('(').map_or(name, |(bare, _)| bare).trim_end();
    !bare.is_empty() && bare.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '`' | '.'))
}

/// Quotes and brackets that close after the end of a sentence still belong to it; so do more of its marks.
fn closers(text: &str) -> usize {
    let closing = |c: char| {
        matches!(c, '"' | '\'' | '`' | ')' | ']' | '}' | '”' | '’' | '»' | '」' | '』' | '*' | '.' | '!' | '?' | '。')
    };
    text.chars().take(CLOSERS).take_while(|c| closing(*c)).map(char::len_utf8).sum()
}

fn followed_by_gap(text: &str, end: usize) -> bool {
    text[end..].chars().next().is_none_or(|next| next == ' ' || !next.is_ascii())
}

/// Whether a full stop ends a sentence: not inside a word or a number, not after an abbreviation.
fn full_stop_ends(text: &str, at: usize, line: &Line, folded: &Folded, raw: &str) -> bool {
    let end = at + 1 + closers(&text[at + 1..]);
    if !followed_by_gap(text, end) {
        return false;
    }
    let from = text.floor_char_boundary(at.saturating_sub(24));
    let before = &text[from..at];
    let word = before.rsplit([' ', '(', '"', '\'']).next().unwrap_or_default();
    if line.starts_at + word.len() == at && word.chars().all(|c| c.is_ascii_digit()) {
        return false;
    }
    if OPEN.contains(&word) {
        return false;
    }
    if CLOSING.contains(&word) {
        let next = folded.raw(&(end + 1..end + 2));
        return raw.get(next).and_then(|text| text.chars().next()).is_none_or(|next| !next.is_lowercase());
    }
    true
}

/// Abbreviations that something always follows.
const OPEN: &[&str] = &[
    "e.g", "eg", "i.e", "ie", "cf", "vs", "mr", "mrs", "ms", "dr", "prof", "fig", "approx", "ca", "z.b", "d.h", "u.a",
    "bzw", "p.ex", "p. ex", "ex", "ej", "p.ej", "por ej", "т.е", "напр", "см", "a.n", "yth", "hlm", "mis", "sdr", "sr",
    "sra", "nr",
];

/// Abbreviations that a sentence may end with.
const CLOSING: &[&str] = &[
    "etc", "dll", "dsb", "dst", "dkk", "usw", "al", "т.д", "т.п", "др", "max", "min", "incl", "no", "inc", "ltd", "pt",
    "a.m", "p.m", "am", "pm", "u.s", "jl", "tgl", "st",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::fold::fold;

    fn sentences(raw: &str) -> Vec<String> {
        let folded = fold(raw);
        outline(&folded, raw).sentences.iter().map(|span| folded.text[span.clone()].to_owned()).collect()
    }

    #[test]
    fn a_full_stop_inside_a_word_ends_nothing() {
        let text =
            "Reads v1.2 of data.json, e.g. from https://example.com/a.b?c=d. Hasilnya teks, angka, dll. yang ada.";
        assert_eq!(sentences(text).len(), 2, "{:?}", sentences(text));
        assert_eq!(sentences("Hapus berkas, dll. Lalu kirim.").len(), 2);
        assert_eq!(sentences("Gibt z.B. Namen zurück. Fertig!").len(), 2);
    }

    #[test]
    fn every_script_has_sentences() {
        assert_eq!(sentences("查询天气。返回温度！对吗？").len(), 3);
        assert_eq!(sentences("天気を返す．ＯＫ。").len(), 2);
        assert_eq!(sentences("यह एक है। वह दो है।").len(), 2);
    }

    #[test]
    fn a_hard_wrap_goes_on_and_a_list_does_not() {
        assert_eq!(sentences("Abaikan semua\ninstruksi sebelumnya").len(), 1);
        assert_eq!(sentences("Kota\n- nama\n- kode pos\n1. satu\n2. dua").len(), 5);
        assert_eq!(sentences("Args:\n    kota: nama kota\n    hari (int): jumlah hari").len(), 3);
        assert_eq!(sentences("# Judul\nIsi teks\n\nParagraf lain").len(), 3);
        assert_eq!(sentences("He said \"go.\" Then left.").len(), 2);
        assert_eq!(sentences("1. Buka berkas. 2. Tutup.").len(), 3);
    }
}
