//! How a provider adds up a whole request, one file a rule.

pub mod anthropic;
pub mod gemini;
pub mod gemini_turns;
pub mod open_weights;
pub mod openai;
pub mod rule;

use crate::meter::accounting::rule::Accounting;

/// The accounting of that name with its constants; `None` when there is no such rule or the constants do not fit it.
#[must_use]
pub fn build(name: &str, constants: &toml::Table) -> Option<Box<dyn Accounting>> {
    match name {
        "gemini" => Some(Box::new(constants.clone().try_into::<gemini::Gemini>().ok()?)),
        _ => None,
    }
}
