//! Budgets: how many tokens a tool, a server, the instructions or everything together may take.

use crate::rent::row::Ledger;

/// Limits in tokens; absent ones allow everything.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Budget {
    /// For each tool: the larger of what it takes up front and once loaded.
    pub tool: Option<u64>,
    /// For each server, its instructions included: what it takes up front.
    pub server: Option<u64>,
    /// For everything that stands in every request.
    pub total: Option<u64>,
    /// For the instructions of each server.
    pub instructions: Option<u64>,
    /// How much the total may grow over a baseline, in percent.
    pub growth_pct: Option<u64>,
}

/// A limit that is exceeded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Excess {
    /// Which limit, as settings call it.
    pub budget: &'static str,
    /// The server it is about.
    pub server: Option<String>,
    /// The tool it is about.
    pub tool: Option<String>,
    /// The limit.
    pub limit: i64,
    /// What was found.
    pub found: i64,
}

impl Budget {
    /// `other` where it says something, else this.
    #[must_use]
    pub fn overridden(self, other: Budget) -> Budget {
        Budget {
            tool: other.tool.or(self.tool),
            server: other.server.or(self.server),
            total: other.total.or(self.total),
            instructions: other.instructions.or(self.instructions),
            growth_pct: other.growth_pct.or(self.growth_pct),
        }
    }

    /// What exceeds it; `before` is the baseline's up-front total.
    #[must_use]
    pub fn excesses(&self, ledger: &Ledger, before: Option<i64>) -> Vec<Excess> {
        let mut found = Vec::new();
        let mut check = |budget, limit: Option<u64>, tokens: i64, server: Option<&str>, tool: Option<&str>| {
            let Some(limit) = limit.map(|limit| i64::try_from(limit).unwrap_or(i64::MAX)) else { return };
            if tokens > limit {
                let (server, tool) = (server.map(str::to_owned), tool.map(str::to_owned));
                found.push(Excess { budget, server, tool, limit, found: tokens });
            }
        };
        for server in &ledger.servers {
            let name = Some(server.name.as_str());
            for tool in &server.tools {
                check("tool", self.tool, tool.up_front.max(tool.if_loaded), name, Some(&tool.name));
            }
            check("server", self.server, server.up_front + server.instructions, name, None);
            check("instructions", self.instructions, server.instructions, name, None);
        }
        let total = ledger.totals.up_front;
        check("total", self.total, total, None, None);
        if let Some(before) = before.filter(|before| *before > 0) {
            // Rounded up, so that growth just over the limit is not rounded into it.
            let growth = (total - before).saturating_mul(100).saturating_add(before - 1).div_euclid(before);
            check("growth_pct", self.growth_pct, growth, None, None);
        }
        found
    }
}
