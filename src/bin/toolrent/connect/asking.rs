//! Asks servers: the plan from flags, a runtime, progress on a terminal, and an orderly end when a signal comes.

use toolrent::gather::cache::Cache;
use toolrent::gather::children;
use toolrent::gather::contact::Contact;
use toolrent::gather::limits::Limits;
use toolrent::gather::note::{Note, Severity};
use toolrent::gather::outcome::Outcome;
use toolrent::gather::run::{self, Plan};

use crate::args::Global;
use crate::args::gather::Connect;
use crate::exit::Failure;
use crate::progress::Progress;
use crate::signals::Signals;

/// What was answered.
#[derive(Default)]
pub(crate) struct Asked {
    /// One outcome a contact, in their order.
    pub(crate) outcomes: Vec<Outcome>,
    /// Remarks about what servers left behind.
    pub(crate) notes: Vec<Note>,
    /// The signal that stopped it.
    pub(crate) stopped: Option<u8>,
}

/// How to ask, from flags.
pub(crate) fn plan(connect: &Connect, twice: bool, global: &Global) -> Plan {
    let usual = Limits::default();
    let limits = Limits {
        startup: connect.startup_timeout,
        request: connect.timeout,
        run: connect.run_timeout,
        parallel: global.jobs.map_or(usual.parallel, |jobs| jobs.max(1)),
        ..usual
    };
    Plan { limits, twice, cache: connect.cache.clone().map(Cache::in_folder) }
}

/// Asks them all at once.
pub(crate) fn ask(contacts: &[Contact], plan: Plan, global: &Global) -> Result<Asked, Failure> {
    children::install_panic_hook();
    children::adopt_orphans();
    let mut signals = Signals::listen()?;
    let progress = Progress::new(global);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::new(format!("could not set up the asking of servers: {error}")))?;
    let outcomes = runtime.block_on(async {
        tokio::select! {
            outcomes = run::gather(contacts, &plan, &progress, signals.first()) => outcomes,
            never = progress.appear() => match never {},
        }
    });
    progress.clear();
    // The look-up of a host's name cannot be called off, and nobody waits for it any more.
    runtime.shutdown_background();
    let notes = children::end_orphans().into_iter().map(orphaned).collect();
    Ok(Asked { outcomes, notes, stopped: signals.done() })
}

fn orphaned(program: String) -> Note {
    let detail = "a server had started it and left it running; it was ended".to_owned();
    Note { subject: program, class: "gather.orphan_ended", severity: Severity::Info, detail }
}
