//! The integration tests, as one binary.

mod catalog;
mod robust_reading;
mod values;
