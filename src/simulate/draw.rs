//! Numbers that look drawn and are the same every time, and sizes that are spread as those of tools are.

/// A distribution by its mean and median, in tokens.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lognormal {
    /// The mean.
    pub mean: f64,
    /// The median.
    pub median: f64,
}

/// The largest size, in tokens: beyond every recorded definition and result.
const LARGEST: f64 = 20_000.0;

impl Lognormal {
    /// Reads `MEAN/MEDIAN`, or one number for both; the mean is not below the median.
    #[must_use]
    pub fn read(text: &str) -> Option<Lognormal> {
        let (mean, median) = text.split_once('/').unwrap_or((text, text));
        let mean = mean.trim().parse::<f64>().ok()?;
        let median = median.trim().parse::<f64>().ok()?;
        let fits = median >= 1.0 && mean >= median && mean <= LARGEST;
        fits.then_some(Lognormal { mean, median })
    }

    pub(crate) fn draw(self, draw: &mut Draw) -> i64 {
        let spread = (2.0 * (self.mean / self.median).ln()).sqrt();
        (self.median * (spread * draw.normal()).exp()).round().clamp(1.0, LARGEST) as i64
    }
}

/// SplitMix64: numbers that look drawn and are the same every time.
pub(crate) struct Draw(pub(crate) u64);

impl Draw {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Below `limit`, which is 1 at least.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit.max(1) as u64) as usize
    }

    /// From 0 to below 1.
    pub(crate) fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Standard normal, as the sum of twelve.
    fn normal(&mut self) -> f64 {
        (0..12).map(|_| self.unit()).sum::<f64>() - 6.0
    }
}
