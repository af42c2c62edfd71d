//! Tool names as hosts write them: which server, which tool.

use crate::session::turn::ToolRef;

/// The prefix that Claude Code and Codex put before the tools of MCP servers.
const PREFIX: &str = "mcp__";

/// What stands between server and tool.
const JOINT: &str = "__";

/// `mcp__server__tool` as server and tool; any other name is a tool of no named server.
pub(crate) fn prefixed(name: &str) -> ToolRef {
    let split = name.strip_prefix(PREFIX).and_then(|rest| rest.split_once(JOINT));
    match split {
        Some((server, tool)) if !server.is_empty() && !tool.is_empty() => of(Some(server), tool),
        _ => of(None, name),
    }
}

/// A name beside a namespace: `mcp__server` and `tool`, as Codex and OpenAI write them. Older Codex versions wrote
/// `server__tool` without a prefix or a namespace.
pub(crate) fn spaced(namespace: Option<&str>, name: &str) -> ToolRef {
    let Some(namespace) = namespace.filter(|namespace| !namespace.is_empty()) else {
        let plain = || name.split_once(JOINT).filter(|(server, tool)| !server.is_empty() && !tool.is_empty());
        return match plain() {
            Some((server, tool)) if !name.starts_with(PREFIX) => of(Some(server), tool),
            _ => prefixed(name),
        };
    };
    let server = namespace.strip_prefix(PREFIX).unwrap_or(namespace).trim_end_matches(JOINT);
    let own = prefixed(name);
    of(Some(server), &own.tool)
}

/// `server.tool`, as people write it; a name without a dot is a tool of no named server.
pub(crate) fn dotted(name: &str) -> ToolRef {
    match name.split_once('.') {
        Some((server, tool)) if !server.is_empty() && !tool.is_empty() => of(Some(server), tool),
        _ => of(None, name),
    }
}

fn of(server: Option<&str>, tool: &str) -> ToolRef {
    ToolRef { server: server.map(str::to_owned), tool: tool.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn servers_are_told_from_tools() {
        let toko = of(Some("toko"), "cari_barang");
        assert_eq!(prefixed("mcp__toko__cari_barang"), toko);
        assert_eq!(prefixed("mcp__toko__a__b"), of(Some("toko"), "a__b"));
        assert_eq!(prefixed("Bash"), of(None, "Bash"));
        assert_eq!(prefixed("mcp__toko"), of(None, "mcp__toko"));
        assert_eq!(spaced(Some("mcp__toko__"), "cari_barang"), toko);
        assert_eq!(spaced(Some("mcp__toko"), "mcp__toko__cari_barang"), toko);
        assert_eq!(spaced(None, "toko__cari_barang"), toko);
        assert_eq!(spaced(None, "mcp__toko__cari_barang"), toko);
        assert_eq!(spaced(Some(""), "exec_command"), of(None, "exec_command"));
        assert_eq!(dotted("toko.cari_barang"), toko);
        assert_eq!(dotted("cari_barang"), of(None, "cari_barang"));
    }
}
