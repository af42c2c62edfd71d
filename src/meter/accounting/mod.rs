//! How a provider adds up a whole request, one file a rule.

pub mod anthropic;
pub mod gemini;
pub mod open_weights;
pub mod openai;
pub mod plain;
pub mod rule;

use crate::meter::accounting::openai::OpenAi;
use crate::meter::accounting::plain::Plain;
use crate::meter::accounting::rule::Accounting;

/// The accounting of that name with its constants; `None` when there is no such rule or the constants do not fit it.
#[must_use]
pub fn build(name: &str, constants: &toml::Table) -> Option<Box<dyn Accounting>> {
    match name {
        "openai" => OpenAi::new(constants).map(boxed),
        "plain" => constants.clone().try_into::<Plain>().ok().map(boxed),
        _ => None,
    }
}

fn boxed<A: Accounting + 'static>(accounting: A) -> Box<dyn Accounting> {
    Box::new(accounting)
}
