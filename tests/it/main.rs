//! The integration tests, as one binary.

mod calibrated;
mod cases;
mod catalog;
mod command;
mod command_lines;
mod floors;
mod live;
mod openai;
mod readme;
mod rent;
mod robust_reading;
mod shared;
mod tokenizer;
mod values;
mod weights;
