//! Meter profiles as data: `profiles.toml`, one row a (endpoint, model family, date).

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

/// How a profile's figures were come by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// A template verified against recorded usage.
    Exact,
    /// A rendering with fitted constants; the error is measured.
    Fitted,
    /// An indication.
    Rough,
}

impl Method {
    /// The word printed.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Method::Exact => "exact",
            Method::Fitted => "fitted",
            Method::Rough => "rough",
        }
    }
}

/// The error measured on one slice of recorded requests: predicted against billed total input.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Error {
    /// Recorded requests.
    pub n: u32,
    /// Median of the absolute error, in percent of the billed input.
    pub median_pct: f64,
    /// 95th percentile of the same.
    pub p95_pct: f64,
}

/// Recorded calls that today's constants are not judged on: a rule over the residual, never a list of rows.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Skip {
    /// Why, as `calibrate` prints it.
    pub reason: String,
    /// Smallest and largest residual, billed less predicted tokens, that the rule takes out.
    pub residual: [i64; 2],
    /// True when the rule only concerns requests with function tools.
    #[serde(default)]
    pub with_tools: bool,
}

/// One row of `profiles.toml`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// The name users type.
    pub name: String,
    /// What it stands for, in words.
    pub title: String,
    /// How its figures were come by.
    pub method: Method,
    /// The vocabulary it counts with.
    pub tokenizer: String,
    /// The vocabulary that stands in when `tokenizer` is not built in; the profile is `rough` then.
    pub fallback: Option<String>,
    /// How the tools are written for the model: a name in `render::RENDERINGS`.
    pub rendering: String,
    /// How a whole request is added up: a name in `accounting::build`.
    pub accounting: String,
    /// Multipliers (low, high) around a figure, for profiles that only know a band.
    pub band: Option<[f64; 2]>,
    /// Day of the newest recording or document behind the constants.
    pub as_of: String,
    /// Where rule and constants come from.
    pub source: String,
    /// The accounting's own constants.
    #[serde(default)]
    pub constants: toml::Table,
    /// Recordings made under other constants, which `calibrate` sets apart.
    #[serde(default)]
    pub skip: Vec<Skip>,
    /// Measured error by slice: `first`, `history`, `plain`.
    #[serde(default)]
    pub error: BTreeMap<String, Error>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    profile: Vec<Profile>,
}

static PROFILES: LazyLock<Vec<Profile>> = LazyLock::new(|| {
    toml::from_str::<File>(include_str!("profiles.toml")).expect("profiles.toml is checked by a test").profile
});

/// All profiles, in file order.
#[must_use]
pub fn profiles() -> &'static [Profile] {
    &PROFILES
}

/// The profile of that name.
#[must_use]
pub fn named(name: &str) -> Option<&'static Profile> {
    PROFILES.iter().find(|profile| profile.name == name)
}
