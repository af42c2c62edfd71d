//! Lists that may be kept.

/// A folder of them.
#[derive(Debug, Clone)]
pub struct Cache;
