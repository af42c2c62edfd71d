//! From what results cost to the public document.

use crate::rent::column::Column;
use crate::rent::result::costs::{Costs, Input, SessionCosts, Sums, ToolCosts};
use crate::rent::result::measure::Yardstick;
use crate::rent::result::waste::{Kind, Waste};
use crate::report::document::Head;
use crate::report::rent::document::meter;
use crate::report::requests::Skipped;
use crate::report::results::document as public;
use crate::report::results::notes;

/// What stands for a name that a recording does not give.
pub const UNNAMED: &str = "(unnamed)";

/// The document of what results cost on a column.
#[must_use]
pub fn document(head: Head, costs: &Costs, column: &Column<'static>, unread: Vec<Skipped>) -> public::Results {
    let yardstick = Yardstick::new(column);
    let row = yardstick.limits.cap.or(yardstick.limits.warn);
    let over = |row: Option<&crate::host::refusal::Refusal>| row.and_then(|row| u64::try_from(row.over?).ok());
    let formula = yardstick.images;
    let (low, high) = formula.range();
    public::Results {
        head,
        host: column.host.id.clone(),
        model: column.model_id().unwrap_or(&column.meter.profile.name).to_owned(),
        meter: meter(column.meter.profile, column.meter.method()),
        image_formula: public::ImageFormula {
            id: formula.id.clone(),
            source: formula.source.clone(),
            as_of: formula.as_of.clone(),
            range: [low, high],
        },
        limits: public::Limits {
            warn: over(yardstick.limits.warn),
            cap: over(yardstick.limits.cap),
            source: row.map(|row| row.source.clone()),
            as_of: row.map(|row| row.as_of.clone()),
        },
        totals: totals(costs),
        results: costs.tools.iter().map(tool).collect(),
        kinds: Kind::ALL.into_iter().map(|each| kind(each, &costs.total)).collect(),
        sessions: costs.sessions.iter().map(session).collect(),
        unread,
        notes: notes::notes(costs, &yardstick),
    }
}

fn totals(costs: &Costs) -> public::Totals {
    let input = costs.input();
    let share = input.filter(|input| *input > 0).map(|input| rounded(costs.total.sent, input).min(100.0));
    public::Totals { sums: sums(&costs.total), input, share_pct: share }
}

fn tool(row: &ToolCosts) -> public::Tool {
    public::Tool {
        server: row.server.clone(),
        tool: row.tool.clone().unwrap_or_else(|| UNNAMED.to_owned()),
        sums: sums(&row.sums),
        median: row.spread.median,
        p95: row.spread.p95,
        max: row.spread.max,
        share_pct: row.share_pct.map(tenths),
    }
}

fn session(row: &SessionCosts) -> public::Session {
    let basis = |input: Input| match input {
        Input::Billed(_) => "billed",
        Input::Recorded(_) => "recorded",
    };
    public::Session {
        source: row.source.clone(),
        id: row.id.clone(),
        requests: row.requests,
        sums: sums(&row.sums),
        input: row.input.map(Input::tokens),
        input_basis: row.input.map(|input| basis(input).to_owned()),
        share_pct: row.share_pct.map(tenths),
    }
}

fn sums(sums: &Sums) -> public::Sums {
    public::Sums {
        calls: sums.calls,
        failed: sums.failed,
        tokens: sums.tokens,
        failed_tokens: sums.failed_tokens,
        carried: sums.carried,
        turns_carried: sums.turns_carried,
        waste: waste(&sums.waste),
        images: public::Images {
            count: sums.images.count,
            tokens: sums.images.tokens,
            least: sums.images.least,
            unknown: sums.images.unknown,
        },
        warned: sums.warned,
        over_cap: sums.over,
        spilled: sums.spilled,
        spilled_tokens: sums.spilled_tokens,
        unanswered: sums.unanswered,
        without_text: sums.unread,
    }
}

fn waste(waste: &Waste) -> public::Waste {
    public::Waste {
        indent: waste.of(Kind::Indent),
        duplicate_structured: waste.of(Kind::DuplicateStructured),
        nulls: waste.of(Kind::Nulls),
        wrapped: waste.of(Kind::Wrapped),
        rows: waste.of(Kind::Rows),
        base64: waste.of(Kind::Base64),
    }
}

fn kind(kind: Kind, total: &Sums) -> public::Kind {
    public::Kind {
        kind: kind.id().to_owned(),
        what: kind.words().to_owned(),
        results: total.wasteful[kind as usize],
        tokens: total.waste.of(kind),
        carried: total.waste_carried.of(kind),
        share_pct: rounded(total.waste.of(kind), total.tokens),
        misses: kind.misses().to_owned(),
    }
}

/// A part in percent of a whole, to a tenth; 0 of nothing.
#[must_use]
pub fn rounded(part: i64, whole: i64) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "token counts stay far below 2^53")]
    let share = if whole > 0 { part as f64 * 100.0 / whole as f64 } else { 0.0 };
    tenths(share)
}

fn tenths(share: f64) -> f64 {
    (share * 10.0).round() / 10.0
}

impl public::Waste {
    /// All of it.
    #[must_use]
    pub fn total(&self) -> i64 {
        self.indent + self.duplicate_structured + self.nulls + self.wrapped + self.rows + self.base64
    }
}
