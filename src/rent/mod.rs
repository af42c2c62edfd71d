//! What each definition and each result costs per turn on a host.

pub mod budget;
pub mod claimed;
pub mod claims;
pub mod definition;
pub mod ledger;
pub mod notes;
pub mod price;
pub mod row;
pub mod wire;
