//! Command lines without what they give away: values of secret flags and variables, headers, URLs, JSON, bare keys.

use crate::gather::secret::flag::{Expected, attached, named, takes_password};
use crate::gather::secret::json::Looks;
use crate::gather::secret::quote::{credentials, is_token, unquoted};
use crate::gather::secret::scheme::is_scheme;
use crate::gather::secret::veil::Veil;
use crate::gather::secret::{HIDDEN, connection, is_secret_name, json, looks_secret, url};

/// Signs between the parts of an argument that may each be a key.
const DELIMITERS: [char; 6] = [',', ';', '|', ':', '=', '&'];

/// A command line for people, quoted for a shell, secrets hidden.
#[must_use]
pub fn shown_command(argv: &[String]) -> String {
    let arguments: Vec<String> = read(argv).into_iter().map(|veil| quoted(veil.shown)).collect();
    arguments.join(" ")
}

/// Each argument with its secrets apart.
pub(crate) fn read(argv: &[String]) -> Vec<Veil> {
    read_inside(argv, &Veil::default())
}

/// The same for a command line that stands inside of another text.
pub(crate) fn read_inside(argv: &[String], around: &Veil) -> Vec<Veil> {
    let mut reading = Reading::default();
    let mut veils = Vec::with_capacity(argv.len());
    for arg in argv {
        let mut veil = around.inside();
        reading.argument(arg, &mut veil);
        veils.push(veil);
    }
    veils
}

/// One value: JSON, `NAME=value`, a header, a URL, a script, a bare key, or nothing of the kind.
pub(crate) fn value(text: &str, veil: &mut Veil) {
    let Some(mut inner) = veil.deeper() else { return veil.secret(text) };
    read_value(text, &mut inner);
    veil.take(inner);
}

/// What the arguments so far say about the next one.
#[derive(Debug, Default)]
struct Reading {
    expected: Expected,
    is_database: bool,
}

impl Reading {
    fn argument(&mut self, arg: &str, veil: &mut Veil) {
        if self.expected == Expected::Secret && is_scheme(arg) {
            return veil.plain(arg);
        }
        let expected = std::mem::take(&mut self.expected);
        if !expected.read(arg, value, veil) {
            self.expected = self.anything(arg, veil);
        }
    }

    fn anything(&mut self, arg: &str, veil: &mut Veil) -> Expected {
        if is_header_name(arg.strip_suffix(':').unwrap_or_default()) {
            // `Authorization:` in a script, its value behind the space.
            veil.plain(arg);
            return Expected::Secret;
        }
        if !arg.starts_with('-') || arg.len() < 2 {
            self.is_database |= takes_password(arg);
            value(arg, veil);
            return Expected::Anything;
        }
        let name = arg.split_once(['=', ' ']).map_or(arg, |(name, _)| name);
        if attached(arg, self.is_database, value, veil) {
            return Expected::Anything;
        }
        if let Some(rest) = arg.get(name.len()..).and_then(|rest| rest.strip_prefix('=')) {
            veil.plain(name);
            veil.plain("=");
            named(name, rest, value, veil);
            return Expected::Anything;
        }
        if let Some(expected) = Expected::behind(arg) {
            veil.plain(arg);
            return expected;
        }
        let looks_named = name == arg && !arg.contains(DELIMITERS) && !looks_secret(arg.trim_start_matches('-'));
        if is_secret_name(arg) && looks_named {
            veil.plain(arg);
            return Expected::Secret;
        }
        let dashes = arg.len() - arg.trim_start_matches('-').len();
        let (dashes, rest) = arg.split_at(dashes);
        veil.plain(dashes);
        value(rest, veil);
        Expected::Anything
    }
}

fn read_value(text: &str, veil: &mut Veil) {
    let (quote, inner) = unquoted(text);
    if !quote.is_empty() {
        veil.plain(quote);
        value(inner, veil);
        return veil.plain(quote);
    }
    if text.starts_with(['{', '[']) && json::read(text, Looks { value, arguments: read_inside }, veil) {
        return;
    }
    if connection::read(text, value, veil) {
        return;
    }
    // Base64 ends with `=`.
    let is_assignment = |(name, rest): &(&str, &str)| is_token(name) && !rest.trim_matches('=').is_empty();
    if let Some((name, rest)) = text.split_once('=').filter(is_assignment) {
        veil.plain(name);
        veil.plain("=");
        return named(name, rest, value, veil);
    }
    let is_header = |(name, rest): &(&str, &str)| is_header_name(name) && !rest.is_empty() && !rest.starts_with("//");
    if let Some((name, rest)) = text.split_once(':').filter(is_header) {
        veil.plain(name);
        veil.plain(":");
        return credentials(rest, veil);
    }
    if looks_secret(text) {
        veil.secret(text);
    } else if text.contains(char::is_whitespace) {
        script(text, veil);
    } else if text.contains("://") {
        url::read(text, value, veil);
    } else if let Some((info, host)) = login(text) {
        url::read(&format!("{info}@{host}"), value, veil);
    } else {
        parts(text, veil);
    }
}

/// `user:password@host`, which is no `npm:name@1.2.3` and no `image:tag@sha256:…`.
fn login(text: &str) -> Option<(&str, &str)> {
    let (info, host) = text.rsplit_once('@')?;
    let (user, password) = info.split_once(':')?;
    let is_host = host.starts_with(|first: char| first.is_ascii_alphabetic()) && !host.starts_with("sha256:");
    let is_name = is_token(user) && !matches!(user, "npm" | "jsr" | "github" | "file");
    (is_host && is_name && !password.is_empty()).then_some((info, host))
}

/// Words between white space, quotes kept together, as a shell would read them.
fn script(text: &str, veil: &mut Veil) {
    let mut reading = Reading::default();
    let mut rest = text;
    while !rest.is_empty() {
        let space = rest.len() - rest.trim_start().len();
        let (space, behind) = rest.split_at(space);
        veil.plain(space);
        let (word, behind) = behind.split_at(word_end(behind));
        rest = behind;
        let end = word.trim_end_matches([';', ')', '|', '&', '`']);
        if !end.is_empty() {
            reading.argument(end, veil);
        }
        veil.plain(word.get(end.len()..).unwrap_or_default());
    }
}

fn word_end(text: &str) -> usize {
    let mut quote = None;
    for (at, character) in text.char_indices() {
        match quote {
            Some(open) if open == character => quote = None,
            Some(_) => {}
            None if character.is_whitespace() => return at,
            None if matches!(character, '"' | '\'') => quote = Some(character),
            None => {}
        }
    }
    text.len()
}

/// An argument of several parts, each of which may be a key.
fn parts(text: &str, veil: &mut Veil) {
    for part in text.split_inclusive(DELIMITERS) {
        let inner = part.strip_suffix(DELIMITERS).unwrap_or(part);
        if looks_secret(inner) {
            veil.secret(inner)
        } else {
            veil.plain(inner)
        }
        veil.plain(part.get(inner.len()..).unwrap_or_default());
    }
}

fn is_header_name(text: &str) -> bool {
    let text = text.trim_start_matches(['"', '\'']);
    is_token(text) && is_secret_name(text)
}

/// Quoted as a shell needs it; neither the sign for a secret nor `=` asks for quotes.
fn quoted(shown: String) -> String {
    let readable = shown.replace('\0', "\u{fffd}");
    let is_safe = |byte: u8| byte.is_ascii_alphanumeric() || b"-_=/,.+:@%".contains(&byte);
    if !readable.is_empty() && readable.replace(HIDDEN, "").bytes().all(is_safe) {
        return readable;
    }
    shlex::try_quote(&readable).map_or_else(|_| readable.clone(), |quoted| quoted.into_owned())
}
