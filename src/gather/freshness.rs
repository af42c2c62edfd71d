//! How long answers may be reused, and by whom: `ttlMs` and `cacheScope` over all answers of one server.

use crate::catalog::saved::parse::object::Object;
use crate::catalog::saved::parse::scan::Kind;

/// What one answer, or all of them together, allow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Freshness {
    /// Milliseconds; an answer that does not say counts as 0.
    pub(crate) ttl_ms: u64,
    /// Whether another credential may reuse it; an answer that does not say counts as private.
    pub(crate) is_public: bool,
    /// Whether each answer said both.
    pub(crate) is_told: bool,
}

impl Freshness {
    /// What nothing has restricted yet.
    pub(crate) const UNLIMITED: Freshness = Freshness { ttl_ms: u64::MAX, is_public: true, is_told: true };

    /// Reads the two members of a result.
    pub(crate) fn of(result: &Object<'_>) -> Freshness {
        let ttl = result.of_kind("ttlMs", Kind::Other).and_then(|ttl| milliseconds(ttl.text()));
        let scope = result.string("cacheScope");
        let is_known = matches!(scope.as_deref(), Some("public" | "private"));
        Freshness {
            ttl_ms: ttl.unwrap_or(0),
            is_public: scope.as_deref() == Some("public"),
            is_told: ttl.is_some() && is_known,
        }
    }

    /// What both allow.
    pub(crate) fn and(self, other: Freshness) -> Freshness {
        Freshness {
            ttl_ms: self.ttl_ms.min(other.ttl_ms),
            is_public: self.is_public && other.is_public,
            is_told: self.is_told && other.is_told,
        }
    }

    /// The scope as the protocol writes it.
    pub(crate) fn scope(self) -> &'static str {
        if self.is_public { "public" } else { "private" }
    }
}

/// Whole milliseconds of a JSON number; below zero counts as 0.
fn milliseconds(text: &str) -> Option<u64> {
    if let Ok(whole) = text.parse::<u64>() {
        return Some(whole);
    }
    let number = text.parse::<f64>().ok().filter(|_| text.starts_with(|c: char| c == '-' || c.is_ascii_digit()))?;
    // Nothing may be reused for longer than a number of this size can tell apart.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped before")]
    Some(number.clamp(0.0, 9e15) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::saved::parse::document::Document;
    use crate::catalog::saved::parse::scan::Raw;

    fn of(text: &str) -> (u64, bool, bool) {
        let document = Document::new(text);
        let object = Raw::at(&document, 0).and_then(Raw::object).expect("an object");
        let Freshness { ttl_ms, is_public, is_told } = Freshness::of(&object);
        (ttl_ms, is_public, is_told)
    }

    #[test]
    fn what_is_absent_odd_or_negative_allows_nothing() {
        for (text, fresh) in [
            (r#"{"ttlMs":300000,"cacheScope":"public"}"#, (300_000, true, true)),
            (r#"{"ttlMs":0,"cacheScope":"private"}"#, (0, false, true)),
            (r#"{"ttlMs":-5,"cacheScope":"public"}"#, (0, true, true)),
            (r#"{"ttlMs":1.5e3,"cacheScope":"public"}"#, (1500, true, true)),
            (r#"{"ttlMs":1e400,"cacheScope":"public"}"#, (9_000_000_000_000_000, true, true)),
            (r#"{"ttlMs":"9","cacheScope":"public"}"#, (0, true, false)),
            (r#"{"ttlMs":true,"cacheScope":"public"}"#, (0, true, false)),
            (r#"{"ttlMs":9}"#, (9, false, false)),
            (r#"{"ttlMs":9,"cacheScope":"shared"}"#, (9, false, false)),
            ("{}", (0, false, false)),
        ] {
            assert_eq!(of(text), fresh, "{text}");
        }
    }

    #[test]
    fn the_least_of_all_answers_counts() {
        let long = Freshness { ttl_ms: 9, is_public: true, is_told: true };
        let short = Freshness { ttl_ms: 5, is_public: false, is_told: true };
        assert_eq!(Freshness::UNLIMITED.and(long), long);
        assert_eq!(long.and(short), short);
        assert_eq!((short.scope(), long.scope()), ("private", "public"));
    }
}
