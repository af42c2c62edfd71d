//! What a request is billed as: how much of it is read from the prompt cache, written to it, or neither, and what that costs.

use crate::host::caching::{self, Caching, Retention};
use crate::host::model::Price;
use crate::host::tariff::Tariff;
use crate::rent::column::Column;
use crate::rent::price::MicroUsd;

/// How one model's provider bills input, ready to count with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Billing {
    /// The row of `caching.toml`; `None` when nothing is cached.
    pub caching: Option<&'static Caching>,
    /// What a token that is written costs, in percent of an uncached one.
    pub write_pct: i64,
    /// What a token that is read costs, in percent of an uncached one.
    pub read_pct: i64,
    /// Milliseconds in which a prefix is found again.
    pub ttl_ms: u64,
    /// The shortest prompt that is cached, in tokens.
    pub min_prefix: i64,
    /// Cached prefixes end at a multiple of this many tokens.
    pub step: i64,
    /// Blocks in which an earlier breakpoint is found.
    pub lookback: Option<u32>,
    /// Prices, when the model has any.
    pub price: Option<Price>,
}

/// The input of one pass, by what the cache does with it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Charge {
    /// Neither read nor written.
    pub uncached: i64,
    /// Written.
    pub written: i64,
    /// Read.
    pub read: i64,
}

impl Billing {
    /// The billing of a column's model; without a cache when nobody says how its provider bills one.
    #[must_use]
    pub fn of(column: &Column<'_>, retention: Retention) -> Billing {
        let row = column.model_id().and_then(|model| caching::of_model(model, retention));
        Billing::new(row, &column.tariff)
    }

    /// The billing by a row of `caching.toml` and a model's window and prices.
    ///
    /// Where the prices say what reading costs they go before the row, so that tokens and money tell one story. What
    /// writing costs is the row's, because prices are those of the short retention.
    #[must_use]
    pub fn new(row: Option<&'static Caching>, tariff: &Tariff) -> Billing {
        let Some(row) = row else { return Billing::uncached(tariff) };
        let priced = tariff.price.as_ref().and_then(|price| Some((price.input, price.cache_read?)));
        let read = priced.filter(|(input, _)| *input > 0).map(|(input, read)| (read * 100 + input / 2) / input);
        let min = tariff.min_cache_prefix.unwrap_or(row.min_prefix);
        Billing {
            caching: Some(row),
            write_pct: i64::from(row.write_pct),
            read_pct: read.and_then(|read| i64::try_from(read).ok()).unwrap_or(i64::from(row.read_pct)),
            ttl_ms: row.ttl_s.saturating_mul(1_000),
            min_prefix: i64::try_from(min).unwrap_or(i64::MAX),
            step: i64::from(row.step.max(1)),
            lookback: row.lookback,
            price: tariff.price.clone(),
        }
    }

    /// Billing without a prompt cache.
    #[must_use]
    pub fn uncached(tariff: &Tariff) -> Billing {
        Billing {
            caching: None,
            write_pct: 100,
            read_pct: 100,
            ttl_ms: 0,
            min_prefix: i64::MAX,
            step: 1,
            lookback: None,
            price: tariff.price.clone(),
        }
    }

    /// What a charge comes to, in hundredths of an uncached input token.
    #[must_use]
    pub fn billed_pct(&self, charge: Charge) -> i64 {
        charge.uncached * 100 + charge.written * self.write_pct + charge.read * self.read_pct
    }

    /// What input and output cost, when the model has prices.
    #[must_use]
    pub fn money(&self, charge: Charge, output: i64) -> Option<MicroUsd> {
        let price = self.price.as_ref()?;
        let part = |pct: i64| u64::try_from(pct).unwrap_or(0) * price.input / 100;
        let short = self.caching.is_none_or(|row| row.retention == Retention::Short);
        let write = price.cache_write.filter(|_| short).unwrap_or(part(self.write_pct));
        let read = price.cache_read.unwrap_or(part(self.read_pct));
        let parts = [
            MicroUsd::of(charge.uncached, price.input),
            MicroUsd::of(charge.written, write),
            MicroUsd::of(charge.read, read),
            MicroUsd::of(output, price.output.unwrap_or(0)),
        ];
        Some(parts.into_iter().sum())
    }
}

impl Charge {
    /// All of the input.
    #[must_use]
    pub fn input(self) -> i64 {
        self.uncached + self.written + self.read
    }

    /// Both together.
    #[must_use]
    pub fn plus(self, other: Charge) -> Charge {
        Charge {
            uncached: self.uncached + other.uncached,
            written: self.written + other.written,
            read: self.read + other.read,
        }
    }

    /// What is left of it without the other.
    #[must_use]
    pub fn less(self, other: Charge) -> Charge {
        Charge {
            uncached: self.uncached - other.uncached,
            written: self.written - other.written,
            read: self.read - other.read,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::profile;
    use crate::host::tariff::Overrides;

    fn column(host: &str, model: &str) -> Column<'static> {
        Column::new(profile::named(host).expect(host), Some(model), &Overrides::default()).expect(model)
    }

    #[test]
    fn a_model_brings_its_providers_rules() {
        let claude = Billing::of(&column("claude-api", "claude-sonnet-4-6"), Retention::Short);
        assert_eq!((claude.write_pct, claude.read_pct, claude.ttl_ms), (125, 10, 300_000));
        let long = Billing::of(&column("claude-api", "claude-sonnet-4-6"), Retention::Long);
        assert_eq!((long.write_pct, long.ttl_ms), (200, 3_600_000));
        let gpt = Billing::of(&column("openai-api", "gpt-4.1"), Retention::Short);
        assert_eq!((gpt.write_pct, gpt.read_pct, gpt.step), (100, 25, 128));
        let bare = Billing::of(&column("json", "raw-o200k"), Retention::Short);
        assert_eq!((bare.caching, bare.read_pct), (None, 100));
    }

    #[test]
    fn money_follows_the_state_of_the_cache() {
        let claude = Billing::of(&column("claude-api", "claude-sonnet-4-6"), Retention::Short);
        let charge = Charge { uncached: 1_000, written: 1_000, read: 1_000 };
        assert_eq!(claude.billed_pct(charge), 235_000);
        assert_eq!(claude.money(charge, 1_000).map(MicroUsd::get), Some(3_000 + 3_750 + 300 + 15_000));
        let long = Billing::of(&column("claude-api", "claude-sonnet-4-6"), Retention::Long);
        assert_eq!(long.money(charge, 0).map(MicroUsd::get), Some(3_000 + 6_000 + 300));
        assert_eq!(Billing::uncached(&Tariff::default()).money(charge, 9), None);
    }
}
