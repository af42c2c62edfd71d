//! The integration tests, as one binary.

mod cases;
mod catalog;
mod floors;
mod openai;
mod readme;
mod rent;
mod shared;
