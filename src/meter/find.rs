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
    let shape = recorded.request.shape;
    let (key, note) = match key(row, shape, endpoint) {
        // What the user says outranks an address that we know nothing of, or that never served this model.
        (None, _) if asked.is_some() => key(row, shape, Where::Unsaid),
        found => found,
    };
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
    // `/models/ID:verb` at Google, `/model/ID/verb` at Bedrock; elsewhere `/models/` is a folder like any other.
    let in_address = || {
        let uri = recorded.uri.as_deref()?;
        let segment = |front| uri.split_once(front)?.1.split(['/', '?', '#']).next();
        let google = || segment("/models/")?.rsplit_once(':').map(|(id, _)| id.to_owned());
        google().or_else(|| segment("/model/").map(str::to_owned))
    };
    // Azure's deployments are named by whoever made them, most often after the model: good for a last resort.
    let deployment = || {
        let (_, rest) = recorded.uri.as_deref()?.split_once("/openai/deployments/")?;
        Some(rest.split(['/', '?', '#']).next()?.to_owned()).filter(|name| !name.is_empty())
    };
    // A recorded row's own `model` may be an id of the deployment; the body's is what the caller asked for.
    let named = recorded.model.clone().or_else(in_address).or_else(|| recorded.request.model.clone());
    named.or_else(deployment)
}

fn key(row: &Model, shape: Shape, place: Where) -> (Option<&str>, Option<&'static str>) {
    match place {
        Where::At(endpoint) => {
            let keys = [&endpoint.by_shape, &endpoint.otherwise].map(|keys| keys.get(shape.name()));
            let own = keys.into_iter().flatten().find_map(|key| row.profiles.get_key_value(key));
            (own.map(|(key, _)| key.as_str()), None)
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

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::session::recorded;

    fn found(row: Value, asked: Option<&str>) -> Result<String, Missing> {
        let row = recorded::read(&row).expect("a request");
        find(&row, asked).map(|found| found.profile.name.clone())
    }

    fn chat(provider: &str, uri: &str, model: Option<&str>) -> Value {
        let mut row = json!({"request": {"messages": [{"role": "user", "content": "Halo"}]}});
        for (key, value) in [("provider", Some(provider)), ("uri", Some(uri)), ("model", model)] {
            if let Some(value) = value.filter(|value| !value.is_empty()) {
                row[key] = value.into();
            }
        }
        row
    }

    #[test]
    fn what_the_user_says_outranks_the_address() {
        for uri in ["http://localhost:8080/v1", "https://llm.example.org/v1", "https://api.mistral.ai/v1"] {
            let row = || chat("", uri, Some("gpt-4o"));
            assert_eq!(found(row(), Some("gpt-4o")).as_deref(), Ok("openai-chat-4o"), "{uri}");
            assert!(found(row(), None).is_err(), "{uri}");
        }
    }

    #[test]
    fn azure_serves_the_models_of_openai() {
        for (provider, uri, model, profile) in [
            ("azure", "", Some("gpt-4o"), "openai-chat-4o"),
            ("Azure", "", Some("grok-4"), "grok-azure"),
            ("", "https://Contoso.CognitiveServices.Azure.com/openai/v1", Some("gpt-4o"), "openai-chat-4o"),
            (
                "",
                "https://x.openai.azure.com/openai/deployments/gpt-4o/chat/completions?api-version=1",
                None,
                "openai-chat-4o",
            ),
        ] {
            assert_eq!(found(chat(provider, uri, model), None).as_deref(), Ok(profile), "{provider} {uri}");
        }
        let wrong = "https://x.openai.azure.com/openai/deployments/bagian-gudang/chat/completions";
        assert!(found(chat("", wrong, None), None).is_err());
    }
}
