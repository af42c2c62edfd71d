//! A profile brought to life: its tokenizer, its rendering, its accounting.

use crate::meter::accounting;
use crate::meter::accounting::rule::{Accounting, Parts};
use crate::meter::encodings;
use crate::meter::gauge::Gauge;
use crate::meter::profile::{self, Method, Profile};
use crate::meter::render;
use crate::meter::render::rendering::{Fields, Rendering};
use crate::meter::shown::Shown;
use crate::meter::tokenizer::Tokenizer;
use crate::session::request::{Request, ToolChoice};

/// Counts for one profile.
pub struct Meter {
    /// The row it was made from.
    pub profile: &'static Profile,
    /// The vocabulary in use: the profile's own, or its fallback.
    pub tokenizer: &'static dyn Tokenizer,
    /// The model it counts for, where models of one profile differ; `None` when nobody has said.
    pub model: Option<String>,
    rendering: &'static dyn Rendering,
    accounting: Box<dyn Accounting>,
}

impl Meter {
    /// The meter of that profile name; `None` when there is no such profile.
    #[must_use]
    pub fn named(name: &str) -> Option<Meter> {
        profile::named(name).map(Meter::new)
    }

    /// The meter of that profile name for one of its models, named by its id.
    #[must_use]
    pub fn named_for_model(name: &str, model: &str) -> Option<Meter> {
        profile::named(name).map(|profile| Meter::for_model(profile, Some(model)))
    }

    /// The meter of a profile, for no model in particular.
    #[must_use]
    pub fn new(profile: &'static Profile) -> Meter {
        Meter::for_model(profile, None)
    }

    /// The meter of a profile for one of its models, where the id is known.
    #[must_use]
    pub fn for_model(profile: &'static Profile, model: Option<&str>) -> Meter {
        let own = encodings::named(&profile.tokenizer);
        let fallback = profile.fallback.as_deref().and_then(encodings::named);
        Meter {
            profile,
            tokenizer: own.or(fallback).expect("a test finds the tokenizer of every profile"),
            model: model.map(str::to_owned),
            rendering: render::named(&profile.rendering).expect("a test finds the rendering of every profile"),
            accounting: accounting::build(&profile.accounting, &profile.constants)
                .expect("a test builds the accounting of every profile"),
        }
    }

    /// How its figures were come by: the profile's method, or `rough` when a stand-in vocabulary counts.
    #[must_use]
    pub fn method(&self) -> Method {
        if self.tokenizer.name() == self.profile.tokenizer { self.profile.method } else { Method::Rough }
    }

    /// Tokens each tool takes in the rendered list: integers that sum to what the list is billed as, preamble excluded.
    #[must_use]
    pub fn shares(&self, tools: &[Shown<'_>]) -> Vec<i64> {
        self.gauge().shares(tools)
    }

    /// The parts of one tool, each counted alone: name, description, parameters, schema.
    #[must_use]
    pub fn fields(&self, tool: &Shown<'_>) -> Fields {
        self.gauge().fields(tool)
    }

    /// Tokens that stand once per request because there are tools.
    #[must_use]
    pub fn preamble(&self, tools: &[Shown<'_>]) -> i64 {
        if tools.is_empty() { 0 } else { self.accounting.preamble(&self.gauge(), &ToolChoice::Auto) }
    }

    /// Tokens of a text in a message or system prompt.
    #[must_use]
    pub fn text(&self, text: &str) -> i64 {
        self.gauge().text(text)
    }

    /// Predicted input tokens of a whole request, by part.
    #[must_use]
    pub fn request(&self, request: &Request) -> Parts {
        self.accounting.request(&self.gauge(), request)
    }

    fn gauge(&self) -> Gauge<'_> {
        Gauge {
            tokenizer: self.tokenizer,
            model: self.model.as_deref(),
            rendering: self.rendering,
            tool_slope: self.accounting.tool_slope(),
            text_slope: self.accounting.text_slope(),
        }
    }
}
