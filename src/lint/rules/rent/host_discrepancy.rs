//! A host's own figure for a tool cannot be what the tool's definition costs.
//!
//! ## Why
//!
//! Users blame the server for what a host counts twice, divides evenly or shows as nothing. The figures stand side by
//! side, with the cause that would explain the difference.
//!
//! ## Examples
//!
//! ```json bad
//! {"tools":[{"name":"cari","description":"Mencari buku menurut judul.","inputSchema":{"type":"object"}}],
//!  "claims":{"contoh.cari":5200}}
//! ```
//!
//! ```json good
//! {"tools":[{"name":"cari","description":"Mencari buku menurut judul.","inputSchema":{"type":"object"}}],
//!  "claims":{"contoh.cari":30}}
//! ```
//!
//! ## References
//!
//! anthropics/claude-code#16466, #27389, oOo0oOo/lean-lsp-mcp#109.

use crate::lint::cx::Cx;
use crate::lint::finding::Finding;
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::rule::{Check, Rule};
use crate::lint::scene::Scene;
use crate::rent::cause::Verdict;
use crate::rent::claimed::{Compared, ComparedTotal};

/// The rule.
pub static RULE: Rule = Rule {
    id: "host-discrepancy",
    group: Group::Rent,
    severity: Severity::Warning,
    confidence: Confidence::Medium,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("host_discrepancy.rs"),
    check: Check::Catalog(check),
};

fn check(scene: &Scene<'_>, cx: &mut Cx<'_>) {
    for comparison in scene.input.claims {
        for row in &comparison.rows {
            if let Some(cause) = cause(row.verdict) {
                let finding = of_row(scene, cx, row, cause);
                cx.report(finding);
            }
        }
        if let Some((total, cause)) = comparison.total.as_ref().and_then(|total| Some((total, cause(total.verdict)?))) {
            let ComparedTotal { claimed, ours, .. } = total;
            let finding = cx.at("").say(format!("the host's total is {claimed} tokens, ours is {ours}: {cause}"));
            cx.report(finding);
        }
    }
}

fn of_row(scene: &Scene<'_>, cx: &Cx<'_>, row: &Compared, cause: &str) -> Finding {
    let server = scene.servers.iter().find(|view| view.server.name == row.server);
    let tool = server.and_then(|view| view.tools.iter().find(|tool| tool.tool.name == row.tool));
    let blank = match (server, tool) {
        (Some(server), Some(tool)) => cx.of(server.at, Some(tool.at), ""),
        _ => cx.at(""),
    };
    let Compared { claimed, ours, .. } = row;
    let times = row.ratio.filter(|ratio| *ratio >= 2.0).map(|ratio| format!(" (x{ratio:.0})")).unwrap_or_default();
    blank
        .say(format!("the host says {claimed} tokens, the definition takes {ours}{times}: {cause}"))
        .help("this is the host's way of counting; the definition costs what stands here")
}

fn cause(verdict: Verdict) -> Option<&'static str> {
    match verdict {
        Verdict::Agrees => None,
        Verdict::Likely(cause) => Some(cause.words()),
        Verdict::Unexplained => Some("nothing here explains it"),
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::judged::findings;

    #[test]
    fn the_ratio_and_the_cause_are_told() {
        let json = r#"{"tools":[{"name":"cari","description":"Mencari buku."}],"claims":{"contoh.cari":6000}}"#;
        let found = findings("host-discrepancy", json);
        assert_eq!((found.len(), found[0].tool.as_deref()), (1, Some("cari")));
        assert!(found[0].message.contains("6000 tokens") && found[0].message.contains("(x"), "{}", found[0].message);
    }
}
