//! One recorded exchange with a server: its request and its answer, each with a body in some wrapping.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::catalog::saved::parse::encoding;
use crate::catalog::saved::parse::reader::Reader;
use crate::catalog::saved::parse::scan::{Kind, Raw};

/// How the text of a body is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Written {
    /// As it is.
    Plain,
    /// As base64 of its bytes.
    Base64,
}

/// A body and how it is written.
pub(crate) type Body<'a> = (Raw<'a>, Written);

/// Reads both bodies. What an answer repeats of its request is not read again, and what an MCP server answers belongs
/// to the server at that URL.
pub(crate) fn read(reader: &mut Reader<'_>, url: Option<&str>, request: &[Body<'_>], answer: &[Body<'_>]) {
    reader.under(None, |reader| {
        let lists = reader.lists();
        for body in request {
            read_body(reader, *body);
        }
        reader.echoes = reader.lists() > lists;
        reader.peer = url.and_then(host).map(str::to_owned);
        for body in answer {
            read_body(reader, *body);
        }
        reader.echoes = false;
        reader.peer = None;
    });
}

fn read_body(reader: &mut Reader<'_>, (raw, written): Body<'_>) {
    let Some(text) = raw.string() else {
        if matches!(raw.kind(), Kind::Object | Kind::Array) {
            reader.value(raw);
        }
        return;
    };
    if written == Written::Plain {
        reader.text_inside(&text, raw);
        return;
    }
    let compact: String = text.chars().filter(|character| !character.is_ascii_whitespace()).collect();
    match STANDARD.decode(compact) {
        Ok(bytes) => match encoding::text(&bytes) {
            Ok(decoded) => {
                reader.text_inside(&decoded.text, raw);
            }
            Err(error) => reader.problem(raw, raw.start, format!("a body cannot be unpacked: {error}"), true),
        },
        Err(error) => reader.problem(raw, raw.start, format!("a body is no valid base64: {error}"), true),
    }
}

/// The host of a URL, without user, port or path.
fn host(url: &str) -> Option<&str> {
    let (_, rest) = url.split_once("://")?;
    let authority = rest.split(['/', '?', '#']).next()?;
    let host = authority.rsplit('@').next()?;
    let host = if host.starts_with('[') { host } else { host.split(':').next()? };
    (!host.is_empty()).then_some(host)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_told_without_secrets() {
        assert_eq!(host("https://user:secret@mcp.example:8443/mcp?key=1"), Some("mcp.example"));
        assert_eq!(host("http://[::1]/"), Some("[::1]"));
        assert_eq!(host("/relative"), None);
    }
}
