//! One file a verb.

pub(crate) mod calibrate;
pub(crate) mod count;
pub(crate) mod generate;
