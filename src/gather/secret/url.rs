//! URLs without what they give away: user names and passwords, secret query values, keys in the path.

use std::borrow::Cow;

use crate::gather::secret::veil::{Look, Veil};
use crate::gather::secret::{is_secret_name, looks_secret};

/// Query parameters that hold a secret and whose names do not say so.
const SECRET_PARAMETERS: [&str; 8] =
    ["code", "sig", "signature", "sas", "hmac", "x-amz-signature", "x-goog-signature", "k"];

/// Path segments before a key.
const BEFORE_A_KEY: [&str; 6] = ["token", "key", "apikey", "api_key", "api-key", "secret"];

/// Takes a URL apart. It need not be a valid one, nor have a scheme.
pub(crate) fn read(url: &str, look: Look, veil: &mut Veil) {
    let scheme = url.find("://").map_or(0, |at| at + 3);
    let (scheme, rest) = url.split_at(scheme);
    veil.plain(scheme);
    let rest = user_info(rest, veil);
    let (rest, fragment) = rest.find('#').map_or((rest, ""), |at| rest.split_at(at));
    let (path, query) = rest.find('?').map_or((rest, ""), |at| rest.split_at(at));
    segments(path, look, veil);
    parameters(query, look, veil);
    parameters(fragment, look, veil);
}

/// Hides what stands before the host; gives the rest. A password may hold `/`, `?` and `#` though it should not: then
/// what looks like a port is none.
fn user_info<'u>(rest: &'u str, veil: &mut Veil) -> &'u str {
    let authority = rest.get(..rest.find(['/', '?', '#', '\\']).unwrap_or(rest.len())).unwrap_or_default();
    let port = authority.rsplit_once(':').map(|(_, port)| port);
    let is_cut = port.is_some_and(|port| !port.bytes().all(|byte| byte.is_ascii_digit())) && !authority.ends_with(']');
    let at = authority.rfind('@').or_else(|| rest.rfind('@').filter(|_| is_cut));
    let Some(at) = at else { return rest };
    let (info, rest) = rest.split_at(at);
    veil.secret(info);
    match info.split_once(':') {
        Some((user, password)) => {
            also(password, veil);
            if looks_secret(user) {
                also(user, veil);
            }
        }
        None => also(info, veil),
    }
    rest
}

fn segments(path: &str, look: Look, veil: &mut Veil) {
    let mut before = "";
    for (number, segment) in path.split('/').enumerate() {
        if number > 0 {
            veil.plain("/");
        }
        let decoded = decoded(segment);
        let follows = BEFORE_A_KEY.contains(&before.to_ascii_lowercase().as_str());
        if number == 0 {
            veil.plain(segment);
        } else if looks_secret(&decoded) || follows && decoded.bytes().any(|byte| byte.is_ascii_digit()) {
            veil.secret(segment);
            also(segment, veil);
        } else if let Some((name, value)) = segment.split_once('=') {
            parameter(name, value, look, veil);
        } else {
            veil.plain(segment);
        }
        before = segment;
    }
}

fn parameters(text: &str, look: Look, veil: &mut Veil) {
    let Some(mark) = text.get(..1) else { return };
    veil.plain(mark);
    let mut from = 1;
    for at in text.char_indices().filter(|(_, character)| matches!(character, '&' | ';')).map(|(at, _)| at) {
        pair(text.get(from..at).unwrap_or_default(), look, veil);
        veil.plain(text.get(at..=at).unwrap_or_default());
        from = at + 1;
    }
    pair(text.get(from..).unwrap_or_default(), look, veil);
}

fn pair(pair: &str, look: Look, veil: &mut Veil) {
    match pair.split_once('=') {
        Some((name, value)) => parameter(name, value, look, veil),
        None if looks_secret(&decoded(pair)) => {
            veil.secret(pair);
            also(pair, veil);
        }
        None => veil.plain(pair),
    }
}

fn parameter(name: &str, value: &str, look: Look, veil: &mut Veil) {
    veil.plain(name);
    veil.plain("=");
    let plain_name = decoded(name);
    let named = is_secret_name(&plain_name) || SECRET_PARAMETERS.contains(&plain_name.to_ascii_lowercase().as_str());
    let text = decoded(value);
    if named {
        veil.secret(value);
        return also(value, veil);
    }
    let mut inner = veil.inside();
    look(&text, &mut inner);
    if inner.is_clear() {
        veil.plain(value);
    } else {
        veil.secret(value);
        inner.secrets().iter().for_each(|secret| veil.also(secret));
    }
}

/// Keeps the decoded form of what was left out.
fn also(text: &str, veil: &mut Veil) {
    veil.also(text);
    veil.also(&decoded(text));
    if text.contains('+') {
        veil.also(&decoded(&text.replace('+', " ")));
    }
}

/// The text with its `%XX` decoded; what is no such escape stays.
fn decoded(text: &str) -> Cow<'_, str> {
    if !text.contains('%') {
        return Cow::Borrowed(text);
    }
    let bytes = text.as_bytes();
    let digit = |at: usize| char::from(*bytes.get(at)?).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        match (byte, digit(at + 1), digit(at + 2)) {
            (b'%', Some(high), Some(low)) => {
                decoded.push(high * 16 + low);
                at += 3;
            }
            _ => {
                decoded.push(*byte);
                at += 1;
            }
        }
    }
    Cow::Owned(String::from_utf8_lossy(&decoded).into_owned())
}
