//! A stand-in with the promised signature of the challenge.

/// What a 401 or 403 wants, and what would help.
#[must_use]
pub fn explain(status: u16, _challenge: Option<&str>) -> (String, String) {
    (format!("{status}: wants credentials"), "give a token with --bearer-env NAME=VARIABLE".to_owned())
}
