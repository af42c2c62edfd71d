//! The lower bound: only the tools that the session is going to use stand in its requests.
//!
//! No product can do this, because nobody knows the tools beforehand. A strategy that defers may still open with a smaller
//! first request: it loads nothing before the first search. In what stands before the model at the end none is smaller.
//!
//! ## References
//! - A bound of this simulator, no product.

use crate::simulate::strategy::{Strategy, Upfront};

pub(crate) fn oracle() -> Strategy {
    Strategy {
        title: "only the used tools, a lower bound".to_owned(),
        upfront: Upfront::Used,
        ..Strategy::named("oracle")
    }
}
