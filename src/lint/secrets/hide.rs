//! Hides credentials in a text that is about to be shown.

use std::borrow::Cow;

use crate::lint::secrets::find;

/// What stands in the place of a secret.
const MASK: &str = "••••";

/// The text with every credential masked.
#[must_use]
pub fn hide(text: &str) -> Cow<'_, str> {
    let secrets = find::all(text);
    if secrets.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut from = 0;
    for secret in secrets {
        out.push_str(text.get(from..secret.span.start).unwrap_or_default());
        out.push_str(MASK);
        from = secret.span.end;
    }
    out.push_str(text.get(from..).unwrap_or_default());
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_a_secret_stays() {
        assert_eq!(hide("DB_PASSWORD=kucing-hitam;x=1"), "DB_PASSWORD=••••;x=1");
        assert_eq!(hide("tanpa rahasia"), "tanpa rahasia");
    }
}
