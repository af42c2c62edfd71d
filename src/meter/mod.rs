//! Counts tokens the way a given model reads them.
//!
//! A [`profile`](crate::meter::profile::Profile) is data: which tokenizer, which rendering of the tools, which rule for
//! the whole request, and dated constants with a measured error. A [`Meter`](crate::meter::meter::Meter) is a profile
//! brought to life.

pub mod accounting;
mod bpe;
pub mod calibrate;
pub mod claude;
pub mod encodings;
pub mod find;
pub mod gauge;
mod gemma;
mod memory;
mod merge;
#[expect(clippy::module_inception, reason = "the meter is what this room is about")]
pub mod meter;
mod normal;
mod packed;
pub mod outcome;
pub mod profile;
pub mod render;
pub mod scores;
pub mod shown;
mod split;
mod tally;
pub mod tokenizer;
mod vocabulary;
