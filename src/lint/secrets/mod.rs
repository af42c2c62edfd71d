//! Credentials in texts: found by their formats, and hidden before anything is shown.

pub mod find;
pub mod hide;
