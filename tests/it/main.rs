//! The integration tests, as one binary.

mod cases;
mod catalog;
mod floors;
mod openai;
mod rent;
mod shared;
mod tokenizer;
mod robust_reading;
mod values;
