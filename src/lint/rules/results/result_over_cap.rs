//! A result is longer than a host lets through.
//!
//! ## Why
//!
//! Above its cap a host refuses or cuts the result, and the call was for nothing; below it, the model pays for it again on
//! every later turn.
//!
//! ## Examples
//!
//! ```json bad option:tokens:5
//! {"tool":{"name":"log"},"result":{"content":[{"type":"text","text":"12 baris, 2 galat, 31 peringatan dalam tiga berkas"}]}}
//! ```
//!
//! ```json good host:claude-code
//! {"tool":{"name":"log"},"result":{"content":[{"type":"text","text":"12 baris, 2 galat"}]}}
//! ```
//!
//! ## References
//!
//! dbt-labs/dbt-mcp#178, oraios/serena#516 (Claude Code: 25,000 tokens, warned from 10,000).

use crate::host::refusal::Condition;
use crate::lint::blocks;
use crate::lint::cx::Cx;
use crate::lint::finding::HostSays;
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::knob::{Knob, Setting};
use crate::lint::rule::{Check, Rule};
use crate::lint::scene::CallView;
use crate::rent::result::blocks::texts;
use crate::rent::scale;

/// The rule.
pub static RULE: Rule = Rule {
    id: "result-over-cap",
    group: Group::Results,
    severity: Severity::Warning,
    confidence: Confidence::High,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[Knob {
        name: "tokens",
        what: "a cap of your own, in tokens; 0 asks the hosts only",
        default: Setting::Number(0),
    }],
    file: include_str!("result_over_cap.rs"),
    check: Check::Call(check),
};

const HELP: &str = "page it, filter it, or return a summary with a link to the rest";

fn check(view: &CallView<'_>, cx: &mut Cx<'_>) {
    let texts = texts(&view.call.result);
    // No token is shorter than a byte.
    let bytes: usize = texts.iter().map(|block| block.text.len()).sum();
    let rows: Vec<_> = cx.scene.refusals(Condition::ResultTokens).collect();
    let own = Some(cx.size("tokens")).filter(|most| *most > 0);
    if rows.iter().filter_map(|(_, row)| row.over).chain(own).all(|most| bytes <= most) {
        return;
    }
    let tokens = usize::try_from(texts.iter().map(|block| scale::tokens(block.text)).sum::<i64>()).unwrap_or_default();
    if let Some(most) = own.filter(|most| tokens > *most) {
        cx.report(cx.at("/content").say(format!("{tokens} tokens of text; the cap is {most}")).help(HELP));
    }
    for (host, row) in rows {
        let Some(most) = row.over.filter(|most| tokens > *most) else { continue };
        // A host that also has a harder row is told by that one.
        let harder = cx
            .scene
            .refusals(Condition::ResultTokens)
            .any(|(other, harder)| other.id == host.id && harder.over.is_some_and(|over| over > most && tokens > over));
        if harder {
            continue;
        }
        let finding = cx
            .at("/content")
            .say(format!("{tokens} tokens of text; {} takes {most}", host.id))
            .severity(blocks::severity(row.level()))
            .host(HostSays {
                host: host.id.clone(),
                consequence: row.then.clone(),
                blast: row.blast,
                source: row.source.clone(),
                as_of: row.as_of.clone(),
            })
            .help(HELP);
        cx.report(finding);
    }
}
