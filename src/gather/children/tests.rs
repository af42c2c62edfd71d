//! Servers that end with what they started, whatever they think of it.

use std::io::{BufRead, BufReader};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, Stdio};

use super::*;

/// Starts a script that writes one line, a process id, once it is ready.
fn started(script: &str) -> (Child, u32) {
    let mut command = Command::new("sh");
    command.args(["-c", script]).process_group(0).stdin(Stdio::null()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("sh");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
    (child, line.trim().parse().expect("an id"))
}

/// Waits until a process is gone; who adopts it reaps it in its own time.
pub(crate) fn gone(id: u32) -> bool {
    let late = Instant::now() + Duration::from_secs(10);
    let there = || pid(id).is_some_and(|id| rustix::process::test_kill_process(id).is_ok()) && !is_zombie(id);
    while there() && Instant::now() < late {
        thread::sleep(LOOK);
    }
    !there()
}

fn is_zombie(id: u32) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    stat.rsplit(')').next().is_some_and(|rest| rest.trim_start().starts_with('Z'))
}

#[test]
fn all_end_with_what_they_started() {
    let children = Children::default();
    let (mut polite, below) = started("sleep 300 & echo $!; wait");
    let (mut deaf, deaf_below) = started("trap '' TERM; sleep 300 & echo $!; while :; do sleep 300; done");
    let _ = children.start(|| Ok::<u32, ()>(polite.id()), |id| Some(*id));
    let _ = children.start(|| Ok::<u32, ()>(deaf.id()), |id| Some(*id));
    children.end_all();
    assert!(gone(below) && gone(deaf_below));
    let status = children.reap(polite.id(), || polite.wait().map(Some)).expect("reaped").expect("ended");
    assert_eq!(status.signal(), Some(15));
    let status = children.reap(deaf.id(), || deaf.wait().map(Some)).expect("reaped").expect("ended");
    assert_eq!(status.signal(), Some(9));
    assert!(children.lock().is_empty());
}

#[test]
fn what_was_let_go_of_is_not_signalled() {
    let children = Children::default();
    let (mut child, _) = started("echo $$; exec sleep 300");
    children.signal(child.id(), Order::Kill);
    children.end_all();
    assert_eq!(exit(child.id()), None);
    let _ = children.start(|| Ok::<u32, ()>(child.id()), |id| Some(*id));
    children.signal(child.id(), Order::Kill);
    assert_eq!(child.wait().expect("ended").signal(), Some(9));
}

#[test]
fn one_that_has_ended_stays_in_the_register_until_it_is_reaped() {
    let children = Children::default();
    let (mut child, _) = started("echo $$; exit 7");
    let _ = children.start(|| Ok::<u32, ()>(child.id()), |id| Some(*id));
    let exit = loop {
        match children.exit(child.id()) {
            Some(exit) => break exit,
            None => thread::sleep(LOOK),
        }
    };
    assert_eq!(exit, Exit { code: Some(7) });
    assert!(children.lock().contains(&child.id()));
    assert!(children.reap(child.id(), || Ok(None)).expect("no error").is_none());
    assert!(children.lock().contains(&child.id()));
    children.reap(child.id(), || child.try_wait()).expect("no error").expect("a status");
    assert!(children.lock().is_empty());
}

/// The test starts itself once more: the second one panics, and the first one sees what is left.
#[test]
fn a_panic_ends_all() {
    const FILE: &str = "TOOLRENT_TEST_PANIC";
    if let Some(file) = std::env::var_os(FILE) {
        install_panic_hook();
        let (child, below) = started("sleep 300 & echo $!; wait");
        let _ = CHILDREN.start(|| Ok::<u32, ()>(child.id()), |id| Some(*id));
        std::fs::write(file, format!("{} {below}", child.id())).expect("written");
        panic!("runtuh");
    }
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("ids");
    let mut again = Command::new(std::env::current_exe().expect("this test"));
    again.args(["--exact", "gather::children::tests::a_panic_ends_all"]).env(FILE, &file);
    assert!(!again.output().expect("it runs").status.success());
    let ids = std::fs::read_to_string(file).expect("it came to the panic");
    assert!(ids.split(' ').all(|id| gone(id.parse().expect("an id"))), "{ids}");
}

#[test]
fn a_register_that_stays_busy_is_given_up() {
    let children = Children::default();
    let _held = children.lock();
    assert!(children.lock_soon().is_none());
}
