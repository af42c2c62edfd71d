//! What a gathering may cost: deadlines by phase, and caps on lines, pages and tools.

use std::time::Duration;

/// Deadlines and caps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// From the start of a program (or the first call) to its first answer. Claude Code allows 30 s too.
    pub startup: Duration,
    /// From one request to its answer, once the server has spoken.
    pub request: Duration,
    /// The whole run, over all servers.
    pub run: Duration,
    /// Servers asked at once.
    pub parallel: usize,
    /// Bytes of one line, one event or one HTTP body. The largest seen in the wild was 3.3 MB.
    pub message_bytes: usize,
    /// Bytes of all answers of one server.
    pub total_bytes: usize,
    /// Pages of one list.
    pub pages: usize,
    /// Entries of one list.
    pub entries: usize,
    /// What a program gets to end by itself once its input is closed, and again after it was told to.
    pub grace: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            startup: Duration::from_secs(30),
            request: Duration::from_secs(30),
            run: Duration::from_secs(600),
            parallel: 8,
            message_bytes: 64 << 20,
            total_bytes: 256 << 20,
            pages: 1_000,
            entries: 100_000,
            grace: Duration::from_millis(500),
        }
    }
}
