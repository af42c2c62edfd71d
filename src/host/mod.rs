//! Hosts and models as data: how each host shows tools to a model, and what a model charges.

pub mod endpoint;
pub mod model;
