//! Plays sessions over a catalog under a loading strategy: what it costs, what the search misses, what it loads in vain.

pub mod outcome;
pub mod rank;
pub mod search;
pub mod strategies;
pub mod workload;
