//! Server and tool together make a name that is too long for a host.
//!
//! ## Why
//!
//! Hosts put the server in front: `mcp__server__tool`. With the prefix the name passes the provider's limit, and the request
//! fails or the tool is left out. Users name servers themselves; where the source does not say the name, only a tool that
//! leaves no room for any is told.
//!
//! ## Examples
//!
//! ```json bad
//! {"servers":[{"name":"perpustakaan-universitas-gadjah-mada","tools":[{"name":"cari_buku_menurut_pengarang_dan_tahun",
//!  "description":"Mencari buku.","inputSchema":{"type":"object","properties":{}}}]}]}
//! ```
//!
//! ```json good
//! {"servers":[{"name":"perpustakaan","tools":[{"name":"cari_buku_menurut_pengarang",
//!  "description":"Mencari buku.","inputSchema":{"type":"object","properties":{}}}]}]}
//! ```
//!
//! ```json good host:openai-api
//! {"servers":[{"name":"perpustakaan-universitas-gadjah-mada","tools":[{"name":"cari_buku_menurut_pengarang_dan_tahun",
//!  "description":"Mencari buku.","inputSchema":{"type":"object","properties":{}}}]}]}
//! ```
//!
//! ## References
//!
//! anthropics/claude-code#22276; executeautomation/mcp-playwright#145 (Cursor, 60 characters); microsoft/vscode#243602.

use crate::host::refusal::Condition;
use crate::lint::cx::Cx;
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::rule::{Check, Rule};
use crate::lint::rules::host::verdict::{self, Row, Spec, Verdict};
use crate::lint::scene::ToolView;

/// The rule.
pub static RULE: Rule = Rule {
    id: "host-combined-name",
    group: Group::Host,
    severity: Severity::Error,
    confidence: Confidence::High,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("host_combined_name.rs"),
    check: Check::Tool(check),
};

fn check(view: &ToolView<'_>, cx: &mut Cx<'_>) {
    let rows = verdict::rows(cx, Condition::CombinedName, view.tool);
    let server = verdict::name_of(view.server);
    let long = |(host, row): &Row| {
        let shown = host.name.apply(server, &view.tool.name).text.chars().count();
        row.over.is_some_and(|over| shown > over)
    };
    let Some(said) = Verdict::of(rows.into_iter().filter(long)) else { return };
    let name = view.tool.name.as_str();
    let what = if server == verdict::UNNAMED {
        format!("a name of {} characters behind a server name of any length", name.chars().count())
    } else {
        let both = name.chars().count() + server.chars().count();
        format!("server and tool of {both} characters together")
    };
    let finding = said
        .tell(cx.at(view.tool.body_pointer("name")), &what, Spec::Allows)
        .evidence(name)
        .help("shorten the tool's name; what the server's name says already need not stand in it");
    cx.report(finding);
}
