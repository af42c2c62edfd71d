//! Connection strings: `Server=…;User ID=…;Password=…`, and other pairs in a row.

use crate::gather::secret::is_secret_name;
use crate::gather::secret::quote::credentials;
use crate::gather::secret::veil::{Look, Veil};

/// Bytes of the longest name that a driver knows, roughly.
const LONGEST_NAME: usize = 48;

/// Takes pairs apart; false when the text is none, or no name among them is a secret's.
pub(crate) fn read(text: &str, look: Look, veil: &mut Veil) -> bool {
    for sign in [';', '&', ','] {
        let parts = parts(text, sign);
        let mut behind = parts.iter().skip(1);
        let are_pairs = behind.all(|part| part.trim().is_empty() || name(part).is_some());
        let is_secret = |part: &&str| name(part).is_some_and(is_secret_name);
        // A list may stand in one secret: `KEYS=a,b=`.
        let is_one = sign == ',' && parts.first().is_some_and(is_secret);
        // What is before the host of a URL may hold all signs.
        let is_login = text.contains("://") && parts.iter().skip(1).any(|part| part.contains('@'));
        if parts.len() > 1 && are_pairs && parts.iter().any(is_secret) && !is_one && !is_login {
            for (number, part) in parts.into_iter().enumerate() {
                if number > 0 {
                    veil.plain(sign.encode_utf8(&mut [0; 4]));
                }
                pair(part, look, veil);
            }
            return true;
        }
    }
    false
}

fn pair(part: &str, look: Look, veil: &mut Veil) {
    if !name(part).is_some_and(is_secret_name) {
        return look(part, veil);
    }
    let start = part.find('=').map_or(part.len(), |at| at + 1);
    let (before, behind) = part.split_at(start);
    let inner = behind.trim();
    let space = behind.len() - behind.trim_start().len();
    veil.plain(before);
    veil.plain(behind.get(..space).unwrap_or_default());
    credentials(inner, veil);
    veil.plain(behind.get(space + inner.len()..).unwrap_or_default());
}

/// The name in `Name = value`, which may be of several words.
fn name(part: &str) -> Option<&str> {
    let (name, _) = part.split_once('=')?;
    let name = name.trim();
    let inside = |character: char| character.is_ascii_alphanumeric() || matches!(character, ' ' | '_' | '-' | '.');
    let is_name = name.len() <= LONGEST_NAME && name.chars().all(inside) && name.starts_with(char::is_alphabetic);
    is_name.then_some(name)
}

/// The parts between signs that stand outside quotes.
fn parts(text: &str, sign: char) -> Vec<&str> {
    let (mut parts, mut from, mut quote) = (Vec::new(), 0, None);
    for (at, character) in text.char_indices() {
        match quote {
            Some(open) if open == character => quote = None,
            Some(_) => {}
            None if matches!(character, '"' | '\'') => quote = Some(character),
            None if character == sign => {
                parts.extend(text.get(from..at));
                from = at + character.len_utf8();
            }
            None => {}
        }
    }
    parts.extend(text.get(from..));
    parts
}
