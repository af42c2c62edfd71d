//! What servers offer, as plain data, and the saved forms it is read from.

pub mod place;
pub mod saved;
pub mod tool;
