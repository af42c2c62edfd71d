//! The words before the credentials of a header.

/// Schemes before the credentials of a header.
pub(crate) const SCHEMES: [&str; 7] = ["Bearer", "Basic", "Token", "ApiKey", "Digest", "Negotiate", "Bot"];

/// Whether a text is the scheme before credentials.
pub(crate) fn is_scheme(text: &str) -> bool {
    SCHEMES.iter().any(|scheme| scheme.eq_ignore_ascii_case(text))
}
