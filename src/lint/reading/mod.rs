//! How a model reads a string: folded, in sentences, with hidden and encoded parts said in plain.

pub mod decode;
pub mod gap;
pub mod name;
pub mod quote;
pub mod near;
pub mod read;
pub mod sentence;
pub mod shelf;
pub mod spaced;
pub mod unseen;
