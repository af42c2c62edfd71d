//! A call as it is typed: `SERVER.TOOL={...}`. Its arguments may be private, so that no message repeats them.

use serde_json::{Map, Value};

use crate::exit::Failure;

/// A call that was asked for.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Asked {
    /// The server.
    pub(crate) server: String,
    /// The tool.
    pub(crate) tool: String,
    /// The arguments, an object.
    pub(crate) arguments: Value,
}

/// Reads one; the servers that can be called tell where a server's name ends, as both names may hold dots.
pub(crate) fn read(text: &str, servers: &[&str]) -> Result<Asked, Failure> {
    let example = "for example --call notes.search='{\"query\":\"tea\"}'";
    let (front, arguments) = text.split_once('=').unwrap_or((text, "{}"));
    let (name, arguments) = (front.trim(), arguments.trim());
    let arguments: Map<String, Value> = serde_json::from_str(if arguments.is_empty() { "{}" } else { arguments })
        .map_err(|_| Failure::new(format!("--call {name}: the arguments are no JSON object")).help(example))?;
    let of = |server: &&&str| name.strip_prefix(**server).is_some_and(|rest| rest.len() > 1 && rest.starts_with('.'));
    let Some(server) = servers.iter().filter(of).max_by_key(|server| server.len()) else {
        let failure = Failure::new(format!("--call {name}: names no server that can be called"));
        return Err(failure.help(format!("servers: {}; {example}", servers.join(", "))));
    };
    let tool = name[server.len() + 1..].to_owned();
    Ok(Asked { server: (*server).to_owned(), tool, arguments: Value::Object(arguments) })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_longest_server_that_fits_is_meant() {
        let servers = ["toko", "toko.solo", "arsip"];
        let asked = |text: &str| read(text, &servers).map(|asked| (asked.server, asked.tool, asked.arguments)).ok();
        let whole = |server: &str, tool: &str, arguments: Value| Some((server.to_owned(), tool.to_owned(), arguments));
        assert_eq!(asked("toko.cari={\"q\":\"a=b\"}"), whole("toko", "cari", json!({"q": "a=b"})));
        assert_eq!(asked("toko.solo.cari={}"), whole("toko.solo", "cari", json!({})));
        assert_eq!(asked("arsip.baca.semua"), whole("arsip", "baca.semua", json!({})));
        for wrong in ["cari={}", "toko.={}", "toko={}", "toko.cari=[1]", "toko.cari=rahasia", "lain.cari={}", ""] {
            assert_eq!(asked(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn arguments_are_not_repeated() {
        let failure = read("toko.cari={\"kunci\":\"rahasia\"", &["toko"]).expect_err("no JSON");
        assert!(!format!("{failure:?}").contains("rahasia"));
    }
}
