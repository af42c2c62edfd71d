//! Which profile counts a request: by what the user says, then the log row, then the address, then the body.

use crate::host::endpoint::{self, Endpoint};
use crate::host::model::{self, Model};
use crate::meter::profile::{self, Profile};
use crate::session::recorded::Recorded;
use crate::session::request::Shape;

/// A profile and the model it was found for.
#[derive(Debug, Clone)]
pub struct Found {
    /// The profile.
    pub profile: &'static Profile,
    /// The model id, as the row, the address or the body names it.
    pub model: Option<String>,
    /// What was taken for granted, a lowercase fragment.
    pub note: Option<&'static str>,
}

/// Why a request has no profile.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Missing {
    /// A gateway may add text of its own.
    #[error("gateway")]
    Gateway,
    /// Nothing says which model was asked.
    #[error("no model named")]
    NoModel,
    /// No row of `models.toml` fits.
    #[error("unknown model {id:?}")]
    UnknownModel {
        /// The id that was looked for.
        id: String,
        /// Known ids near to it.
        closest: Vec<&'static str>,
    },
    /// The model is known, but no meter counts for it at this endpoint.
    #[error("no profile for {id:?} at this endpoint")]
    NoProfile {
        /// The model's id.
        id: String,
    },
}

/// Finds the profile of a recorded call; `asked` is the user's `--model`, a profile name or a model id.
///
/// # Errors
/// [`Missing`] says why no meter counts for it.
pub fn find(recorded: &Recorded, asked: Option<&str>) -> Result<Found, Missing> {
    if let Some(profile) = asked.and_then(profile::named) {
        return Ok(Found { profile, model: named_model(recorded), note: None });
    }
    let endpoint = endpoint_of(recorded);
    if asked.is_none() && matches!(endpoint, Where::At(endpoint) if endpoint.gateway) {
        return Err(Missing::Gateway);
    }
    let id = asked.map(str::to_owned).or_else(|| named_model(recorded)).ok_or(Missing::NoModel)?;
    let missing = || Missing::UnknownModel { id: id.clone(), closest: model::closest(&id) };
    let row = model::of_id(&id).ok_or_else(missing)?;
    let (key, note) = key(row, recorded.request.shape, endpoint);
    let profile = key.and_then(|key| row.profiles.get(key)).and_then(|name| profile::named(name));
    let profile = profile.ok_or_else(|| Missing::NoProfile { id: id.clone() })?;
    Ok(Found { profile, model: Some(id), note })
}

#[derive(Clone, Copy)]
enum Where {
    At(&'static Endpoint),
    Unknown,
    Unsaid,
}

fn endpoint_of(recorded: &Recorded) -> Where {
    let by_name = recorded.provider.as_deref().and_then(endpoint::of_provider);
    let found = by_name.or_else(|| recorded.uri.as_deref().and_then(endpoint::of_uri));
    match found {
        Some(endpoint) => Where::At(endpoint),
        None if recorded.provider.is_none() && recorded.uri.is_none() => Where::Unsaid,
        None => Where::Unknown,
    }
}

fn named_model(recorded: &Recorded) -> Option<String> {
    let in_address = || {
        let uri = recorded.uri.as_deref()?;
        let (_, rest) = uri.split_once("/models/").or_else(|| uri.split_once("/model/"))?;
        let id = rest.split(['/', '?', '#']).next()?;
        Some(
            id.rsplit_once(':').map_or(id, |(front, verb)| if verb.contains("ontent") { front } else { id }).to_owned(),
        )
    };
    // A recorded row's own `model` may be an id of the deployment; the body's is what the caller asked for.
    recorded.model.clone().or_else(in_address).or_else(|| recorded.request.model.clone())
}

fn key(row: &Model, shape: Shape, place: Where) -> (Option<&str>, Option<&'static str>) {
    match place {
        Where::At(endpoint) => {
            let key = endpoint.by_shape.get(shape.name());
            (key.and_then(|key| row.profiles.get_key_value(key)).map(|(key, _)| key.as_str()), None)
        }
        Where::Unknown => (None, None),
        Where::Unsaid => {
            let usual = match shape {
                Shape::OpenAiChat => "openai-chat",
                Shape::OpenAiResponses => "openai-responses",
                Shape::Anthropic => "anthropic",
                Shape::Gemini => "gemini-api",
                Shape::BedrockConverse | Shape::BedrockInvoke => "bedrock",
            };
            let note =
                (shape == Shape::Gemini).then_some("no endpoint named: counted as gemini-api, Vertex counts otherwise");
            let own = row.profiles.get_key_value(usual).or_else(|| row.profiles.first_key_value());
            (own.map(|(key, _)| key.as_str()), note)
        }
    }
}
