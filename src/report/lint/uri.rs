//! The name of a source as a URI reference, for reports that code hosts read.

use std::fmt::Write;

/// Whether a source is an address and not a file.
pub(crate) fn is_remote(source: &str) -> bool {
    source.starts_with("https://") || source.starts_with("http://")
}

/// A file's path as a relative reference where it is relative, as `file:` URI where it is not.
pub(crate) fn reference(source: &str) -> String {
    if is_remote(source) {
        return encoded(source, "%:?=&+@,;!$'()*~#");
    }
    let path = source.replace('\\', "/");
    let path = path.strip_prefix("./").unwrap_or(&path);
    let has_drive = path.as_bytes().get(1) == Some(&b':');
    match path {
        "-" | "" => "stdin".to_owned(),
        path if has_drive => format!("file:///{}", encoded(path, ":")),
        path if path.starts_with('/') => format!("file://{}", encoded(path, "")),
        path => encoded(path, ""),
    }
}

/// Percent-encodes all but letters, digits, `/`, `-`, `_`, `.`, `~` and `also`.
fn encoded(text: &str, also: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        let character = char::from(byte);
        if byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'-' | b'_' | b'.' | b'~') || also.contains(character)
        {
            out.push(character);
        } else {
            // Writing into a String cannot fail.
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_become_references() {
        for (source, uri) in [
            ("./data/peta.json", "data/peta.json"),
            ("data/peta dua é#1.json", "data/peta%20dua%20%C3%A9%231.json"),
            ("/srv/a b.json", "file:///srv/a%20b.json"),
            (r"C:\data\a.json", "file:///C:/data/a.json"),
            ("-", "stdin"),
            ("https://peta.example/mcp?a=1", "https://peta.example/mcp?a=1"),
            ("a\u{202e}b\n.json", "a%E2%80%AEb%0A.json"),
        ] {
            assert_eq!(reference(source), uri);
        }
    }
}
