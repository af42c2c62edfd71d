//! A stand-in with the promised signatures of Stdio.

use tokio::time::Instant;

use crate::gather::contact::Launch;
use crate::gather::limits::Limits;
use crate::gather::wire::carrier::{Answer, Call, Ending, Era, Heard, Wire, WireError};

/// Can do nothing yet.
#[derive(Debug)]
pub(crate) struct Stdio;

impl Stdio {
    /// Starts a program.
    pub(crate) fn start(_launch: &Launch, _limits: &Limits) -> Result<Stdio, WireError> {
        Err(WireError::Network("stdio is not there yet".to_owned()))
    }

    /// Sends a request; gives its id.
    pub(crate) fn send(&mut self, _call: Call<'_>) -> Result<u64, WireError> {
        Err(WireError::Network("stdio is not there yet".to_owned()))
    }

    /// Waits for an answer to one of these.
    pub(crate) async fn receive(
        &mut self,
        _ids: &[u64],
        _method: &str,
        _deadline: Instant,
    ) -> Result<(u64, Answer), WireError> {
        Err(WireError::Network("stdio is not there yet".to_owned()))
    }
}

impl Wire for Stdio {
    async fn request(&mut self, _call: Call<'_>) -> Result<Answer, WireError> {
        Err(WireError::Network("not there yet".to_owned()))
    }

    async fn notify(&mut self, _method: &str, _era: Era) -> Result<(), WireError> {
        Ok(())
    }

    fn heard(&mut self) -> Heard {
        Heard::default()
    }

    async fn close(self) -> Ending {
        Ending::default()
    }
}
