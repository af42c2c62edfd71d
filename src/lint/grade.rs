//! The scales a finding is graded on: group, severity, confidence, persona.

/// What a rule looks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Group {
    /// Schemas that contradict themselves or JSON Schema.
    Schema,
    /// Words and schema that contradict each other.
    Consistency,
    /// Words that do not help a model.
    Quality,
    /// Tokens that buy nothing, and budgets.
    Rent,
    /// Names.
    Naming,
    /// Tools that a model takes for one another.
    Selection,
    /// Hints that contradict the tool.
    Annotations,
    /// Text that orders a model about, or hides.
    Injection,
    /// Credentials.
    Secrets,
    /// What a host refuses, drops or cuts.
    Host,
    /// What the protocol asks for.
    Protocol,
    /// Results of calls.
    Results,
    /// Changes since a definition was reviewed.
    Lock,
    /// What the user's own settings say that no longer fits.
    Settings,
}

/// How bad a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing; never fails a run.
    Info,
    /// Costs money, or works badly somewhere.
    Warning,
    /// Breaks a host, loses tools, or is an attack on the reader.
    Error,
}

/// How sure a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Confidence {
    /// Many of these are false alarms.
    Low,
    /// Some are.
    Medium,
    /// Hardly any is.
    High,
}

/// For whom a finding is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Persona {
    /// Everybody.
    Regular,
    /// Who polishes: smells, matters of taste.
    Pedantic,
    /// Who reviews strangers' servers: false alarms are welcome.
    Auditor,
}

/// Whether a rule is proven.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// Its rates on real definitions are published.
    Stable,
    /// Not yet: it speaks only when it is named.
    Nursery,
}

macro_rules! words {
    ($type:ident { $($name:ident = $word:literal),+ $(,)? }) => {
        impl $type {
            /// All of them, in order.
            pub const ALL: &[$type] = &[$($type::$name),+];

            /// The word users type and read.
            #[must_use]
            pub fn word(self) -> &'static str {
                match self { $($type::$name => $word),+ }
            }

            /// The one of that word.
            #[must_use]
            pub fn of_word(word: &str) -> Option<$type> {
                $type::ALL.iter().copied().find(|one| one.word() == word)
            }
        }
    };
}

words!(Group {
    Schema = "schema", Consistency = "consistency", Quality = "quality", Rent = "rent", Naming = "naming",
    Selection = "selection", Annotations = "annotations", Injection = "injection", Secrets = "secrets", Host = "host",
    Protocol = "protocol", Results = "results", Lock = "lock",
    Settings = "settings",
});
words!(Severity { Info = "info", Warning = "warning", Error = "error" });
words!(Confidence { Low = "low", Medium = "medium", High = "high" });
words!(Persona { Regular = "regular", Pedantic = "pedantic", Auditor = "auditor" });
