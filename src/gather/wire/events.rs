//! An event stream over HTTP: events as they arrive, each of bounded length, whatever bytes it holds.

use std::io::Cursor;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use futures_util::stream::{self, Stream, StreamExt};
use sse_stream::{Error, Sse, SseByteStream};

use crate::gather::wire::body::Body;
use crate::gather::wire::carrier::WireError;

type Pieces = Pin<Box<dyn Stream<Item = Result<Cursor<Vec<u8>>, WireError>> + Send>>;

/// The events of one body.
pub(crate) struct Events {
    events: SseByteStream<Pieces>,
    meter: Arc<Meter>,
}

/// What the washing of bytes and the reading of events tell each other.
#[derive(Default)]
struct Meter {
    /// Bytes since the last event.
    since: AtomicUsize,
    /// Places that were no UTF-8.
    bad: AtomicUsize,
}

/// Makes UTF-8 of a body piece by piece: the reader of events gives up at the first byte that is none.
struct Washing {
    body: Body,
    /// The start of a character whose end has not arrived.
    rest: Vec<u8>,
    limit: usize,
    meter: Arc<Meter>,
    ended: bool,
}

impl Events {
    /// The events of a body, none longer than `limit` bytes.
    pub(crate) fn new(body: Body, limit: usize) -> Events {
        let meter = Arc::<Meter>::default();
        let washing = Washing { body, rest: Vec::new(), limit, meter: Arc::clone(&meter), ended: false };
        let pieces: Pieces = Box::pin(stream::unfold(washing, async |mut washing| {
            let piece = washing.next().await.transpose()?;
            Some((piece.map(Cursor::new), washing))
        }));
        Events { events: SseByteStream::new(pieces), meter }
    }

    /// The next event; `None` at the end. Nothing is lost when the wait for it is given up.
    pub(crate) async fn next(&mut self) -> Result<Option<Sse>, WireError> {
        let next = self.events.next().await;
        self.meter.since.store(0, Ordering::Relaxed);
        next.transpose().map_err(|error| match error {
            Error::Body(error) => match error.downcast::<WireError>() {
                Ok(error) => *error,
                Err(error) => WireError::Network(error.to_string()),
            },
            other => WireError::NoMessage(format!("the event stream cannot be read: {other}")),
        })
    }

    /// Places that were no UTF-8, since the last time this was asked.
    pub(crate) fn bad_bytes(&mut self) -> usize {
        self.meter.bad.swap(0, Ordering::Relaxed)
    }
}

impl Washing {
    async fn next(&mut self) -> Result<Option<Vec<u8>>, WireError> {
        if self.ended {
            return Ok(None);
        }
        let Some(chunk) = self.body.chunk().await? else {
            self.ended = true;
            // Some servers close the stream without the blank line that ends the last event.
            let end = String::from_utf8_lossy(&std::mem::take(&mut self.rest)).into_owned();
            return Ok(Some((end + "\n\n").into_bytes()));
        };
        if self.meter.since.fetch_add(chunk.len(), Ordering::Relaxed).saturating_add(chunk.len()) > self.limit {
            return Err(WireError::TooLong { limit: self.limit });
        }
        Ok(Some(self.wash(chunk)))
    }

    fn wash(&mut self, chunk: Vec<u8>) -> Vec<u8> {
        let mut bytes = std::mem::take(&mut self.rest);
        if bytes.is_empty() {
            bytes = chunk;
        } else {
            bytes.extend(chunk);
        }
        if std::str::from_utf8(&bytes).is_ok() {
            return bytes;
        }
        let mut clean = String::with_capacity(bytes.len());
        let mut bad = 0;
        let mut chunks = bytes.utf8_chunks().peekable();
        while let Some(piece) = chunks.next() {
            clean.push_str(piece.valid());
            let is_cut = std::str::from_utf8(piece.invalid()).is_err_and(|error| error.error_len().is_none());
            if chunks.peek().is_none() && is_cut {
                self.rest = piece.invalid().to_vec();
            } else if !piece.invalid().is_empty() {
                clean.push(char::REPLACEMENT_CHARACTER);
                bad += 1;
            }
        }
        self.meter.bad.fetch_add(bad, Ordering::Relaxed);
        clean.into_bytes()
    }
}
