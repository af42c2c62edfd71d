//! Credentials in texts, found by their formats and by the names they are assigned to.

pub mod find;
