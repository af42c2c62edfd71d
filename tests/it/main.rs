//! The integration tests, as one binary.

mod calibrated;
mod cases;
mod catalog;
mod command;
mod command_lines;
mod conformance;
mod floors;
mod live;
mod openai;
mod popular_servers;
mod readme;
mod real_servers;
mod rent;
mod robust_reading;
mod round_robin;
mod servers;
mod shared;
mod tokenizer;
mod values;
mod weights;
