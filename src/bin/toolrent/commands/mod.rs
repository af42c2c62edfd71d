//! One file a verb.

pub mod calibrate;
