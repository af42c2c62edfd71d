//! Keeps answers for as long as the server itself allows it.

use std::path::PathBuf;

/// A folder of answers.
#[derive(Debug, Clone)]
pub struct Cache {
    folder: PathBuf,
}

impl Cache {
    /// The cache in that folder, which is made when something is put into it.
    #[must_use]
    pub fn in_folder(folder: PathBuf) -> Cache {
        Cache { folder }
    }
}
