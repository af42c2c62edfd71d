//! What a rule is handed while it judges: the scene, its own settings, and the place to report to.

use crate::catalog::text::Text;
use crate::lint::finding::Finding;
use crate::lint::knob::Options;
use crate::lint::rule::Rule;
use crate::lint::scene::{Around, Scene, ServerView, ToolView};
use crate::lint::unchecked::Unchecked;

/// Which server and which tool, by number.
pub type Where = (Option<usize>, Option<usize>);

/// The hands of one rule at one place.
pub struct Cx<'a> {
    /// Everything.
    pub scene: &'a Scene<'a>,
    rule: &'static Rule,
    options: &'a Options,
    /// Which server and which tool.
    at: Where,
    found: Vec<Finding>,
    unchecked: Vec<Unchecked>,
}

impl<'a> Cx<'a> {
    /// Hands for a rule at that place.
    #[must_use]
    pub fn new(scene: &'a Scene<'a>, rule: &'static Rule, options: &'a Options, at: Where) -> Cx<'a> {
        Cx { scene, rule, options, at, found: Vec::new(), unchecked: Vec::new() }
    }

    /// A number of the rule's own settings.
    #[must_use]
    pub fn number(&self, name: &str) -> i64 {
        self.options.number(self.rule.options, name)
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
        let (server_at, tool_at) = self.at;
        self.of_place(server_at, tool_at, pointer.into())
    }

    /// A finding about another server or tool than the one at hand.
    #[must_use]
    pub fn of(&self, server_at: usize, tool_at: Option<usize>, pointer: impl Into<String>) -> Finding {
        self.of_place(Some(server_at), tool_at, pointer.into())
    }

    fn of_place(&self, server_at: Option<usize>, tool_at: Option<usize>, pointer: String) -> Finding {
        let (server, tool) = self.views((server_at, tool_at));
        let server = server.map(|view| view.server.name.clone()).unwrap_or_default();
        let tool = tool.map(|view| view.tool.name.clone());
        Finding { server_at, tool_at, server, tool, pointer, ..self.rule.blank() }
    }

    fn views(&self, (server_at, tool_at): Where) -> (Option<&'a ServerView<'a>>, Option<&'a ToolView<'a>>) {
        let server = server_at.and_then(|at| self.scene.servers.get(at));
        (server, tool_at.and_then(|at| server?.tools.get(at)))
    }

    /// What a reading of one of the strings at hand stands in.
    #[must_use]
    pub fn around<'t>(&self, text: &'t Text<'t>) -> Around<'t>
    where
        'a: 't,
    {
        let (server, tool) = self.views(self.at);
        Around { scene: self.scene, server, tool, text }
    }

    /// Reports a finding.
    pub fn report(&mut self, finding: Finding) {
        self.found.push(finding.in_evidence());
    }

    /// Says that something was not judged, and why.
    pub fn unchecked(&mut self, pointer: impl Into<String>, reason: impl Into<String>) {
        let Finding { rule, server, tool, .. } = self.at("");
        self.unchecked.push(Unchecked { rule, server, tool, pointer: pointer.into(), reason: reason.into() });
    }

    /// What was found, and what was not judged.
    #[must_use]
    pub fn into_parts(self) -> (Vec<Finding>, Vec<Unchecked>) {
        (self.found, self.unchecked)
    }
}
