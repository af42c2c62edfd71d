//! Takes secrets out of a definition, which stays JSON and stays the same tool: of its strings the values are looked
//! into, keys never are, and only a literal that holds a secret is written anew.

use std::borrow::Cow;

use crate::catalog::saved::parse::literal::string_end;
use crate::catalog::saved::parse::scan::{decode, space_end};
use crate::gather::secret::hiding::Hiding;

/// The JSON text with the secrets hidden in its string values.
pub(crate) fn hide_values<'t>(text: &'t str, hiding: &Hiding) -> Cow<'t, str> {
    let mut written = String::new();
    let mut copied = 0;
    let mut at = 0;
    while let Some(start) = text.as_bytes().get(at..).and_then(|rest| memchr::memchr(b'"', rest)).map(|to| at + to) {
        let Some(end) = string_end(text.as_bytes(), start) else { break };
        at = end;
        if text.as_bytes().get(space_end(text.as_bytes(), end)) == Some(&b':') {
            continue;
        }
        let value = decode(text.get(start..end).unwrap_or_default());
        if let Cow::Owned(hidden) = hiding.hide(&value) {
            written.push_str(text.get(copied..start).unwrap_or_default());
            written.push_str(&serde_json::Value::from(hidden).to_string());
            copied = end;
        }
    }
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    written.push_str(text.get(copied..).unwrap_or_default());
    Cow::Owned(written)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hidden(text: &str) -> String {
        hide_values(text, &Hiding::of(&["ru<ma/h-19283"])).into_owned()
    }

    #[test]
    fn a_secret_is_told_in_every_spelling() {
        for spelled in [
            r"ru<ma/h-19283",
            r"ru<ma\/h-19283",
            r"ru\u003cma/h-19283",
            r"ru\u003Cma\u002Fh-19283",
            r"\u0072\u0075\u003c\u006d\u0061\u002f\u0068\u002d\u0031\u0039\u0032\u0038\u0033",
            r"ru%3Cma%2Fh-19283",
        ] {
            assert_eq!(hidden(&format!(r#"{{"a": "x {spelled}!"}}"#)), r#"{"a": "x ••••!"}"#, "{spelled}");
            let inner = serde_json::Value::from(format!(r#"{{"k":"{spelled}","b":"\/"}}"#)).to_string();
            assert_eq!(hidden(&inner), r#""{\"k\":\"••••\",\"b\":\"\\/\"}""#, "{spelled} in a text");
            let prose = serde_json::Value::from(format!(r#"contoh \d: 5" {{"k":"{spelled}"}}"#)).to_string();
            assert!(hidden(&prose).contains(r#"\"k\":\"••••\""#), "{spelled} in prose: {}", hidden(&prose));
            let innermost = serde_json::Value::from(inner).to_string();
            assert!(hidden(&innermost).contains("••••") && !hidden(&innermost).contains("19283"), "{spelled} twice");
        }
    }

    #[test]
    fn everything_else_stays_as_it_came() {
        let text =
            "{ \"ru<ma/h-19283\" :\t1e400, \"a\":\"\\u0041\\/\", \"b\": [\"ru<ma/h-19283\",\"\\ud800\"] , \"c\":\"";
        let expected = text.replace("\"ru<ma/h-19283\",", "\"••••\",");
        assert_eq!(hidden(text), expected);
        assert!(matches!(hide_values("{\"a\":\"b\"}", &Hiding::of(&["ru<ma/h-19283"])), Cow::Borrowed(_)));
    }
}
