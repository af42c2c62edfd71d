//! What servers offer, as plain data, and the saved forms it is read from.

pub mod locate;
pub mod mirrored_headers;
pub mod offer;
pub mod place;
pub mod provenance;
pub mod saved;
pub mod similar;
pub mod source_map;
pub mod text;
pub mod tool;
