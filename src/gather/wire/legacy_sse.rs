//! A stand-in with the promised signatures of LegacySse.

use tokio::time::Instant;

use crate::gather::contact::Remote;
use crate::gather::limits::Limits;
use crate::gather::wire::carrier::{Answer, Call, Ending, Era, Heard, Wire, WireError};

/// Can do nothing yet.
#[derive(Debug)]
pub(crate) struct LegacySse;

impl LegacySse {
    /// Opens the stream of an address.
    pub(crate) async fn open(_remote: &Remote, _limits: &Limits, _deadline: Instant) -> Result<LegacySse, WireError> {
        Err(WireError::Network("HTTP+SSE is not there yet".to_owned()))
    }
}

impl Wire for LegacySse {
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
