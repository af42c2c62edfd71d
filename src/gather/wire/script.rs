//! A wire for tests: it answers by a script, and writes down what it was asked.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::Instant;

use crate::gather::contact::{Contact, Launch, Origin, ToolFilter, Way};
use crate::gather::wire::carrier::{Answer, Call, Ending, Era, Heard, Part, Pipe, RpcError, Wire, WireError};

/// What a request leads to.
#[derive(Debug)]
pub(crate) enum Reply {
    /// This result.
    Result(String),
    /// This error.
    Error(RpcError),
    /// No answer, and this instead.
    Trouble(WireError),
    /// No answer.
    Silence,
    /// This, but only when the next request has been sent.
    Late(Box<Reply>),
    /// This, and the list has changed in the meantime.
    Changed(&'static str, Box<Reply>),
    /// Somebody else's future never ends.
    Hang,
}

/// A result.
pub(crate) fn result(value: Value) -> Reply {
    Reply::Result(value.to_string())
}

/// An error.
pub(crate) fn error(code: i64, data: Value) -> Reply {
    Reply::Error(RpcError { code, message: "tidak bisa".to_owned(), data })
}

/// An HTTP status, with a JSON-RPC error in its body.
pub(crate) fn http(status: u16, error: Option<(i64, Value)>) -> Reply {
    let error = error.map(|(code, data)| RpcError { code, message: "tidak bisa".to_owned(), data });
    Reply::Trouble(WireError::Http {
        status,
        body: "isi".to_owned(),
        challenge: None,
        strayed: None,
        error: error.map(Box::new),
    })
}

/// The end of the program.
pub(crate) fn ended(exit_code: i32) -> Reply {
    Reply::Trouble(WireError::Ended { exit_code: Some(exit_code) })
}

/// What `server/discover` gives.
pub(crate) fn discovered(versions: &[&str], capabilities: &Value) -> Reply {
    result(
        json!({"supportedVersions": versions, "capabilities": capabilities, "ttlMs": 60_000, "cacheScope": "public"}),
    )
}

/// What `initialize` gives.
pub(crate) fn shaken(version: &str, capabilities: &Value) -> Reply {
    result(json!({"protocolVersion": version, "capabilities": capabilities, "serverInfo": {"name": "peta"}}))
}

/// What a scripted server does: method, cursor or version, how often the method came before.
pub(crate) type Play = Rc<dyn Fn(&str, &Value, usize) -> Reply>;

/// What was asked, and what became of the wire.
pub(crate) type Log = Rc<RefCell<Vec<String>>>;

/// A scripted wire.
pub(crate) struct Script {
    play: Play,
    log: Log,
    asked: Vec<String>,
    ready: VecDeque<(u64, Result<Part, WireError>)>,
    late: Vec<(u64, Reply)>,
    texts: Vec<String>,
    heard: Heard,
    hangs: bool,
}

impl Script {
    /// One that plays this.
    pub(crate) fn new(play: &Play, log: &Log) -> Script {
        log.borrow_mut().push("open".to_owned());
        Script {
            play: play.clone(),
            log: log.clone(),
            asked: Vec::new(),
            ready: VecDeque::new(),
            late: Vec::new(),
            texts: Vec::new(),
            heard: Heard::default(),
            hangs: false,
        }
    }

    fn answer(&mut self, id: u64, reply: Reply) {
        match reply {
            Reply::Result(text) => {
                let part = Part::Result(0..text.len());
                self.texts.push(text);
                self.ready.push_back((id, Ok(part)));
            }
            Reply::Error(error) => {
                self.texts.push(String::new());
                self.ready.push_back((id, Ok(Part::Error(error))));
            }
            Reply::Trouble(error) => {
                self.texts.push(String::new());
                self.ready.push_back((id, Err(error)));
            }
            Reply::Silence => {}
            Reply::Late(reply) => self.late.push((id, *reply)),
            Reply::Changed(method, reply) => {
                self.heard.changed.push(method.to_owned());
                self.answer(id, *reply);
            }
            Reply::Hang => self.hangs = true,
        }
    }
}

impl Pipe for Script {
    fn send(&mut self, call: Call<'_>) -> Result<u64, WireError> {
        let params = call.params.cloned().unwrap_or(Value::Null);
        let told = match (call.method, &params["cursor"], &params["protocolVersion"]) {
            (method, Value::String(cursor), _) => format!("{method} {cursor:?}"),
            (method, _, Value::String(version)) => format!("{method} {version}"),
            (method, ..) => method.to_owned(),
        };
        let meta = &params["_meta"]["io.modelcontextprotocol/protocolVersion"];
        assert_eq!(matches!(call.era, Era::Modern(version) if meta == version), meta.is_string(), "{told}");
        self.log.borrow_mut().push(told);
        let before = self.asked.iter().filter(|method| *method == call.method).count();
        self.asked.push(call.method.to_owned());
        let id = u64::try_from(self.asked.len()).expect("a small number");
        let late = std::mem::take(&mut self.late);
        let reply = (self.play)(call.method, &params, before);
        for (id, reply) in late {
            self.answer(id, reply);
        }
        self.answer(id, reply);
        Ok(id)
    }

    async fn receive(&mut self, ids: &[u64], method: &str, _: Instant) -> Result<(u64, Answer), WireError> {
        if self.hangs {
            std::future::pending::<()>().await;
        }
        while let Some((id, part)) = self.ready.pop_front() {
            let text = self.texts.remove(0);
            if ids.contains(&id) {
                return part.map(|part| (id, Answer { text, part }));
            }
            self.heard.stray += 1;
        }
        Err(WireError::TimedOut { method: method.to_owned(), after: Duration::from_secs(1) })
    }
}

impl Wire for Script {
    async fn request(&mut self, call: Call<'_>) -> Result<Answer, WireError> {
        let id = self.send(call)?;
        self.receive(&[id], call.method, call.deadline).await.map(|(_, answer)| answer)
    }

    async fn notify(&mut self, method: &str, era: Era) -> Result<(), WireError> {
        assert!(matches!(era, Era::Legacy(_)), "{method} in {era:?}");
        self.log.borrow_mut().push(method.trim_start_matches("notifications/").to_owned());
        Ok(())
    }

    fn heard(&mut self) -> Heard {
        std::mem::take(&mut self.heard)
    }

    async fn close(self) -> Ending {
        self.log.borrow_mut().push("close".to_owned());
        Ending { exit_code: None, stderr: vec!["npm: sedang memasang, kunci-rahasia-7731".to_owned()] }
    }
}

/// A contact with one secret, and no way to reach it.
pub(crate) fn contact() -> Contact {
    Contact {
        name: "peta".to_owned(),
        way: Way::Stdio(Launch { program: "peta".to_owned(), ..Launch::default() }),
        origin: Origin { source: "mcp.json".to_owned(), ..Origin::default() },
        filter: ToolFilter::default(),
        secrets: vec!["kunci-rahasia-7731".to_owned()],
    }
}
