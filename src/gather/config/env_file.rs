//! The file of variables that an entry names in `envFile`.

use std::io::Cursor;

use thiserror::Error;

/// Why such a file gives no variables. A line of it is never told: it may hold a secret.
#[derive(Debug, Error)]
pub(crate) enum Unusable {
    /// It cannot be read.
    #[error("{0}")]
    Unreadable(#[from] std::io::Error),
    /// It holds a line that is no `NAME=value`.
    #[error("holds a line that is no NAME=value")]
    Malformed,
}

/// The variables in the text of such a file, in order.
pub(crate) fn variables(text: &str) -> Result<Vec<(String, String)>, Unusable> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    dotenvy::from_read_iter(Cursor::new(literal_dollars(text)))
        .map(|variable| {
            variable.map_err(|error| match error {
                dotenvy::Error::Io(error) => Unusable::Unreadable(error),
                _ => Unusable::Malformed,
            })
        })
        .collect()
}

/// Editors leave `$` alone where the crate would put in variables, and take it out of passwords.
fn literal_dollars(text: &str) -> String {
    let line = |line: &str| {
        let value = line.split_once('=').map_or("", |(_, value)| value.trim_start());
        if value.starts_with('\'') { line.to_owned() } else { line.replace("\\$", "$").replace('$', "\\$") }
    };
    text.lines().map(|text| line(text) + "\n").collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_are_read_as_editors_read_them() {
        let text = "\u{feff}# catatan\nKOTA=solo\r\nexport A=\"b c\" # x\nSANDI=pa$KATA$5\nB='$x'\nC=\"$y\"\n\nD=\n";
        let read = variables(text).expect("variables");
        let expected = [("KOTA", "solo"), ("A", "b c"), ("SANDI", "pa$KATA$5"), ("B", "$x"), ("C", "$y"), ("D", "")];
        assert_eq!(read, expected.map(|(name, value)| (name.to_owned(), value.to_owned())));
    }

    #[test]
    fn a_bad_line_is_told_without_its_text() {
        let error = variables("A=1\nrahasia sekali\n").expect_err("no variables");
        assert!(!error.to_string().contains("rahasia"), "{error}");
    }
}
