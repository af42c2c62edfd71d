//! What each definition and each result costs per turn on a host.

pub mod budget;
pub mod cause;
pub mod claimed;
pub mod claims;
pub mod column;
pub mod definition;
pub mod figures;
pub mod ledger;
pub mod notes;
pub mod price;
pub mod row;
pub mod scale;
pub(crate) mod share;
pub(crate) mod totals;
pub mod wire;

#[cfg(test)]
pub(crate) mod example;
