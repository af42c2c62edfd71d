//! What tools cost the model on every turn, what is wrong with their words, and what another way of loading them
//! would cost.
//!
//! The pipeline is the module list, from the ground up; a module names only modules above it in this list.

pub mod catalog;
pub mod host;
pub mod meter;
pub mod rent;
pub mod report;
pub mod session;
