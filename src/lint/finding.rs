//! A finding: what is wrong, where exactly, what it costs and what would fix it. It knows no rule type and no writer.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::host::refusal::Blast;
use crate::lint::fix::Fix;
use crate::lint::grade::{Confidence, Group, Persona, Severity};
use crate::lint::reading::read::{READ, shown};

/// One finding.
#[derive(Debug, Clone)]
pub struct Finding {
    /// The rule's id.
    pub rule: &'static str,
    /// The rule's group.
    pub group: Group,
    /// How bad.
    pub severity: Severity,
    /// How sure.
    pub confidence: Confidence,
    /// For whom.
    pub persona: Persona,
    /// Number of the server in the catalog; `None` when it is about all of them.
    pub server_at: Option<usize>,
    /// Number of the tool in its server.
    pub tool_at: Option<usize>,
    /// Number of the call among the recorded calls, when it is about a result.
    pub call_at: Option<usize>,
    /// The server's name.
    pub server: String,
    /// The tool's name.
    pub tool: Option<String>,
    /// JSON pointer inside the tool; for what belongs to a server `/instructions` and the like.
    pub pointer: String,
    /// Bytes of the decoded string at `pointer`, `[start, end)`.
    pub span: Option<Range<usize>>,
    /// What is wrong, in one line without a full stop.
    pub message: String,
    /// The raw string judged, at most [`READ`] bytes of it. Writers escape it.
    pub evidence: String,
    /// What a hidden or encoded part says in plain text.
    pub decoded: Option<String>,
    /// Further places that belong to the same finding.
    pub also: Vec<Also>,
    /// Hosts that refuse, drop or cut, and what happens there.
    pub hosts: Vec<HostSays>,
    /// Tokens that a fix saves, by meter profile; what the judged words cost when there is no fix.
    pub saves: BTreeMap<String, i64>,
    /// What would fix it.
    pub fix: Option<Fix>,
    /// What to do, in one line.
    pub help: String,
}

/// A further place of a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Also {
    /// The server's name.
    pub server: String,
    /// The tool's name.
    pub tool: Option<String>,
    /// JSON pointer inside the tool.
    pub pointer: String,
}

/// What one host does about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostSays {
    /// The host's id.
    pub host: String,
    /// Exactly what happens, as the host says it.
    pub consequence: String,
    /// How much is lost.
    pub blast: Blast,
    /// Where this was read.
    pub source: String,
    /// Day this was true.
    pub as_of: String,
}

impl Finding {
    /// The same with that message.
    #[must_use]
    pub fn say(mut self, message: impl Into<String>) -> Finding {
        self.message = message.into();
        self
    }

    /// The same with that severity.
    #[must_use]
    pub fn severity(mut self, severity: Severity) -> Finding {
        self.severity = severity;
        self
    }

    /// The same with that confidence.
    #[must_use]
    pub fn confidence(mut self, confidence: Confidence) -> Finding {
        self.confidence = confidence;
        self
    }

    /// The same for another persona.
    #[must_use]
    pub fn persona(mut self, persona: Persona) -> Finding {
        self.persona = persona;
        self
    }

    /// The same about these bytes of the judged string.
    #[must_use]
    pub fn span(mut self, span: Range<usize>) -> Finding {
        self.span = Some(span);
        self
    }

    /// The same with the string that was judged; of a very long one the part that is read.
    #[must_use]
    pub fn evidence(mut self, text: impl AsRef<str>) -> Finding {
        self.evidence = shown(text.as_ref()).to_owned();
        self
    }

    /// The same with its span cut to what there is of a very long string.
    #[must_use]
    pub fn in_evidence(mut self) -> Finding {
        let end = self.evidence.len();
        if end + char::MAX.len_utf8() > READ {
            self.span = self.span.filter(|span| span.start < end).map(|span| span.start..span.end.min(end));
        }
        self
    }

    /// The same with what the text says in plain.
    #[must_use]
    pub fn decoded(mut self, text: impl Into<String>) -> Finding {
        self.decoded = Some(text.into());
        self
    }

    /// The same with a further place in the same tool.
    #[must_use]
    pub fn and_at(mut self, pointer: impl Into<String>) -> Finding {
        let (server, tool) = (self.server.clone(), self.tool.clone());
        self.also.push(Also { server, tool, pointer: pointer.into() });
        self
    }

    /// The same with what a host does about it.
    #[must_use]
    pub fn host(mut self, says: HostSays) -> Finding {
        self.hosts.push(says);
        self
    }

    /// The same with a fix.
    #[must_use]
    pub fn fix(mut self, fix: Fix) -> Finding {
        self.fix = Some(fix);
        self
    }

    /// The same with an advice of one line.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Finding {
        self.help = help.into();
        self
    }
}
