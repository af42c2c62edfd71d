//! Names are equal, on two servers or once a host has shown them.
//!
//! ## Why
//!
//! A host that puts no server's name in front sees one name twice: it raises an error, drops one tool or lets the last
//! win. Hosts that turn other characters into `_` or ignore case do so inside one server too: `cek stok` and `cek-stok`
//! become one. Several equal names make one finding.
//!
//! ## Examples
//!
//! ```json bad
//! {"servers":[{"name":"toko","tools":[{"name":"cari","description":"Mencari barang.","inputSchema":{"type":"object"}}]},
//!  {"name":"arsip","tools":[{"name":"cari","description":"Mencari surat.","inputSchema":{"type":"object"}}]}]}
//! ```
//!
//! ```json bad
//! {"tools":[{"name":"cek stok","description":"Stok toko.","inputSchema":{"type":"object"}},
//!  {"name":"cek-stok","description":"Stok gudang.","inputSchema":{"type":"object"}}]}
//! ```
//!
//! ```json good
//! {"servers":[{"name":"toko","tools":[{"name":"cari_barang","description":"d","inputSchema":{"type":"object"}}]},
//!  {"name":"arsip","tools":[{"name":"cari_surat","description":"d","inputSchema":{"type":"object"}}]}]}
//! ```
//!
//! ## References
//!
//! openai/openai-agents-js#1934; MoonshotAI/kimi-code#665; SAP/cloud-sdk-python#197.

use std::collections::BTreeMap;

use crate::catalog::similar::normal_name;
use crate::lint::cx::Cx;
use crate::lint::finding::Also;
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::rule::{Check, Rule};
use crate::lint::scene::{Scene, ToolView};

/// The rule.
pub static RULE: Rule = Rule {
    id: "name-collision-across-servers",
    group: Group::Naming,
    severity: Severity::Warning,
    confidence: Confidence::High,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("name_collision_across_servers.rs"),
    check: Check::Catalog(check),
};

fn check(scene: &Scene<'_>, cx: &mut Cx<'_>) {
    let mut by_name: BTreeMap<String, BTreeMap<(usize, &str), &ToolView<'_>>> = BTreeMap::new();
    for view in scene.tools() {
        let members = by_name.entry(normal_name(&view.tool.name)).or_default();
        // The same name twice in one server is a fault of its own.
        members.entry((view.server_at, &view.tool.name)).or_insert(view);
    }
    for members in by_name.values().filter(|members| members.len() > 1) {
        let mut views = members.values();
        let Some(first) = views.next() else { continue };
        let finding = cx.of(first.server_at, Some(first.at), first.tool.body_pointer("name"));
        let mut finding = finding
            .say(told(members.values().copied()))
            .evidence(first.tool.name.as_str())
            .help("put the server's subject into the name, or use a host that prefixes names");
        finding.also.extend(views.map(|view| Also {
            server: view.server.name.clone(),
            tool: Some(view.tool.name.clone()),
            pointer: view.tool.body_pointer("name"),
        }));
        cx.report(finding);
    }
}

/// Members named in a message; the rest is counted.
const NAMED: usize = 6;

fn told<'a>(members: impl Iterator<Item = &'a ToolView<'a>> + Clone) -> String {
    let count = members.clone().count();
    let one_name =
        members.clone().all(|view| Some(&view.tool.name) == members.clone().next().map(|one| &one.tool.name));
    let mut servers: Vec<usize> = members.clone().map(|view| view.server_at).collect();
    servers.dedup();
    let name = |view: &ToolView<'_>| format!("{}/{}", view.server.name, view.tool.name);
    let names: Vec<String> = members.take(NAMED).map(name).collect();
    let more = if count > NAMED { format!(" and {} more", count - NAMED) } else { String::new() };
    let what = match (one_name, servers.len()) {
        (true, servers) => format!("{servers} servers have a tool of this name"),
        (false, _) => format!("{count} names become one for hosts that keep only letters, digits and _"),
    };
    format!("{what}: {}{more}", names.join(", "))
}

#[cfg(test)]
mod tests {
    use crate::lint::judged::findings;

    #[test]
    fn a_group_is_one_finding() {
        let tool = |name: &str| format!(r#"{{"name":"{name}","description":"d","inputSchema":{{"type":"object"}}}}"#);
        let list = format!(r#"{{"tools":[{},{},{}]}}"#, tool("cek stok"), tool("cek-stok"), tool("Cek_Stok"));
        let found = findings("name-collision-across-servers", &list);
        assert_eq!((found.len(), found[0].also.len()), (1, 2));
        let list = format!(r#"{{"tools":[{},{},{}]}}"#, tool("поиск"), tool("отчёт"), tool("cekstok"));
        assert!(findings("name-collision-across-servers", &list).is_empty());
    }
}
