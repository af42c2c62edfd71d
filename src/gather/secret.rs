//! Keeps secrets out of everything that is shown: command lines, URLs, headers, errors, catalog files.
//!
//! A text is secret for the name it stands under (`name`), for what it looks like (`shape`), or because a config or
//! the environment gave it. The first two tell what to leave out of a command or an address; all three go to
//! [`hide`], which takes them out of whatever a server or a system says.

mod command;
mod connection;
pub(crate) mod definition;
mod flag;
mod forms;
pub(crate) mod hiding;
mod json;
pub(crate) mod known;
mod name;
mod ordinary;
mod quote;
mod scheme;
mod shape;
mod url;
mod veil;

pub use command::shown_command;
pub use hiding::{Hiding, hide};
pub use name::{is_secret_name, names_a_place};
pub use ordinary::{is_ordinary, is_unlikely};
pub use shape::looks_secret;

use crate::gather::contact::{Launch, Remote, Way};
use crate::gather::secret::veil::Veil;

/// What stands in place of a secret.
pub const HIDDEN: &str = "••••";

/// Headers whose values are no secrets, unless they look like one.
const HARMLESS_HEADERS: [&str; 14] = [
    "accept",
    "accept-encoding",
    "accept-language",
    "cache-control",
    "connection",
    "content-length",
    "content-type",
    "host",
    "mcp-protocol-version",
    "pragma",
    "user-agent",
    "x-client-name",
    "x-client-version",
    "x-requested-with",
];

/// The command line or the address for people, secrets hidden.
#[must_use]
pub fn shown(way: &Way) -> String {
    match way {
        Way::Stdio(launch) => shown_command(&argv(launch)),
        Way::Http(remote) => shown_url(&remote.url),
    }
}

/// A URL for people, secrets hidden.
#[must_use]
pub fn shown_url(url: &str) -> String {
    let mut veil = Veil::default();
    url::read(url, command::value, &mut veil);
    veil.shown
}

/// The secrets that a way itself reveals, each once, in the order in which they stand: arguments, parts of the URL,
/// header values, variables.
#[must_use]
pub fn secrets_of(way: &Way) -> Vec<String> {
    let mut veil = Veil::default();
    match way {
        Way::Stdio(launch) => {
            command::read(&argv(launch)).into_iter().for_each(|arg| veil.take(arg));
            launch.env.iter().for_each(|(name, value)| variable(name, value, &mut veil));
        }
        Way::Http(Remote { url, headers, .. }) => {
            url::read(url, command::value, &mut veil);
            headers.iter().for_each(|(name, value)| header(name, value, &mut veil));
        }
    }
    veil.secrets()
}

/// A header's value. Words and numbers under a name that tells of no secret are none: `X-Mode: read-only`.
pub(crate) fn header(name: &str, value: &str, veil: &mut Veil) {
    let is_harmless = match is_harmless_header(name) {
        true => !looks_secret(value.trim()),
        false => !is_secret_name(name) && is_ordinary(value),
    };
    if is_harmless { veil.plain(value) } else { veil.credentials(value) }
}

/// Whether a header's name says that its value is no secret.
#[must_use]
pub fn is_harmless_header(name: &str) -> bool {
    HARMLESS_HEADERS.iter().any(|known| name.trim().eq_ignore_ascii_case(known))
}

fn variable(name: &str, value: &str, veil: &mut Veil) {
    if is_secret_name(name) {
        veil.credentials(value);
    } else {
        command::value(value, veil);
    }
}

fn argv(launch: &Launch) -> Vec<String> {
    std::iter::once(&launch.program).chain(&launch.args).cloned().collect()
}

#[cfg(test)]
mod tests;
