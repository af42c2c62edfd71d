//! What an image block costs by each provider's formula: `images.toml`, one row a family of models.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::session::turn::Image;

/// One row of `images.toml`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Formula {
    /// Its name.
    pub id: String,
    /// What the ids of its models start with.
    pub models: Vec<String>,
    /// True for the row that counts where no provider is known.
    #[serde(default)]
    pub default: bool,
    /// The formula.
    pub rule: Rule,
    /// Where it was read or measured.
    pub source: String,
    /// Day it was true.
    pub as_of: String,
}

/// How pixels become tokens.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum Rule {
    /// Squares of `side` pixels, `most` of them.
    Patches {
        /// Side of a patch, in pixels.
        side: u32,
        /// The longest edge that is not shrunk, in pixels.
        long_edge: Option<u32>,
        /// The most patches.
        most: u32,
        /// Tokens a patch.
        multiplier: f64,
        /// To what an image of too many patches is shrunk.
        fit: Fit,
    },
    /// Tiles, after shrinking twice.
    Tiles {
        /// The square that an image is first shrunk into, in pixels.
        square: u32,
        /// What its short side is then shrunk to.
        short_side: u32,
        /// Side of a tile.
        tile: u32,
        /// Tokens of any image.
        base: i64,
        /// Tokens of a tile.
        each: i64,
    },
    /// Crops whose size depends on the image.
    Crops {
        /// The longest edge of an image that is one crop, in pixels.
        small: u32,
        /// The smallest side of a crop.
        least: u32,
        /// The largest side of a crop.
        side: u32,
        /// The longest edge that is not shrunk.
        long_edge: u32,
        /// Tokens of a crop.
        each: i64,
    },
    /// The same for any image.
    Budget {
        /// Tokens.
        tokens: i64,
    },
}

/// To what an image of too many patches is shrunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Fit {
    /// The largest size that fits.
    Largest,
    /// A size whose tighter side is whole patches.
    Whole,
}

/// What images cost together.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Images {
    /// How many.
    pub count: usize,
    /// Tokens; an image of unknown size counts as the largest.
    pub tokens: i64,
    /// Tokens if those of unknown size were the smallest.
    pub least: i64,
    /// How many have an unknown size.
    pub unknown: usize,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    image: Vec<Formula>,
}

static FORMULAS: LazyLock<Vec<Formula>> = LazyLock::new(|| {
    toml::from_str::<File>(include_str!("../images.toml")).expect("images.toml is checked by a test").image
});

/// All formulas, in file order.
#[must_use]
pub fn formulas() -> &'static [Formula] {
    &FORMULAS
}

/// The formula of a model by its id; `None` when no row is about it.
#[must_use]
pub fn of_model(id: &str) -> Option<&'static Formula> {
    let longest = |row: &&Formula| row.models.iter().filter(|front| id.starts_with(*front)).map(String::len).max();
    FORMULAS.iter().filter(|row| longest(row).is_some()).max_by_key(longest)
}

/// The formula that counts where no provider is known.
#[must_use]
pub fn usual() -> &'static Formula {
    FORMULAS.iter().find(|row| row.default).expect("a test finds the default row")
}

impl Formula {
    /// Tokens of an image of that many pixels.
    #[must_use]
    pub fn tokens(&self, (width, height): (u32, u32)) -> i64 {
        let (width, height) = (f64::from(width.max(1)), f64::from(height.max(1)));
        match self.rule {
            Rule::Patches { side, long_edge, most, multiplier, fit } => {
                let edge = long_edge.map_or(f64::INFINITY, f64::from);
                let (width, height) = shrunk(width, height, edge / width.max(height));
                whole((f64::from(patches(width, height, side, most, fit)) * multiplier).ceil())
            }
            Rule::Tiles { square, short_side, tile, base, each } => {
                let (width, height) = shrunk(width, height, f64::from(square) / width.max(height));
                let (width, height) = shrunk(width, height, f64::from(short_side) / width.min(height));
                let tiles = (width / f64::from(tile)).ceil() * (height / f64::from(tile)).ceil();
                base + each * whole(tiles)
            }
            Rule::Crops { small, each, .. } if width.max(height) <= f64::from(small) => each,
            Rule::Crops { least, side, long_edge, each, .. } => {
                let (width, height) = shrunk(width, height, f64::from(long_edge) / width.max(height));
                let crop = (width.min(height) / 1.5).floor().clamp(f64::from(least), f64::from(side));
                each * whole((width / crop).ceil() * (height / crop).ceil())
            }
            Rule::Budget { tokens } => tokens,
        }
    }

    /// The fewest and the most tokens that any image costs.
    #[must_use]
    pub fn range(&self) -> (i64, i64) {
        let most = match self.rule {
            Rule::Patches { most, multiplier, .. } => whole((f64::from(most) * multiplier).ceil()),
            Rule::Tiles { square, short_side, tile, base, each } => {
                base + each * i64::from(square.div_ceil(tile) * short_side.div_ceil(tile))
            }
            Rule::Crops { long_edge, .. } => self.tokens((long_edge, long_edge)),
            Rule::Budget { tokens } => tokens,
        };
        (self.tokens((1, 1)), most)
    }

    /// What these images cost together.
    #[must_use]
    pub fn images(&self, images: impl IntoIterator<Item = Image>) -> Images {
        let (low, high) = self.range();
        let add = |mut sum: Images, image: Image| {
            let known = image.pixels.map(|pixels| self.tokens(pixels));
            sum.count += 1;
            sum.unknown += usize::from(known.is_none());
            sum.tokens += known.unwrap_or(high);
            sum.least += known.unwrap_or(low);
            sum
        };
        images.into_iter().fold(Images::default(), add)
    }
}

/// An image made smaller by a factor; one of 1 or more leaves it.
fn shrunk(width: f64, height: f64, factor: f64) -> (f64, f64) {
    let factor = factor.min(1.0);
    ((width * factor).max(1.0), (height * factor).max(1.0))
}

fn patches(width: f64, height: f64, side: u32, most: u32, fit: Fit) -> u32 {
    let side = f64::from(side);
    let covering = |factor: f64| (width * factor / side).ceil().max(1.0) * (height * factor / side).ceil().max(1.0);
    let budget = f64::from(most);
    let factor = match fit {
        _ if covering(1.0) <= budget => 1.0,
        Fit::Whole => {
            let area = (budget * side * side / (width * height)).sqrt();
            let [across, down] = [width * area / side, height * area / side];
            area * (across.floor() / across).min(down.floor() / down)
        }
        Fit::Largest => {
            let (mut fits, mut too_large) = (0.0, 1.0);
            // Halving a thousandth of a pixel further away changes nothing.
            for _ in 0..40 {
                let middle = (fits + too_large) / 2.0;
                if covering(middle) <= budget { fits = middle } else { too_large = middle }
            }
            fits
        }
    };
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most `most`, which is a u32")]
    let patches = covering(factor).min(budget) as u32;
    patches
}

fn whole(number: f64) -> i64 {
    #[expect(clippy::cast_possible_truncation, reason = "image tokens stay far below 2^53")]
    let whole = number as i64;
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(model: &str, width: u32, height: u32) -> i64 {
        of_model(model).expect(model).tokens((width, height))
    }

    #[test]
    fn every_row_is_whole() {
        for row in formulas() {
            let (low, high) = row.range();
            assert!(0 < low && low <= high && high < 50_000, "{}: {low} to {high}", row.id);
            assert!(!row.models.is_empty() && !row.source.is_empty() && row.as_of.len() == 10, "{}", row.id);
        }
        assert_eq!(formulas().iter().filter(|row| row.default).count(), 1);
    }

    #[test]
    fn claude_bills_patches_of_28_pixels() {
        // count_tokens at these sizes, less the 65 tokens of the text beside them.
        for (side, counted) in [(256, 100), (512, 361), (768, 784), (1024, 1369)] {
            assert_eq!(tokens("claude-sonnet-4-6", side, side), counted);
        }
        assert_eq!(tokens("claude-sonnet-4-6", 1280, 720), 1196);
        assert_eq!(tokens("claude-sonnet-4-6", 1920, 1080), 1560);
        assert_eq!(tokens("claude-opus-4-8", 1920, 1080), 2691);
        assert_eq!(of_model("claude-opus-4-7").map(Formula::range), Some((1, 4_784)));
    }

    #[test]
    fn openai_bills_tiles_or_patches() {
        assert_eq!([tokens("gpt-4o", 1024, 1024), tokens("gpt-4o", 2048, 4096)], [765, 1105]);
        assert_eq!(tokens("gpt-4.1-mini", 1024, 1024), 1659);
        assert_eq!(tokens("gpt-4.1-mini", 1800, 2400), 2353, "1,452 patches of 32 pixels");
        assert_eq!([tokens("gpt-5.5", 256, 256), tokens("gpt-5.5", 3840, 2160)], [77, 9792]);
        assert_eq!(tokens("gpt-5", 1024, 1024), 630);
    }

    #[test]
    fn gemini_bills_crops_or_a_budget() {
        assert_eq!([tokens("gemini-2.5-pro", 384, 384), tokens("gemini-2.5-pro", 960, 540)], [258, 1548]);
        assert_eq!(tokens("gemini-3.5-flash", 4032, 3024), 1120);
        assert!(of_model("mistral-large").is_none());
    }

    #[test]
    fn an_image_of_unknown_size_is_a_range() {
        let images = [Image { pixels: Some((28, 28)), bytes: 9 }, Image::default()];
        let sum = usual().images(images);
        assert_eq!((sum.count, sum.unknown, sum.least, sum.tokens), (2, 1, 2, 1_569));
    }

    #[test]
    fn no_image_costs_more_than_the_range_says() {
        for row in formulas() {
            let (low, high) = row.range();
            for (width, height) in
                [(1, 1), (1, 60_000), (60_000, 1), (3_000, 2_999), (999, 4_001), (u32::MAX, u32::MAX)]
            {
                let tokens = row.tokens((width, height));
                assert!(low <= tokens && tokens <= high, "{}: {width}x{height}: {tokens}", row.id);
            }
        }
    }
}
