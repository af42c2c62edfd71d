//! Contacts all servers at once. Whatever happens to one of them is its own outcome and no other's.

use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use futures_util::FutureExt;
use futures_util::stream::{FuturesUnordered, StreamExt};
use tokio::sync::{Semaphore, watch};
use tokio::time::{Instant, sleep_until, timeout_at};

use crate::gather::cache::Cache;
use crate::gather::contact::{Contact, listed};
use crate::gather::halt::Halt;
use crate::gather::limits::Limits;
use crate::gather::listing::Listing;
use crate::gather::note::{Note, Severity};
use crate::gather::outcome::{Outcome, Status};
use crate::gather::scene::Scene;
use crate::gather::secret;
use crate::gather::secret::known::Known;
use crate::gather::session;
use crate::gather::trouble::{Failure, LONGER_RUN, Phase, Trouble};
use crate::gather::watch::{Stage, Watch};
use crate::gather::wire::carrier::{Ending, WireError};

/// How to gather.
#[derive(Debug, Clone, Default)]
pub struct Plan {
    /// Deadlines and caps.
    pub limits: Limits,
    /// Whether tools are listed a second time, to see whether the list holds still.
    pub twice: bool,
    /// Where answers are kept for as long as they allow.
    pub cache: Option<Cache>,
}

/// Contacts all of them, and gives their outcomes in the same order. Ends early when `stop` does: what has not answered
/// by then is interrupted. No process and no connection is left behind.
pub async fn gather(
    contacts: &[Contact],
    plan: &Plan,
    watch: &dyn Watch,
    stop: impl Future<Output = ()>,
) -> Vec<Outcome> {
    gather_with(contacts, plan, watch, stop, async |scene: &mut Scene<'_>| contacted(scene, plan).await).await
}

/// The same, whatever contacting one means. A panic over one is its own outcome where panics unwind, as in a host
/// builder's program; the command aborts on them, and its hook ends all servers first.
async fn gather_with(
    contacts: &[Contact],
    plan: &Plan,
    watch: &dyn Watch,
    stop: impl Future<Output = ()>,
    ask: impl AsyncFn(&mut Scene<'_>) -> Outcome,
) -> Vec<Outcome> {
    let (stopper, stopped) = watch::channel(false);
    let halt = Halt::new(plan.limits.run, Some(stopped));
    let known = Arc::new(Known::of(contacts));
    let gate = Semaphore::new(plan.limits.parallel.clamp(1, Semaphore::MAX_PERMITS));
    let mut outcomes: Vec<Option<Outcome>> = contacts.iter().map(|_| None).collect();
    let mut running: FuturesUnordered<_> = contacts
        .iter()
        .enumerate()
        .map(|(index, contact)| {
            let desk = Desk { index, contact, plan, watch, known: &known, halt: halt.clone() };
            let work = AssertUnwindSafe(desk.work(&gate, &ask)).catch_unwind();
            async move { (index, work.await) }
        })
        .collect();
    let mut stop = pin!(stop.fuse());
    // Closing is bounded by its own grace; behind that nobody waits any more, and dropping a wire ends its process.
    let mut last_call = pin!(sleep_until(halt.deadline() + farewell(&plan.limits)));
    let mut is_stopped = false;
    loop {
        tokio::select! {
            biased;
            () = &mut stop, if !is_stopped => {
                is_stopped = true;
                stopper.send_replace(true);
                last_call.as_mut().reset(Instant::now() + farewell(&plan.limits));
            }
            done = running.next() => match done {
                Some((index, Ok(outcome))) => keep(&mut outcomes, index, outcome),
                Some((index, Err(_))) => {
                    let reason = "a fault in this program ended its gathering".to_owned();
                    let failure = Failure { reason, ..nothing(Status::Failed) };
                    if let Some(contact) = contacts.get(index) {
                        keep(&mut outcomes, index, failed(contact, failure));
                    }
                }
                None => break,
            },
            () = &mut last_call => break,
        }
    }
    drop(running);
    let rest = if is_stopped { Status::Interrupted } else { Status::TimedOut };
    contacts.iter().zip(outcomes).map(|(contact, outcome)| outcome.unwrap_or_else(|| left(contact, rest))).collect()
}

/// The work on one contact.
struct Desk<'d> {
    index: usize,
    contact: &'d Contact,
    plan: &'d Plan,
    watch: &'d dyn Watch,
    known: &'d Arc<Known>,
    halt: Halt,
}

impl Desk<'_> {
    async fn work(self, gate: &Semaphore, ask: &impl AsyncFn(&mut Scene<'_>) -> Outcome) -> Outcome {
        let began = Instant::now();
        let outcome = match self.cached() {
            Some(listing) => answered(self.contact, Status::Cached, listing),
            None => self.take_turn(gate, ask).await,
        };
        self.watch.stage(self.index, &self.contact.name, Stage::Done);
        let took = if outcome.took.is_zero() { began.elapsed() } else { outcome.took };
        let mut notes = outcome.notes;
        notes.extend(outcome.listing.as_ref().and_then(|listing| misnamed(self.contact, listing)));
        Outcome { took, notes, ..outcome }
    }

    /// A second listing is asked for in order to see the server itself.
    fn cached(&self) -> Option<Listing> {
        let cache = self.plan.cache.as_ref().filter(|_| !self.plan.twice)?;
        cache.get(self.contact, SystemTime::now())
    }

    async fn take_turn(&self, gate: &Semaphore, ask: &impl AsyncFn(&mut Scene<'_>) -> Outcome) -> Outcome {
        let progress = |stage| self.watch.stage(self.index, &self.contact.name, stage);
        let mut scene = Scene::among(self.known, self.contact, &self.plan.limits, self.halt.clone(), &progress);
        let turn = self.halt.unless_stopped(timeout_at(self.halt.deadline(), gate.acquire())).await;
        let _turn = match turn {
            Ok(Ok(turn)) => turn,
            Ok(Err(_)) => return failed(self.contact, out_of_time(&scene)),
            Err(stopped) => {
                let failure = Failure::of(&stopped.into(), Phase::Startup, Ending::default(), &scene.circumstances());
                return failed(self.contact, failure);
            }
        };
        // What it waited for others is no time of its own.
        let began = Instant::now();
        let outcome = ask(&mut scene).await;
        let notes = scene.remarks.finish();
        Outcome { took: began.elapsed(), notes, ..outcome }
    }
}

async fn contacted(scene: &mut Scene<'_>, plan: &Plan) -> Outcome {
    let contact = scene.contact;
    let mut opened = match session::open(scene).await {
        Ok(opened) => opened,
        Err(failure) => return failed(contact, failure),
    };
    let transport = opened.wire.name();
    let outcome = match session::listing(&mut opened, scene, plan.twice).await {
        Ok(listing) => {
            let is_late = scene.halt.is_over() && listing.is_short();
            let help = is_late.then(|| LONGER_RUN.to_owned());
            let ending = scene.leave(opened.wire).await;
            if let Some(Err(error)) = plan.cache.as_ref().map(|cache| cache.put(contact, &listing)) {
                scene.remarks.add("cache.not_kept", Severity::Warning, format!("its answer was not kept: {error}"));
            }
            let status = if listing.is_whole() { Status::Ok } else { Status::Incomplete };
            Outcome { exit_code: ending.exit_code, help, ..answered(contact, status, listing) }
        }
        Err(trouble) => failed(contact, scene.give_up(opened.wire, &trouble, Phase::Request).await),
    };
    Outcome { transport, ..outcome }
}

/// What ending all wires may take: closed input, a request to end, the end; each with its grace.
fn farewell(limits: &Limits) -> Duration {
    limits.grace.saturating_mul(4).saturating_add(Duration::from_secs(1)).min(Duration::from_secs(60))
}

fn keep(outcomes: &mut [Option<Outcome>], index: usize, outcome: Outcome) {
    if let Some(place) = outcomes.get_mut(index) {
        *place = Some(outcome);
    }
}

/// A remark on names that the config shows and the server has not.
fn misnamed(contact: &Contact, listing: &Listing) -> Option<Note> {
    let kept: Vec<&str> = listing.tools.iter().map(|tool| tool.name.as_str()).collect();
    let names = contact.filter.names_nothing(&kept);
    if names.is_empty() || listing.incomplete {
        return None;
    }
    let names = secret::hide(&listed(&names), &contact.secrets);
    let detail = format!("the config shows tools that the server does not have: {names}");
    let subject = contact.name.clone();
    Some(Note { subject, class: "config.filter_names_nothing", severity: Severity::Warning, detail })
}

fn answered(contact: &Contact, status: Status, listing: Listing) -> Outcome {
    let mut reasons: Vec<String> = listing.gaps.iter().map(|gap| gap.why.clone()).collect();
    if listing.incomplete && reasons.is_empty() {
        reasons.push("a list was cut".to_owned());
    }
    match listing.lost_entries() {
        0 => {}
        1 => reasons.push("1 entry was lost".to_owned()),
        lost => reasons.push(format!("{lost} entries were lost")),
    }
    let reason = Some(reasons.join("; ")).filter(|reason| !reason.is_empty());
    let transport = match listing.provenance.transport.as_deref() {
        Some("http") => "http",
        Some("sse") => "sse",
        _ => contact.way.transport(),
    };
    Outcome { status, reason, transport, listing: Some(listing), ..blank(contact) }
}

fn failed(contact: &Contact, failure: Failure) -> Outcome {
    let Failure { status, reason, help, exit_code, stderr } = failure;
    Outcome { status, reason: Some(reason), help, exit_code, stderr, ..blank(contact) }
}

/// What was still being closed when nobody waited any more.
fn left(contact: &Contact, status: Status) -> Outcome {
    let reason = match status {
        Status::Interrupted => "the run was stopped",
        _ => "the time of the whole run was up before it answered",
    };
    failed(contact, Failure { reason: reason.to_owned(), ..nothing(status) })
}

fn out_of_time(scene: &Scene<'_>) -> Failure {
    let error = WireError::TimedOut { method: "anything".to_owned(), after: scene.limits.run };
    Failure::of(&Trouble::Wire(error), Phase::Startup, Ending::default(), &scene.circumstances())
}

fn nothing(status: Status) -> Failure {
    Failure { status, reason: String::new(), help: None, exit_code: None, stderr: Vec::new() }
}

fn blank(contact: &Contact) -> Outcome {
    Outcome {
        name: contact.name.clone(),
        status: Status::Failed,
        transport: contact.way.transport(),
        took: Duration::ZERO,
        reason: None,
        help: None,
        exit_code: None,
        stderr: Vec::new(),
        origin: contact.origin.clone(),
        shown: secret::hide(&secret::shown(&contact.way), &contact.secrets),
        notes: Vec::new(),
        listing: None,
    }
}

#[cfg(test)]
mod tests;
