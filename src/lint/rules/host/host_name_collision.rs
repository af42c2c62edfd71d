//! Two tools have the same name once a host has shown them.
//!
//! ## Why
//!
//! Hosts that put no server in front refuse equal names of two servers, drop one, or let the last one win; some clients also
//! write every other character as `_`, and `ambil data` and `ambil-data` become one. A prefix helps between servers and not
//! within one.
//!
//! ## Examples
//!
//! ```json bad
//! {"servers":[{"name":"uji","tools":[{"name":"jalankan","description":"Runs on the test system.",
//!  "inputSchema":{"type":"object","properties":{}}}]},{"name":"produksi","tools":[{"name":"jalankan",
//!  "description":"Runs on the live system.","inputSchema":{"type":"object","properties":{}}}]}]}
//! ```
//!
//! ```json bad
//! {"tools":[{"name":"ambil data","description":"a","inputSchema":{"type":"object","properties":{}}},
//!  {"name":"ambil-data","description":"b","inputSchema":{"type":"object","properties":{}}}]}
//! ```
//!
//! ```json good
//! {"tools":[{"name":"ambil_data","description":"a","inputSchema":{"type":"object","properties":{}}},
//!  {"name":"ambil_database","description":"b","inputSchema":{"type":"object","properties":{}}}]}
//! ```
//!
//! ```json good host:claude-code
//! {"servers":[{"name":"uji","tools":[{"name":"jalankan","description":"a","inputSchema":{"type":"object",
//!  "properties":{}}}]},{"name":"produksi","tools":[{"name":"jalankan","description":"b",
//!  "inputSchema":{"type":"object","properties":{}}}]}]}
//! ```
//!
//! ## References
//!
//! onyx#9229; openai/openai-agents-python#1167, #2830; openai/openai-agents-js#1934; CopilotKit/CopilotKit#2409.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use crate::host::refusal::{Alike, Condition};
use crate::lint::cx::Cx;
use crate::lint::finding::Also;
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::rule::{Check, Rule};
use crate::lint::rules::host::verdict::{Row, Spec, Verdict};
use crate::lint::scene::{Scene, ToolView};

/// The rule.
pub static RULE: Rule = Rule {
    id: "host-name-collision",
    group: Group::Host,
    severity: Severity::Error,
    confidence: Confidence::High,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("host_name_collision.rs"),
    check: Check::Catalog(check),
};

/// A tool by the numbers of its server and its own.
type Place = (usize, usize);

fn check(scene: &Scene<'_>, cx: &mut Cx<'_>) {
    let mut clashes: BTreeMap<Place, (Place, Vec<Row>)> = BTreeMap::new();
    for row in scene.refusals(Condition::NameCollision) {
        let mut first: BTreeMap<String, Place> = BTreeMap::new();
        for tool in scene.tools() {
            let here = (tool.server_at, tool.at);
            match first.entry(shown(row, &tool.server.name, &tool.tool.name)) {
                Entry::Vacant(free) => {
                    free.insert(here);
                }
                Entry::Occupied(taken) => clashes.entry(here).or_insert((*taken.get(), Vec::new())).1.push(row),
            }
        }
    }
    for ((server, tool), ((first_server, first_tool), rows)) in clashes {
        let (Some(here), Some(there)) = (at(scene, server, tool), at(scene, first_server, first_tool)) else {
            continue;
        };
        let Some(said) = Verdict::of(rows) else { continue };
        let (name, other) = (&here.tool.name, &there.tool.name);
        let where_else = if server == first_server {
            "another tool of this server".to_owned()
        } else {
            format!("a tool of {:?}", there.server.name)
        };
        let what = if name == other {
            format!("the name {name:?}, which {where_else} has too")
        } else {
            format!("the name {name:?}, which becomes one with {other:?}, {where_else}")
        };
        let help = if server == first_server {
            "give each tool a name of its own"
        } else {
            "let the name say which system it is for, or use a host that puts the server in front"
        };
        let place = Also {
            server: there.server.name.clone(),
            tool: Some(other.clone()),
            pointer: there.tool.body_pointer("name"),
        };
        let blank = cx.of(server, Some(tool), here.tool.body_pointer("name"));
        let spec = if server == first_server { Spec::Silent } else { Spec::Allows };
        let mut finding = said.tell(blank, &what, spec).evidence(name.as_str()).help(help);
        finding.also.push(place);
        cx.report(finding);
    }
}

fn shown((host, row): Row, server: &str, tool: &str) -> String {
    let name = host.name.apply(server, tool).text;
    match row.alike {
        Alike::AsShown => name.into_owned(),
        Alike::Sanitised => name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect(),
    }
}

fn at<'s, 'a>(scene: &'s Scene<'a>, server: usize, tool: usize) -> Option<&'s ToolView<'a>> {
    scene.servers.get(server)?.tools.get(tool)
}
