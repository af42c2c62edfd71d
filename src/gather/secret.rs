//! Keeps secrets out of everything that is shown: command lines, URLs, headers, errors, catalog files.

use crate::gather::contact::Way;

/// What stands in place of a secret.
pub const HIDDEN: &str = "••••";

/// Whether a name (of a variable, a flag, a header, a query parameter) says that its value is a secret.
#[must_use]
pub fn is_secret_name(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    ["token", "key", "secret", "password", "authorization"].iter().any(|word| name.contains(word))
}

/// The command line or the address for people, secrets hidden.
#[must_use]
pub fn shown(way: &Way) -> String {
    match way {
        Way::Stdio(launch) => launch.program.clone(),
        Way::Http(remote) => remote.url.split(['?', '#']).next().unwrap_or_default().to_owned(),
    }
}

/// The text with each of these secrets hidden.
#[must_use]
pub fn hide(text: &str, secrets: &[String]) -> String {
    secrets
        .iter()
        .filter(|secret| !secret.is_empty())
        .fold(text.to_owned(), |text, secret| text.replace(secret, HIDDEN))
}

/// Whether a value has the shape of a secret.
#[must_use]
pub fn looks_secret(value: &str) -> bool {
    value.starts_with("sk-") || value.starts_with("ghp_")
}

/// The address for people, secrets hidden.
#[must_use]
pub fn shown_url(url: &str) -> String {
    url.split(['?', '#']).next().unwrap_or_default().to_owned()
}

/// What the way itself gives away as secret.
#[must_use]
pub fn secrets_of(way: &Way) -> Vec<String> {
    let _ = way;
    Vec::new()
}
