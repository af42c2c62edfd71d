//! A server on this machine for tests: it keeps what it was sent and answers as it is told.

use std::io::{BufRead, BufReader, ErrorKind, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::{JoinHandle, spawn};
use std::time::Duration;

use crate::gather::contact::{Remote, Speaks};

/// One request as it arrived.
#[derive(Debug, Clone, Default)]
pub(crate) struct Seen {
    pub(crate) method: String,
    pub(crate) path: String,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: String,
}

/// The server; it is gone when this is dropped.
pub(crate) struct Loopback {
    address: SocketAddr,
    log: Arc<Log>,
    accepting: Option<JoinHandle<()>>,
}

/// What all connections share.
#[derive(Default)]
pub(crate) struct Log {
    seen: Mutex<Vec<Seen>>,
    arrived: Condvar,
    ending: AtomicBool,
    open: Mutex<Vec<(TcpStream, JoinHandle<()>)>>,
}

impl Seen {
    /// The value of a header.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// The JSON-RPC id in the body.
    pub(crate) fn id(&self) -> String {
        serde_json::from_str::<serde_json::Value>(&self.body).map(|value| value["id"].to_string()).unwrap_or_default()
    }

    fn read(reader: &mut impl BufRead) -> Option<Seen> {
        let mut line = String::new();
        reader.read_line(&mut line).ok().filter(|length| *length > 0)?;
        let mut words = line.split_whitespace().map(str::to_owned);
        let mut seen = Seen { method: words.next()?, path: words.next()?, ..Seen::default() };
        loop {
            let mut line = String::new();
            reader.read_line(&mut line).ok()?;
            let Some((name, value)) = line.trim_end().split_once(':') else { break };
            seen.headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
        }
        let length = seen.header("content-length").and_then(|length| length.parse().ok()).unwrap_or(0);
        let mut body = vec![0; length];
        reader.read_exact(&mut body).ok()?;
        seen.body = String::from_utf8(body).expect("we send UTF-8");
        Some(seen)
    }
}

impl Log {
    /// Waits until a request like that has arrived.
    pub(crate) fn wait_for(&self, like: impl Fn(&Seen) -> bool) -> Seen {
        let seen = self.seen.lock().expect("a lock");
        let patience = Duration::from_secs(20);
        let none_yet = |seen: &mut Vec<Seen>| !seen.iter().any(&like);
        let (seen, _) = self.arrived.wait_timeout_while(seen, patience, none_yet).expect("a lock");
        seen.iter().find(|seen| like(seen)).expect("the request should have come").clone()
    }

    /// How many requests like that have arrived.
    pub(crate) fn count(&self, like: impl Fn(&Seen) -> bool) -> usize {
        self.seen.lock().expect("a lock").iter().filter(|seen| like(seen)).count()
    }
}

impl Loopback {
    /// Starts; each request is answered by `serve`, which may shut the stream down.
    pub(crate) fn start(serve: impl Fn(&Seen, &mut TcpStream, &Log) + Send + Sync + 'static) -> Loopback {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address");
        let (log, serve) = (Arc::<Log>::default(), Arc::new(serve));
        let shared = Arc::clone(&log);
        let accepting = spawn(move || {
            while let Ok((stream, _)) = listener.accept() {
                if shared.ending.load(Ordering::SeqCst) {
                    return;
                }
                let (log, serve) = (Arc::clone(&shared), Arc::clone(&serve));
                let kept = stream.try_clone().expect("a stream");
                let thread = spawn(move || converse(stream, &log, &*serve));
                shared.open.lock().expect("a lock").push((kept, thread));
            }
        });
        Loopback { address, log, accepting: Some(accepting) }
    }

    /// Starts with the same bytes for everybody.
    pub(crate) fn with(reply: Vec<u8>) -> Loopback {
        Loopback::start(move |_, stream, _| put(stream, &reply))
    }

    /// The address of a path.
    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// That address with a secret header.
    pub(crate) fn remote(&self, path: &str) -> Remote {
        let headers = vec![("Authorization".to_owned(), "Bearer rahasia".to_owned())];
        Remote { url: self.url(path), headers, speaks: Speaks::Http }
    }

    /// All requests so far.
    pub(crate) fn seen(&self) -> Vec<Seen> {
        self.log.seen.lock().expect("a lock").clone()
    }
}

impl Drop for Loopback {
    fn drop(&mut self) {
        self.log.ending.store(true, Ordering::SeqCst);
        let _ = TcpStream::connect(self.address);
        if let Some(accepting) = self.accepting.take() {
            let _ = accepting.join();
        }
        let open = std::mem::take(&mut *self.log.open.lock().expect("a lock"));
        for (stream, thread) in open {
            let _ = stream.shutdown(Shutdown::Both);
            let _ = thread.join();
        }
    }
}

/// A whole answer.
pub(crate) fn reply(status: &str, headers: &[&str], body: impl AsRef<[u8]>) -> Vec<u8> {
    let lines: String = headers.iter().map(|line| format!("{line}\r\n")).collect();
    let head = format!("HTTP/1.1 {status}\r\n{lines}content-length: {}\r\n\r\n", body.as_ref().len());
    [head.as_bytes(), body.as_ref()].concat()
}

/// A whole JSON answer.
pub(crate) fn json(body: impl AsRef<[u8]>) -> Vec<u8> {
    reply("200 OK", &["content-type: application/json"], body)
}

/// The head of an answer that goes on until the connection ends.
pub(crate) fn open_head(kind: &str) -> Vec<u8> {
    format!("HTTP/1.1 200 OK\r\ncontent-type: {kind}\r\nconnection: close\r\n\r\n").into_bytes()
}

/// Writes; a client that is gone is no fault.
pub(crate) fn put(stream: &mut TcpStream, bytes: impl AsRef<[u8]>) {
    let _ = stream.write_all(bytes.as_ref());
}

/// Waits until the client closes.
pub(crate) fn until_closed(stream: &mut TcpStream) {
    let _ = std::io::copy(stream, &mut std::io::sink());
}

/// Writes the same bytes again and again until the client closes.
pub(crate) fn forever(stream: &mut TcpStream, bytes: &[u8]) {
    while stream.write_all(bytes).is_ok() {}
}

/// Ends the connection.
pub(crate) fn hang_up(stream: &TcpStream) {
    if let Err(error) = stream.shutdown(Shutdown::Both) {
        assert_eq!(error.kind(), ErrorKind::NotConnected);
    }
}

fn converse(mut stream: TcpStream, log: &Log, serve: &(dyn Fn(&Seen, &mut TcpStream, &Log) + Send + Sync)) {
    let mut reader = BufReader::new(stream.try_clone().expect("a stream"));
    while let Some(seen) = Seen::read(&mut reader) {
        log.seen.lock().expect("a lock").push(seen.clone());
        log.arrived.notify_all();
        serve(&seen, &mut stream, log);
    }
}
