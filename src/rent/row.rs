//! The rows of a ledger: tools, servers, totals.

use crate::catalog::tool::Fidelity;
use crate::meter::profile::{Method, Profile};
use crate::rent::definition::NameFit;
use crate::rent::price::Money;
use crate::rent::wire::Wire;

/// What a set of tools costs on one host and model.
#[derive(Debug, Clone)]
pub struct Ledger {
    /// The host's id.
    pub host: String,
    /// The model's id; `None` when a bare meter profile counts.
    pub model: Option<String>,
    /// The meter that counted.
    pub profile: &'static Profile,
    /// How its figures were come by.
    pub method: Method,
    /// The model's context window, in tokens, when known.
    pub context_window: Option<u64>,
    /// Day of the prices, when there are any.
    pub prices_as_of: Option<String>,
    /// The sums; each is the sum of its rows.
    pub totals: Totals,
    /// One row a server, in the order of the catalog.
    pub servers: Vec<ServerRow>,
    /// How much of the definitions the sources held, at worst.
    pub fidelity: Fidelity,
    /// What the figures assume or leave out, each a lowercase fragment.
    pub notes: Vec<String>,
}

/// The sums of a ledger, in tokens unless said otherwise.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Totals {
    /// The definitions as sent.
    pub wire: Wire,
    /// The definitions as the model reads them, all loaded.
    pub model: i64,
    /// What stands in every request: `up_front` of all tools, instructions, fixed and search.
    pub up_front: i64,
    /// The same with every definition loaded: `model`, instructions and fixed.
    pub if_loaded: i64,
    /// The preamble that stands once because there are tools.
    pub fixed: i64,
    /// The host's search tool; 0 while no definition is held back, and when its size is unknown.
    pub search: i64,
    /// Instructions of all servers.
    pub instructions: i64,
    /// `up_front` in percent of the context window, when known.
    pub context_pct: Option<f64>,
    /// What `up_front` costs in one turn, when prices are known.
    pub money: Option<Money>,
}

/// One server.
#[derive(Debug, Clone)]
pub struct ServerRow {
    /// Its name, verbatim.
    pub name: String,
    /// The source it was read from.
    pub source: String,
    /// Its definitions as sent.
    pub wire: Wire,
    /// Its definitions as the model reads them, all loaded.
    pub model: i64,
    /// What its definitions take while the host holds some back.
    pub up_front: i64,
    /// Its instructions.
    pub instructions: i64,
    /// What the host cuts from its instructions.
    pub instructions_truncated: Option<Loss>,
    /// True when the source holds only the first pages of its list: a lower bound.
    pub incomplete: bool,
    /// Its tools, in wire order.
    pub tools: Vec<ToolRow>,
}

/// One tool.
#[derive(Debug, Clone)]
pub struct ToolRow {
    /// Its own name, verbatim.
    pub name: String,
    /// The name the model calls.
    pub shown_as: String,
    /// Whether the host takes that name.
    pub name_fit: NameFit,
    /// The definition as sent.
    pub wire: Wire,
    /// Its share of the list as the model reads it.
    pub model: i64,
    /// What it takes in every request under the host's own policy.
    pub up_front: i64,
    /// What it takes once loaded.
    pub if_loaded: i64,
    /// Whether the host holds its definition back.
    pub loading: Loading,
    /// Its parts, when they were asked for.
    pub fields: Option<FieldCosts>,
    /// What the host cuts from its description.
    pub truncated: Option<Loss>,
    /// How much of the definition the source held.
    pub fidelity: Fidelity,
    /// Why hosts must drop it, so that nothing is counted but its wire: its server speaks HTTP, and its
    /// `x-mcp-header` is invalid.
    pub excluded: Option<String>,
}

/// Whether a definition stands in the request from the first turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Loading {
    /// It does.
    Loaded,
    /// It is held back until the model asks for it.
    Deferred,
}

/// The parts of one tool; they add up to its `model`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct FieldCosts {
    /// The name as shown.
    pub name: i64,
    /// The description as shown.
    pub description: i64,
    /// The words about parameters.
    pub parameters: i64,
    /// The schema without those words.
    pub schema: i64,
    /// What is left: brackets and separators, further members; negative where parts cost less together.
    pub framing: i64,
}

/// A text that a model never sees.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loss {
    /// Which text.
    pub field: LostField,
    /// Bytes of it that are shown, the host's marker included.
    pub shown_bytes: usize,
    /// Bytes that are lost.
    pub lost_bytes: usize,
    /// The lost text, verbatim.
    pub lost_text: String,
}

/// A text that hosts cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LostField {
    /// A tool's description.
    Description,
    /// A server's instructions.
    Instructions,
}

impl FieldCosts {
    /// The sum of the parts.
    #[must_use]
    pub fn total(&self) -> i64 {
        self.name + self.description + self.parameters + self.schema + self.framing
    }
}

impl ServerRow {
    /// Number of tools.
    #[must_use]
    pub fn tools_count(&self) -> usize {
        self.tools.len()
    }
}
