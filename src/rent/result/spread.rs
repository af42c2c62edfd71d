//! How a row's results are spread: median, 95th percentile and largest.

/// Three places in a sorted list of token counts, by nearest rank.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Spread {
    /// The median.
    pub median: i64,
    /// The 95th percentile.
    pub p95: i64,
    /// The largest.
    pub max: i64,
}

impl Spread {
    /// The spread of these counts; zeros for none.
    #[must_use]
    pub fn of(mut counts: Vec<i64>) -> Spread {
        counts.sort_unstable();
        let rank = |percent: usize| {
            let at = (counts.len() * percent).div_ceil(100).max(1) - 1;
            counts.get(at).copied().unwrap_or_default()
        };
        Spread { median: rank(50), p95: rank(95), max: rank(100) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_nearest() {
        assert_eq!(Spread::of((1..=20).rev().collect()), Spread { median: 10, p95: 19, max: 20 });
        assert_eq!(Spread::of(vec![7]), Spread { median: 7, p95: 7, max: 7 });
        assert_eq!(Spread::of(Vec::new()), Spread::default());
    }
}
