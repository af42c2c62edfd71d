//! One file a verb.

pub(crate) mod calibrate;
pub(crate) mod count;
pub(crate) mod demo;
#[cfg(feature = "gather")]
pub(crate) mod discover;
pub(crate) mod explain;
#[cfg(feature = "gather")]
pub(crate) mod gather;
pub(crate) mod generate;
pub(crate) mod lint;
pub(crate) mod listing;
#[cfg(feature = "gather")]
pub(crate) mod live;
pub(crate) mod rent;
pub(crate) mod search;
pub(crate) mod results;
pub(crate) mod simulate;
pub(crate) mod stream;
