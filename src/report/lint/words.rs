//! The words that several writers share: where a finding stands, what it costs, and how it all ended.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use crate::rent::figures::{count, grouped};
use crate::report::escape::visible;
use crate::report::lint::document::Lint;
use crate::report::lint::found::Finding;

/// Server, tool and pointer, as far as there are any, with everything that hides made visible.
pub(crate) fn place(server: &str, tool: Option<&str>, pointer: &str, between: &str) -> String {
    let parts = [server, tool.unwrap_or_default(), pointer];
    parts.into_iter().filter(|part| !part.is_empty()).map(visible).collect::<Vec<_>>().join(between)
}

/// Source, line and column, as far as they are known.
pub(crate) fn location(finding: &Finding) -> Option<String> {
    let location = finding.location.as_ref()?;
    let source = visible(&location.source);
    Some(match location.region {
        Some(region) => format!("{source}:{}:{}", region.line, region.column),
        None => source.into_owned(),
    })
}

/// Tokens by profile as one figure, or as a span where the profiles differ.
fn span(least: i64, most: i64) -> String {
    match (least, most) {
        (1, 1) => "1 token".to_owned(),
        (least, most) if least == most => format!("{} tokens", grouped(most)),
        (0, 1) => "up to 1 token".to_owned(),
        (0, most) => format!("up to {} tokens", grouped(most)),
        (least, most) => format!("{} to {} tokens", grouped(least), grouped(most)),
    }
}

/// What a change does to the tokens of a turn; nothing where it does nothing.
pub(crate) fn effect(saves: &BTreeMap<String, i64>, save: &str, cost: &str) -> Option<String> {
    match (*saves.values().min()?, *saves.values().max()?) {
        (0, 0) => None,
        (least @ 0.., most) => Some(format!("{save} {}", span(least, most))),
        (least, most @ ..=0) => Some(format!("{cost} {}", span(-most, -least))),
        (least, most) => Some(format!("{cost} {} or {save} {}, by model", span(0, -least), span(0, most))),
    }
}

/// What a finding's fix does to the tokens of a turn, or what its words cost.
pub(crate) fn price(finding: &Finding) -> Option<String> {
    if is_fixable(finding) {
        return effect(&finding.saves, "the fix saves", "the fix costs").map(|effect| format!("{effect} every turn"));
    }
    let when = if finding.in_result { "whenever it comes back" } else { "every turn" };
    let (least, most) = (*finding.saves.values().min()?, *finding.saves.values().max()?);
    (most > 0).then(|| format!("costs {} {when}", span(least, most)))
}

/// The pointer of a finding, which begins at the tool or at what came back from a call.
pub(crate) fn pointer(finding: &Finding) -> Cow<'_, str> {
    if finding.in_result { format!("result{}", finding.pointer).into() } else { finding.pointer.as_str().into() }
}

/// Whether a finding has a fix that a program can apply.
pub(crate) fn is_fixable(finding: &Finding) -> bool {
    finding.fix.as_ref().is_some_and(|fix| !fix.patch.is_empty())
}

/// What all fixes that save something save together; two that change the same place count once.
pub(crate) fn saved<'f>(findings: impl IntoIterator<Item = &'f Finding>) -> BTreeMap<String, i64> {
    let mut changed = BTreeSet::new();
    let mut total = BTreeMap::new();
    let saving = |finding: &&Finding| is_fixable(finding) && finding.saves.values().all(|tokens| *tokens >= 0);
    for finding in findings.into_iter().filter(saving) {
        let patch = finding.fix.iter().flat_map(|fix| &fix.patch);
        let places: Vec<_> = patch.map(|change| (&finding.server, &finding.tool, change.path.as_str())).collect();
        if places.iter().any(|place| changed.contains(place)) {
            continue;
        }
        changed.extend(places);
        for (profile, tokens) in &finding.saves {
            *total.entry(profile.clone()).or_insert(0) += tokens;
        }
    }
    total
}

/// What was judged and found, in a line. `noted` says that notes stand above too.
pub(crate) fn summary(lint: &Lint, noted: bool) -> String {
    let counts = &lint.counts;
    let mut found = Vec::new();
    if counts.error > 0 {
        found.push(count(counts.error, "error"));
    }
    if counts.warning > 0 {
        found.push(count(counts.warning, "warning"));
    }
    if found.is_empty() {
        let is_all = counts.info == 0 && lint.hidden.persona == 0;
        found.push(if is_all { "nothing found" } else { "no errors or warnings" }.to_owned());
    }
    if counts.info > 0 {
        let how = if noted { "" } else { " (--min-severity info shows them)" };
        found.push(format!("{}{how}", count(counts.info, "note")));
    }
    if lint.hidden.persona > 0 {
        found.push(format!(
            "{} for other readers (--persona auditor shows them)",
            count(lint.hidden.persona, "finding")
        ));
    }
    let mut line = format!("{}: {}.", judged(lint), found.join(", "));
    if let Some(effect) = effect(&saved(&lint.findings), "save", "cost") {
        line += &format!(" Fixes would {effect} a turn.");
    }
    line + &left_out(lint)
}

/// How many tools and results were judged; a run over results only speaks of no tools.
fn judged(lint: &Lint) -> String {
    let tools = count(lint.counts.tools, "tool");
    let results = count(lint.counts.results, "result");
    match (lint.counts.tools, lint.counts.results) {
        (_, 0) => tools,
        (0, _) => results,
        _ => format!("{tools}, {results}"),
    }
}

fn left_out(lint: &Lint) -> String {
    let reasons = [(lint.allowed, "allowed"), (lint.baseline, "in the baseline"), (lint.unchecked.len(), "not judged")];
    let told = reasons.into_iter().filter(|(number, _)| *number > 0);
    let told: Vec<_> = told.map(|(number, what)| format!("{} {what}", count(number, "place"))).collect();
    if told.is_empty() { String::new() } else { format!(" {}.", told.join(", ")) }
}

/// What hosts do about a finding, the worst first: those that do the same stand together.
pub(crate) fn hosts(finding: &Finding) -> Option<String> {
    let ranked = ["request", "server", "tool", "degraded"];
    let mut groups: BTreeMap<(usize, &str), Vec<&str>> = BTreeMap::new();
    for says in &finding.hosts {
        let rank = ranked.iter().position(|word| *word == says.blast).unwrap_or(ranked.len());
        groups.entry((rank, &says.consequence)).or_default().push(&says.host);
    }
    let told = groups.into_iter().map(|((rank, consequence), hosts)| {
        let hosts = hosts.join(", ");
        match rank {
            0 => format!("{hosts} refuse{} the whole request: {consequence}", third(&hosts)),
            1 => format!("{hosts} lose{} all tools of the server: {consequence}", third(&hosts)),
            2 => format!("{hosts} lose{} the tool: {consequence}", third(&hosts)),
            _ => format!("{hosts}: {consequence}"),
        }
    });
    let told: Vec<String> = told.collect();
    let valid =
        if finding.group == "host" && !finding.message.contains("valid MCP") { "valid MCP 2026-07-28; " } else { "" };
    (!told.is_empty()).then(|| format!("{valid}{}", told.join("; ")))
}

/// The ending of a verb with one host before it.
fn third(hosts: &str) -> &'static str {
    if hosts.contains(", ") { "" } else { "s" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fix_that_costs_does_not_save() {
        let said = |figures: [i64; 2]| {
            let saves = ["a", "b"].map(str::to_owned).into_iter().zip(figures).collect();
            effect(&saves, "saves", "costs").unwrap_or_default()
        };
        assert_eq!(said([2, 4]), "saves 2 to 4 tokens");
        assert_eq!(said([0, 4]), "saves up to 4 tokens");
        assert_eq!(said([-5, 0]), "costs up to 5 tokens");
        assert_eq!(said([-12, -8]), "costs 8 to 12 tokens");
        assert_eq!(said([-1, 3]), "costs up to 1 token or saves up to 3 tokens, by model");
        assert_eq!(said([0, 0]), "");
    }
}
