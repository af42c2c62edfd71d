//! What a rule is handed while it judges: the scene, its own settings, and the place to report to.

use crate::catalog::text::Text;
use crate::lint::finding::Finding;
use crate::lint::knob::{Knob, Options};
use crate::lint::scene::{Around, Scene};
use crate::lint::unchecked::Unchecked;

/// The hands of one rule at one place.
pub struct Cx<'a> {
    /// Everything.
    pub scene: &'a Scene<'a>,
    knobs: &'static [Knob],
    options: &'a Options,
    blank: Finding,
    found: Vec<Finding>,
    unchecked: Vec<Unchecked>,
}

impl<'a> Cx<'a> {
    /// Hands for a rule whose findings look like `blank`.
    #[must_use]
    pub fn new(scene: &'a Scene<'a>, knobs: &'static [Knob], options: &'a Options, blank: Finding) -> Cx<'a> {
        Cx { scene, knobs, options, blank, found: Vec::new(), unchecked: Vec::new() }
    }

    /// A number of the rule's own settings.
    #[must_use]
    pub fn number(&self, name: &str) -> i64 {
        self.options.number(self.knobs, name)
    }

    /// The same as a size; what is negative is 0.
    #[must_use]
    pub fn size(&self, name: &str) -> usize {
        usize::try_from(self.number(name)).unwrap_or_default()
    }

    /// The words of the rule's own settings.
    #[must_use]
    pub fn words(&self, name: &str) -> &[String] {
        self.options.words(name)
    }

    /// A finding at that pointer of the tool or server at hand.
    #[must_use]
    pub fn at(&self, pointer: impl Into<String>) -> Finding {
        Finding { pointer: pointer.into(), ..self.blank.clone() }
    }

    /// A finding about another server or tool than the one at hand.
    #[must_use]
    pub fn of(&self, server_at: usize, tool_at: Option<usize>, pointer: impl Into<String>) -> Finding {
        let server = self.scene.servers.get(server_at);
        let tool = tool_at.and_then(|at| server?.tools.get(at));
        Finding {
            server_at: Some(server_at),
            tool_at,
            server: server.map(|view| view.server.name.clone()).unwrap_or_default(),
            tool: tool.map(|view| view.tool.name.clone()),
            ..self.at(pointer)
        }
    }

    /// What a reading of one of the strings at hand stands in.
    #[must_use]
    pub fn around<'t>(&self, text: &'t Text<'t>) -> Around<'t>
    where
        'a: 't,
    {
        let server = self.blank.server_at.and_then(|at| self.scene.servers.get(at));
        let tool = self.blank.tool_at.and_then(|at| server?.tools.get(at));
        Around { scene: self.scene, server, tool, text }
    }

    /// Reports a finding.
    pub fn report(&mut self, finding: Finding) {
        self.found.push(finding);
    }

    /// Says that something was not judged, and why.
    pub fn unchecked(&mut self, pointer: impl Into<String>, reason: impl Into<String>) {
        let Finding { rule, server, tool, .. } = self.blank.clone();
        self.unchecked.push(Unchecked { rule, server, tool, pointer: pointer.into(), reason: reason.into() });
    }

    /// What was found, and what was not judged.
    #[must_use]
    pub fn into_parts(self) -> (Vec<Finding>, Vec<Unchecked>) {
        (self.found, self.unchecked)
    }
}
