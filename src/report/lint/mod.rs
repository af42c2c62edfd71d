//! What the linter found, as a document and in the dresses that people and machines read.

pub mod blamed;
pub mod concise;
pub mod document;
mod entry;
mod excerpt;
pub mod fixes;
pub mod found;
#[cfg(feature = "app")]
mod fold;
pub mod github;
pub mod gitlab;
pub mod index;
pub mod junit;
pub mod markdown;
mod places;
#[cfg(feature = "app")]
mod quote;
pub mod records;
pub mod rules;
pub mod sarif;
pub mod statistics;
#[cfg(feature = "app")]
pub mod table;
mod uri;
mod words;

#[cfg(all(test, feature = "app"))]
mod tests;
