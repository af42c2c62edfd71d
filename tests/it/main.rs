//! The integration tests, as one binary.

mod cases;
mod catalog;
mod floors;
mod rent;
mod shared;
mod tokenizer;
