//! JSON in an argument: values under secret names, headers, and whatever looks like a key.

use std::ops::Range;

use crate::catalog::saved::parse::document::Document;
use crate::catalog::saved::parse::scan::{Kind, Raw, space_end};
use crate::catalog::saved::parse::value;
use crate::gather::secret::veil::Veil;
use crate::gather::secret::{command, header, is_secret_name};

/// Levels that are looked into; what is nested deeper is hidden whole.
const DEEPEST: usize = 64;

/// Takes JSON apart; false when the text is none.
pub(crate) fn read(text: &str, veil: &mut Veil) -> bool {
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
    look(raw, Under::Anything, veil, &mut found);
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

fn look(raw: Raw<'_>, under: Under, veil: &Veil, found: &mut Vec<Literal>) {
    match raw.kind() {
        Kind::Object => {
            for (name, member) in raw.members().flatten() {
                let below = match under {
                    Under::Secret => Under::Secret,
                    _ if is_secret_name(&name) => Under::Secret,
                    Under::Headers => {
                        headed(&name, member, veil, found);
                        continue;
                    }
                    Under::Anything if name.eq_ignore_ascii_case("headers") => Under::Headers,
                    Under::Anything => Under::Anything,
                };
                look(member, below, veil, found);
            }
        }
        Kind::Array if under == Under::Anything => arguments(raw, veil, found),
        Kind::Array => raw.items().flatten().for_each(|item| look(item, under, veil, found)),
        Kind::String => {
            let text = raw.string().unwrap_or_default();
            let mut inner = veil.inside();
            match under {
                Under::Anything => command::value(&text, &mut inner),
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
fn arguments(list: Raw<'_>, veil: &Veil, found: &mut Vec<Literal>) {
    let items: Vec<Raw<'_>> = list.items().flatten().collect();
    let texts: Vec<String> = items.iter().map(|item| item.string().unwrap_or_default().into_owned()).collect();
    for ((item, text), inner) in items.iter().zip(&texts).zip(command::read_inside(&texts, veil)) {
        if item.kind() == Kind::String {
            hide(*item, text, inner, found);
        } else {
            look(*item, Under::Anything, veil, found);
        }
    }
}

fn headed(name: &str, member: Raw<'_>, veil: &Veil, found: &mut Vec<Literal>) {
    let Some(text) = member.string() else { return look(member, Under::Headers, veil, found) };
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
