//! Prompts, resources and resource templates: texts besides tools that a host or a model may read.

use serde_json::Value;

use crate::catalog::place::Place;

/// One prompt, resource or resource template.
#[derive(Debug, Clone)]
pub struct Offer {
    /// Which of them.
    pub kind: OfferKind,
    /// Its name; for a resource its URI, for a template its URI template.
    pub name: String,
    /// The object exactly as the source holds it.
    pub text: Box<str>,
    /// The same as a value, key order and number text kept.
    pub value: Value,
    /// Where it stands.
    pub place: Place,
}

/// What a server offers besides tools.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum OfferKind {
    /// Of `prompts/list`.
    Prompt,
    /// Of `resources/list`.
    Resource,
    /// Of `resources/templates/list`.
    ResourceTemplate,
}

impl OfferKind {
    /// All kinds, in the order in which they are listed.
    pub const ALL: [OfferKind; 3] = [OfferKind::Prompt, OfferKind::Resource, OfferKind::ResourceTemplate];

    /// The key of one of them in our catalog file.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            OfferKind::Prompt => "prompt",
            OfferKind::Resource => "resource",
            OfferKind::ResourceTemplate => "resource_template",
        }
    }

    /// The protocol's method that lists them.
    #[must_use]
    pub fn method(self) -> &'static str {
        match self {
            OfferKind::Prompt => "prompts/list",
            OfferKind::Resource => "resources/list",
            OfferKind::ResourceTemplate => "resources/templates/list",
        }
    }

    /// The key of the list in that method's result.
    #[must_use]
    pub fn list_key(self) -> &'static str {
        match self {
            OfferKind::Prompt => "prompts",
            OfferKind::Resource => "resources",
            OfferKind::ResourceTemplate => "resourceTemplates",
        }
    }

    /// The key by which one of them is told from another.
    #[must_use]
    pub fn name_key(self) -> &'static str {
        match self {
            OfferKind::Prompt => "name",
            OfferKind::Resource => "uri",
            OfferKind::ResourceTemplate => "uriTemplate",
        }
    }
}
