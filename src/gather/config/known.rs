//! Config files of hosts known on this machine.

use crate::gather::config::surroundings::Surroundings;
use crate::gather::contact::Scope;

/// One file that was found.
#[derive(Debug, Clone)]
pub struct Found {
    /// The dialect's id.
    pub dialect: &'static str,
    /// The host's name.
    pub host: String,
    /// Whom it is for.
    pub scope: Scope,
    /// Its path, as people would write it.
    pub path: String,
    /// Whether it exists.
    pub exists: bool,
    /// How many servers it names, or why that cannot be told.
    pub servers: Result<usize, String>,
}

/// The files that exist.
#[must_use]
pub fn discover(surroundings: &Surroundings) -> Vec<Found> {
    let path = surroundings.home.clone().unwrap_or_default().join(".cursor/mcp.json");
    let Ok(bytes) = std::fs::read(&path) else { return Vec::new() };
    let read = crate::gather::config::read("~/.cursor/mcp.json", &bytes, surroundings);
    vec![Found {
        dialect: "cursor",
        host: "cursor".to_owned(),
        scope: Scope::User,
        path: "~/.cursor/mcp.json".to_owned(),
        exists: true,
        servers: read.map(|config| config.entries.len()).map_err(|broken| broken.to_string()),
    }]
}
