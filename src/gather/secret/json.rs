//! JSON in an argument: values under secret names, headers, and whatever looks like a key.

use std::ops::Range;

use crate::catalog::saved::parse::document::Document;
use crate::catalog::saved::parse::scan::{Kind, Raw, space_end};
use crate::catalog::saved::parse::value;
use crate::gather::secret::veil::{Look, Veil};
use crate::gather::secret::{header, is_secret_name};

/// Levels that are looked into; what is nested deeper is hidden whole.
const DEEPEST: usize = 64;

/// How the strings in it are read.
#[derive(Clone, Copy)]
pub(crate) struct Looks {
    /// One that may be anything.
    pub(crate) value: Look,
    /// Those of a list, which may be a command line.
    pub(crate) arguments: fn(&[String], &Veil) -> Vec<Veil>,
}

/// Takes JSON apart; false when the text is none.
pub(crate) fn read(text: &str, looks: Looks, veil: &mut Veil) -> bool {
    let document = Document::new(text);
    let Some(raw) = Raw::at(&document, 0) else { return false };
    if !raw.whole || space_end(text.as_bytes(), raw.end) < text.len() {
        return false;
    }
    if raw.depth > DEEPEST {
        veil.secret(text);
        return true;
    }
    if value::of_text(text).is_err() {
        return false;
    }
    let mut found = Vec::new();
    look(raw, Under::Anything, looks, veil, &mut found);
    found.sort_by_key(|literal| literal.span.start);
    let mut from = 0;
    for Literal { span, secrets } in found {
        veil.plain(text.get(from..span.start).unwrap_or_default());
        veil.secret(text.get(span.clone()).unwrap_or_default());
        secrets.iter().for_each(|secret| veil.also(secret));
        from = span.end;
    }
    veil.plain(text.get(from..).unwrap_or_default());
    true
}

/// What the name above a value says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Under {
    Anything,
    Secret,
    Headers,
}

/// A literal to hide.
struct Literal {
    span: Range<usize>,
    secrets: Vec<String>,
}

fn look(raw: Raw<'_>, under: Under, looks: Looks, veil: &Veil, found: &mut Vec<Literal>) {
    match raw.kind() {
        Kind::Object => {
            for (name, member) in raw.members().flatten() {
                let below = match under {
                    Under::Secret => Under::Secret,
                    _ if is_secret_name(&name) => Under::Secret,
                    Under::Headers => {
                        headed(&name, member, looks, veil, found);
                        continue;
                    }
                    Under::Anything if name.eq_ignore_ascii_case("headers") => Under::Headers,
                    Under::Anything => Under::Anything,
                };
                look(member, below, looks, veil, found);
            }
        }
        Kind::Array if under == Under::Anything => arguments(raw, looks, veil, found),
        Kind::Array => raw.items().flatten().for_each(|item| look(item, under, looks, veil, found)),
        Kind::String => {
            let text = raw.string().unwrap_or_default();
            let mut inner = veil.inside();
            match under {
                Under::Anything => (looks.value)(&text, &mut inner),
                Under::Secret | Under::Headers => inner.credentials(&text),
            }
            hide(raw, &text, inner, found);
        }
        Kind::Other if under == Under::Secret && !matches!(raw.text(), "true" | "false") => {
            found.push(Literal { span: raw.start..raw.end, secrets: Vec::new() });
        }
        Kind::Other | Kind::Null => {}
    }
}

/// The strings of a list may be a command line.
fn arguments(list: Raw<'_>, looks: Looks, veil: &Veil, found: &mut Vec<Literal>) {
    let items: Vec<Raw<'_>> = list.items().flatten().collect();
    let texts: Vec<String> = items.iter().map(|item| item.string().unwrap_or_default().into_owned()).collect();
    for ((item, text), inner) in items.iter().zip(&texts).zip((looks.arguments)(&texts, veil)) {
        if item.kind() == Kind::String {
            hide(*item, text, inner, found);
        } else {
            look(*item, Under::Anything, looks, veil, found);
        }
    }
}

fn headed(name: &str, member: Raw<'_>, looks: Looks, veil: &Veil, found: &mut Vec<Literal>) {
    let Some(text) = member.string() else { return look(member, Under::Headers, looks, veil, found) };
    let mut inner = veil.inside();
    header(name, &text, &mut inner);
    hide(member, &text, inner, found);
}

fn hide(raw: Raw<'_>, text: &str, inner: Veil, found: &mut Vec<Literal>) {
    if !inner.is_clear() {
        let mut secrets = inner.secrets();
        secrets.push(text.to_owned());
        found.push(Literal { span: raw.start + 1..raw.end - 1, secrets });
    }
}
