//! A fake server on loopback: Streamable HTTP of both eras, and the HTTP+SSE of 2024-11-05.

use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::process::ExitCode;
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};

use crate::action::{perform, respond};
use crate::mind::{Asked, Mind};
use crate::mouth::Mouth;
use crate::script::whole;

/// The session id that is given out.
const SESSION: &str = "sesi-4711";

/// The open stream of an HTTP+SSE client.
type Stream = Arc<Mutex<Option<TcpStream>>>;

/// Prints the address and serves until the input ends.
pub(crate) fn serve(mind: &Arc<Mind>) -> ExitCode {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port on loopback");
    let address = listener.local_addr().expect("an address");
    writeln!(io::stdout(), "http://{address}").expect("somebody reads the address");
    let (mind, events) = (Arc::clone(mind), Stream::default());
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let (mind, events) = (Arc::clone(&mind), Arc::clone(&events));
            std::thread::spawn(move || {
                // A client that went away is its own business.
                let _ = connection(&stream, &mind, &events);
                if !kept(&events, &stream) {
                    let _ = stream.shutdown(Shutdown::Both);
                }
            });
        }
    });
    let _ = io::copy(&mut io::stdin(), &mut io::sink());
    ExitCode::SUCCESS
}

fn kept(events: &Stream, stream: &TcpStream) -> bool {
    let events = events.lock().expect("no thread broke it");
    events.as_ref().is_some_and(|kept| kept.peer_addr().ok() == stream.peer_addr().ok())
}

fn connection(stream: &TcpStream, mind: &Mind, events: &Stream) -> io::Result<()> {
    let Some((verb, body, mut asked)) = received(stream)? else { return Ok(()) };
    if let Some(message) = Asked::read(&body) {
        asked = Asked { headers: asked.headers, target: asked.target, ..message };
    }
    mind.log(&verb, &asked);
    let script = &mind.script;
    let mut socket = Socket { mind, stream, streaming: script.text("reply") == Some("sse"), began: false, head: None };
    if let Some(redirect) = script.get("redirects").get(&asked.target) {
        return socket.reply(&json!({"status": redirect["status"], "headers": {"location": redirect["to"]}}));
    }
    let gate = script.get("gate");
    let passes = |header: &str| asked.headers.get(header).map(String::as_str) == gate["value"].as_str();
    if gate["header"].as_str().is_some_and(|header| !passes(header)) {
        return socket.reply(gate);
    }
    if let Some(legacy) = script.get("legacy_sse").as_object() {
        let path = legacy.get("path").and_then(Value::as_str).unwrap_or_default();
        return legacy_sse(&verb, path, &asked, socket, events);
    }
    match verb.as_str() {
        "POST" if asked.method.is_empty() => {
            mind.answered(asked.id.as_deref().unwrap_or_default());
            socket.reply(&json!({"status": 202}))
        }
        "POST" => post(mind, &asked, &mut socket),
        "DELETE" if script.is("session") => socket.reply(&json!({"status": 204})),
        _ => socket.reply(&json!({"status": 405})),
    }
}

fn received(stream: &TcpStream) -> io::Result<Option<(String, String, Asked)>> {
    let mut reader = BufReader::new(stream);
    let mut first = String::new();
    reader.read_line(&mut first)?;
    let mut words = first.split(' ').map(str::to_owned);
    let (Some(verb), Some(target)) = (words.next(), words.next()) else { return Ok(None) };
    let mut headers = BTreeMap::new();
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line)? == 0 || line.trim().is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(':') {
            headers.insert(name.to_lowercase(), value.trim().to_owned());
        }
    }
    let length = headers.get("content-length").and_then(|length| length.parse().ok()).unwrap_or(0);
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    let asked = Asked { headers, target, ..Asked::default() };
    Ok(Some((verb, String::from_utf8_lossy(&body).into_owned(), asked)))
}

fn post(mind: &Mind, asked: &Asked, socket: &mut Socket<'_>) -> io::Result<()> {
    let header = |name: &str| asked.headers.get(name).map(String::as_str);
    let script = &mind.script;
    let accept = header("accept").unwrap_or_default();
    if !accept.contains("application/json") || !accept.contains("text/event-stream") {
        return socket.reply(&json!({"status": 406}));
    }
    if script.speaks("modern")
        && let Some(version) = asked.version()
        && (header("mcp-protocol-version") != Some(version) || header("mcp-method") != Some(&asked.method))
    {
        let error = json!({"code": -32020, "message": "headers and body differ"});
        return perform(&[json!({"error": error})], mind, asked, socket);
    }
    if script.is("session") && asked.version().is_none() {
        if asked.method == "initialize" {
            socket.head = Some(json!({"headers": {"mcp-session-id": SESSION}}));
        } else if header("mcp-session-id") != Some(SESSION) {
            return socket.reply(&json!({"status": 400, "type": "text/plain", "body": "Bad Request: no session id"}));
        }
    }
    respond(mind, asked, socket)?;
    if asked.id.is_none() && !socket.began {
        return socket.reply(&json!({"status": 202}));
    }
    Ok(())
}

/// The older transport: events on one stream, posts to the endpoint that its first event names.
fn legacy_sse(verb: &str, path: &str, asked: &Asked, mut socket: Socket<'_>, events: &Stream) -> io::Result<()> {
    let own_path = asked.target.split('?').next() == Some(path);
    if verb == "GET" && !own_path {
        // Kept before the endpoint is told, so that no post can come too early.
        *events.lock().expect("no thread broke it") = Some(socket.stream.try_clone()?);
        socket.bytes(b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n")?;
        socket.bytes(format!("event: endpoint\ndata: {path}?sid=1\n\n").as_bytes())?;
        return Ok(());
    }
    if verb != "POST" || !own_path {
        let body = "<!DOCTYPE html><html><head><title>Error</title></head><body><pre>Cannot POST</pre></body></html>";
        return socket.reply(&json!({"status": 404, "type": "text/html; charset=utf-8", "body": body}));
    }
    socket.reply(&json!({"status": 202, "type": "text/plain", "body": "Accepted"}))?;
    if asked.method.is_empty() {
        socket.mind.answered(asked.id.as_deref().unwrap_or_default());
        return Ok(());
    }
    // The lock is not held while something is waited for: the answer may come by another connection.
    let stream = events.lock().expect("no thread broke it").as_ref().map(TcpStream::try_clone).transpose()?;
    let Some(stream) = stream else { return Ok(()) };
    let mut socket = Socket { mind: socket.mind, stream: &stream, streaming: true, began: true, head: None };
    respond(socket.mind, asked, &mut socket)
}

/// One reply.
struct Socket<'a> {
    mind: &'a Mind,
    stream: &'a TcpStream,
    /// Whether messages go out as events.
    streaming: bool,
    /// Whether something was sent.
    began: bool,
    /// Status and headers for what is sent next.
    head: Option<Value>,
}

impl Socket<'_> {
    fn begin(&mut self, status: u64, kind: &str, length: Option<usize>) -> io::Result<()> {
        let head = self.head.take().unwrap_or_default();
        let status = head["status"].as_u64().unwrap_or(status);
        let mut text = format!("HTTP/1.1 {status} X\r\ncontent-type: {kind}\r\nconnection: close\r\n");
        for (name, value) in head["headers"].as_object().into_iter().flatten() {
            text += &format!("{name}: {}\r\n", value.as_str().unwrap_or_default());
        }
        if let Some(length) = length {
            text += &format!("content-length: {length}\r\n");
        }
        self.bytes(format!("{text}\r\n").as_bytes())
    }
}

impl Mouth for Socket<'_> {
    fn say(&mut self, text: &str) -> io::Result<()> {
        if !self.streaming {
            self.begin(status_of(text, self.mind), "application/json", Some(text.len()))?;
            return self.bytes(text.as_bytes());
        }
        if !self.began {
            self.begin(200, "text/event-stream", None)?;
        }
        let text = if self.mind.script.is("multi_line") { text.replacen('{', "{\ndata: ", 1) } else { text.to_owned() };
        self.bytes(format!(": salam\n\nevent: message\ndata: {text}\n\n").as_bytes())
    }

    fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.began = true;
        self.stream.write_all(bytes)
    }

    fn stream(&mut self) {
        self.streaming = true;
    }

    fn reply(&mut self, reply: &Value) -> io::Result<()> {
        let status = u64::try_from(whole(&reply["status"])).unwrap_or(500);
        let body = reply["body"].as_str().unwrap_or_default();
        self.head = Some(json!({"headers": reply["headers"]}));
        self.begin(status, reply["type"].as_str().unwrap_or("text/plain"), Some(body.len()))?;
        self.bytes(body.as_bytes())
    }

    fn hear(&mut self, id: &str) -> io::Result<()> {
        if self.mind.wait_for(id) { Ok(()) } else { Err(io::ErrorKind::TimedOut.into()) }
    }
}

/// The status that goes with an answer: errors of the modern era have one of their own.
fn status_of(message: &str, mind: &Mind) -> u64 {
    if !mind.script.speaks("modern") || message.len() > 4096 {
        return 200;
    }
    let message: Value = serde_json::from_str(message).unwrap_or_default();
    match message["error"]["code"].as_i64() {
        Some(-32601) => 404,
        Some(-32602 | -32022..=-32020) => 400,
        _ => 200,
    }
}
