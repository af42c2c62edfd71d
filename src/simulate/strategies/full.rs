//! Everything loaded: each definition stands in every request.
//!
//! Every host without deferral does this, and most do below their own limit. Nothing is searched, so nothing is missed; all
//! savings are measured against it.
//!
//! ## References
//! - Hosts' own limits: `hosts.toml`.

use crate::simulate::strategy::{Strategy, Upfront};

pub(crate) fn full() -> Strategy {
    Strategy { title: "everything loaded".to_owned(), upfront: Upfront::All, ..Strategy::named("full") }
}
