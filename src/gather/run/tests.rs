//! One server's fate is its own: order, turns, stops, deadlines, faults.

use std::cell::{Cell, RefCell};
use std::future::pending;
use std::sync::Mutex;

use super::*;
use crate::gather::gap::{Gap, Lack};
use crate::gather::listing::Item;
use crate::gather::watch::Unwatched;
use crate::gather::wire::script;

fn contacts(names: &[&str]) -> Vec<Contact> {
    names.iter().map(|name| Contact { name: (*name).to_owned(), ..script::contact() }).collect()
}

fn told(outcomes: &[Outcome]) -> Vec<(&str, Status)> {
    outcomes.iter().map(|outcome| (outcome.name.as_str(), outcome.status)).collect()
}

fn empty(scene: &Scene<'_>) -> Outcome {
    answered(scene.contact, Status::Ok, Listing::default())
}

#[tokio::test]
async fn outcomes_stand_in_the_order_of_contacts() {
    let contacts = contacts(&["lambat", "cepat"]);
    let is_done = tokio::sync::Notify::new();
    let outcomes = gather_with(&contacts, &Plan::default(), &Unwatched, pending(), async |scene: &mut Scene<'_>| {
        if scene.contact.name == "lambat" {
            is_done.notified().await
        } else {
            is_done.notify_one()
        }
        empty(scene)
    })
    .await;
    assert_eq!(told(&outcomes), [("lambat", Status::Ok), ("cepat", Status::Ok)]);
}

#[tokio::test]
async fn no_more_than_allowed_are_asked_at_once() {
    let contacts = contacts(&["a", "b", "c", "d", "e"]);
    let limits = Limits { parallel: 2, ..Limits::default() };
    let (now, most) = (Cell::new(0), Cell::new(0));
    let outcomes = gather_with(&contacts, &Plan { limits, ..Plan::default() }, &Unwatched, pending(), {
        async |scene: &mut Scene<'_>| {
            now.set(now.get() + 1);
            most.set(most.get().max(now.get()));
            tokio::task::yield_now().await;
            now.set(now.get() - 1);
            empty(scene)
        }
    })
    .await;
    assert_eq!((outcomes.len(), most.get()), (5, 2));
}

#[tokio::test]
async fn a_stop_interrupts_what_runs_and_what_waits() {
    let contacts = contacts(&["selesai", "jalan", "menunggu"]);
    let limits = Limits { parallel: 1, ..Limits::default() };
    let stop = tokio::sync::Notify::new();
    let asked = RefCell::new(Vec::new());
    let outcomes = gather_with(&contacts, &Plan { limits, ..Plan::default() }, &Unwatched, stop.notified(), {
        async |scene: &mut Scene<'_>| {
            asked.borrow_mut().push(scene.contact.name.clone());
            if scene.contact.name == "selesai" {
                return empty(scene);
            }
            stop.notify_one();
            let trouble = scene.halt.unless_stopped(pending::<()>()).await.expect_err("stopped").into();
            failed(scene.contact, Failure::of(&trouble, Phase::Request, Ending::default(), &scene.circumstances()))
        }
    })
    .await;
    assert_eq!(
        told(&outcomes),
        [("selesai", Status::Ok), ("jalan", Status::Interrupted), ("menunggu", Status::Interrupted)]
    );
    assert_eq!(asked.take(), ["selesai", "jalan"]);
}

#[tokio::test]
async fn what_does_not_end_is_left_behind_when_the_time_is_up() {
    let contacts = contacts(&["macet", "menunggu"]);
    let limits = Limits { parallel: 1, run: Duration::ZERO, grace: Duration::ZERO, ..Limits::default() };
    let dropped = Cell::new(false);
    struct Bell<'b>(&'b Cell<bool>);
    impl Drop for Bell<'_> {
        fn drop(&mut self) {
            self.0.set(true);
        }
    }
    let outcomes = gather_with(&contacts, &Plan { limits, ..Plan::default() }, &Unwatched, pending(), {
        async |_: &mut Scene<'_>| {
            let _bell = Bell(&dropped);
            pending().await
        }
    })
    .await;
    assert_eq!(told(&outcomes), [("macet", Status::TimedOut), ("menunggu", Status::TimedOut)]);
    assert!(dropped.get() && outcomes.iter().all(|outcome| outcome.reason.is_some()));
}

#[tokio::test]
async fn a_fault_in_one_takes_no_other() {
    let contacts = contacts(&["a", "b", "c"]);
    let outcomes = gather_with(&contacts, &Plan::default(), &Unwatched, pending(), async |scene: &mut Scene<'_>| {
        assert!(scene.contact.name != "b", "meant to happen");
        empty(scene)
    })
    .await;
    assert_eq!(told(&outcomes), [("a", Status::Ok), ("b", Status::Failed), ("c", Status::Ok)]);
}

#[tokio::test]
async fn a_program_that_does_not_exist_is_unreachable() {
    struct Heard(Mutex<Vec<(usize, Stage)>>);
    impl Watch for Heard {
        fn stage(&self, index: usize, _: &str, stage: Stage) {
            self.0.lock().expect("no poison").push((index, stage));
        }
    }
    let mut contacts = contacts(&["hilang"]);
    if let Some(crate::gather::contact::Way::Stdio(launch)) = contacts.first_mut().map(|contact| &mut contact.way) {
        launch.program = "/tidak/ada/kunci-rahasia-7731".to_owned();
    }
    let heard = Heard(Mutex::new(Vec::new()));
    let outcomes = gather(&contacts, &Plan::default(), &heard, pending()).await;
    assert_eq!(told(&outcomes), [("hilang", Status::Unreachable)]);
    let outcome = &outcomes[0];
    assert_eq!((outcome.transport, outcome.origin.source.as_str()), ("stdio", "mcp.json"));
    assert!(!format!("{outcome:?}").contains("kunci-rahasia-7731"), "{outcome:?}");
    assert_eq!(*heard.0.lock().expect("no poison"), [(0, Stage::Starting), (0, Stage::Done)]);
}

#[test]
fn a_list_that_is_not_whole_says_why() {
    let contact = script::contact();
    let problem = |lost| crate::catalog::tool::Problem { place: Default::default(), message: String::new(), lost };
    let gap = |lack, why: &str| Gap { offers: None, lack, why: why.to_owned() };
    for (incomplete, gaps, problems, reason) in [
        (false, vec![], vec![], None),
        (false, vec![], vec![problem(false)], None),
        (false, vec![], vec![problem(true)], Some("1 entry was lost")),
        (false, vec![], vec![problem(true), problem(true)], Some("2 entries were lost")),
        (true, vec![], vec![], Some("a list was cut")),
        (true, vec![gap(Lack::Cut, "tools/list was cut: x")], vec![], Some("tools/list was cut: x")),
        (false, vec![gap(Lack::Refused, "y")], vec![problem(true)], Some("y; 1 entry was lost")),
    ] {
        let item = Item { name: "a".to_owned(), text: "{}".into(), excluded_by_http_hosts: None };
        let is_short = gaps.iter().any(|gap| gap.lack == Lack::Cut) || incomplete;
        let listing = Listing { incomplete, gaps, problems, tools: vec![item], ..Listing::default() };
        assert_eq!(listing.is_whole(), reason.is_none());
        let outcome = answered(&contact, Status::Ok, listing);
        assert_eq!((outcome.is_short(), outcome.reason.as_deref()), (is_short, reason));
    }
}
