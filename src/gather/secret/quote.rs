//! Quotes around a value, and what could be a name before it.

use crate::gather::secret::veil::Veil;

/// Credentials, quotes around them kept.
pub(crate) fn credentials(text: &str, veil: &mut Veil) {
    let (quote, inner) = unquoted(text);
    veil.plain(quote);
    veil.credentials(inner);
    veil.plain(quote);
}

/// The quote around a text, and what stands in it.
pub(crate) fn unquoted(text: &str) -> (&'static str, &str) {
    for quote in ["\"", "'"] {
        if let Some(inner) = text.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote)) {
            return (quote, inner);
        }
    }
    ("", text)
}

/// Whether a text could be the name of a variable, a header or a path.
pub(crate) fn is_token(name: &str) -> bool {
    let inside = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'/');
    name.bytes().all(inside) && name.bytes().any(|byte| byte.is_ascii_alphabetic())
}
