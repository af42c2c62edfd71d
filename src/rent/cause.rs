//! Why a host's own figure differs from ours.

use crate::rent::row::{Ledger, Loading, ToolRow};

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
pub(crate) const LEAST_PREAMBLE: i64 = 50;

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
            Cause::NotThisDefinition => "cannot come from what is defined here",
        }
    }
}

/// Why a claim for one tool differs from our figures.
pub(crate) fn of_tool(claimed: i64, tool: &ToolRow, preamble: i64) -> Verdict {
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
    } else if claimed / 2 > tool.if_loaded + preamble {
        Cause::NotThisDefinition
    } else {
        return Verdict::Unexplained;
    };
    Verdict::Likely(cause)
}

/// Why a claimed total differs from ours.
pub(crate) fn of_total(claimed: i64, ledger: &Ledger, tools: usize) -> Verdict {
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
    } else if claimed / 2 > totals.if_loaded.saturating_add(preambles) {
        Cause::NotThisDefinition
    } else {
        return Verdict::Unexplained;
    };
    Verdict::Likely(cause)
}

/// Whether two figures agree: within 8 tokens, for rounding, or 15 %, for another meter.
pub(crate) fn near(one: i64, other: i64) -> bool {
    let difference = one.abs_diff(other);
    difference <= 8 || u128::from(difference) * 100 <= u128::from(one.max(other).unsigned_abs()) * 15
}

/// Whether `extra` is about the preamble; a fifth off, because hosts round and preambles change.
fn is_preamble(extra: i64, preamble: i64) -> bool {
    preamble >= LEAST_PREAMBLE && extra.abs_diff(preamble).saturating_mul(5) <= preamble.unsigned_abs()
}
