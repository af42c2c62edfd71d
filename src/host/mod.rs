//! Hosts and models as data: how each host shows tools to a model, and what a model charges.

pub mod caching;
pub mod cut;
pub mod deferral;
pub mod endpoint;
pub mod model;
pub mod naming;
pub mod profile;
pub mod refusal;
pub mod tariff;
