//! What the linter found, as a document and in the dresses that people and machines read.

pub mod blamed;
pub mod concise;
pub mod document;
pub mod fixes;
pub mod github;
pub mod gitlab;
pub mod index;
pub mod junit;
pub mod markdown;
pub mod records;
pub mod rules;
pub mod sarif;
pub mod statistics;
#[cfg(feature = "app")]
pub mod table;
