//! Sources as users name them: a file, or `-` for standard input.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use toolrent::catalog::saved::lines;
use toolrent::lint::nearest::distance;

use crate::exit::Failure;

/// The largest source of lines that is read whole, in bytes: its lines may belong together (pages of one list).
const HELD: u64 = 32 << 20;

/// How much of a source is looked at to tell its form, in bytes.
const HEAD: usize = 1 << 20;

/// Opens a source for reading a row at a time.
pub(crate) fn open(name: &str) -> Result<Box<dyn BufRead>, Failure> {
    if name == "-" {
        return Ok(Box::new(BufReader::new(io::stdin())));
    }
    if is_url(name) {
        let failure = Failure::new(format!("{}: saved files are read here, no servers", without_secrets(name)));
        return Err(failure.help("toolrent gather saves what a server offers; name the file"));
    }
    if let Some(failure) = other_scheme(name) {
        return Err(failure);
    }
    let path = Path::new(name);
    if path.is_dir() {
        return Err(Failure::new(format!("{name}: is a directory; expected a file")).help(in_folder(path)));
    }
    match File::open(path) {
        Ok(file) => Ok(Box::new(BufReader::with_capacity(1 << 16, file))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let failure = Failure::new(format!("{name}: no such file"));
            Err(match near(path) {
                Some(near) => failure.help(format!("is it {near}?")),
                None => failure,
            })
        }
        Err(error) => Err(Failure::new(format!("{name}: {error}"))),
    }
}

/// An address without user and password, query and fragment: they may hold a secret.
fn without_secrets(url: &str) -> String {
    let url = url.split(['?', '#']).next().unwrap_or_default();
    let (scheme, rest) = url.split_once("://").unwrap_or(("", url));
    let (host, path) = rest.split_once('/').map_or((rest, String::new()), |(host, path)| (host, format!("/{path}")));
    format!("{scheme}://{}{path}", host.rsplit('@').next().unwrap_or_default())
}

/// An address of a kind that is not called, unless a file has that name.
fn other_scheme(name: &str) -> Option<Failure> {
    let (scheme, rest) = name.split_once("://")?;
    let is_scheme = !scheme.is_empty() && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c));
    if !is_scheme || Path::new(name).exists() {
        return None;
    }
    let scheme = scheme.to_ascii_lowercase();
    Some(match scheme.as_str() {
        "file" => Failure::new(format!("{name}: files are named by their paths")).help(format!("try {rest}")),
        "ws" | "wss" => Failure::new(format!("{scheme}://…: no server is spoken to over a WebSocket"))
            .help("MCP over HTTP has an address that starts with https:// or http://"),
        _ => Failure::new(format!("{scheme}://…: no address that can be called"))
            .help("servers are called over https:// or http://"),
    })
}

/// Whether a source is the address of a server.
pub(crate) fn is_url(name: &str) -> bool {
    let scheme = name.split_once("://").map(|(scheme, _)| scheme.to_ascii_lowercase());
    scheme.is_some_and(|scheme| scheme == "https" || scheme == "http")
}

/// Reads a source whole.
pub(crate) fn bytes(name: &str) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    if let Ok(metadata) = std::fs::metadata(name) {
        bytes.reserve(usize::try_from(metadata.len()).unwrap_or(0));
    }
    open(name)?.read_to_end(&mut bytes).map_err(|error| Failure::new(format!("{name}: {error}")))?;
    Ok(bytes)
}

/// What a source turned out to be.
pub(crate) enum Held {
    /// All of it.
    Whole(Vec<u8>),
    /// One JSON value a line, and more of them than we care to hold.
    Lines(Box<dyn BufRead>),
}

/// Reads a source whole, unless it is one JSON value a line and larger than we care to hold.
pub(crate) fn held(name: &str) -> Result<Held, Failure> {
    let told = |error: io::Error| Failure::new(format!("{name}: {error}"));
    let mut input = open(name)?;
    let mut bytes = Vec::new();
    input.by_ref().take(HELD).read_to_end(&mut bytes).map_err(told)?;
    if bytes.len() as u64 == HELD && lines::form(&bytes[..HEAD.min(bytes.len())]) == lines::Form::Lines {
        return Ok(Held::Lines(Box::new(io::Cursor::new(bytes).chain(input))));
    }
    input.read_to_end(&mut bytes).map_err(told)?;
    Ok(Held::Whole(bytes))
}

fn in_folder(folder: &Path) -> String {
    format!("name the files in it: {}", folder.join("*.json").display())
}

/// A file beside it whose name differs in little.
fn near(path: &Path) -> Option<String> {
    let wanted = path.file_name()?.to_string_lossy().to_lowercase();
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let names = std::fs::read_dir(folder).ok()?.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let best = names.map(|name| (distance(&wanted, &name.to_lowercase()), name)).min()?;
    (best.0 <= 2).then(|| folder.join(&best.1).display().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_told_without_what_may_be_secret() {
        assert_eq!(without_secrets("https://ana:rahasia@peta.example/a/b?kunci=1#x"), "https://peta.example/a/b");
        assert_eq!(without_secrets("http://peta.example"), "http://peta.example");
    }
}
