//! Finds the tool that a recording names: by server and tool, by a name that is unique, by the name that a host shows.

use std::collections::HashMap;

use crate::session::turn::ToolRef;
use crate::simulate::count::ToolName;
use crate::simulate::workload::ToolAt;

/// The tools of a catalog by their names.
pub(crate) struct Names<'a> {
    whole: HashMap<(&'a str, &'a str), ToolAt>,
    /// `None` where several tools have the name.
    alone: HashMap<&'a str, Option<ToolAt>>,
    shown: HashMap<&'a str, Option<ToolAt>>,
}

impl<'a> Names<'a> {
    /// Of these tools.
    pub(crate) fn new(names: &'a [ToolName]) -> Names<'a> {
        let mut all = Names { whole: HashMap::new(), alone: HashMap::new(), shown: HashMap::new() };
        for (at, name) in (0u32..).zip(names) {
            all.whole.entry((&name.server, &name.tool)).or_insert(ToolAt(at));
            once(&mut all.alone, &name.tool, ToolAt(at));
            once(&mut all.shown, &name.shown, ToolAt(at));
        }
        all
    }

    /// The tool that is meant, when it can be said.
    pub(crate) fn find(&self, named: &ToolRef) -> Option<ToolAt> {
        let tool = named.tool.as_str();
        let whole = named.server.as_deref().and_then(|server| self.whole.get(&(server, tool)).copied());
        let unique = |names: &HashMap<&str, Option<ToolAt>>| names.get(tool).copied().flatten();
        let dotted = || self.dotted(&format!("{}.{tool}", named.server.as_deref()?));
        whole.or_else(dotted).or_else(|| unique(&self.alone)).or_else(|| unique(&self.shown))
    }

    /// A text with dots may have been split at the wrong one: names of servers and of tools hold dots themselves.
    fn dotted(&self, text: &str) -> Option<ToolAt> {
        let splits = text.match_indices('.').map(|(at, dot)| (&text[..at], &text[at + dot.len()..]));
        self.alone
            .get(text)
            .copied()
            .flatten()
            .or_else(|| splits.into_iter().find_map(|split| self.whole.get(&split).copied()))
    }
}

fn once<'a>(names: &mut HashMap<&'a str, Option<ToolAt>>, name: &'a str, at: ToolAt) {
    names.entry(name).and_modify(|known| *known = None).or_insert(Some(at));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_found_where_it_means_one_tool() {
        let name = |server: &str, tool: &str| ToolName {
            server: server.to_owned(),
            tool: tool.to_owned(),
            shown: format!("mcp__{server}__{tool}"),
        };
        let all = [name("toko", "cari"), name("gudang", "cari"), name("gudang", "hitung")];
        let names = Names::new(&all);
        let find = |server: Option<&str>, tool: &str| {
            names.find(&ToolRef { server: server.map(str::to_owned), tool: tool.to_owned() }).map(|at| at.0)
        };
        assert_eq!(find(Some("gudang"), "cari"), Some(1));
        assert_eq!((find(None, "cari"), find(Some("lain"), "cari")), (None, None));
        assert_eq!((find(None, "hitung"), find(Some("lain"), "hitung")), (Some(2), Some(2)));
        assert_eq!(find(None, "mcp__toko__cari"), Some(0));
    }

    #[test]
    fn names_hold_dots_themselves() {
        let name = |server: &str, tool: &str| ToolName {
            server: server.to_owned(),
            tool: tool.to_owned(),
            shown: tool.to_owned(),
        };
        let all = [name("kalender", "acara.buat"), name("kantor.pusat", "cari"), name("lain", "buat")];
        let names = Names::new(&all);
        let find = |server: &str, tool: &str| {
            names.find(&ToolRef { server: Some(server.to_owned()), tool: tool.to_owned() }).map(|at| at.0)
        };
        assert_eq!(find("acara", "buat"), Some(0));
        assert_eq!(find("kantor", "pusat.cari"), Some(1));
        assert_eq!(find("kalender", "acara.buat"), Some(0));
    }
}
