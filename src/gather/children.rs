//! Knows every server process that runs, so that none outlives this one.
//!
//! Each server leads a process group. The number of a group stays its own until the leader is reaped, so a group is
//! signalled only while it stands in the register, and leaves it in the same breath in which its leader is reaped.
//! On Windows each server stands in a job object that ends with this process; there is nothing to signal.

#[cfg(target_os = "linux")]
mod orphans;

use std::collections::BTreeSet;
use std::io;
use std::process::ExitStatus;
use std::sync::{Mutex, MutexGuard, Once, PoisonError, TryLockError};
use std::thread;
use std::time::{Duration, Instant};

/// What processes get to end by themselves once they are told to, and how long a busy register is waited for.
const PATIENCE: Duration = Duration::from_millis(500);

/// Between two looks at something that ends without telling.
const LOOK: Duration = Duration::from_millis(2);

/// All servers of this process.
pub(crate) static CHILDREN: Children = Children { groups: Mutex::new(BTreeSet::new()) };

/// Ends all servers: asks, waits half a second, kills. It blocks, and may be called from a panic hook.
pub fn end_all() {
    CHILDREN.end_all();
}

/// From now on, what servers start and leave behind outside their groups comes to this process, so that
/// [`end_orphans`] and [`end_all`] end it. For a program whose only children are servers, before it starts the first
/// one. It does something on Linux alone.
pub fn adopt_orphans() {
    #[cfg(target_os = "linux")]
    orphans::adopt();
}

/// Ends what servers have left behind, if [`adopt_orphans`] was called; gives the names of the programs. It blocks for
/// up to a second, and is for the end: servers that still run are spared, but not what they started in groups of its own.
pub fn end_orphans() -> Vec<String> {
    CHILDREN.end_orphans()
}

/// Makes a panic end all servers before it is reported. Where a panic aborts, nothing is dropped, so nothing else would.
pub fn install_panic_hook() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let previous = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            end_all();
            previous(panic);
        }));
    });
}

/// A register of process groups, each by the id of its leader.
#[derive(Debug, Default)]
pub(crate) struct Children {
    groups: Mutex<BTreeSet<u32>>,
}

/// How a group is told to end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Order {
    /// It may tidy up.
    End,
    /// It may not.
    Kill,
}

/// How a leader ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Exit {
    /// Its exit code; `None` when a signal ended it, or when nobody can tell any more.
    pub(crate) code: Option<i32>,
}

impl Children {
    /// Starts a group and takes it in, in one step: whoever ends all servers in between would miss it.
    pub(crate) fn start<C, E>(
        &self,
        start: impl FnOnce() -> Result<C, E>,
        leader: impl FnOnce(&C) -> Option<u32>,
    ) -> Result<C, E> {
        let mut groups = self.lock();
        let child = start()?;
        groups.extend(leader(&child));
        Ok(child)
    }

    /// Signals a group, if its leader has not been reaped.
    pub(crate) fn signal(&self, leader: u32, order: Order) {
        let groups = self.lock();
        if groups.contains(&leader) {
            signal(leader, order);
        }
    }

    /// How the leader ended, once it has; it is not reaped by that.
    #[cfg(unix)]
    pub(crate) fn exit(&self, leader: u32) -> Option<Exit> {
        let groups = self.lock();
        if groups.contains(&leader) { exit(leader) } else { Some(Exit { code: None }) }
    }

    /// Reaps the leader through `reap`, and with it lets go of the group.
    pub(crate) fn reap(
        &self,
        leader: u32,
        reap: impl FnOnce() -> io::Result<Option<ExitStatus>>,
    ) -> io::Result<Option<ExitStatus>> {
        let mut groups = self.lock();
        let status = reap();
        // An error says that it cannot be waited for: somebody else reaped it.
        if !matches!(status, Ok(None)) {
            groups.remove(&leader);
        }
        status
    }

    /// Lets go of a group that was killed and could not be waited for.
    pub(crate) fn forget(&self, leader: u32) {
        self.lock().remove(&leader);
    }

    fn end_all(&self) {
        self.signal_all(Order::End);
        let patience = Instant::now() + PATIENCE;
        while Instant::now() < patience && self.any_runs() {
            thread::sleep(LOOK);
        }
        // Of a group whose leader has ended others may be left.
        self.signal_all(Order::Kill);
        self.end_orphans();
    }

    #[cfg(target_os = "linux")]
    fn end_orphans(&self) -> Vec<String> {
        let groups = self.lock_soon().map(|groups| groups.clone());
        groups.map(|groups| orphans::end(&groups, PATIENCE)).unwrap_or_default()
    }

    #[cfg(not(target_os = "linux"))]
    fn end_orphans(&self) -> Vec<String> {
        Vec::new()
    }

    fn signal_all(&self, order: Order) {
        if let Some(groups) = self.lock_soon() {
            groups.iter().for_each(|leader| signal(*leader, order));
        }
    }

    fn any_runs(&self) -> bool {
        self.lock_soon().is_some_and(|groups| groups.iter().any(|leader| exit(*leader).is_none()))
    }

    /// No code panics while it holds the lock, and the set is whole after each step.
    fn lock(&self) -> MutexGuard<'_, BTreeSet<u32>> {
        self.groups.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The lock is held for moments only, unless by the very thread that asks, which then must not wait for ever.
    fn lock_soon(&self) -> Option<MutexGuard<'_, BTreeSet<u32>>> {
        let patience = Instant::now() + PATIENCE;
        loop {
            match self.groups.try_lock() {
                Ok(groups) => return Some(groups),
                Err(TryLockError::Poisoned(groups)) => return Some(groups.into_inner()),
                Err(TryLockError::WouldBlock) if Instant::now() < patience => thread::sleep(LOOK),
                Err(TryLockError::WouldBlock) => return None,
            }
        }
    }
}

#[cfg(unix)]
fn signal(leader: u32, order: Order) {
    use rustix::process::{Signal, kill_process_group};
    let Some(group) = pid(leader) else { return };
    // It fails when the group has just ended, which is what is wanted.
    let _ = match order {
        // A group that was stopped, for reaching for the terminal, hears it only when it goes on.
        Order::End => kill_process_group(group, Signal::TERM).and_then(|()| kill_process_group(group, Signal::CONT)),
        Order::Kill => kill_process_group(group, Signal::KILL),
    };
}

#[cfg(unix)]
fn exit(leader: u32) -> Option<Exit> {
    use rustix::process::{WaitId, WaitIdOptions, waitid};
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    match pid(leader).map(|leader| waitid(WaitId::Pid(leader), options)) {
        Some(Ok(status)) => status.map(|status| Exit { code: status.exit_status() }),
        // It is no child of ours any more: somebody else has reaped it.
        Some(Err(_)) | None => Some(Exit { code: None }),
    }
}

#[cfg(unix)]
fn pid(leader: u32) -> Option<rustix::process::Pid> {
    i32::try_from(leader).ok().and_then(rustix::process::Pid::from_raw)
}

#[cfg(not(unix))]
fn signal(_leader: u32, _order: Order) {}

#[cfg(not(unix))]
fn exit(_leader: u32) -> Option<Exit> {
    Some(Exit { code: None })
}

#[cfg(all(test, unix))]
pub(crate) mod tests;
