//! Processes that left their server's group: on Linux they come to us when their parents end, and are ended last.
//!
//! Only a process that asked for it adopts them ([`adopt`]), as it may not have children of other kinds then.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, getpid, kill_process, set_child_subreaper, waitid};

/// Between two looks at all processes.
const LOOK: Duration = Duration::from_millis(10);

static ADOPTS: AtomicBool = AtomicBool::new(false);

/// From now on, processes whose parents end become children of this one.
pub(crate) fn adopt() {
    if set_child_subreaper(Some(getpid())).is_ok() {
        ADOPTS.store(true, Ordering::SeqCst);
    }
}

/// Ends all children that are in none of these groups: asks, waits that long, kills and waits as long again. Gives the
/// names of those that were alive.
pub(crate) fn end(groups: &BTreeSet<u32>, patience: Duration) -> Vec<String> {
    let mut names = BTreeMap::new();
    if ADOPTS.load(Ordering::SeqCst) {
        if !orphans(groups).is_empty() {
            // What was killed with its server a moment ago is none that was left running.
            thread::sleep(LOOK);
        }
        for signal in [Signal::TERM, Signal::KILL] {
            if end_with(signal, groups, patience, &mut names) {
                break;
            }
        }
    }
    names.into_values().collect()
}

/// True when none is left. Children of those that end come to us in turn.
fn end_with(signal: Signal, groups: &BTreeSet<u32>, patience: Duration, names: &mut BTreeMap<u32, String>) -> bool {
    let late = Instant::now() + patience;
    let mut told = BTreeSet::new();
    loop {
        let orphans = orphans(groups);
        if orphans.is_empty() {
            return true;
        }
        for orphan in orphans {
            let Some(pid) = i32::try_from(orphan.id).ok().and_then(Pid::from_raw) else { continue };
            if orphan.is_dead {
                // Nobody else waits for it, so its number stays its own until here.
                let _ = waitid(WaitId::Pid(pid), WaitIdOptions::EXITED | WaitIdOptions::NOHANG);
                continue;
            }
            names.entry(orphan.id).or_insert(orphan.name);
            if told.insert(orphan.id) {
                // It fails when it has just ended.
                let _ = kill_process(pid, signal).and_then(|()| kill_process(pid, Signal::CONT));
            }
        }
        if Instant::now() >= late {
            return false;
        }
        thread::sleep(LOOK);
    }
}

struct Orphan {
    id: u32,
    name: String,
    is_dead: bool,
}

/// Children of ours that are no servers.
fn orphans(groups: &BTreeSet<u32>) -> Vec<Orphan> {
    let own = std::process::id();
    let Ok(folders) = fs::read_dir("/proc") else { return Vec::new() };
    let ids = folders.flatten().filter_map(|folder| folder.file_name().to_str()?.parse::<u32>().ok());
    let stats = ids.filter_map(|id| fs::read(format!("/proc/{id}/stat")).ok().and_then(|stat| read(id, &stat)));
    let strays = stats.filter(|(_, parent, group)| *parent == own && !groups.contains(group));
    strays.map(|(orphan, ..)| orphan).collect()
}

/// The process, its parent and its group; a name may hold anything, brackets included. proc_pid_stat(5).
fn read(id: u32, stat: &[u8]) -> Option<(Orphan, u32, u32)> {
    let stat = String::from_utf8_lossy(stat);
    let (start, rest) = stat.rsplit_once(')')?;
    let name = start.split_once('(')?.1.to_owned();
    let mut fields = rest.split_ascii_whitespace();
    let state = fields.next()?;
    let (parent, group) = (fields.next()?.parse().ok()?, fields.next()?.parse().ok()?);
    Some((Orphan { id, name, is_dead: matches!(state, "Z" | "X") }, parent, group))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_may_hold_anything() {
        let (orphan, parent, group) = read(7, b"7 (tmux: ) (x) Z 1 S) S 42 6 6 0 -1").expect("a process");
        assert_eq!((orphan.id, orphan.name.as_str(), orphan.is_dead), (7, "tmux: ) (x) Z 1 S", false));
        assert_eq!((parent, group), (42, 6));
        assert!(read(7, b"7 (sh) Z 42 6").expect("a process").0.is_dead);
        assert!(read(7, b"").is_none() && read(7, b"7 (sh)").is_none());
    }

    /// Nothing here adopted: what this process started is none of our business.
    #[test]
    fn who_did_not_ask_for_it_keeps_its_children() {
        let mut child = std::process::Command::new("sleep").arg("300").spawn().expect("sleep");
        assert_eq!(end(&BTreeSet::new(), Duration::ZERO), Vec::<String>::new());
        assert!(child.try_wait().expect("our own").is_none());
        child.kill().expect("alive");
        child.wait().expect("ended");
    }
}
