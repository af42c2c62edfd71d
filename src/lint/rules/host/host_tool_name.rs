//! A tool's name holds characters, begins with one, or is longer, than a host takes.
//!
//! ## Why
//!
//! The specification allows a dot and 128 characters; providers refuse the dot, some take 64 characters, some want a letter at
//! the front. The request fails with the tools of all servers. Hosts that put a prefix in front often replace the characters
//! first; those are not named here.
//!
//! ## Examples
//!
//! ```json bad
//! {"name":"dokumen.ubah","description":"Mengubah satu dokumen.","inputSchema":{"type":"object","properties":{}}}
//! ```
//!
//! ```json bad host:gemini-api
//! {"name":"3d_cetak","description":"Prints a model.","inputSchema":{"type":"object","properties":{}}}
//! ```
//!
//! ```json good
//! {"name":"dokumen_ubah-1","description":"Mengubah satu dokumen.","inputSchema":{"type":"object","properties":{}}}
//! ```
//!
//! ```json good host:vscode
//! {"name":"dokumen.ubah","description":"Mengubah satu dokumen.","inputSchema":{"type":"object","properties":{}}}
//! ```
//!
//! ## References
//!
//! github/copilot-cli#1879; microsoft/foundry-dev-tools#201, #723; wonderwhy-er/DesktopCommanderMCP#79; MCP 2025-11-25.

use std::ops::Range;

use crate::host::profile::Host;
use crate::host::refusal::{Condition, Pattern};
use crate::lint::cx::Cx;
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::rule::{Check, Rule};
use crate::lint::rules::host::verdict::{self, Row, Spec, Verdict};
use crate::lint::scene::ToolView;

/// The rule.
pub static RULE: Rule = Rule {
    id: "host-tool-name",
    group: Group::Host,
    severity: Severity::Error,
    confidence: Confidence::High,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("host_tool_name.rs"),
    check: Check::Tool(check),
};

fn check(view: &ToolView<'_>, cx: &mut Cx<'_>) {
    let rows = verdict::rows(cx, Condition::ToolName, view.tool);
    let name = view.tool.name.as_str();
    let shown = |host: &Host| host.name.apply(verdict::name_of(view.server), name);
    let strange = |(host, row): &Row| row.pattern.as_ref().is_some_and(|pattern| !pattern.accepts(&shown(host).text));
    let long = |(host, row): &Row| row.over.is_some_and(|over| shown(host).text.chars().count() > over);
    let place = view.tool.body_pointer("name");
    let refusing: Vec<Row> = rows.iter().copied().filter(strange).collect();
    if let Some(said) = Verdict::of(refusing.iter().copied()) {
        let span = first_strange(name, &refusing);
        let character = name.get(span.clone()).unwrap_or_default();
        let what = if name.is_empty() {
            "an empty name".to_owned()
        } else {
            format!("the name {name:?} because of {character:?}")
        };
        let finding = said.tell(cx.at(place.clone()), &what, spec(name)).span(span).evidence(name).help(help(name));
        cx.report(finding);
    }
    if let Some(said) = Verdict::of(rows.iter().copied().filter(long)) {
        let what = format!("a name of {} characters", name.chars().count());
        let start = name.char_indices().nth(64).map_or(0, |(at, _)| at);
        let finding = said
            .tell(cx.at(place), &what, spec(name))
            .span(start..name.len())
            .evidence(name)
            .help("shorten it to 64 characters or fewer, and leave room for the server's name");
        cx.report(finding);
    }
}

fn allowed(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-')
}

/// What MCP 2025-11-25 and later say of the name.
fn spec(name: &str) -> Spec {
    let fits = (1..=128).contains(&name.len()) && name.chars().all(|c| allowed(c) || c == '.');
    if fits { Spec::Allows } else { Spec::Silent }
}

/// The first character that one of the patterns does not take where it stands.
fn first_strange(name: &str, rows: &[Row]) -> Range<usize> {
    let patterns: Vec<&Pattern> = rows.iter().filter_map(|(_, row)| row.pattern.as_ref()).collect();
    let odd = name.char_indices().find(|(at, c)| {
        // What may not stand in front may stand behind a letter.
        let alone = if *at == 0 { c.to_string() } else { format!("a{c}") };
        patterns.iter().any(|pattern| !pattern.accepts(&alone))
    });
    odd.map_or(0..name.len(), |(at, c)| at..at + c.len_utf8())
}

fn help(name: &str) -> String {
    let safe: String = name.chars().map(|c| if allowed(c) { c } else { '_' }).collect();
    match safe.chars().next() {
        Some(first) if first.is_ascii_digit() => format!("begin with a letter: t{safe}"),
        Some(_) if safe.chars().any(|c| c.is_ascii_alphanumeric()) && safe != name => format!("call it {safe}"),
        _ => "name it in ASCII letters, digits, _ and -".to_owned(),
    }
}
