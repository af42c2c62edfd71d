//! What one server answered: texts as they came, not yet values, so that a large list costs little more than its text.

use serde_json::Value;

use crate::catalog::offer::OfferKind;
use crate::catalog::provenance::Provenance;
use crate::catalog::tool::Problem;

/// All lists of one server.
#[derive(Debug, Clone, Default)]
pub struct Listing {
    /// What the server asks hosts to tell the model.
    pub instructions: Option<String>,
    /// Its own name, from `serverInfo`.
    pub own_name: Option<String>,
    /// Its own version.
    pub version: Option<String>,
    /// The protocol version in use.
    pub era: String,
    /// How and when this was had.
    pub provenance: Provenance,
    /// Tools in the order in which they came, without those that the config hides.
    pub tools: Vec<Item>,
    /// Prompts, resources and resource templates.
    pub offers: Vec<(OfferKind, Item)>,
    /// Entries that were lost or doubtful.
    pub problems: Vec<Problem>,
    /// True when a walk over the pages was cut.
    pub incomplete: bool,
}

/// One entry of a list.
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    /// Its name (for a resource: its URI).
    pub name: String,
    /// The object as it came.
    pub text: Box<str>,
    /// Why hosts that speak HTTP must drop this tool.
    pub excluded_by_http_hosts: Option<String>,
}

/// The capabilities object, when the server declares one of that name.
#[must_use]
pub fn declares(capabilities: &Value, name: &str) -> bool {
    capabilities.get(name).is_some_and(|value| !value.is_null() && *value != Value::Bool(false))
}

impl Listing {
    /// Stand-in.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write(&self, name: &str, writer: &mut crate::catalog::saved::own::Writer<'_>) -> std::io::Result<()> {
        writeln!(writer.out, "{}", serde_json::json!({"server": {"name": name}}))
    }

    /// Stand-in.
    #[must_use]
    pub fn into_server(self, name: &str, source: &str) -> (crate::catalog::tool::Server, Vec<Problem>) {
        let server = crate::catalog::tool::Server {
            name: name.to_owned(),
            source: source.to_owned(),
            ..crate::catalog::tool::Server::default()
        };
        (server, self.problems)
    }
}
