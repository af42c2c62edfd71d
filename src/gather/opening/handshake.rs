//! Agrees with a server on a protocol version: `server/discover`, or the older handshake.

use serde_json::{Map, Value};
use tokio::time::{Instant, timeout_at};

use crate::gather::note::Severity;
use crate::gather::opening::era::{self, LEGACY, MODERN, Pick, Refusal, handshake_params, modern_params};
use crate::gather::opening::greeting::{Greeting, wants_input};
use crate::gather::scene::{Question, Scene};
use crate::gather::trouble::Trouble;
use crate::gather::watch::Stage;
use crate::gather::wire::carrier::{Answer, Era, Wire};

/// The method that asks a server which versions it speaks.
pub(crate) const DISCOVER: &str = "server/discover";

/// The method of the older handshake.
pub(crate) const INITIALIZE: &str = "initialize";

/// A wire whose two ends have agreed.
#[derive(Debug)]
pub(crate) struct Opened<W> {
    /// The wire.
    pub(crate) wire: W,
    /// What was agreed on.
    pub(crate) agreed: Agreed,
    /// Whether the two have agreed a second time.
    pub(crate) is_anew: bool,
    /// The first page of `tools/list`, when asking for it was how the version was found.
    pub(crate) first_page: Option<Answer>,
}

/// What was agreed on.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Agreed {
    /// Which rules requests follow.
    pub(crate) era: Era,
    /// What the server said of itself.
    pub(crate) greeting: Greeting,
}

/// What an answer to `server/discover` leads to.
#[derive(Debug)]
pub(crate) enum Weighed {
    /// Nothing is left to do.
    Agreed(Box<Agreed>),
    /// It wants another version.
    Again(&'static str),
}

/// What an answer to `initialize` leads to.
#[derive(Debug)]
pub(crate) enum Shaken {
    /// `notifications/initialized` comes next.
    Agreed(Box<Agreed>),
    /// It wants another version.
    Again(&'static str),
    /// It wants no handshake.
    Modern,
}

impl<W> Opened<W> {
    /// Two ends that have agreed for the first time.
    pub(crate) fn new(wire: W, agreed: Agreed) -> Opened<W> {
        Opened { wire, agreed, is_anew: false, first_page: None }
    }

    /// The same with the wire as part of another one.
    pub(crate) fn map<V>(self, wire: impl FnOnce(W) -> V) -> Opened<V> {
        Opened { wire: wire(self.wire), agreed: self.agreed, is_anew: self.is_anew, first_page: self.first_page }
    }
}

/// Asks `server/discover`, a second time when the server wants another version.
pub(crate) async fn discover<W: Wire>(
    wire: &mut W,
    scene: &mut Scene<'_>,
    deadline: Instant,
) -> Result<Agreed, Trouble> {
    discover_as(wire, scene, deadline, MODERN[0], true).await
}

/// The same, starting with this version.
pub(crate) async fn discover_as<W: Wire>(
    wire: &mut W,
    scene: &mut Scene<'_>,
    deadline: Instant,
    mut version: &'static str,
    mut may_repeat: bool,
) -> Result<Agreed, Trouble> {
    loop {
        let params = modern_params(version, Map::new());
        let question = Question { method: DISCOVER, params: &params, era: Era::Modern(version), deadline };
        let answer = scene.ask(wire, question).await;
        match weigh(answer, scene)? {
            Weighed::Agreed(agreed) => return Ok(*agreed),
            Weighed::Again(other) if may_repeat => (version, may_repeat) = (other, false),
            Weighed::Again(other) => {
                return Err(Trouble::Modern(format!("refuses protocol {other}, though it says that it speaks it")));
            }
        }
    }
}

/// Shakes hands, a second time when the server names another version that we speak.
pub(crate) async fn handshake<W: Wire>(
    wire: &mut W,
    scene: &mut Scene<'_>,
    deadline: Instant,
) -> Result<Agreed, Trouble> {
    handshake_as(wire, scene, deadline, LEGACY[0]).await
}

/// The same, starting with this version.
pub(crate) async fn handshake_as<W: Wire>(
    wire: &mut W,
    scene: &mut Scene<'_>,
    deadline: Instant,
    mut version: &'static str,
) -> Result<Agreed, Trouble> {
    scene.stage(Stage::Handshake);
    let mut may_repeat = true;
    loop {
        let params = handshake_params(version);
        let question = Question { method: INITIALIZE, params: &params, era: Era::Handshake, deadline };
        let answer = scene.ask(wire, question).await;
        match weigh_handshake(answer, scene, may_repeat)? {
            Shaken::Agreed(agreed) => {
                confirm(wire, scene, &agreed, deadline).await?;
                return Ok(*agreed);
            }
            Shaken::Again(other) => (version, may_repeat) = (other, false),
            Shaken::Modern => return discover(wire, scene, deadline).await,
        }
    }
}

/// Sends `notifications/initialized`. A server that refuses it may list nonetheless.
pub(crate) async fn confirm<W: Wire>(
    wire: &mut W,
    scene: &mut Scene<'_>,
    agreed: &Agreed,
    deadline: Instant,
) -> Result<(), Trouble> {
    let told = wire.notify("notifications/initialized", agreed.era);
    let told = scene.halt.unless_stopped(timeout_at(deadline, told)).await?;
    match told {
        Ok(Ok(())) => {}
        Ok(Err(trouble)) => {
            let trouble = Trouble::Wire(trouble);
            if matches!(trouble.http_status(), Some(401 | 403)) {
                return Err(trouble);
            }
            let detail = format!("took no notifications/initialized: {}", scene.remarks.quoted(&trouble.to_string()));
            scene.remarks.add("gather.notification_refused", Severity::Info, detail);
        }
        Err(_) => {
            let detail = "took no notifications/initialized in time";
            scene.remarks.add("gather.notification_refused", Severity::Info, detail);
        }
    }
    Ok(())
}

/// What comes after an answer to `server/discover`. [`Trouble::NotModern`] and refusals that only say "no" mean: shake
/// hands.
pub(crate) fn weigh(answer: Result<Answer, Trouble>, scene: &mut Scene<'_>) -> Result<Weighed, Trouble> {
    let answer = match answer {
        Ok(answer) => answer,
        Err(trouble) => return weigh_refusal(trouble),
    };
    let result = answer.result().unwrap_or_default();
    if wants_input(result) {
        let trouble = Trouble::InputRequired { method: DISCOVER };
        scene.remarks.add("gather.input_required", Severity::Error, trouble.to_string());
        return Err(trouble);
    }
    let greeting = Greeting::of_discover(result).ok_or(Trouble::NotModern)?;
    if let Some(kind) = &greeting.odd_type {
        return Err(Trouble::Protocol(format!(
            "in the answer to server/discover the result is of the unknown type {kind:?}"
        )));
    }
    match era::pick(&greeting.spoken) {
        Pick::Modern(version) => {
            let greeting = Greeting { version: version.to_owned(), ..greeting };
            Ok(Weighed::Agreed(Box::new(Agreed { era: Era::Modern(version), greeting })))
        }
        Pick::Legacy(_) => Err(Trouble::NotModern),
        Pick::None => Err(Trouble::NoVersion(greeting.spoken)),
    }
}

/// What comes after an answer to `initialize`.
pub(crate) fn weigh_handshake(
    answer: Result<Answer, Trouble>,
    scene: &mut Scene<'_>,
    may_repeat: bool,
) -> Result<Shaken, Trouble> {
    let answer = match answer {
        Ok(answer) => answer,
        Err(trouble) => return weigh_handshake_refusal(trouble, may_repeat),
    };
    let odd = || Trouble::Protocol("initialize was answered with no object".to_owned());
    let greeting = answer.result().and_then(Greeting::of_initialize).ok_or_else(odd)?;
    let rules = era::rules_for(&greeting.version);
    if greeting.version.is_empty() {
        let detail = format!("its handshake names no protocol version; it is treated as {rules}");
        scene.remarks.add("gather.unknown_version", Severity::Warning, detail);
    } else if greeting.version != rules {
        let version = scene.remarks.quoted(&greeting.version);
        let detail = format!("its handshake ends with protocol {version:?}, which is not known; treated as {rules}");
        scene.remarks.add("gather.unknown_version", Severity::Warning, detail);
    }
    let version = if greeting.version.is_empty() { "unknown".to_owned() } else { greeting.version };
    Ok(Shaken::Agreed(Box::new(Agreed { era: Era::Legacy(rules), greeting: Greeting { version, ..greeting } })))
}

fn weigh_refusal(trouble: Trouble) -> Result<Weighed, Trouble> {
    match trouble.rpc().map(era::refusal) {
        Some(Refusal::Version(spoken)) => match era::pick(&spoken) {
            Pick::Modern(version) => Ok(Weighed::Again(version)),
            Pick::Legacy(_) => Err(Trouble::NotModern),
            Pick::None => Err(Trouble::NoVersion(spoken)),
        },
        Some(Refusal::Modern(why)) => Err(Trouble::Modern(why)),
        Some(Refusal::Other) | None => Err(trouble),
    }
}

fn weigh_handshake_refusal(trouble: Trouble, may_repeat: bool) -> Result<Shaken, Trouble> {
    let Some(error) = trouble.rpc() else { return Err(trouble) };
    let spoken = era::supported(error);
    match era::pick(&spoken) {
        Pick::Modern(_) if may_repeat => Ok(Shaken::Modern),
        Pick::Legacy(version) if may_repeat && version != LEGACY[0] => Ok(Shaken::Again(version)),
        Pick::None if matches!(era::refusal(error), Refusal::Version(_)) => Err(Trouble::NoVersion(spoken)),
        _ => Err(trouble),
    }
}

/// The parameters of a request other than those two.
pub(crate) fn params_for(era: Era, params: Map<String, Value>) -> Value {
    match era {
        Era::Modern(version) => modern_params(version, params),
        Era::Handshake | Era::Legacy(_) => Value::Object(params),
    }
}
