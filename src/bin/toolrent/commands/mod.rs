//! One file a verb.

pub(crate) mod calibrate;
pub(crate) mod count;
pub(crate) mod demo;
pub(crate) mod generate;
pub(crate) mod listing;
pub(crate) mod rent;
