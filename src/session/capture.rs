//! Captured results of calls, in the forms in which people save them.

use crate::catalog::tool::Problem;
use crate::session::call::Call;

/// What a capture holds.
#[derive(Debug, Clone, Default)]
pub struct Capture {
    /// The calls, in the order of their results.
    pub calls: Vec<Call>,
    /// What could not be read.
    pub problems: Vec<Problem>,
}

/// Why a file is no capture.
#[derive(Debug, thiserror::Error)]
pub enum NoCapture {
    /// It is JSON, and holds no result of a call.
    #[error("holds no result of a tools/call")]
    NoCalls,
}

/// Reads a capture.
///
/// # Errors
/// When no result of a call stands in it.
pub fn read(_name: &str, _bytes: &[u8]) -> Result<Capture, NoCapture> {
    Err(NoCapture::NoCalls)
}
