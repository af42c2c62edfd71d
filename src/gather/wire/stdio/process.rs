//! One server process and all that it starts: begun together, ended together.

use std::ffi::OsStr;
use std::io;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use process_wrap::tokio::{ChildWrapper, CommandWrap, KillOnDrop};
use tokio::process::{ChildStderr, ChildStdin, ChildStdout};
use tokio::time::timeout;

use crate::gather::children::{CHILDREN, Exit, Order};
use crate::gather::contact::Launch;
use crate::gather::wire::carrier::WireError;
use crate::gather::wire::stdio::program;

/// What the system gets to end a process that was killed: one that hangs in a driver takes for ever.
const KILL_TAKES: Duration = Duration::from_secs(2);

/// The same, where nothing else can go on meanwhile.
const KILL_TAKES_IN_DROP: Duration = Duration::from_millis(200);

/// Looks at the process that often when the system does not say that a child has ended.
const LOOK: Duration = Duration::from_millis(100);

/// How the names of our own variables begin.
const OWN: &str = "TOOLRENT_";

/// A running process.
#[derive(Debug)]
pub(crate) struct Process {
    child: Box<dyn ChildWrapper>,
    leader: u32,
    exit: Option<Exit>,
    reaped: bool,
    #[cfg(unix)]
    endings: Option<tokio::signal::unix::Signal>,
}

/// Its standard streams.
#[derive(Debug)]
pub(crate) struct Pipes {
    /// What it reads.
    pub(crate) stdin: ChildStdin,
    /// What it answers.
    pub(crate) stdout: ChildStdout,
    /// What it says besides.
    pub(crate) stderr: ChildStderr,
}

impl Process {
    /// Starts a program in a group of its own.
    pub(crate) fn start(launch: &Launch) -> Result<(Process, Pipes), WireError> {
        let failed = |cause: io::Error| WireError::Spawn { program: launch.program.clone(), cause };
        // Before the start, so that no ending is missed.
        #[cfg(unix)]
        let endings = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::child()).ok();
        let mut command = command(launch);
        let started = CHILDREN.start(|| command.spawn(), |child| child.id());
        let mut child = started.map_err(|error| failed(program::explained(launch, error)))?;
        let pipes = (child.stdin().take(), child.stdout().take(), child.stderr().take());
        let (Some(leader), (Some(stdin), Some(stdout), Some(stderr))) = (child.id(), pipes) else {
            return Err(failed(io::Error::other("it has no pipes")));
        };
        let process = Process {
            child,
            leader,
            exit: None,
            reaped: false,
            #[cfg(unix)]
            endings,
        };
        Ok((process, Pipes { stdin, stdout, stderr }))
    }

    /// How the program ended, if it has. What it left behind is asked to end too.
    pub(crate) fn exit(&mut self) -> Option<Exit> {
        if self.exit.is_none() {
            self.exit = self.look();
            if self.exit.is_some() {
                self.ask_to_end();
            }
        }
        self.exit
    }

    /// Waits until the program ends by itself. It may be dropped and called again.
    pub(crate) async fn ended(&mut self) -> Exit {
        loop {
            if let Some(exit) = self.exit() {
                return exit;
            }
            self.news().await;
        }
    }

    /// Asks the group to end.
    pub(crate) fn ask_to_end(&self) {
        CHILDREN.signal(self.leader, Order::End);
    }

    /// Kills what is left of the group and reaps the program.
    pub(crate) async fn finish(&mut self) {
        self.kill();
        let _ = timeout(KILL_TAKES, self.ended()).await;
        self.reap();
    }

    fn kill(&mut self) {
        CHILDREN.signal(self.leader, Order::Kill);
        if cfg!(windows) {
            // The job with all that is in it; it fails when nothing is.
            let _ = self.child.start_kill();
        }
    }

    fn reap(&mut self) -> bool {
        // The wrapper's own wait would stay until the whole group is gone, which may be never.
        let child = self.child.inner_mut();
        self.reaped = self.reaped || !matches!(CHILDREN.reap(self.leader, || child.try_wait()), Ok(None));
        self.reaped
    }

    #[cfg(unix)]
    fn look(&mut self) -> Option<Exit> {
        CHILDREN.exit(self.leader)
    }

    #[cfg(not(unix))]
    fn look(&mut self) -> Option<Exit> {
        match self.child.inner_mut().try_wait() {
            Ok(status) => status.map(|status| Exit { code: status.code() }),
            Err(_) => Some(Exit { code: None }),
        }
    }

    /// Waits until some child has ended, or a moment.
    #[cfg(unix)]
    async fn news(&mut self) {
        match &mut self.endings {
            Some(endings) => drop(timeout(LOOK, endings.recv()).await),
            None => tokio::time::sleep(LOOK).await,
        }
    }

    #[cfg(not(unix))]
    async fn news(&mut self) {
        let _ = timeout(LOOK, self.child.inner_mut().wait()).await;
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if self.reaped {
            return;
        }
        self.kill();
        let mut waited = Duration::ZERO;
        while !self.reap() && waited < KILL_TAKES_IN_DROP {
            let moment = Duration::from_millis(1);
            thread::sleep(moment);
            waited += moment;
        }
        CHILDREN.forget(self.leader);
    }
}

/// Whether a variable is meant for this program alone: prompted inputs are secrets of one server each.
fn is_own(name: &OsStr) -> bool {
    let name = name.to_string_lossy();
    name.get(..OWN.len()).is_some_and(|start| start.eq_ignore_ascii_case(OWN))
}

fn command(launch: &Launch) -> CommandWrap {
    let own = std::env::vars_os().map(|(name, _)| name).filter(|name| is_own(name));
    let mut command = CommandWrap::with_new(program::resolved(launch), |command| {
        for name in own {
            command.env_remove(name);
        }
        command.args(&launch.args).envs(launch.env.iter().map(|(name, value)| (name, value)));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(cwd) = &launch.cwd {
            command.current_dir(cwd);
        }
    });
    command.wrap(KillOnDrop);
    #[cfg(unix)]
    command.wrap(process_wrap::tokio::ProcessGroup::leader());
    #[cfg(windows)]
    command.wrap(process_wrap::tokio::JobObject);
    command
}
