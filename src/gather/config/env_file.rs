//! The file of variables that an entry names in `envFile`, read as tolerantly as hosts read it.

/// What such a file holds.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Variables {
    /// Names and values, in order.
    pub(crate) found: Vec<(String, String)>,
    /// Numbers of the lines that are no `NAME=value`. What stands in them is never told: it may be a secret.
    pub(crate) odd_lines: Vec<usize>,
}

/// Reads its text. A value stands as it is, with spaces and `$`, unless it is in quotes.
pub(crate) fn read(text: &str) -> Variables {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut read = Variables::default();
    let mut rest = text;
    let mut line_number = 0;
    while !rest.is_empty() {
        line_number += 1;
        let (line, behind) = rest.split_once('\n').unwrap_or((rest, ""));
        rest = behind;
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let assignment = line.strip_prefix("export ").unwrap_or(line);
        let Some((name, value)) = assignment.split_once('=').filter(|(name, _)| is_name(name.trim())) else {
            read.odd_lines.push(line_number);
            continue;
        };
        let value = match several_lines(value.trim_start(), behind) {
            Some((value, lines, behind)) => {
                line_number += lines;
                rest = behind;
                value
            }
            None => quoted(value.trim()).map_or_else(|| plain(value.trim()).to_owned(), |(value, _)| value),
        };
        read.found.push((name.trim().to_owned(), value));
    }
    read
}

/// As hosts' readers have it: letters, digits, `_`, `.` and `-`.
fn is_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-'))
}

/// A value whose quote closes on a later line; how many lines later, and what is left.
fn several_lines<'t>(value: &str, behind: &'t str) -> Option<(String, usize, &'t str)> {
    if !value.starts_with(['"', '\'', '`']) || quoted(value).is_some() {
        return None;
    }
    let whole = format!("{value}\n{behind}");
    let (text, end) = quoted(&whole)?;
    let end = whole.get(end..)?.find('\n').map_or(whole.len(), |at| end + at);
    let lines = whole.get(..end)?.matches('\n').count();
    let consumed = end.saturating_sub(value.len() + 1).min(behind.len());
    Some((text, lines, behind.get(consumed..)?.strip_prefix('\n').unwrap_or_default()))
        .filter(|(_, lines, _)| *lines > 0)
}

/// A value in quotes with nothing but a comment behind it, and where it ends.
fn quoted(text: &str) -> Option<(String, usize)> {
    let quote = text.chars().next().filter(|c| matches!(c, '"' | '\'' | '`'))?;
    let mut value = String::new();
    let mut characters = text.char_indices().skip(1);
    while let Some((at, character)) = characters.next() {
        match character {
            _ if character == quote => {
                let tail = text.get(at + 1..).unwrap_or_default();
                let tail = tail.lines().next().unwrap_or_default().trim();
                return (tail.is_empty() || tail.starts_with('#')).then_some((value, at + 1));
            }
            '\\' if quote == '"' => match characters.next().map(|(_, escaped)| escaped) {
                Some('n') => value.push('\n'),
                Some('r') => value.push('\r'),
                Some('t') => value.push('\t'),
                Some(plain @ ('"' | '\\' | '$')) => value.push(plain),
                Some(other) => value.extend(['\\', other]),
                None => value.push('\\'),
            },
            _ => value.push(character),
        }
    }
    None
}

/// A value without quotes ends where a comment begins; in JSON a `#` may be part of a text.
fn plain(value: &str) -> &str {
    let is_json = value.starts_with(['{', '[']);
    let mut in_text = false;
    let mut before = ' ';
    for (at, character) in value.char_indices() {
        match character {
            '"' if is_json && before != '\\' => in_text = !in_text,
            '#' if !in_text && before.is_whitespace() => return value.get(..at).unwrap_or_default().trim_end(),
            _ => {}
        }
        before = character;
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<(String, String)> {
        let read = read(text);
        assert_eq!(read.odd_lines, [0; 0], "{text}");
        read.found
    }

    #[test]
    fn variables_are_read_as_editors_read_them() {
        let text = "\u{feff}# catatan\nKOTA=solo\r\nexport A=\"b c\" # x\nSANDI=pa$KATA$5\nB='$x'\nC=\"$y\"\n\nD=\n";
        let expected = [("KOTA", "solo"), ("A", "b c"), ("SANDI", "pa$KATA$5"), ("B", "$x"), ("C", "$y"), ("D", "")];
        assert_eq!(found(text), expected.map(|(name, value)| (name.to_owned(), value.to_owned())));
    }

    #[test]
    fn values_stand_as_they_are_whatever_is_in_them() {
        let cases = [
            ("A=dua kata # catatan", "dua kata"),
            ("A={\"a\": \"b #c\", \"d\": [1]}", "{\"a\": \"b #c\", \"d\": [1]}"),
            ("A=x#y", "x#y"),
            ("A=\"b\" c", "\"b\" c"),
            ("A=it's", "it's"),
            ("A=\"tak ditutup", "\"tak ditutup"),
            ("A = C:\\tmp\\new", "C:\\tmp\\new"),
            ("A=\"satu\\ndua \\\"tiga\\\" \\$x\"", "satu\ndua \"tiga\" $x"),
            ("A='satu\\n'", "satu\\n"),
            ("A=b=c", "b=c"),
            ("MY-KEY.a=x", "x"),
        ];
        for (text, value) in cases {
            assert_eq!(found(text).first().map(|(_, value)| value.as_str()), Some(value), "{text}");
        }
    }

    #[test]
    fn a_quote_may_close_on_a_later_line() {
        let text = "A=\"-----BEGIN-----\nabc\n-----END-----\" # kunci\nB=2\nC=\"lepas\nD=3\n";
        let names: Vec<_> = found(text).into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["A", "B", "C", "D"]);
        assert_eq!(found(text)[0].1, "-----BEGIN-----\nabc\n-----END-----");
        let read = read("A='x\ny'\nrahasia sekali\n=z\nB C=1\nD=4");
        assert_eq!((read.found.len(), read.odd_lines), (2, vec![3, 4, 5]));
    }
}
