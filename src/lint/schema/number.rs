//! Numbers of JSON compared by value: whole ones exactly, others as 64-bit floats.

use std::cmp::Ordering;

use serde_json::{Number, Value};

/// The order of two numbers; `None` when one is too large to be compared.
#[must_use]
pub fn order(one: &Number, other: &Number) -> Option<Ordering> {
    match (one.as_i128(), other.as_i128()) {
        (Some(one), Some(other)) => Some(one.cmp(&other)),
        _ => one.as_f64()?.partial_cmp(&other.as_f64()?),
    }
}

/// A keyword's number.
#[must_use]
pub fn of<'a>(schema: &'a Value, keyword: &str) -> Option<&'a Number> {
    match schema.get(keyword) {
        Some(Value::Number(number)) => Some(number),
        _ => None,
    }
}

/// Whether it has no fraction.
#[must_use]
pub fn is_whole(number: &Number) -> bool {
    number.as_i128().is_some() || number.as_f64().is_some_and(|float| float.fract() == 0.0)
}

/// A keyword's count: what lengths and sizes are bounded by.
#[must_use]
pub fn count(schema: &Value, keyword: &str) -> Option<u64> {
    let number = of(schema, keyword)?;
    number.as_u64().or_else(|| match number.as_f64() {
        // A count beyond what a float holds exactly bounds nothing that fits into memory.
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "whole, and between 0 and 2^53")]
        Some(float) if float.fract() == 0.0 && (0.0..9.0e15).contains(&float) => Some(float as u64),
        _ => None,
    })
}

/// Whether one number is a multiple of another; `None` when a float cannot tell.
#[must_use]
pub fn is_multiple(number: &Number, of: &Number) -> Option<bool> {
    if let (Some(number), Some(of)) = (number.as_i128(), of.as_i128()) {
        return (of != 0).then(|| number % of == 0);
    }
    let ratio = number.as_f64()? / of.as_f64()?;
    // 0.3 / 0.1 is not 3 in binary: what lies this near to a whole number is one.
    (ratio.is_finite() && ratio.abs() < 1.0e9).then(|| (ratio - ratio.round()).abs() < 1.0e-6)
}
