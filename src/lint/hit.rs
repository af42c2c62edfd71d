//! What a rule about words found in one reading of a text.

use std::ops::Range;

use crate::lint::grade::{Confidence, Persona, Severity};

/// What a rule found in a reading.
#[derive(Debug, Clone)]
pub struct Hit {
    /// Where, in bytes of the folded text.
    pub span: Range<usize>,
    /// What is wrong, as a lowercase fragment.
    pub message: String,
    /// How bad.
    pub severity: Severity,
    /// How sure.
    pub confidence: Confidence,
    /// For whom.
    pub persona: Persona,
}

impl Hit {
    /// The same with another severity.
    #[must_use]
    pub fn severity(mut self, severity: Severity) -> Hit {
        self.severity = severity;
        self
    }

    /// The same with another confidence.
    #[must_use]
    pub fn confidence(mut self, confidence: Confidence) -> Hit {
        self.confidence = confidence;
        self
    }

    /// The same for another persona.
    #[must_use]
    pub fn persona(mut self, persona: Persona) -> Hit {
        self.persona = persona;
        self
    }
}
