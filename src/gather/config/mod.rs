//! Hosts' config files, each in its own dialect, as entries that can be contacted or say why not.
//!
//! A file is parsed by its syntax (`document`), the dialects are tried on it in turn (`DIALECTS`, by content; a
//! well-known path only breaks ties), each entry's variables are expanded by its dialect's rules (`expand`), and
//! entries of several files are held against each other (`precedence`). A dialect is one file and one line here.

pub mod document;
pub mod entry;
pub mod inputs;
pub mod known;
pub mod precedence;
pub mod surroundings;

pub(crate) mod dialect;
pub(crate) mod draft;

mod standin;
pub use standin::{is_config, read};
