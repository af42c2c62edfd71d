//! When to stop whatever is going on: the end of the whole run, or somebody's wish.

use std::future::{Future, pending};
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::Instant;

/// Far enough to be never, near enough for every clock.
const NEVER: Duration = Duration::from_secs(60 * 60 * 24 * 365);

/// Somebody asked for the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stopped;

/// The end of a run.
#[derive(Debug, Clone)]
pub(crate) struct Halt {
    /// When its time is up.
    deadline: Instant,
    /// True once somebody asked for it. Without a sender nobody can.
    stopped: Option<watch::Receiver<bool>>,
}

impl Halt {
    /// After this time, or when the sender says so.
    pub(crate) fn new(time: Duration, stopped: Option<watch::Receiver<bool>>) -> Self {
        Halt { deadline: from_now(time), stopped }
    }

    /// The moment that comes first: so long from now, or the end of the run.
    pub(crate) fn within(&self, time: Duration) -> Instant {
        from_now(time).min(self.deadline)
    }

    /// The end of the run.
    pub(crate) fn deadline(&self) -> Instant {
        self.deadline
    }

    /// Whether the time of the whole run is up.
    pub(crate) fn is_over(&self) -> bool {
        Instant::now() >= self.deadline
    }

    /// Ends with the work, or with [`Stopped`] as soon as somebody asks for it.
    pub(crate) async fn unless_stopped<T>(&self, work: impl Future<Output = T>) -> Result<T, Stopped> {
        tokio::select! {
            biased;
            () = self.stopped() => Err(Stopped),
            done = work => Ok(done),
        }
    }

    async fn stopped(&self) {
        let Some(mut stopped) = self.stopped.clone() else { return pending().await };
        if stopped.wait_for(|stopped| *stopped).await.is_err() {
            pending().await
        }
    }
}

fn from_now(time: Duration) -> Instant {
    Instant::now() + time.min(NEVER)
}
