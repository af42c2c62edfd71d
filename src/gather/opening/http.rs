//! Finds out which protocol an address speaks: without a handshake, with one, or over the older event stream.

use serde_json::Map;
use tokio::time::Instant;

use crate::gather::contact::Speaks;
use crate::gather::opening::anew::other_version;
use crate::gather::opening::era::{METHOD_NOT_FOUND, MODERN, Refusal, refusal};
use crate::gather::opening::greeting::Greeting;
use crate::gather::opening::handshake::{Agreed, Opened, discover, handshake, params_for};
use crate::gather::scene::{Question, Scene};
use crate::gather::trouble::{Failure, Phase, Trouble};
use crate::gather::watch::Stage;
use crate::gather::wire::carrier::{Answer, Doors, Ending, Era, Wire, WireError};

/// Calls an address and agrees with it on a version.
///
/// # Errors
/// Whatever kept it from agreeing; no connection is left behind.
pub(crate) async fn open<D: Doors>(
    doors: &mut D,
    speaks: Speaks,
    scene: &mut Scene<'_>,
) -> Result<Opened<D::Wire>, Failure> {
    scene.stage(Stage::Starting);
    let deadline = scene.halt.within(scene.limits.startup);
    if speaks == Speaks::Sse {
        return over_events(doors, scene, deadline).await.map_err(|failed| failed.failure);
    }
    let mut wire = match doors.http() {
        Ok(wire) => wire,
        Err(error) => return Err(no_wire(&Trouble::Wire(error), scene)),
    };
    match over_http(&mut wire, scene, deadline).await {
        Ok((agreed, first_page)) => Ok(Opened { first_page, ..Opened::new(wire, agreed) }),
        Err(trouble) if wants_events(&trouble) => {
            let failure = scene.give_up(wire, &trouble, Phase::Startup).await;
            // The older transport explains itself only when somebody is there at all.
            over_events(doors, scene, deadline).await.map_err(|failed| match failed.tells_more {
                true => failed.failure,
                false => failure,
            })
        }
        Err(trouble) => Err(scene.give_up(wire, &trouble, Phase::Startup).await),
    }
}

async fn over_http<W: Wire>(
    wire: &mut W,
    scene: &mut Scene<'_>,
    deadline: Instant,
) -> Result<(Agreed, Option<Answer>), Trouble> {
    scene.stage(Stage::Probing);
    match discover(wire, scene, deadline).await {
        Ok(agreed) => return Ok((agreed, None)),
        Err(trouble) if knows_no_discover(&trouble) => match undiscovered(wire, scene, deadline).await {
            Ok((agreed, page)) => return Ok((agreed, Some(page))),
            Err(trouble) if wants_handshake(&trouble) => {}
            Err(trouble) => return Err(trouble),
        },
        Err(trouble) if wants_handshake(&trouble) => {}
        Err(trouble) => return Err(trouble),
    }
    Ok((handshake(wire, scene, deadline).await?, None))
}

/// A server that answers 404 with JSON-RPC's "method not found" is modern and lacks only that method.
async fn undiscovered<W: Wire>(
    wire: &mut W,
    scene: &mut Scene<'_>,
    deadline: Instant,
) -> Result<(Agreed, Answer), Trouble> {
    let era = Era::Modern(MODERN[0]);
    let params = params_for(era, Map::new());
    let page = scene.ask(wire, Question { method: "tools/list", params: &params, era, deadline }).await;
    let page = page.map_err(|trouble| {
        let other = trouble.rpc().and_then(|error| other_version(error, era));
        match (other, trouble.rpc().map(refusal)) {
            (Some(Err(trouble)), _) => trouble,
            // There is one version without a handshake, so another one wants it.
            (Some(Ok(_)), _) => Trouble::NotModern,
            (None, Some(Refusal::Modern(why))) => Trouble::Modern(why),
            (None, _) => trouble,
        }
    })?;
    Ok((Agreed { era, greeting: Greeting::unasked(MODERN[0]) }, page))
}

fn knows_no_discover(trouble: &Trouble) -> bool {
    trouble.http_status() == Some(404) && trouble.rpc().is_some_and(|error| error.code == METHOD_NOT_FOUND)
}

/// Whether what came instead of an answer is what a server says that wants `initialize` first.
fn wants_handshake(trouble: &Trouble) -> bool {
    match trouble {
        Trouble::NotModern | Trouble::Refused { .. } => true,
        Trouble::Wire(WireError::NoMessage(_) | WireError::Ended { .. }) => true,
        // A framework that makes a fault of whatever it does not know.
        Trouble::Wire(WireError::Http { status: 500.., error: Some(error), .. }) => error.code == METHOD_NOT_FOUND,
        // Besides the three that the specification names: those that frameworks give to a body they do not like.
        Trouble::Wire(WireError::Http { status, .. }) => matches!(status, 400 | 404 | 405 | 406 | 410 | 415 | 422),
        _ => false,
    }
}

/// Whether an answer to `initialize` is what an address gives that takes no POST.
fn wants_events(trouble: &Trouble) -> bool {
    match trouble {
        Trouble::Wire(WireError::NoMessage(_)) => true,
        Trouble::Wire(WireError::Http { status, .. }) => matches!(status, 400 | 404 | 405),
        _ => false,
    }
}

struct NoEvents {
    failure: Failure,
    /// Whether this says more than what Streamable HTTP gave: a stream was there, or credentials are wanted.
    tells_more: bool,
}

async fn over_events<D: Doors>(
    doors: &mut D,
    scene: &mut Scene<'_>,
    deadline: Instant,
) -> Result<Opened<D::Wire>, NoEvents> {
    let opened = scene.halt.unless_stopped(doors.events(deadline)).await;
    let mut wire = match opened.map_err(Trouble::from).and_then(|opened| opened.map_err(Trouble::Wire)) {
        Ok(wire) => wire,
        Err(trouble) => {
            let tells_more = matches!(trouble, Trouble::Stopped | Trouble::Wire(WireError::BadStream(_)))
                || matches!(trouble.http_status(), Some(401 | 403));
            return Err(NoEvents { failure: no_wire(&trouble, scene), tells_more });
        }
    };
    match handshake(&mut wire, scene, deadline).await {
        Ok(agreed) => Ok(Opened::new(wire, agreed)),
        Err(trouble) => {
            let failure = scene.give_up(wire, &trouble, Phase::Startup).await;
            Err(NoEvents { failure, tells_more: true })
        }
    }
}

fn no_wire(trouble: &Trouble, scene: &Scene<'_>) -> Failure {
    Failure::of(trouble, Phase::Startup, Ending::default(), &scene.circumstances())
}

#[cfg(test)]
mod tests;
