//! A config with fake servers in it, and runs of `toolrent gather` over it.

#![cfg(all(feature = "app", feature = "gather", unix))]

use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde_json::{Map, Value, json};
use tempfile::TempDir;

use crate::fake::{Fake, program};
use crate::ran::Ran;
use crate::running::{Running, until};

/// A config with fake servers in it, and how it is gathered from.
pub(crate) struct Stage {
    pub(crate) folder: TempDir,
    servers: Map<String, Value>,
    fakes: Vec<Fake>,
    args: Vec<String>,
    env: Vec<(String, String)>,
}

impl Stage {
    pub(crate) fn new() -> Stage {
        let folder = tempfile::Builder::new().prefix("panggung").tempdir().expect("a folder");
        Stage { folder, servers: Map::new(), fakes: Vec::new(), args: Vec::new(), env: Vec::new() }
    }

    /// A path in the folder of the stage.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes a file there.
    pub(crate) fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(&path, text).expect("a file");
        path
    }

    /// The script with a log added, as a file; a program's arguments name it.
    pub(crate) fn script(&self, name: &str, script: &Value) -> PathBuf {
        self.file(&format!("{name}.script"), &self.logged(name, script).to_string())
    }

    fn logged(&self, name: &str, script: &Value) -> Value {
        let mut script = script.clone();
        script["log"] = json!(self.path(&format!("{name}.log")));
        script
    }

    /// An entry of the config as it stands.
    pub(crate) fn entry(mut self, name: &str, entry: Value) -> Stage {
        self.servers.insert(name.to_owned(), entry);
        self
    }

    /// A fake server on standard streams.
    pub(crate) fn stdio(self, name: &str, script: &Value) -> Stage {
        let args = json!(["stdio", self.script(name, script)]);
        self.entry(name, json!({"command": program(), "args": args}))
    }

    /// A fake server over HTTP that is in no config.
    pub(crate) fn start(&self, name: &str, script: &Value) -> Fake {
        Fake::start(&self.logged(name, script))
    }

    /// Keeps a fake server for as long as the stage.
    pub(crate) fn keeping(mut self, fake: Fake) -> Stage {
        self.fakes.push(fake);
        self
    }

    /// A fake server over HTTP, with further members for its entry.
    pub(crate) fn http_with(self, name: &str, script: &Value, more: &Value) -> Stage {
        let fake = self.start(name, script);
        let mut entry = json!({"type": "http", "url": format!("{}/mcp", fake.address)});
        for (key, value) in more.as_object().into_iter().flatten() {
            entry[key] = value.clone();
        }
        self.keeping(fake).entry(name, entry)
    }

    /// A fake server over HTTP.
    pub(crate) fn http(self, name: &str, script: &Value) -> Stage {
        self.http_with(name, script, &Value::Null)
    }

    /// Further arguments.
    pub(crate) fn args<const N: usize>(mut self, args: [&str; N]) -> Stage {
        self.args.extend(args.map(str::to_owned));
        self
    }

    /// A further variable.
    pub(crate) fn env(mut self, name: &str, value: &str) -> Stage {
        self.env.push((name.to_owned(), value.to_owned()));
        self
    }

    /// The command as it would be run, with these arguments and no others.
    pub(crate) fn command<S: AsRef<std::ffi::OsStr>>(&self, args: &[S]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_toolrent"));
        let path = std::env::var_os("PATH").unwrap_or_default();
        command.args(args).current_dir(self.folder.path()).env_clear().env("PATH", path);
        command.env("HOME", self.folder.path()).envs(self.env.clone()).stdin(Stdio::null());
        command
    }

    /// `gather` over the config, contacting, with the report as JSON and the catalog in a file.
    pub(crate) fn gathering(&self) -> Command {
        self.file("susunan.json", &json!({"mcpServers": self.servers}).to_string());
        let mut command =
            self.command(&["gather", "susunan.json", "--connect", "--format", "json", "-o", "katalog.jsonl"]);
        command.args(&self.args);
        command
    }

    /// Runs that to its end.
    pub(crate) fn run(&self) -> Ran {
        self.finish(Running::start(self.gathering()))
    }

    /// Runs the command with these arguments and no others.
    pub(crate) fn run_args<S: AsRef<std::ffi::OsStr>>(&self, args: &[S]) -> Ran {
        let mut command = self.command(args);
        command.args(&self.args);
        self.finish(Running::start(command))
    }

    /// Waits for the end. Nothing that the run started may be alive then.
    pub(crate) fn finish(&self, running: Running) -> Ran {
        let mut ran = running.wait();
        ran.catalog = std::fs::read_to_string(self.path("katalog.jsonl")).unwrap_or_default();
        for file in std::fs::read_dir(self.folder.path()).expect("the folder").flatten() {
            let name = file.file_name().to_string_lossy().into_owned();
            if let Some(name) = name.strip_suffix(".log") {
                ran.logs.insert(name.to_owned(), self.log(name));
            }
        }
        ran
    }

    /// What that server received so far.
    pub(crate) fn log(&self, name: &str) -> Vec<Value> {
        let text = std::fs::read_to_string(self.path(&format!("{name}.log"))).unwrap_or_default();
        text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
    }

    /// Waits until that server received something.
    pub(crate) fn wait_for_call(&self, name: &str) {
        until(|| !self.log(name).is_empty());
    }
}

/// Runs one fake server, `uji`, on standard streams.
pub(crate) fn stdio(script: &Value) -> Ran {
    Stage::new().stdio("uji", script).run()
}

/// Runs one fake server, `uji`, over HTTP.
pub(crate) fn http(script: &Value) -> Ran {
    Stage::new().http("uji", script).run()
}
