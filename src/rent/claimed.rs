//! A host's own figures beside ours, each with its likely cause where they differ.

use crate::rent::cause::{self, Cause, Verdict};
use crate::rent::claims::{Claim, Claims, Subject};
use crate::rent::row::{Ledger, ServerRow, ToolRow};

/// The claims of a host beside a ledger.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// One row a claim that names a tool of the ledger, in the order of the claims.
    pub rows: Vec<Compared>,
    /// The total, when the host gave one.
    pub total: Option<ComparedTotal>,
    /// Claims for tools that the ledger does not hold.
    pub unknown: Vec<Claim>,
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

/// Puts the claims beside the ledger.
#[must_use]
pub fn compare(claims: &Claims, ledger: &Ledger) -> Comparison {
    let mut unknown = Vec::new();
    let mut found = Vec::new();
    for claim in &claims.tools {
        match find(&claim.subject, ledger) {
            Some((server, tool)) => found.push((server, tool, claim.tokens)),
            None => unknown.push(claim.clone()),
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
                cause::of_tool(*claimed, tool, ledger.totals.fixed)
            },
        })
        .collect();
    let tools: usize = ledger.servers.iter().map(|server| server.tools.len()).sum();
    let sum_of_claims = (!claims.tools.is_empty())
        .then(|| claims.tools.iter().fold(0, |sum: i64, claim| sum.saturating_add(claim.tokens)));
    let total = claims.total.map(|claimed| ComparedTotal {
        claimed,
        sum_of_claims,
        ours: ledger.totals.up_front,
        if_loaded: ledger.totals.if_loaded,
        verdict: cause::of_total(claimed, ledger, tools),
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

/// Equal claims for definitions that are not equal.
fn even_split(found: &[(&ServerRow, &ToolRow, i64)]) -> bool {
    let [(_, _, first), rest @ ..] = found else { return false };
    let ours = || found.iter().map(|(_, tool, _)| tool.if_loaded);
    let differ = ours().max().zip(ours().min()).is_some_and(|(most, least)| !cause::near(most, least));
    *first > 0 && !rest.is_empty() && rest.iter().all(|(_, _, claimed)| claimed == first) && differ
}

fn ratio(claimed: i64, ours: i64) -> Option<f64> {
    #[expect(clippy::cast_precision_loss, reason = "token counts stay far below 2^53")]
    (ours > 0).then(|| claimed as f64 / ours as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::profile;
    use crate::host::tariff::Overrides;
    use crate::rent::cause::LEAST_PREAMBLE;
    use crate::rent::claims;
    use crate::rent::column::Column;
    use crate::rent::example::{catalog, library, shop};
    use crate::rent::ledger::{Detail, ledger};
    use crate::rent::wire::Wires;

    fn on(host: &str) -> Ledger {
        let catalog = catalog(vec![library(), shop()]);
        let column = Column::new(profile::named(host).expect(host), None, &Overrides::default()).expect("column");
        ledger(&catalog, &Wires::count(&catalog), &column, Detail::Shares)
    }

    fn compared(ledger: &Ledger, claims: &[(&str, i64)]) -> Vec<Verdict> {
        let tools = claims.iter().map(|(key, tokens)| format!("{key:?}: {tokens}")).collect::<Vec<_>>().join(", ");
        let claims = claims::read(&format!("{{\"tools\": {{{tools}}}}}")).expect("claims");
        compare(&claims, ledger).rows.into_iter().map(|row| row.verdict).collect()
    }

    fn model(ledger: &Ledger, server: usize, tool: usize) -> i64 {
        ledger.servers[server].tools[tool].model
    }

    #[test]
    fn equal_figures_for_unequal_tools_are_a_split() {
        let claims = [("perpustakaan.cari_buku", 290), ("perpustakaan.pinjam", 290), ("shop.ping", 290)];
        assert_eq!(compared(&on("claude-api"), &claims), vec![Verdict::Likely(Cause::EvenSplit); 3]);
    }

    #[test]
    fn a_preamble_in_every_tool_is_seen() {
        let ledger = on("claude-api");
        let (fixed, search) = (ledger.totals.fixed, model(&ledger, 0, 0));
        assert!(fixed > LEAST_PREAMBLE);
        let claims = [("perpustakaan.cari_buku", search + fixed), ("perpustakaan.pinjam", model(&ledger, 0, 1))];
        assert_eq!(compared(&ledger, &claims), [Verdict::Likely(Cause::PreamblePerTool), Verdict::Agrees]);
    }

    #[test]
    fn deferred_tools_shown_as_nothing_or_in_full() {
        let ledger = on("claude-code");
        let claims = [("perpustakaan.cari_buku", 0), ("shop.find_item", model(&ledger, 1, 1))];
        assert_eq!(
            compared(&ledger, &claims),
            [Verdict::Likely(Cause::ZeroThoughDeferred), Verdict::Likely(Cause::InFullThoughDeferred)]
        );
    }

    #[test]
    fn a_figure_beyond_reach_is_called_so() {
        let ledger = on("json");
        let claims = [("perpustakaan.cari_buku", 6_150), ("shop.ping", 60)];
        assert_eq!(compared(&ledger, &claims), [Verdict::Likely(Cause::NotThisDefinition); 2]);
        assert_eq!(compared(&ledger, &[("shop.order", i64::MAX)]), [Verdict::Likely(Cause::NotThisDefinition)]);
    }

    #[test]
    fn tools_are_found_by_pair_key_shown_name_and_lone_name() {
        let ledger = on("claude-code");
        let claims = claims::read(r#"{"tools": {"shop.ping": 1, "mcp__shop__order": 1, "pinjam": 1, "shop.x": 1}}"#);
        let comparison = compare(&claims.expect("claims"), &ledger);
        let found: Vec<_> = comparison.rows.iter().map(|row| row.tool.as_str()).collect();
        assert_eq!(found, ["ping", "order", "pinjam"]);
        assert_eq!((comparison.unknown[0].subject.name().as_ref(), comparison.unclaimed), ("shop.x", 2));
        let pair = claims::read("shop,ping,1").expect("claims");
        assert_eq!(compare(&pair, &ledger).rows.len(), 1);
    }

    #[test]
    fn a_total_is_judged_too() {
        let ledger = on("claude-api");
        let totals = &ledger.totals;
        for (total, verdict) in [
            (totals.up_front, Verdict::Agrees),
            (totals.if_loaded + 4 * totals.fixed, Verdict::Likely(Cause::PreamblePerTool)),
            (totals.if_loaded + 2 * totals.fixed, Verdict::Unexplained),
            (90_000, Verdict::Likely(Cause::NotThisDefinition)),
        ] {
            let claims = Claims { total: Some(total), ..Claims::default() };
            assert_eq!(compare(&claims, &ledger).total.map(|total| total.verdict), Some(verdict));
        }
    }
}
