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

/// A command line for people: the value behind a flag with a secret's name is hidden.
#[must_use]
pub fn shown_command(argv: &[String]) -> String {
    let mut words = Vec::new();
    let mut hidden = false;
    for word in argv {
        let flag = word.starts_with('-').then(|| word.split('=').next().unwrap_or_default());
        words.push(match (hidden, flag) {
            (true, None) => HIDDEN.to_owned(),
            (_, Some(flag)) if is_secret_name(flag) && word.contains('=') => format!("{flag}={HIDDEN}"),
            _ => word.clone(),
        });
        hidden = flag.is_some_and(|flag| is_secret_name(flag) && !word.contains('='));
    }
    words.join(" ")
}

/// An address for people, without what may be a secret.
#[must_use]
pub fn shown_url(url: &str) -> String {
    url.split(['?', '#']).next().unwrap_or_default().to_owned()
}

/// What a way itself says that is a secret.
#[must_use]
pub fn secrets_of(_: &Way) -> Vec<String> {
    Vec::new()
}
