//! A rule as plain data: who it is, how loudly it speaks, and the function that judges.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::lint::allow::entry::Entry;
use crate::lint::cx::Cx;
use crate::lint::finding::Finding;
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::hit::Hit;
use crate::lint::knob::Knob;
use crate::lint::reading::read::Reading;
use crate::lint::scene::{Around, CallView, Scene, ServerView, TextView, ToolView};
use crate::lint::schema::node::Node;

/// One rule. Its file's head is its page.
#[derive(Debug)]
pub struct Rule {
    /// The name users type, in kebab case, stable for ever.
    pub id: &'static str,
    /// What kind of thing it looks for.
    pub group: Group,
    /// How bad its findings are unless they say otherwise.
    pub severity: Severity,
    /// How sure it is unless a finding says otherwise.
    pub confidence: Confidence,
    /// For whom it speaks unless a finding says otherwise.
    pub persona: Persona,
    /// Whether it is proven.
    pub status: Status,
    /// What a `[rules.ID]` table may set.
    pub options: &'static [Knob],
    /// The text of its own file, whose head is its page.
    pub file: &'static str,
    /// The judgement.
    pub check: Check,
}

/// The judgement, at the altitude it needs.
#[derive(Clone, Copy)]
pub enum Check {
    /// All servers at once.
    Catalog(fn(&Scene<'_>, &mut Cx<'_>)),
    /// One server.
    Server(fn(&ServerView<'_>, &mut Cx<'_>)),
    /// One tool.
    Tool(fn(&ToolView<'_>, &mut Cx<'_>)),
    /// One string, as it came.
    Text(fn(&TextView<'_>, &mut Cx<'_>)),
    /// One string as a model reads it: folded, in sentences, decoded, joined. These rules also judge what others decode.
    Reading(fn(&Reading<'_>, &Around<'_>, &mut Vec<Hit>)),
    /// One node of a schema.
    Node(fn(&Node<'_>, &ToolView<'_>, &mut Cx<'_>)),
    /// One recorded call.
    Call(fn(&CallView<'_>, &mut Cx<'_>)),
    /// One `[[allow]]` entry of the settings, once all else was judged.
    Allow(fn(&Entry<'_>, Finding) -> Option<Finding>),
}

impl std::fmt::Debug for Check {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.altitude())
    }
}

impl Check {
    /// The altitude in a word.
    #[must_use]
    pub fn altitude(&self) -> &'static str {
        match self {
            Check::Catalog(_) => "catalog",
            Check::Server(_) => "server",
            Check::Tool(_) => "tool",
            Check::Text(_) | Check::Reading(_) => "text",
            Check::Node(_) => "schema",
            Check::Call(_) => "result",
            Check::Allow(_) => "settings",
        }
    }
}

impl Rule {
    /// Whether it speaks only when it is named.
    #[must_use]
    pub fn is_nursery(&self) -> bool {
        self.status == Status::Nursery
    }

    /// A finding of this rule that says nothing yet.
    #[must_use]
    pub fn blank(&self) -> Finding {
        Finding {
            rule: self.id,
            group: self.group,
            severity: self.severity,
            confidence: self.confidence,
            persona: self.persona,
            server_at: None,
            tool_at: None,
            call_at: None,
            server: String::new(),
            tool: None,
            pointer: String::new(),
            span: None,
            message: String::new(),
            evidence: String::new(),
            decoded: None,
            also: Vec::new(),
            hosts: Vec::new(),
            saves: BTreeMap::new(),
            fix: None,
            help: String::new(),
        }
    }

    /// A hit of this rule with its own severity, confidence and persona.
    #[must_use]
    pub fn hit(&self, span: Range<usize>, message: impl Into<String>) -> Hit {
        let Rule { severity, confidence, persona, .. } = *self;
        Hit { span, message: message.into(), severity, confidence, persona }
    }
}
