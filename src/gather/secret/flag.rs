//! What stands behind a flag, or in the same argument: headers, logins, cookies, passwords.

use crate::gather::secret::quote::{credentials, is_token, unquoted};
use crate::gather::secret::shape::is_uuid;
use crate::gather::secret::veil::{Look, Veil};
use crate::gather::secret::{header, is_ordinary, is_secret_name, looks_secret};

/// Flags before a header, in lower case.
const HEADER_FLAGS: [&str; 4] = ["-h", "--header", "--headers", "--http-header"];

/// Flags before `user:password`.
const USER_FLAGS: [&str; 5] = ["-u", "-U", "--user", "--userpwd", "--proxy-user"];

/// Programs that take a password in the same argument as `-p`.
const PASSWORD_BEHIND_P: [&str; 7] = ["mysql", "mysqldump", "mysqladmin", "mysqlsh", "mariadb", "mycli", "sshpass"];

/// What an argument is by the flag before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Expected {
    /// No flag asks for anything.
    #[default]
    Anything,
    /// A secret.
    Secret,
    /// `Name: value`.
    Header,
    /// `user:password`.
    User,
    /// `name=value; name=value`, or a file.
    Cookie,
    /// A key, or anything else.
    Key,
    /// A name for something that is no secret though it looks random.
    Id,
}

impl Expected {
    /// What a flag asks for, when it is one of those that are known by name.
    pub(crate) fn behind(flag: &str) -> Option<Expected> {
        match flag {
            "-b" => Some(Expected::Cookie),
            "-k" => Some(Expected::Key),
            _ if HEADER_FLAGS.contains(&flag.to_ascii_lowercase().as_str()) => Some(Expected::Header),
            _ if USER_FLAGS.contains(&flag) => Some(Expected::User),
            _ if is_id_name(flag) => Some(Expected::Id),
            _ => None,
        }
    }

    /// Reads what was asked for; false when the argument can be none of it.
    pub(crate) fn read(self, arg: &str, look: Look, veil: &mut Veil) -> bool {
        match self {
            // Keys may start with one dash, hardly with two.
            Expected::Secret if !arg.starts_with("--") => credentials(arg, veil),
            Expected::Header => header_text(arg, look, veil),
            Expected::User => user(arg, look, veil),
            Expected::Cookie if !arg.starts_with('-') => cookies(arg, look, veil),
            Expected::Key if !arg.starts_with('-') && !arg.contains("://") && !is_ordinary(arg) => veil.secret(arg),
            Expected::Id if is_uuid(arg) => veil.plain(arg),
            _ => return false,
        }
        true
    }
}

/// The value of something that has a name; `look` reads one that may be anything.
pub(crate) fn named(name: &str, text: &str, look: Look, veil: &mut Veil) {
    match Expected::behind(name).filter(|_| name.starts_with('-') || is_id_name(name)) {
        Some(expected) if expected.read(text, look, veil) => {}
        _ if is_secret_name(name) => credentials(text, veil),
        _ => look(text, veil),
    }
}

/// Whether an argument names a program that takes its password behind `-p`.
pub(crate) fn takes_password(arg: &str) -> bool {
    let name = arg.rsplit(['/', '\\']).next().unwrap_or(arg);
    PASSWORD_BEHIND_P.contains(&name.strip_suffix(".exe").unwrap_or(name))
}

/// Reads a flag and its value in one argument without a sign between them: `-HName: value`, `-uuser:password`,
/// `-ppassword`. False when it is no such argument.
pub(crate) fn attached(arg: &str, is_database: bool, look: Look, veil: &mut Veil) -> bool {
    let Some((flag, rest)) = arg.split_at_checked(2).filter(|(_, rest)| !rest.is_empty()) else { return false };
    match flag {
        "-H" if rest.contains(':') => {
            veil.plain(flag);
            header_text(rest, look, veil);
        }
        "-u" if rest.split_once(':').is_some_and(|(_, behind)| !behind.is_empty() && !behind.starts_with('/')) => {
            veil.plain(flag);
            user(rest, look, veil);
        }
        "-p" if is_database || !is_ordinary(rest) && !is_port(rest) && !rest.contains('=') => {
            veil.plain(flag);
            credentials(rest, veil);
        }
        _ => return false,
    }
    true
}

/// `Name: value` behind a header flag. Other programs use these flags for other things.
fn header_text(text: &str, look: Look, veil: &mut Veil) {
    let (quote, inner) = unquoted(text);
    veil.plain(quote);
    match inner.split_once([':', '=']) {
        Some((name, rest)) if is_token(name) && !rest.starts_with("//") => {
            veil.plain(inner.get(..=name.len()).unwrap_or_default());
            let is_port = rest.len() < 6 && rest.bytes().all(|byte| byte.is_ascii_digit());
            if is_port && !is_secret_name(name) { veil.plain(rest) } else { header(name, rest, veil) }
        }
        _ => look(inner, veil),
    }
    veil.plain(quote);
}

/// `user:password`; two numbers are ids of a user and a group.
fn user(text: &str, look: Look, veil: &mut Veil) {
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
        _ => look(inner, veil),
    }
    veil.plain(quote);
}

/// `sid=…; theme=…`; a text without `=` names a file, a branch or an address.
fn cookies(text: &str, look: Look, veil: &mut Veil) {
    let (quote, inner) = unquoted(text);
    veil.plain(quote);
    for (number, cookie) in inner.split(';').enumerate() {
        if number > 0 {
            veil.plain(";");
        }
        match cookie.split_once('=') {
            Some((name, value)) => {
                veil.plain(name);
                veil.plain("=");
                veil.secret(value);
            }
            None => look(cookie, veil),
        }
    }
    veil.plain(quote);
}

/// Ports of a container: `8080:80/tcp`, `127.0.0.1:80:80`.
fn is_port(text: &str) -> bool {
    let ports = ["/tcp", "/udp", "/sctp"].iter().find_map(|ending| text.strip_suffix(ending)).unwrap_or(text);
    ports.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b':' | b'-'))
}

fn is_id_name(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    name.split(|character: char| !character.is_ascii_alphabetic()).any(|word| matches!(word, "uuid" | "guid"))
}
