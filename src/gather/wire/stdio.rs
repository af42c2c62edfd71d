//! A program that speaks over its standard streams: one message a line, and much else in the wild.
//!
//! What the server writes is read only while somebody waits for an answer; what we write goes through a task, so that
//! a server that writes before it reads is not waited for, and its standard error is always read.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::io::AsyncWriteExt;
use tokio::process::{ChildStdin, ChildStdout};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::{Instant, timeout, timeout_at};

use crate::gather::children::Exit;
use crate::gather::contact::Launch;
use crate::gather::limits::Limits;
use crate::gather::wire::carrier::{Answer, Call, Ending, Era, Heard, Wire, WireError};
use crate::gather::wire::message::{encode_notification, encode_request};
use crate::gather::wire::stdio::inbox::Inbox;
use crate::gather::wire::stdio::lines::{Caps, Excess, Lines};
use crate::gather::wire::stdio::process::Process;
use crate::gather::wire::stdio::tail::Tail;

mod inbox;
mod lines;
mod process;
mod program;
mod tail;
#[cfg(all(test, unix))]
mod tests;
mod unclosed;

/// Lines that wait to be read by the server.
const MOST_UNREAD: usize = 1_000;

/// Of those, how many are kept for our own: one that asks without ever reading gets no further reply.
const OURS: usize = 100;

/// A running server.
#[derive(Debug)]
pub(crate) struct Stdio {
    process: Process,
    stdout: Lines<ChildStdout>,
    inbox: Inbox,
    /// Lines for the server to read; dropping it closes the server's input.
    outbox: mpsc::Sender<String>,
    writer: Background,
    reader: Background,
    stderr: Arc<Mutex<Tail>>,
    grace: Duration,
    caps: Caps,
    last_id: u64,
    /// When to stop reading what is left of a server that has ended.
    last_look: Option<Instant>,
    /// Set when nothing more comes.
    over: Option<Exit>,
}

impl Stdio {
    /// Starts a server.
    ///
    /// # Errors
    /// When the program cannot be started.
    pub(crate) fn start(launch: &Launch, limits: &Limits) -> Result<Stdio, WireError> {
        let (process, pipes) = Process::start(launch)?;
        let (outbox, lines) = mpsc::channel(MOST_UNREAD);
        let stderr = Arc::new(Mutex::new(Tail::default()));
        let caps = Caps { line: limits.message_bytes, total: limits.total_bytes };
        Ok(Stdio {
            process,
            stdout: Lines::new(pipes.stdout, caps),
            inbox: Inbox::new(limits.message_bytes),
            outbox,
            writer: Background(tokio::spawn(write(pipes.stdin, lines))),
            reader: Background(tokio::spawn(tail::follow(pipes.stderr, Arc::clone(&stderr)))),
            stderr,
            grace: limits.grace,
            caps,
            last_id: 0,
            last_look: None,
            over: None,
        })
    }

    /// Sends a request and gives its id; waits for nothing. That the server has ended shows when its answer is received.
    pub(crate) fn send(&mut self, call: Call<'_>) -> Result<u64, WireError> {
        self.last_id += 1;
        self.inbox.expect(self.last_id);
        self.post(encode_request(self.last_id, call.method, call.params));
        Ok(self.last_id)
    }

    /// Waits for the first answer to one of these requests. An answer to another one is kept until it is asked for.
    ///
    /// # Errors
    /// When the server ends, says too much, or lets the deadline pass.
    pub(crate) async fn receive(
        &mut self,
        ids: &[u64],
        method: &str,
        deadline: Instant,
    ) -> Result<(u64, Answer), WireError> {
        loop {
            if let Some(answer) = self.inbox.take(ids) {
                return Ok(answer);
            }
            if let Some(Exit { code }) = self.over {
                return Err(WireError::Ended { exit_code: code });
            }
            match timeout_at(deadline, self.line()).await {
                Ok(Ok(Some(line))) => {
                    self.inbox.line(line, ids);
                    self.reply();
                }
                Ok(Ok(None)) => self.end().await,
                Ok(Err(excess)) => return Err(self.too_much(excess)),
                Err(_) => {
                    return Err(WireError::TimedOut { method: method.to_owned(), after: self.inbox.waited(ids) });
                }
            }
        }
    }

    /// The next line of output. A program that has ended may have left others behind that hold its output open: what
    /// it wrote itself is read, and for more than that nobody waits long.
    async fn line(&mut self) -> Result<Option<Vec<u8>>, Excess> {
        let last_look = match self.last_look {
            Some(last_look) => last_look,
            None => tokio::select! {
                biased;
                line = self.stdout.next() => return line,
                _ = self.process.ended() => *self.last_look.insert(Instant::now() + self.grace),
            },
        };
        timeout_at(last_look, self.stdout.next()).await.unwrap_or(Ok(None))
    }

    /// Nothing more comes: a program that closed its output mostly ends at once, and then its exit code is known.
    async fn end(&mut self) {
        self.inbox.end();
        let exit = timeout(self.grace, self.process.ended()).await;
        self.over = Some(exit.unwrap_or(Exit { code: None }));
    }

    fn reply(&mut self) {
        for reply in self.inbox.take_replies() {
            if self.outbox.capacity() > OURS {
                self.post(reply);
            } else {
                self.inbox.remark("gather.unread_input", "the server asks on and on without reading the replies");
            }
        }
    }

    /// It fails for a server that has closed its input or never reads it, which shows when its answer does not come.
    fn post(&mut self, line: String) {
        let _ = self.outbox.try_send(line);
    }

    fn too_much(&self, excess: Excess) -> WireError {
        match excess {
            Excess::Line => WireError::TooLong { limit: self.caps.line },
            Excess::Total => {
                WireError::NoMessage(format!("the server wrote more than {} bytes in all", self.caps.total))
            }
        }
    }
}

impl Wire for Stdio {
    async fn request(&mut self, call: Call<'_>) -> Result<Answer, WireError> {
        let id = self.send(call)?;
        self.receive(&[id], call.method, call.deadline).await.map(|(_, answer)| answer)
    }

    async fn notify(&mut self, method: &str, _era: Era) -> Result<(), WireError> {
        self.post(encode_notification(method, None));
        Ok(())
    }

    fn heard(&mut self) -> Heard {
        self.inbox.take_heard()
    }

    async fn close(self) -> Ending {
        let Stdio { mut process, stdout, outbox, writer, mut reader, stderr, grace, .. } = self;
        let exit_code = process.exit().and_then(|exit| exit.code);
        drop(outbox);
        // A server that is busy writing would not see that its input is closed.
        let mut drain = Background(tokio::spawn(async move {
            let _ = tokio::io::copy(&mut stdout.into_source(), &mut tokio::io::sink()).await;
        }));
        if timeout(grace, process.ended()).await.is_err() {
            process.ask_to_end();
            let _ = timeout(grace, process.ended()).await;
        }
        drop(writer);
        // What the program started and left behind was asked to end as well; it has gone when it lets go of the pipes.
        if process.exit().is_some() {
            let gone = async { drop((&mut drain.0).await.and((&mut reader.0).await)) };
            let _ = timeout(grace, gone).await;
        }
        process.finish().await;
        if !reader.0.is_finished() {
            let _ = timeout(grace, &mut reader.0).await;
        }
        let stderr = stderr.lock().unwrap_or_else(PoisonError::into_inner).lines();
        Ending { exit_code, stderr }
    }
}

/// Writes lines until there are no more, or nobody reads them.
async fn write(mut stdin: ChildStdin, mut lines: mpsc::Receiver<String>) {
    while let Some(mut line) = lines.recv().await {
        line.push('\n');
        if stdin.write_all(line.as_bytes()).await.is_err() {
            return;
        }
    }
}

/// A task that ends with its owner.
#[derive(Debug)]
struct Background(JoinHandle<()>);

impl Drop for Background {
    fn drop(&mut self) {
        self.0.abort();
    }
}
