//! The integration tests, as one binary.

mod cases;
mod catalog;
mod floors;
mod readme;
mod rent;
mod shared;
