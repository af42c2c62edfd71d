//! Waits for work until a deadline, and tells how long that was when it did not end.

use std::future::Future;

use tokio::time::{Instant, timeout_at};

use crate::gather::wire::carrier::WireError;

/// What the work gives, or that no answer to this method came in time.
pub(crate) async fn until<T>(
    deadline: Instant,
    method: &str,
    work: impl Future<Output = Result<T, WireError>>,
) -> Result<T, WireError> {
    let started = Instant::now();
    let late = |_| WireError::TimedOut { method: method.to_owned(), after: started.elapsed() };
    timeout_at(deadline, work).await.map_err(late)?
}
