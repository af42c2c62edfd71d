//! Real servers for tests: where they are installed, how they are started, and that they are gone afterwards.

#![cfg(all(feature = "app", feature = "gather"))]

use std::env;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;

use serde_json::Value;

/// The folder that `.ci/servers` filled, or a loud note that a test did not run.
pub(crate) fn folder() -> Option<PathBuf> {
    let Some(folder) = env::var_os("TOOLRENT_SERVERS").map(PathBuf::from) else {
        // Written past the test harness, which would swallow what a passing test prints.
        let test = thread::current().name().unwrap_or("a test").to_owned();
        let line = format!("\nSKIPPED: {test}: TOOLRENT_SERVERS does not name the folder that .ci/servers fills\n");
        let _ = std::io::stderr().write_all(line.as_bytes());
        return None;
    };
    // Tests run in the package's folder, whoever named it.
    Some(folder.canonicalize().expect("TOOLRENT_SERVERS names a folder; .ci/servers makes it"))
}

/// A path in that folder as a word of a command.
pub(crate) fn path(folder: &Path, relative: &str) -> String {
    folder.join(relative).display().to_string()
}

/// The command of a server of ours, or of a package, by the program that runs it.
pub(crate) fn node(folder: &Path, script: &str, arguments: &[&str]) -> Vec<String> {
    let words = [path(folder, "node_modules/.bin/node"), path(folder, script)];
    words.into_iter().chain(arguments.iter().map(|&argument| argument.to_owned())).collect()
}

/// The same in Python.
pub(crate) fn python(folder: &Path, script: &str, argument: &str) -> Vec<String> {
    vec![path(folder, ".venv/bin/python"), path(folder, script), argument.to_owned()]
}

/// A packaged server in JavaScript, kept on loopback at a port that the system picks.
pub(crate) fn node_on_loopback(folder: &Path, script: &str, arguments: &[&str]) -> Vec<String> {
    let mut words = node(folder, script, arguments);
    words.splice(1..1, ["--import".to_owned(), path(folder, "loopback.mjs")]);
    words
}

/// A server that listens; dropping it ends it.
pub(crate) struct Running {
    child: Child,
    /// `http://127.0.0.1:<port>`.
    pub(crate) origin: String,
}

impl Running {
    /// Starts it and waits for the line that says where it listens.
    pub(crate) fn start(words: &[String], variables: &[(&str, &str)]) -> Running {
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).envs(variables.iter().copied()).stdin(Stdio::piped());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("a server starts");
        let mut lines = BufReader::new(child.stdout.take().expect("it is piped")).lines();
        let origin = lines.find_map(|line| line.ok().filter(|line| line.starts_with("http://127.0.0.1:")));
        // Whatever else it prints must not fill the pipe.
        thread::spawn(move || lines.for_each(drop));
        let mut running = Running { child, origin: String::new() };
        running.origin = origin.unwrap_or_else(|| panic!("{words:?} ended before it listened"));
        running
    }

    /// The body that a GET answers.
    pub(crate) fn get(&self, path: &str) -> String {
        let address = self.origin.trim_start_matches("http://");
        let mut stream = TcpStream::connect(address).expect("it listens");
        write!(stream, "GET {path} HTTP/1.0\r\nHost: {address}\r\n\r\n").expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers");
        answer.split_once("\r\n\r\n").expect("headers and a body").1.to_owned()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What the official SDK's own client lists, asked as `list.mjs` describes.
pub(crate) fn reference(folder: &Path, asked: &[String], variables: &[(String, String)]) -> Value {
    let words = node(folder, "list.mjs", &[]);
    let mut command = Command::new(&words[0]);
    let output = command.args(&words[1..]).args(asked).envs(variables.iter().cloned()).output().expect("node runs");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "the SDK's client on {asked:?}: {stderr}");
    serde_json::from_slice(&output.stdout).expect("one JSON object")
}

/// One run of `toolrent gather`: its report, the catalog file, and everything that was printed.
pub(crate) struct Gathered {
    pub(crate) output: Output,
    /// The JSON report.
    pub(crate) report: Value,
    /// The lines of the catalog file; empty when there is none.
    pub(crate) catalog: Vec<Value>,
}

impl Gathered {
    /// Gathers with these arguments and variables.
    pub(crate) fn run(arguments: &[&str], variables: &[(&str, &str)]) -> Gathered {
        let room = tempfile::tempdir().expect("a folder");
        let file = room.path().join("catalog.json");
        let mut command = Command::new(env!("CARGO_BIN_EXE_toolrent"));
        // A machine that builds and tests at the same time is slow to start an interpreter.
        command.args(["gather", "--connect", "--format", "json", "--startup-timeout", "120", "-o"]).arg(&file);
        let output = command.args(arguments).envs(variables.iter().copied()).output().expect("the command runs");
        let report = serde_json::from_slice(&output.stdout).unwrap_or_else(|error| {
            panic!("{arguments:?}: {error}: {}", String::from_utf8_lossy(&output.stderr));
        });
        let lines = fs::read_to_string(&file).unwrap_or_default();
        let catalog = lines.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect();
        Gathered { output, report, catalog }
    }

    /// The row of a server in the report; the only one when no name is given.
    pub(crate) fn row(&self, name: Option<&str>) -> &Value {
        let rows = self.report["servers"].as_array().expect("servers");
        let row = rows.iter().find(|row| name.is_none_or(|name| row["name"] == name));
        row.unwrap_or_else(|| panic!("no row for {name:?}: {}", self.report))
    }

    /// What the catalog file says of a server, in the shape of the reference.
    pub(crate) fn listed(&self, name: &str) -> Value {
        let heads = self.catalog.iter().map(|line| &line["server"]);
        let head = heads.into_iter().find(|head| head["name"] == name);
        let head = head.unwrap_or_else(|| panic!("{name} is not in the catalog: {}", self.report));
        let lines = || self.catalog.iter().filter(|line| line["server"] == name);
        let count = |kind: &str| lines().filter(|line| line.get(kind).is_some()).count();
        serde_json::json!({
            "era": head["era"],
            "name": self.row(Some(name))["own_name"],
            "instructions": head["instructions"],
            "tools": lines().filter_map(|line| line.get("tool")).map(|tool| &tool["name"]).collect::<Vec<_>>(),
            "prompts": count("prompt"),
            "resources": count("resource"),
            "templates": count("resource_template"),
        })
    }
}
