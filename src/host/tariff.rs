//! What a model charges and how much it reads: the row of `models.toml`, or what the user's own file says.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::host::model::{self, Model, Price};

/// Window and prices of one model, after the user's overrides.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tariff {
    /// Context window, in tokens.
    pub context_window: Option<u64>,
    /// What a token costs.
    pub price: Option<Price>,
    /// The shortest prompt that is cached, in tokens.
    pub min_cache_prefix: Option<u64>,
}

/// The user's own prices, by model id: `--prices FILE`.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(transparent)]
pub struct Overrides(BTreeMap<String, Override>);

/// What a user's file says of one model; prices in micro-US-dollars per million tokens, as in `models.toml`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Override {
    context_window: Option<u64>,
    input: Option<u64>,
    cache_write: Option<u64>,
    cache_read: Option<u64>,
    output: Option<u64>,
    source: Option<String>,
    as_of: Option<String>,
}

/// Why a file of prices counts for nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadPrices {
    /// It is no TOML of this form; the message names the line.
    #[error(transparent)]
    Form(#[from] toml::de::Error),
    /// It names a model that no row is for, so its prices would be left aside without a word.
    #[error("unknown model {asked:?}{}", nearest(closest))]
    Unknown {
        /// What the file names.
        asked: String,
        /// Known ids near to it.
        closest: Vec<&'static str>,
    },
}

impl Overrides {
    /// Reads a file with one table a model id: `["claude-sonnet-4-6"]`, then `input = 3_000_000` and so on.
    ///
    /// # Errors
    /// When it is no TOML of this form, or names a model that is none.
    pub fn read(text: &str) -> Result<Overrides, BadPrices> {
        let own: Overrides = toml::from_str(text)?;
        match own.0.keys().find(|id| !names_a_row(id)) {
            None => Ok(own),
            Some(id) => Err(BadPrices::Unknown { asked: id.clone(), closest: model::closest(id) }),
        }
    }

    /// Window and prices of `model`. A file that names any price of a model replaces all its prices: figures of two days
    /// are never mixed.
    #[must_use]
    pub fn tariff(&self, model: &Model) -> Tariff {
        let Some(own) = self.of(&model.id) else {
            let (context_window, price) = (model.context_window, model.price.clone());
            return Tariff { context_window, price, min_cache_prefix: model.min_cache_prefix };
        };
        Tariff {
            context_window: own.context_window.or(model.context_window),
            price: own.price().or_else(|| model.price.clone()),
            min_cache_prefix: model.min_cache_prefix,
        }
    }

    fn of(&self, id: &str) -> Option<&Override> {
        self.0.get(id).or_else(|| self.0.iter().find(|(own, _)| model::normal(own) == id).map(|(_, own)| own))
    }
}

impl Override {
    fn price(&self) -> Option<Price> {
        Some(Price {
            input: self.input?,
            cache_write: self.cache_write,
            cache_read: self.cache_read,
            output: self.output,
            source: self.source.clone().unwrap_or_else(|| "the user's prices".to_owned()),
            as_of: self.as_of.clone().unwrap_or_default(),
        })
    }
}

/// Whether the id, without its date and the like, is that of a row: a longer one would never be asked for.
fn names_a_row(id: &str) -> bool {
    model::of_id(id).is_some_and(|model| model.id == id || model.id == model::normal(id))
}

fn nearest(ids: &[&str]) -> String {
    if ids.is_empty() { String::new() } else { format!(": the closest ids are {}", ids.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn model(id: &str) -> &'static Model {
        model::of_id(id).expect(id)
    }

    #[test]
    fn every_window_and_least_prefix_says_where_it_was_read() {
        for model in model::models() {
            assert_eq!(model.context_window.is_some(), model.window_source.is_some(), "{}", model.id);
            assert_eq!(model.min_cache_prefix.is_some(), model.min_cache_source.is_some(), "{}", model.id);
        }
    }

    #[test]
    fn without_a_file_the_table_counts() {
        let tariff = Overrides::default().tariff(model("claude-sonnet-4-6"));
        assert_eq!(tariff.price.map(|price| price.input), Some(3_000_000));
    }

    #[test]
    fn a_file_replaces_all_prices_of_a_model() {
        let own = Overrides::read("['claude-sonnet-4-6']\ninput = 1_500_000\nas_of = '2026-12-01'").expect("prices");
        let tariff = own.tariff(model("claude-sonnet-4-6"));
        assert_eq!(tariff.context_window, Some(1_000_000));
        let price = tariff.price.expect("price");
        assert_eq!((price.input, price.cache_read, price.as_of.as_str()), (1_500_000, None, "2026-12-01"));
        assert_eq!(own.tariff(model("gpt-5")).price.map(|price| price.input), Some(1_250_000));
    }

    #[test]
    fn a_file_may_name_the_window_alone_and_dated_ids() {
        let own = Overrides::read("['claude-haiku-4-5-20251001']\ncontext_window = 64_000").expect("window");
        let tariff = own.tariff(model("claude-haiku-4-5"));
        assert_eq!(tariff.context_window, Some(64_000));
        assert_eq!(tariff.price.map(|price| price.input), Some(1_000_000));
    }

    #[test]
    fn unknown_columns_are_errors() {
        assert!(Overrides::read("['gpt-5']\ninputs = 1").is_err());
        assert!(Overrides::read("[[model]]\nid = 'gpt-5'").is_err());
    }

    #[test]
    fn a_model_that_is_none_is_refused_with_its_neighbours() {
        for id in ["claude-sonet-4-6", "claude-sonnet-4-6-large"] {
            let bad = Overrides::read(&format!("['{id}']\ninput = 1")).expect_err(id);
            let BadPrices::Unknown { asked, closest } = &bad else { panic!("{bad}") };
            assert_eq!(asked, id);
            assert!(!closest.is_empty() && closest.iter().all(|id| id.starts_with("claude-")), "{closest:?}");
        }
        assert!(matches!(Overrides::read("['']\ninput = 1"), Err(BadPrices::Unknown { .. })));
    }
}
