//! A name holds what a host takes for the line between server and tool.
//!
//! ## Why
//!
//! Hosts write server and tool as one name and split it again when the model calls: at `__`, at `--`. A name that holds the
//! separator itself is split in the wrong place, and rules that users set for a server or a tool miss it.
//!
//! ## Examples
//!
//! ```json bad host:5ire
//! {"name":"bot--toko--jelajah","description":"Menjelajahi satu toko.","inputSchema":{"type":"object","properties":{}}}
//! ```
//!
//! ```json bad
//! {"name":"toko__jelajah","description":"Menjelajahi satu toko.","inputSchema":{"type":"object","properties":{}}}
//! ```
//!
//! ```json good
//! {"name":"toko_jelajah","description":"Menjelajahi satu toko.","inputSchema":{"type":"object","properties":{}}}
//! ```
//!
//! ## References
//!
//! apify/apify-mcp-server#36.

use crate::host::refusal::Condition;
use crate::lint::cx::Cx;
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::rule::{Check, Rule};
use crate::lint::rules::host::verdict::{self, Row, Spec, Verdict};
use crate::lint::scene::ServerView;

/// The rule.
pub static RULE: Rule = Rule {
    id: "host-name-separator",
    group: Group::Host,
    severity: Severity::Info,
    confidence: Confidence::Medium,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("host_name_separator.rs"),
    check: Check::Server(check),
};

fn check(view: &ServerView<'_>, cx: &mut Cx<'_>) {
    let rows: Vec<Row> = cx.scene.refusals(Condition::NameSeparator).collect();
    if rows.is_empty() {
        return;
    }
    if let Some((said, separator)) = judge(&rows, verdict::name_of(view.server)) {
        let what = format!("{separator} in the server's name {:?}", view.server.name);
        report(cx, &said, &what, None, &view.server.name);
    }
    for tool in &view.tools {
        if let Some((said, separator)) = judge(&rows, &tool.tool.name) {
            let what = format!("{separator} in the name {:?}", tool.tool.name);
            let at = (view.at, tool.at, tool.tool.body_pointer("name"));
            report(cx, &said, &what, Some(at), &tool.tool.name);
        }
    }
}

fn judge(rows: &[Row], name: &str) -> Option<(Verdict, &'static str)> {
    let held = |row: &Row| row.1.of.iter().find(|separator| name.contains(separator.as_str()));
    let separator = rows.iter().find_map(held)?;
    Verdict::of(rows.iter().copied().filter(|row| held(row).is_some())).map(|said| (said, separator.as_str()))
}

fn report(cx: &mut Cx<'_>, said: &Verdict, what: &str, tool: Option<(usize, usize, String)>, name: &str) {
    let blank = match tool {
        Some((server, tool, pointer)) => cx.of(server, Some(tool), pointer),
        None => cx.at("/name"),
    };
    let finding = said.tell(blank, what, Spec::Allows).evidence(name).help("write a single _ or -");
    cx.report(finding);
}
