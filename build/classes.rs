//! The character classes that the patterns ask for, as one byte a character in a table of two levels.

use regex_syntax::hir::{Class, HirKind};

/// One bit a class, in the order of the constants in `src/meter/split/classes.rs`.
const CLASSES: [&str; 8] =
    [r"[\p{Lu}\p{Lt}]", r"\p{Ll}", r"[\p{Lm}\p{Lo}]", r"\p{M}", r"\p{N}", r"\s", r"\p{P}", r"\p{S}"];

/// For every block of 256 characters the number of its page, then the pages; page 0 starts with ASCII.
pub(crate) fn table() -> Vec<u8> {
    let mut classes = vec![0_u8; 0x11_0000];
    for (bit, pattern) in CLASSES.iter().enumerate() {
        for (first, last) in ranges(pattern) {
            classes[first as usize..=last as usize].iter_mut().for_each(|class| *class |= 1 << bit);
        }
    }
    let (mut index, mut pages) = (Vec::new(), Vec::<&[u8]>::new());
    for page in classes.chunks(256) {
        let number = pages.iter().position(|known| *known == page).unwrap_or_else(|| {
            pages.push(page);
            pages.len() - 1
        });
        index.push(u8::try_from(number).expect("Unicode has fewer than 256 different pages"));
    }
    index.extend(pages.concat());
    index
}

/// The classes as the crate `regex` understands them, so that we agree with every tokenizer built on it.
fn ranges(pattern: &str) -> Vec<(char, char)> {
    let parsed = regex_syntax::parse(pattern).expect("the pattern is ours");
    match parsed.kind() {
        HirKind::Class(Class::Unicode(class)) => class.iter().map(|range| (range.start(), range.end())).collect(),
        other => panic!("{pattern} is no class: {other:?}"),
    }
}
