//! How many servers on loopback are listed in a second, 64 at a time.

use std::future::pending;
use std::hint::black_box;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use serde_json::{Value, json};
use toolrent::gather::contact::{Contact, Origin, Remote, Speaks, ToolFilter, Way};
use toolrent::gather::limits::Limits;
use toolrent::gather::outcome::Status;
use toolrent::gather::run::{Plan, gather};
use toolrent::gather::watch::{Stage, Watch};

const SERVERS: usize = 64;
const TOOLS: usize = 20;

struct Nobody;

impl Watch for Nobody {
    fn stage(&self, _: usize, _: &str, _: Stage) {}
}

/// A modern server that answers until the process ends.
fn server(tools: &Value) -> Contact {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port on loopback");
    let address = listener.local_addr().expect("an address");
    let tools = tools.clone();
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let tools = tools.clone();
            thread::spawn(move || while answer(&stream, &tools).is_some() {});
        }
    });
    let remote = Remote { url: format!("http://{address}/mcp"), headers: Vec::new(), speaks: Speaks::Http };
    Contact {
        name: address.to_string(),
        way: Way::Http(remote),
        origin: Origin::default(),
        filter: ToolFilter::default(),
        secrets: Vec::new(),
    }
}

/// Answers one request; `None` when the client is gone.
fn answer(stream: &TcpStream, tools: &Value) -> Option<()> {
    let mut reader = BufReader::new(stream);
    let mut length = 0;
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).ok()? == 0 {
            return None;
        }
        if line.trim().is_empty() {
            break;
        }
        if let Some(value) = line.to_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().ok()?;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    let request: Value = serde_json::from_slice(&body).ok()?;
    let mut result = json!({"resultType": "complete", "ttlMs": 0, "cacheScope": "private"});
    if request["method"] == "server/discover" {
        result["supportedVersions"] = json!(["2026-07-28"]);
        result["capabilities"] = json!({"tools": {}});
    } else {
        result["tools"] = tools.clone();
    }
    let body = json!({"jsonrpc": "2.0", "id": request["id"], "result": result}).to_string();
    let head = format!("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n", body.len());
    let mut stream = stream;
    stream.write_all((head + &body).as_bytes()).ok()
}

fn bench(c: &mut Criterion) {
    let schema = json!({"type": "object", "properties": {"kota": {"type": "string", "description": "Nama kota."}}});
    let tool =
        |number| json!({"name": format!("alat_{number}"), "description": "Mencari cuaca.", "inputSchema": schema});
    let tools: Value = (0..TOOLS).map(tool).collect();
    let contacts: Vec<Contact> = (0..SERVERS).map(|_| server(&tools)).collect();
    let limits = Limits { parallel: SERVERS, ..Limits::default() };
    let plan = Plan { limits, twice: false, cache: None };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let mut group = c.benchmark_group("gather");
    group.throughput(Throughput::Elements(SERVERS as u64));
    group.bench_function("loopback", |b| {
        b.iter(|| {
            let outcomes = runtime.block_on(gather(&contacts, &plan, &Nobody, pending()));
            let listed = outcomes.iter().filter(|outcome| outcome.status == Status::Ok).count();
            assert_eq!(listed, SERVERS);
            black_box(outcomes)
        });
    });
    group.finish();
}

criterion_group!(benches, bench);
criterion_main!(benches);
