//! One of the three transports, so that a session need not know which.

use std::fmt;
use std::future::Future;

use tokio::time::Instant;

use crate::gather::contact::Remote;
use crate::gather::limits::Limits;
use crate::gather::wire::carrier::{Answer, Call, Doors, Ending, Era, Heard, Pipe, Wire, WireError};
use crate::gather::wire::http::Http;
use crate::gather::wire::legacy_sse::LegacySse;
use crate::gather::wire::stdio::Stdio;

/// A wire to a server. Its `Debug` form is its name, as the inner parts hold secrets.
pub(crate) enum Transport {
    /// A program's standard streams.
    Stdio(Box<Stdio>),
    /// Streamable HTTP.
    Http(Box<Http>),
    /// HTTP+SSE of 2024-11-05.
    LegacySse(Box<LegacySse>),
}

impl Transport {
    /// Its name in reports.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Transport::Stdio(_) => "stdio",
            Transport::Http(_) => "http",
            Transport::LegacySse(_) => "sse",
        }
    }
}

impl fmt::Debug for Transport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Wire for Transport {
    async fn request(&mut self, call: Call<'_>) -> Result<Answer, WireError> {
        match self {
            Transport::Stdio(wire) => wire.request(call).await,
            Transport::Http(wire) => wire.request(call).await,
            Transport::LegacySse(wire) => wire.request(call).await,
        }
    }

    async fn notify(&mut self, method: &str, era: Era) -> Result<(), WireError> {
        match self {
            Transport::Stdio(wire) => wire.notify(method, era).await,
            Transport::Http(wire) => wire.notify(method, era).await,
            Transport::LegacySse(wire) => wire.notify(method, era).await,
        }
    }

    fn heard(&mut self) -> Heard {
        match self {
            Transport::Stdio(wire) => wire.heard(),
            Transport::Http(wire) => wire.heard(),
            Transport::LegacySse(wire) => wire.heard(),
        }
    }

    fn has_session(&self) -> bool {
        matches!(self, Transport::Http(wire) if wire.has_session())
    }

    async fn close(self) -> Ending {
        match self {
            Transport::Stdio(wire) => wire.close().await,
            Transport::Http(wire) => wire.close().await,
            Transport::LegacySse(wire) => wire.close().await,
        }
    }
}

impl Pipe for Stdio {
    fn send(&mut self, call: Call<'_>) -> Result<u64, WireError> {
        Stdio::send(self, call)
    }

    fn receive(
        &mut self,
        ids: &[u64],
        method: &str,
        deadline: Instant,
    ) -> impl Future<Output = Result<(u64, Answer), WireError>> {
        Stdio::receive(self, ids, method, deadline)
    }
}

/// The ways into a configured address.
pub(crate) struct Address<'a> {
    /// The address.
    pub(crate) remote: &'a Remote,
    /// Deadlines and caps.
    pub(crate) limits: &'a Limits,
}

impl Doors for Address<'_> {
    type Wire = Transport;

    fn http(&mut self) -> Result<Transport, WireError> {
        Ok(Transport::Http(Box::new(Http::new(self.remote, self.limits)?)))
    }

    async fn events(&mut self, deadline: Instant) -> Result<Transport, WireError> {
        Ok(Transport::LegacySse(Box::new(LegacySse::open(self.remote, self.limits, deadline).await?)))
    }
}
