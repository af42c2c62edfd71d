//! A run of the command while it runs, and the proof that it leaves no process behind.

#![cfg(all(feature = "app", feature = "gather", unix))]

use std::collections::BTreeMap;
use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::ran::Ran;

/// A variable that every process of a run inherits, so that those left over can be found.
const MARK: &str = "GATHERING_TEST_RUN";

/// The longest that a run may take before it counts as hanging.
const PATIENCE: Duration = Duration::from_secs(150);

/// A run that has not ended.
pub(crate) struct Running {
    child: Child,
    pipes: [JoinHandle<String>; 2],
    began: Instant,
    mark: String,
}

impl Running {
    /// Starts a command.
    pub(crate) fn start(mut command: Command) -> Running {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let mark = format!("{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        command.env(MARK, &mark).stdout(Stdio::piped()).stderr(Stdio::piped());
        let began = Instant::now();
        let mut child = command.spawn().expect("the command starts");
        let pipes = [read(child.stdout.take()), read(child.stderr.take())];
        Running { child, pipes, began, mark }
    }

    /// Sends it a signal.
    pub(crate) fn signal(&self, signal: rustix::process::Signal) {
        rustix::process::kill_process(self.id(), signal).expect("the command is alive");
    }

    /// The same, when it may have ended by now.
    pub(crate) fn signal_if_alive(&self, signal: rustix::process::Signal) {
        // Not waited for yet, so the id is still its own.
        let _ = rustix::process::kill_process(self.id(), signal);
    }

    fn id(&self) -> rustix::process::Pid {
        rustix::process::Pid::from_child(&self.child)
    }

    /// The processes that it started and that are alive.
    pub(crate) fn children(&self) -> Vec<String> {
        let own = self.child.id();
        marked(&self.mark).into_iter().filter(|(id, _)| *id != own).map(|(_, line)| line).collect()
    }

    /// Ends it and all that it started.
    pub(crate) fn kill_all(mut self) {
        // More than once: what is killed may have started another one a moment before.
        until(|| {
            for (id, _) in marked(&self.mark) {
                let id = i32::try_from(id).ok().and_then(rustix::process::Pid::from_raw);
                let _ = rustix::process::kill_process(id.expect("an id"), rustix::process::Signal::KILL);
            }
            let _ = self.child.try_wait();
            marked(&self.mark).is_empty()
        });
    }

    /// Waits for the end.
    pub(crate) fn wait(mut self) -> Ran {
        let mut peak = 0;
        let status = loop {
            peak = peak.max(peak_of(self.child.id()));
            if let Some(status) = self.child.try_wait().expect("our own child") {
                break status;
            }
            if self.began.elapsed() > PATIENCE {
                let _ = self.child.kill();
                panic!("the command hangs; its children: {:?}", self.children());
            }
            thread::sleep(Duration::from_millis(4));
        };
        let took = self.began.elapsed();
        let left = marked(&self.mark);
        assert!(left.is_empty(), "processes were left: {left:?}");
        let [stdout, stderr] = self.pipes.map(|pipe| pipe.join().expect("a reader"));
        let document = serde_json::from_str(&stdout).unwrap_or_default();
        let (catalog, logs) = (String::new(), BTreeMap::new());
        Ran { code: status.code(), document, stdout, stderr, catalog, took, peak, logs }
    }
}

fn read(pipe: Option<impl Read + Send + 'static>) -> JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = pipe.expect("a pipe").read_to_end(&mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

/// Waits for something to become true.
pub(crate) fn until(mut true_now: impl FnMut() -> bool) {
    let began = Instant::now();
    while !true_now() {
        assert!(began.elapsed() < PATIENCE, "what was waited for did not happen");
        thread::sleep(Duration::from_millis(4));
    }
}

/// The processes that carry that mark: id and command line.
fn marked(mark: &str) -> Vec<(u32, String)> {
    let wanted = format!("{MARK}={mark}").into_bytes();
    let Ok(folders) = std::fs::read_dir("/proc") else { return Vec::new() };
    let ids = folders.flatten().filter_map(|folder| folder.file_name().to_string_lossy().parse::<u32>().ok());
    let carries = |id: &u32| {
        let variables = std::fs::read(format!("/proc/{id}/environ")).unwrap_or_default();
        variables.split(|byte| *byte == 0).any(|variable| variable == wanted)
    };
    let line = |id| {
        String::from_utf8_lossy(&std::fs::read(format!("/proc/{id}/cmdline")).unwrap_or_default()).replace('\0', " ")
    };
    ids.filter(carries).map(|id| (id, line(id))).collect()
}

fn peak_of(id: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).map_or(0, |kib: u64| kib * 1024)
}
