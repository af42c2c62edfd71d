//! Plays sessions over a catalog under a loading strategy: what it costs, what the search misses, what it loads in vain.

pub mod activation;
pub mod advice;
pub mod billing;
pub mod break_even;
pub mod catalog_view;
pub mod context;
pub mod count;
pub mod discover;
pub mod draw;
pub mod outcome;
pub mod play;
pub mod rank;
pub mod search;
pub mod sensitivity;
pub mod strategies;
pub mod strategy;
pub mod synthetic;
pub mod workload;
