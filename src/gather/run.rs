//! Asks all contacts at once, each on its own, and gives back one outcome a contact.

use std::future::Future;
use std::time::Duration;

use crate::gather::cache::Cache;
use crate::gather::contact::Contact;
use crate::gather::limits::Limits;
use crate::gather::outcome::{Outcome, Status};
use crate::gather::secret;
use crate::gather::watch::{Stage, Watch};

/// How to gather.
#[derive(Debug, Clone, Default)]
pub struct Plan {
    /// Deadlines and caps.
    pub limits: Limits,
    /// Whether tools are listed a second time, to see whether the two lists are the same.
    pub twice: bool,
    /// Where answers are kept that may be reused.
    pub cache: Option<Cache>,
}

/// Asks all contacts; outcomes stand in their order.
pub async fn gather(
    contacts: &[Contact],
    plan: &Plan,
    watch: &dyn Watch,
    stop: impl Future<Output = ()>,
) -> Vec<Outcome> {
    let _ = (plan, stop);
    let one = |(at, contact): (usize, &Contact)| {
        watch.stage(at, &contact.name, Stage::Starting);
        watch.stage(at, &contact.name, Stage::Done);
        Outcome {
            name: contact.name.clone(),
            status: Status::Unreachable,
            transport: contact.way.transport(),
            took: Duration::ZERO,
            reason: Some("nothing can be asked yet".to_owned()),
            help: None,
            exit_code: None,
            stderr: Vec::new(),
            origin: contact.origin.clone(),
            shown: secret::shown(&contact.way),
            notes: Vec::new(),
            listing: None,
        }
    };
    contacts.iter().enumerate().map(one).collect()
}
