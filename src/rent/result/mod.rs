//! What results of calls cost, and keep costing: tokens, waste told apart, and how often each is sent again.

pub mod base64;
pub mod blocks;
pub mod carried;
pub mod costs;
pub mod image;
pub mod limit;
pub mod measure;
pub mod rows;
pub mod spread;
pub mod waste;

#[cfg(test)]
pub(crate) mod example;
