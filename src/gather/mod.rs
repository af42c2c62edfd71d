//! From live servers to a catalog: all that touches the network and processes.

pub mod token_count;
