//! What goes with one server all the way: limits, the end of the run, remarks, progress.

use std::sync::Arc;

use serde_json::Value;
use tokio::time::Instant;

use crate::gather::contact::Contact;
use crate::gather::halt::Halt;
use crate::gather::limits::Limits;
use crate::gather::remarks::Remarks;
use crate::gather::secret::known::Known;
use crate::gather::trouble::{Circumstances, Failure, Phase, Trouble};
use crate::gather::watch::Stage;
use crate::gather::wire::carrier::{Answer, Call, Ending, Era, Part, Wire};

/// The surroundings of one contact.
pub(crate) struct Scene<'s> {
    /// The server.
    pub(crate) contact: &'s Contact,
    /// Deadlines and caps.
    pub(crate) limits: &'s Limits,
    /// The end of the run.
    pub(crate) halt: Halt,
    /// What is worth knowing.
    pub(crate) remarks: Remarks,
    /// Told at each stage.
    pub(crate) progress: &'s dyn Fn(Stage),
}

impl<'s> Scene<'s> {
    /// Nothing has happened yet, and no other server is there.
    pub(crate) fn new(contact: &'s Contact, limits: &'s Limits, halt: Halt, progress: &'s dyn Fn(Stage)) -> Self {
        let known = Arc::new(Known::of(std::slice::from_ref(contact)));
        Scene::among(&known, contact, limits, halt, progress)
    }

    /// The same, in a run where these secrets are known.
    pub(crate) fn among(
        known: &Arc<Known>,
        contact: &'s Contact,
        limits: &'s Limits,
        halt: Halt,
        progress: &'s dyn Fn(Stage),
    ) -> Self {
        Scene { contact, limits, halt, remarks: Remarks::new(contact, Arc::clone(known)), progress }
    }

    /// What a trouble is told by.
    pub(crate) fn circumstances(&self) -> Circumstances<'_> {
        Circumstances { contact: self.contact, limits: self.limits, halt: &self.halt, remarks: &self.remarks }
    }

    /// Tells a stage.
    pub(crate) fn stage(&self, stage: Stage) {
        (self.progress)(stage);
    }

    /// A trouble in words that may be shown.
    pub(crate) fn quoted(&self, trouble: &Trouble) -> String {
        self.remarks.quoted(&trouble.said(&self.circumstances()))
    }

    /// Asks, and takes an error for trouble: what comes back is a result.
    pub(crate) async fn ask<W: Wire>(&self, wire: &mut W, question: Question<'_>) -> Result<Answer, Trouble> {
        let answer = self.halt.unless_stopped(wire.request(question.call())).await??;
        result_of(question.method, answer)
    }

    /// Ends a wire that gave trouble, and says what a report should.
    pub(crate) async fn give_up<W: Wire>(&mut self, wire: W, trouble: &Trouble, phase: Phase) -> Failure {
        // Whether the run's time is up is asked before the time that closing takes.
        let failure = Failure::of(trouble, phase, Ending::default(), &self.circumstances());
        let ending = self.leave(wire).await;
        let with_ending = Failure::of(trouble, phase, ending, &self.circumstances());
        match failure.reason == with_ending.reason {
            true => with_ending,
            false => Failure { exit_code: with_ending.exit_code, stderr: with_ending.stderr, ..failure },
        }
    }

    /// Ends a wire; what it heard is kept.
    pub(crate) async fn leave<W: Wire>(&mut self, mut wire: W) -> Ending {
        let heard = wire.heard();
        self.remarks.hear(heard);
        wire.close().await
    }
}

/// One request.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Question<'q> {
    /// The method.
    pub(crate) method: &'static str,
    /// Its parameters.
    pub(crate) params: &'q Value,
    /// Which rules it follows.
    pub(crate) era: Era,
    /// When to stop waiting.
    pub(crate) deadline: Instant,
}

impl<'q> Question<'q> {
    /// The same for a wire.
    pub(crate) fn call(self) -> Call<'q> {
        let Question { method, params, era, deadline } = self;
        Call { method, params: Some(params), era, headers: &[], deadline }
    }
}

/// The answer when it is a result, its error as trouble otherwise.
pub(crate) fn result_of(method: &str, answer: Answer) -> Result<Answer, Trouble> {
    match answer.part {
        Part::Error(error) => Err(Trouble::Refused { method: method.to_owned(), error: Box::new(error) }),
        Part::Result(_) => Ok(answer),
    }
}
