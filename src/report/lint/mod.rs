//! What the linter found, as a document and in the dresses that people and machines read.

pub mod concise;
pub mod document;
pub mod github;
pub mod gitlab;
pub mod junit;
pub mod markdown;
pub mod records;
pub mod rules;
pub mod sarif;
pub mod statistics;
#[cfg(feature = "app")]
pub mod table;
