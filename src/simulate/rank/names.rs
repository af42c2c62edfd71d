//! The tools of a catalog by their positions, and what users and recordings call them.

use std::collections::HashMap;

use crate::catalog::similar::name_likeness;
use crate::catalog::tool::Catalog;
use crate::session::turn::ToolRef;

/// How alike a name must be to be offered for one that is unknown, in percent.
const NEAR: usize = 75;

/// How many near names are offered.
const OFFERED: usize = 3;

/// Every tool's server and name, by position: servers in order, then their tools.
#[derive(Debug, Clone, Default)]
pub struct Names {
    tools: Vec<Name>,
    lower: Vec<String>,
    servers: Vec<String>,
    by_tool: HashMap<String, Vec<usize>>,
}

/// A tool by its name.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Name {
    /// The server.
    pub server: String,
    /// The tool.
    pub tool: String,
}

impl Names {
    /// The names of a catalog.
    #[must_use]
    pub fn of(catalog: &Catalog) -> Names {
        let of_server = catalog.servers.iter().flat_map(|server| server.tools.iter().map(move |tool| (server, tool)));
        let mut names = Names::default();
        for (server, tool) in of_server {
            let at = names.tools.len();
            names.by_tool.entry(tool.name.clone()).or_default().push(at);
            names.lower.push(tool.name.to_lowercase());
            names.tools.push(Name { server: server.name.clone(), tool: tool.name.clone() });
        }
        names.servers = names.tools.iter().map(|name| name.server.clone()).collect();
        names.servers.sort_unstable();
        names.servers.dedup();
        names
    }

    /// The tools' own names in lower case, by position.
    #[must_use]
    pub fn lower(&self) -> &[String] {
        &self.lower
    }

    /// The servers that have tools, each once, in order of their names.
    #[must_use]
    pub fn servers(&self) -> &[String] {
        &self.servers
    }

    /// All of them.
    #[must_use]
    pub fn all(&self) -> &[Name] {
        &self.tools
    }

    /// The tools that a reference means: several, where it names no server and more than one has a tool of that name.
    #[must_use]
    pub fn find(&self, reference: &ToolRef) -> Vec<usize> {
        let Some(server) = &reference.server else { return self.parse(&reference.tool) };
        self.on(server, &reference.tool)
    }

    /// The tools that a text means: `SERVER.TOOL`, `mcp__SERVER__TOOL`, or a tool's name alone.
    #[must_use]
    pub fn parse(&self, text: &str) -> Vec<usize> {
        if let Some(found) = self.by_tool.get(text) {
            return found.clone();
        }
        let shown = text.strip_prefix("mcp__").unwrap_or(text);
        let splits = ["__", ".", "/", "·"].into_iter().flat_map(|mark| shown.match_indices(mark));
        // Names hold dots themselves, so every place to split is tried.
        let mut found = splits.map(|(at, mark)| self.on(&shown[..at], &shown[at + mark.len()..]));
        found.find(|found| !found.is_empty()).unwrap_or_default()
    }

    fn on(&self, server: &str, tool: &str) -> Vec<usize> {
        let of_name = self.by_tool.get(tool).map_or(&[][..], Vec::as_slice);
        of_name.iter().copied().filter(|at| self.tools[*at].server == server).collect()
    }

    /// The names that may have been meant by one that is unknown, best first.
    #[must_use]
    pub fn near(&self, text: &str) -> Vec<String> {
        let tail = text.rsplit("__").next().unwrap_or(text);
        let tail = tail.split_once('.').map_or(tail, |(_, tool)| tool);
        let mut near: Vec<(usize, usize)> = (self.tools.iter().enumerate())
            .map(|(at, name)| {
                let whole = name_likeness(text, &name.to_string());
                (whole.max(name_likeness(text, &name.tool)).max(name_likeness(tail, &name.tool)), at)
            })
            .filter(|(likeness, _)| *likeness >= NEAR)
            .collect();
        near.sort_by_key(|(likeness, at)| (std::cmp::Reverse(*likeness), *at));
        near.into_iter().take(OFFERED).map(|(_, at)| self.tools[at].to_string()).collect()
    }
}

impl std::fmt::Display for Name {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{}.{}", self.server, self.tool)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::saved;

    fn names() -> Names {
        let mut catalog = Catalog::default();
        for (server, tools) in [
            ("pos", r#"{"tools":[{"name":"kirim"},{"name":"acara.buat"}]}"#),
            ("toko.id", r#"{"tools":[{"name":"kirim"},{"name":"cari_barang"}]}"#),
        ] {
            let mut read = saved::read("daftar.json", tools.as_bytes()).expect("a list");
            read.servers[0].name = server.to_owned();
            catalog.servers.extend(read.servers);
        }
        Names::of(&catalog)
    }

    #[test]
    fn a_tool_is_found_by_what_people_call_it() {
        let names = names();
        for (text, found) in [
            ("kirim", &[0, 2][..]),
            ("pos.kirim", &[0]),
            ("toko.id.kirim", &[2]),
            ("mcp__toko.id__cari_barang", &[3]),
            ("acara.buat", &[1]),
            ("pos.acara.buat", &[1]),
            ("pos.cari_barang", &[]),
        ] {
            assert_eq!(names.parse(text), found, "{text}");
        }
        let reference = ToolRef { server: Some("toko.id".to_owned()), tool: "kirim".to_owned() };
        assert_eq!(names.find(&reference), [2]);
    }

    #[test]
    fn an_unknown_name_is_answered_with_those_near_it() {
        assert_eq!(names().near("pos.cari_barnag"), ["toko.id.cari_barang"]);
        assert!(names().near("xyz").is_empty());
    }
}
