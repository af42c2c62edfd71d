//! A host cuts a description or the instructions, and the model never reads the end.
//!
//! ## Why
//!
//! The cut is silent: the host's own list still shows the whole text. What stands at the end, often the limits and the
//! examples, is paid for by nobody and read by nobody. Put what the model must know first.
//!
//! ## Examples
//!
//! ```json bad
//! {"name":"skrip_halaman","inputSchema":{"type":"object","properties":{}},"description":"Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Me"}
//! ```
//!
//! ```json good
//! {"name":"skrip_halaman","inputSchema":{"type":"object","properties":{}},"description":"Runs a script on the page."}
//! ```
//!
//! ## References
//!
//! anthropics/claude-code#41593, #81268, #87650 (2,048 characters); anthropics/claude-code#43474 (instructions, 2 KB).

use crate::host::cut::Cut;
use crate::host::profile::{Host, InstructionsShown};
use crate::host::refusal::Blast;
use crate::lint::cx::Cx;
use crate::lint::finding::{Finding, HostSays};
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::rule::{Check, Rule};
use crate::lint::rules::host::verdict;
use crate::lint::scene::ServerView;

/// The rule.
pub static RULE: Rule = Rule {
    id: "description-truncated-by-host",
    group: Group::Host,
    severity: Severity::Warning,
    confidence: Confidence::High,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("description_truncated_by_host.rs"),
    check: Check::Server(check),
};

/// The most of a text that a message quotes, in characters.
const QUOTED: usize = 40;

fn check(view: &ServerView<'_>, cx: &mut Cx<'_>) {
    let scene = cx.scene;
    let hosts = scene.input.hosts;
    let shown = |host: &&&'static Host| host.instructions.shown != InstructionsShown::No;
    let cuts: Vec<_> =
        hosts.iter().filter(shown).filter_map(|host| Some((*host, host.instructions.cut.as_ref()?))).collect();
    if let Some(text) = view.server.instructions.as_deref()
        && let Some(finding) = judge(cx.at("/instructions"), &cuts, text)
    {
        cx.report(finding);
    }
    let cuts: Vec<_> = hosts.iter().filter_map(|host| Some((*host, host.description.as_ref()?))).collect();
    for tool in view.tools.iter().filter(|_| !cuts.is_empty()) {
        let Some(text) = tool.tool.description() else { continue };
        let blank = cx.of(view.at, Some(tool.at), tool.tool.body_pointer("description"));
        if let Some(finding) = judge(blank, &cuts, text) {
            cx.report(finding);
        }
    }
}

/// The finding of the shortest cut, with all hosts that cut.
fn judge(blank: Finding, cuts: &[(&'static Host, &'static Cut)], text: &str) -> Option<Finding> {
    let lossy: Vec<_> = cuts.iter().map(|(host, cut)| (*host, *cut, cut.apply(text).lost)).collect();
    let lossy: Vec<_> = lossy.into_iter().filter(|(_, _, lost)| !lost.is_empty()).collect();
    let (_, cut, lost) = lossy.iter().max_by_key(|(_, _, lost)| lost.len())?;
    let ids: Vec<&str> = lossy.iter().map(|(host, _, _)| host.id.as_str()).collect();
    let kept = text.strip_suffix(lost)?;
    let (whole, gone) = (cut.unit.length(text), cut.unit.length(lost));
    let message = format!(
        "{} show{} {} of {} {} and lose{} {} ({} %), after {:?}",
        verdict::listed(&ids),
        plural(&ids),
        verdict::grouped(whole - gone),
        verdict::grouped(whole),
        cut.unit.word(),
        plural(&ids),
        verdict::grouped(gone),
        gone * 100 / whole.max(1),
        last_words(kept, lost)
    );
    let help = match last_sentence(kept) {
        Some(sentence) => format!("put what matters first; the last whole sentence shown ends {sentence:?}"),
        None => "put what matters first; no sentence ends before the cut".to_owned(),
    };
    let told = blank.say(message).span(kept.len()..text.len()).evidence(text).help(help);
    Some(lossy.iter().fold(told, |finding, (host, cut, _)| finding.host(says(host, cut))))
}

fn says(host: &Host, cut: &Cut) -> HostSays {
    HostSays {
        host: host.id.clone(),
        consequence: format!(
            "cut at {} {}; the model never reads the rest",
            verdict::grouped(cut.max),
            cut.unit.word()
        ),
        blast: Blast::Degraded,
        source: cut.source.clone(),
        as_of: cut.as_of.clone(),
    }
}

fn plural(ids: &[&str]) -> &'static str {
    if ids.len() == 1 { "s" } else { "" }
}

/// The last words that are shown whole; in a script without spaces the last characters.
fn last_words<'t>(kept: &'t str, lost: &str) -> &'t str {
    let whole = if lost.starts_with(char::is_whitespace) {
        kept
    } else {
        kept.rfind(char::is_whitespace).map_or(kept, |at| &kept[..at])
    };
    end_of(whole.trim_end())
}

/// The end of the last sentence that is shown whole.
fn last_sentence(kept: &str) -> Option<&str> {
    let ends = |(at, c): (usize, char)| {
        let after = kept[at + c.len_utf8()..].chars().next();
        let full = matches!(c, '。' | '！' | '？' | '\n');
        (full || matches!(c, '.' | '!' | '?') && after.is_some_and(char::is_whitespace)).then_some(at + c.len_utf8())
    };
    let end = kept.char_indices().rev().find_map(ends)?;
    let sentence = end_of(kept[..end].trim_end());
    (!sentence.is_empty()).then_some(sentence)
}

/// The end of a text, from the beginning of a word on.
fn end_of(text: &str) -> &str {
    let Some((at, _)) = text.char_indices().rev().nth(QUOTED - 1) else { return text };
    let end = &text[at..];
    end.find(char::is_whitespace).map_or(end, |space| end[space..].trim_start())
}
