//! One server, era found.

use serde_json::Value;

use crate::gather::contact::Contact;
use crate::gather::limits::Limits;

/// A server that answers.
#[derive(Debug)]
pub struct Session;

impl Session {
    /// Opens it.
    ///
    /// # Errors
    /// Always, as yet.
    pub async fn open(_: &Contact, _: &Limits) -> Result<Session, String> {
        Err("not yet".to_owned())
    }

    /// Asks it.
    ///
    /// # Errors
    /// Always, as yet.
    pub async fn call(&mut self, _: &str, _: Value, _: &[(String, String)]) -> Result<String, String> {
        Err("not yet".to_owned())
    }
}
