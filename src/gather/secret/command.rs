//! Command lines without what they give away: values of secret flags and variables, headers, URLs, JSON, bare keys.

use crate::gather::secret::veil::{SCHEMES, Veil};
use crate::gather::secret::{HIDDEN, header, is_secret_name, json, looks_secret, url};

/// Flags before a header, in lower case.
const HEADER_FLAGS: [&str; 4] = ["-h", "--header", "--headers", "--http-header"];

/// Flags before `user:password`.
const USER_FLAGS: [&str; 5] = ["-u", "-U", "--user", "--userpwd", "--proxy-user"];

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
    let mut expected = Expected::Anything;
    let mut veils = Vec::with_capacity(argv.len());
    for arg in argv {
        let mut veil = around.inside();
        expected = argument(expected, arg, &mut veil);
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

/// What an argument says about the next one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Expected {
    Anything,
    Secret,
    Header,
    User,
}

/// Reads one argument; what the next one is.
fn argument(expected: Expected, arg: &str, veil: &mut Veil) -> Expected {
    match expected {
        Expected::Secret if SCHEMES.iter().any(|scheme| scheme.eq_ignore_ascii_case(arg)) => {
            veil.plain(arg);
            return Expected::Secret;
        }
        // Keys may start with one dash, hardly with two.
        Expected::Secret if !arg.starts_with("--") => credentials(arg, veil),
        Expected::Header => header_text(arg, veil),
        Expected::User => user(arg, veil),
        _ => return anything(arg, veil),
    }
    Expected::Anything
}

fn anything(arg: &str, veil: &mut Veil) -> Expected {
    if is_header_name(arg.strip_suffix(':').unwrap_or_default()) {
        // `Authorization:` in a script, its value behind the space.
        veil.plain(arg);
        return Expected::Secret;
    }
    if !arg.starts_with('-') || arg.len() < 2 {
        value(arg, veil);
        return Expected::Anything;
    }
    let name = arg.split_once(['=', ' ']).map_or(arg, |(name, _)| name);
    if name.len() < arg.len() && arg.get(name.len()..).is_some_and(|rest| rest.starts_with('=')) {
        let value = arg.get(name.len() + 1..).unwrap_or_default();
        veil.plain(name);
        veil.plain("=");
        named(name, value, veil);
        return Expected::Anything;
    }
    if HEADER_FLAGS.contains(&arg.to_ascii_lowercase().as_str()) {
        veil.plain(arg);
        return Expected::Header;
    }
    if USER_FLAGS.contains(&arg) {
        veil.plain(arg);
        return Expected::User;
    }
    if let Some(text) = arg.strip_prefix("-H").filter(|text| text.contains(':')) {
        veil.plain("-H");
        header_text(text, veil);
        return Expected::Anything;
    }
    if is_secret_name(arg) && name == arg && !arg.contains(DELIMITERS) && !looks_secret(arg.trim_start_matches('-')) {
        veil.plain(arg);
        return Expected::Secret;
    }
    let dashes = arg.len() - arg.trim_start_matches('-').len();
    let (dashes, rest) = arg.split_at(dashes);
    veil.plain(dashes);
    value(rest, veil);
    Expected::Anything
}

/// The value of something that has a name.
fn named(name: &str, text: &str, veil: &mut Veil) {
    if HEADER_FLAGS.contains(&name.to_ascii_lowercase().as_str()) {
        header_text(text, veil);
    } else if USER_FLAGS.contains(&name) {
        user(text, veil);
    } else if is_secret_name(name) {
        credentials(text, veil);
    } else {
        value(text, veil);
    }
}

fn credentials(text: &str, veil: &mut Veil) {
    let (quote, inner) = unquoted(text);
    veil.plain(quote);
    veil.credentials(inner);
    veil.plain(quote);
}

/// `Name: value` behind a header flag. Other programs use these flags for other things.
fn header_text(text: &str, veil: &mut Veil) {
    let (quote, inner) = unquoted(text);
    veil.plain(quote);
    match inner.split_once([':', '=']) {
        Some((name, rest)) if is_token(name) && !rest.starts_with("//") => {
            veil.plain(inner.get(..=name.len()).unwrap_or_default());
            let is_port = rest.len() < 6 && rest.bytes().all(|byte| byte.is_ascii_digit());
            if is_port && !is_secret_name(name) { veil.plain(rest) } else { header(name, rest, veil) }
        }
        _ => value(inner, veil),
    }
    veil.plain(quote);
}

/// `user:password`; two numbers are ids of a user and a group.
fn user(text: &str, veil: &mut Veil) {
    let (quote, inner) = unquoted(text);
    veil.plain(quote);
    match inner.split_once(':') {
        Some((user, password))
            if !password.starts_with("//") && !inner.bytes().all(|byte| byte.is_ascii_digit() || byte == b':') =>
        {
            if looks_secret(user) {
                veil.secret(user)
            } else {
                veil.plain(user)
            }
            veil.plain(":");
            veil.secret(password);
        }
        _ => value(inner, veil),
    }
    veil.plain(quote);
}

fn read_value(text: &str, veil: &mut Veil) {
    let (quote, inner) = unquoted(text);
    if !quote.is_empty() {
        veil.plain(quote);
        value(inner, veil);
        return veil.plain(quote);
    }
    if text.starts_with(['{', '[']) && json::read(text, veil) {
        return;
    }
    // Base64 ends with `=`.
    let is_assignment = |(name, rest): &(&str, &str)| is_token(name) && !rest.trim_matches('=').is_empty();
    if let Some((name, rest)) = text.split_once('=').filter(is_assignment) {
        veil.plain(name);
        veil.plain("=");
        return named(name, rest, veil);
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
        url::read(text, veil);
    } else if let Some((info, host)) = login(text) {
        url::read(&format!("{info}@{host}"), veil);
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
    let mut expected = Expected::Anything;
    let mut rest = text;
    while !rest.is_empty() {
        let space = rest.len() - rest.trim_start().len();
        let (space, behind) = rest.split_at(space);
        veil.plain(space);
        let (word, behind) = behind.split_at(word_end(behind));
        rest = behind;
        let end = word.trim_end_matches([';', ')', '|', '&', '`']);
        if !end.is_empty() {
            expected = argument(expected, end, veil);
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

/// The quote around a text, and what stands in it.
fn unquoted(text: &str) -> (&'static str, &str) {
    for quote in ["\"", "'"] {
        if let Some(inner) = text.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote)) {
            return (quote, inner);
        }
    }
    ("", text)
}

fn is_token(name: &str) -> bool {
    let inside = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'/');
    name.bytes().all(inside) && name.bytes().any(|byte| byte.is_ascii_alphabetic())
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
