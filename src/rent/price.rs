//! Money as whole micro-dollars, and what a number of tokens costs in it.

use std::iter::Sum;
use std::ops::Add;

use crate::host::model::Price;

/// Millionths of a US dollar.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct MicroUsd(i128);

/// What the same tokens cost in one turn, by the state of the prompt cache.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Money {
    /// No cache in use.
    pub uncached: MicroUsd,
    /// The turn that writes them to the cache, as uncached where writing costs nothing extra; `None` when they are too few.
    pub cache_write: Option<MicroUsd>,
    /// Every later turn that reads them from the cache; `None` when they are too few, or no price is known.
    pub cache_read: Option<MicroUsd>,
}

impl MicroUsd {
    /// `tokens` at `rate` micro-dollars per million tokens, rounded to the nearest micro-dollar; nothing for a negative
    /// number of tokens.
    #[must_use]
    pub fn of(tokens: i64, rate: u64) -> MicroUsd {
        MicroUsd((i128::from(tokens.max(0)) * i128::from(rate) + 500_000) / 1_000_000)
    }

    /// The whole number of micro-dollars.
    #[must_use]
    pub fn get(self) -> i128 {
        self.0
    }
}

impl Add for MicroUsd {
    type Output = MicroUsd;

    fn add(self, other: MicroUsd) -> MicroUsd {
        MicroUsd(self.0.saturating_add(other.0))
    }
}

impl Sum for MicroUsd {
    fn sum<I: Iterator<Item = MicroUsd>>(amounts: I) -> MicroUsd {
        amounts.fold(MicroUsd::default(), Add::add)
    }
}

impl Money {
    /// What `tokens` of input cost at these prices, where only `least` tokens or more are cached.
    #[must_use]
    pub fn of(tokens: i64, price: &Price, least: Option<u64>) -> Money {
        let cached = !too_short(tokens, least);
        Money {
            uncached: MicroUsd::of(tokens, price.input),
            cache_write: cached.then(|| MicroUsd::of(tokens, price.cache_write.unwrap_or(price.input))),
            cache_read: price.cache_read.filter(|_| cached).map(|rate| MicroUsd::of(tokens, rate)),
        }
    }
}

/// Whether a prompt of `tokens` is below the least that is cached.
#[must_use]
pub fn too_short(tokens: i64, least: Option<u64>) -> bool {
    least.is_some_and(|least| u64::try_from(tokens).unwrap_or(0) < least)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn price(cache_write: Option<u64>, cache_read: Option<u64>) -> Price {
        Price { input: 3_000_000, cache_write, cache_read, output: None, source: String::new(), as_of: String::new() }
    }

    #[test]
    fn rounds_to_the_nearest_micro_dollar() {
        assert_eq!(MicroUsd::of(1_000_000, 3_000_000).get(), 3_000_000);
        assert_eq!(MicroUsd::of(1, 499_999).get(), 0);
        assert_eq!(MicroUsd::of(1, 500_000).get(), 1);
        assert_eq!(MicroUsd::of(-5, 3_000_000).get(), 0);
        assert!(MicroUsd::of(i64::MAX, u64::MAX).get() > 0);
    }

    #[test]
    fn a_turn_costs_by_the_state_of_the_cache() {
        let money = Money::of(18_655, &price(Some(3_750_000), Some(300_000)), Some(1_024));
        assert_eq!((money.uncached.get(), money.cache_write.map(MicroUsd::get)), (55_965, Some(69_956)));
        assert_eq!(money.cache_read.map(MicroUsd::get), Some(5_597));
    }

    #[test]
    fn few_tokens_are_not_cached() {
        let of = |tokens| Money::of(tokens, &price(Some(3_750_000), Some(300_000)), Some(1_024));
        assert_eq!((of(1_023).cache_write, of(1_023).cache_read), (None, None));
        assert!(of(1_024).cache_write.is_some() && of(1_024).cache_read.is_some());
    }

    #[test]
    fn writing_costs_as_input_where_nothing_is_said() {
        let money = Money::of(1_000, &price(None, None), None);
        assert_eq!((Some(money.uncached), money.cache_read), (money.cache_write, None));
    }
}
