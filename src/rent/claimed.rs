//! A host's own figures beside ours, each with its likely cause where they differ.

use crate::rent::claims::{Claims, Subject};
use crate::rent::row::{Ledger, Loading, ServerRow, ToolRow};

/// The claims of a host beside a ledger.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// One row a claim that names a tool of the ledger, in the order of the claims.
    pub rows: Vec<Compared>,
    /// The total, when the host gave one.
    pub total: Option<ComparedTotal>,
    /// Claims for tools that the ledger does not hold, as the file names them.
    pub unknown: Vec<String>,
    /// Tools of the ledger without a claim.
    pub unclaimed: usize,
}

/// One claim beside our figure.
#[derive(Debug, Clone, PartialEq)]
pub struct Compared {
    /// The server.
    pub server: String,
    /// The tool.
    pub tool: String,
    /// What the host says.
    pub claimed: i64,
    /// What the definition takes in every request.
    pub ours: i64,
    /// What it takes once loaded.
    pub if_loaded: i64,
    /// `claimed` through `ours`; `None` when ours is 0.
    pub ratio: Option<f64>,
    /// Why they differ.
    pub verdict: Verdict,
}

/// The claimed total beside ours.
#[derive(Debug, Clone, PartialEq)]
pub struct ComparedTotal {
    /// What the host says.
    pub claimed: i64,
    /// The sum of its own claims, when it makes any for tools.
    pub sum_of_claims: Option<i64>,
    /// What stands in every request.
    pub ours: i64,
    /// The same with every definition loaded.
    pub if_loaded: i64,
    /// Why they differ.
    pub verdict: Verdict,
}

/// How a claim and our figure go together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// They agree, within 8 tokens or 15 %.
    Agrees,
    /// They differ, and this would explain it.
    Likely(Cause),
    /// They differ, and nothing here explains it.
    Unexplained,
}

/// A likely cause of a difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// The preamble that stands once per request is counted for every tool.
    PreamblePerTool,
    /// The total is divided by the number of tools.
    EvenSplit,
    /// Shown as 0 because the definition is held back, though its stand-in or its loading costs.
    ZeroThoughDeferred,
    /// Shown in full although the definition is held back.
    InFullThoughDeferred,
    /// The whole object of the wire is counted, with members that no model reads.
    WholeObject,
    /// More than this definition can cost: a text shared by tools, several preambles, or another definition.
    NotThisDefinition,
}

/// A preamble smaller than this explains nothing, in tokens.
const LEAST_PREAMBLE: i64 = 50;

impl Cause {
    /// The cause in words, a lowercase fragment.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Cause::PreamblePerTool => "the preamble is counted for every tool; it stands once per request",
            Cause::EvenSplit => "the total divided by the number of tools",
            Cause::ZeroThoughDeferred => "shown as 0 because it is deferred",
            Cause::InFullThoughDeferred => "shown in full although it is deferred",
            Cause::WholeObject => "the whole object is counted, with members that no model reads",
            Cause::NotThisDefinition => "cannot come from this definition",
        }
    }
}

/// Puts the claims beside the ledger.
#[must_use]
pub fn compare(claims: &Claims, ledger: &Ledger) -> Comparison {
    let mut unknown = Vec::new();
    let mut found = Vec::new();
    for claim in &claims.tools {
        match find(&claim.subject, ledger) {
            Some((server, tool)) => found.push((server, tool, claim.tokens)),
            None => unknown.push(name(&claim.subject)),
        }
    }
    let split = even_split(&found);
    let rows: Vec<Compared> = found
        .iter()
        .map(|(server, tool, claimed)| Compared {
            server: server.name.clone(),
            tool: tool.name.clone(),
            claimed: *claimed,
            ours: tool.up_front,
            if_loaded: tool.if_loaded,
            ratio: ratio(*claimed, tool.up_front),
            verdict: if split {
                Verdict::Likely(Cause::EvenSplit)
            } else {
                verdict(*claimed, tool, ledger.totals.fixed)
            },
        })
        .collect();
    let tools: usize = ledger.servers.iter().map(|server| server.tools.len()).sum();
    let sum_of_claims = (!claims.tools.is_empty()).then(|| claims.tools.iter().map(|claim| claim.tokens).sum());
    let total = claims.total.map(|claimed| ComparedTotal {
        claimed,
        sum_of_claims,
        ours: ledger.totals.up_front,
        if_loaded: ledger.totals.if_loaded,
        verdict: total_verdict(claimed, ledger, tools),
    });
    Comparison { unclaimed: tools.saturating_sub(rows.len()), rows, total, unknown }
}

fn find<'a>(subject: &Subject, ledger: &'a Ledger) -> Option<(&'a ServerRow, &'a ToolRow)> {
    let tools = || ledger.servers.iter().flat_map(|server| server.tools.iter().map(move |tool| (server, tool)));
    match subject {
        Subject::Pair { server, tool } => tools().find(|(row, of)| row.name == *server && of.name == *tool),
        Subject::Key(key) => {
            let whole = |row: &ServerRow, tool: &ToolRow| {
                key.strip_prefix(row.name.as_str()).and_then(|rest| rest.strip_prefix('.')) == Some(tool.name.as_str())
            };
            let mut bare = tools().filter(|(_, tool)| tool.name == *key);
            tools()
                .find(|(row, tool)| whole(row, tool))
                .or_else(|| tools().find(|(_, tool)| tool.shown_as == *key))
                // A bare name only where it can mean one tool.
                .or_else(|| bare.next().filter(|_| bare.next().is_none()))
        }
    }
}

fn name(subject: &Subject) -> String {
    match subject {
        Subject::Key(key) => key.clone(),
        Subject::Pair { server, tool } => format!("{server}.{tool}"),
    }
}

/// Equal claims for definitions that are not equal.
fn even_split(found: &[(&ServerRow, &ToolRow, i64)]) -> bool {
    let [(_, _, first), rest @ ..] = found else { return false };
    let ours = || found.iter().map(|(_, tool, _)| tool.if_loaded);
    let differ = ours().max().zip(ours().min()).is_some_and(|(most, least)| !near(most, least));
    *first > 0 && !rest.is_empty() && rest.iter().all(|(_, _, claimed)| claimed == first) && differ
}

fn verdict(claimed: i64, tool: &ToolRow, preamble: i64) -> Verdict {
    let deferred = tool.loading == Loading::Deferred;
    let extra = claimed - tool.if_loaded;
    let cause = if claimed == 0 && deferred && tool.if_loaded > 0 {
        Cause::ZeroThoughDeferred
    } else if near(claimed, tool.up_front) {
        return Verdict::Agrees;
    } else if deferred && near(claimed, tool.if_loaded) {
        Cause::InFullThoughDeferred
    } else if is_preamble(extra, preamble) {
        Cause::PreamblePerTool
    } else if near(claimed, tool.wire.tokens) && !near(tool.wire.tokens, tool.if_loaded) {
        Cause::WholeObject
    } else if claimed > 2 * (tool.if_loaded + preamble) {
        Cause::NotThisDefinition
    } else {
        return Verdict::Unexplained;
    };
    Verdict::Likely(cause)
}

fn total_verdict(claimed: i64, ledger: &Ledger, tools: usize) -> Verdict {
    let totals = &ledger.totals;
    let deferred = totals.up_front != totals.if_loaded;
    // Once is right; every further tool adds one more.
    let preambles = totals.fixed.saturating_mul(i64::try_from(tools).unwrap_or(i64::MAX).saturating_sub(1));
    let cause = if near(claimed, totals.up_front) {
        return Verdict::Agrees;
    } else if deferred && near(claimed, totals.if_loaded) {
        Cause::InFullThoughDeferred
    } else if is_preamble(claimed - totals.if_loaded, preambles) {
        Cause::PreamblePerTool
    } else if near(claimed, totals.wire.tokens) {
        Cause::WholeObject
    } else {
        return Verdict::Unexplained;
    };
    Verdict::Likely(cause)
}

fn near(one: i64, other: i64) -> bool {
    let difference = one.abs_diff(other);
    difference <= 8 || difference.saturating_mul(100) <= one.max(other).unsigned_abs().saturating_mul(15)
}

/// Whether `extra` is about the preamble; a fifth off, because hosts round and preambles change.
fn is_preamble(extra: i64, preamble: i64) -> bool {
    preamble >= LEAST_PREAMBLE && extra.abs_diff(preamble).saturating_mul(5) <= preamble.unsigned_abs()
}

fn ratio(claimed: i64, ours: i64) -> Option<f64> {
    #[expect(clippy::cast_precision_loss, reason = "token counts stay far below 2^53")]
    (ours > 0).then(|| claimed as f64 / ours as f64)
}
