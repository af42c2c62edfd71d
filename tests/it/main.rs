//! The integration tests, as one binary.

mod cases;
mod catalog;
mod rent;
mod shared;
