//! Fake servers as programs: over HTTP until dropped, or spoken to by hand.

#![cfg(all(feature = "app", feature = "gather", unix))]

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};

use serde_json::Value;

/// The fake server's program.
pub(crate) fn program() -> PathBuf {
    let folder = Path::new(env!("CARGO_BIN_EXE_toolrent")).parent().expect("a folder");
    let program = folder.join("examples").join("fake_server");
    assert!(program.exists(), "{} is missing: cargo build --example fake_server makes it", program.display());
    program
}

/// A fake server over HTTP, until it is dropped.
pub(crate) struct Fake {
    /// `http://127.0.0.1:PORT`
    pub(crate) address: String,
    child: Child,
    input: Option<ChildStdin>,
}

impl Fake {
    /// Starts one.
    pub(crate) fn start(script: &Value) -> Fake {
        let mut command = Command::new(program());
        command.args(["http", &script.to_string()]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("the fake server starts");
        let mut address = String::new();
        let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
        output.read_line(&mut address).expect("an address");
        Fake { address: address.trim().to_owned(), input: child.stdin.take(), child }
    }
}

impl Drop for Fake {
    fn drop(&mut self) {
        self.input = None;
        let _ = self.child.wait();
    }
}

/// Speaks to a fake server on standard streams: what it says to these lines until it ends.
pub(crate) fn speak(script: &Value, lines: &[&str]) -> Vec<u8> {
    let mut command = Command::new(program());
    command.args(["stdio", &script.to_string()]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().expect("the fake server starts");
    let mut input = child.stdin.take().expect("a pipe");
    for line in lines {
        let _ = writeln!(input, "{line}");
    }
    drop(input);
    child.wait_with_output().expect("it ends").stdout
}
