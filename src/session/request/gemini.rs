//! Reads a gemini body.

use serde_json::Value;

use crate::session::request::Request;

/// The request of such a body.
#[must_use]
pub fn read(body: &Value) -> Request {
    Request { body: body.clone(), ..Request::default() }
}
