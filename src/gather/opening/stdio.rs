//! Finds out which protocol a program speaks. Some end at the first word that is not the older handshake.

use serde_json::Map;
use tokio::time::Instant;

use crate::gather::note::Severity;
use crate::gather::opening::era::{LEGACY, MODERN, handshake_params, modern_params};
use crate::gather::opening::handshake::{
    Agreed, DISCOVER, INITIALIZE, Opened, Shaken, Weighed, confirm, discover_as, handshake, weigh, weigh_handshake,
};
use crate::gather::scene::{Question, Scene, result_of};
use crate::gather::trouble::{Failure, Phase, Trouble};
use crate::gather::watch::Stage;
use crate::gather::wire::carrier::{Ending, Era, Pipe, WireError};

/// Starts a program and agrees with it on a version. One that ends before it has agreed is started once more, with the
/// handshake as the first word.
///
/// # Errors
/// Whatever kept it from agreeing; no process is left behind.
pub(crate) async fn open<P: Pipe>(
    mut start: impl FnMut() -> Result<P, WireError>,
    scene: &mut Scene<'_>,
) -> Result<Opened<P>, Failure> {
    scene.stage(Stage::Starting);
    let mut pipe = started(&mut start, scene)?;
    let mut agreed = probe(&mut pipe, scene).await;
    if let Err(Trouble::Wire(WireError::Ended { .. })) = agreed {
        scene.leave(pipe).await;
        let detail = "ended when it was asked server/discover; it was started once more, with initialize first";
        scene.remarks.add("gather.respawned", Severity::Info, detail);
        pipe = started(&mut start, scene)?;
        let deadline = scene.halt.within(scene.limits.startup);
        agreed = handshake(&mut pipe, scene, deadline).await;
    }
    match agreed {
        Ok(agreed) => Ok(Opened::new(pipe, agreed)),
        Err(trouble) => Err(scene.give_up(pipe, &trouble, Phase::Startup).await),
    }
}

fn started<P>(start: &mut impl FnMut() -> Result<P, WireError>, scene: &Scene<'_>) -> Result<P, Failure> {
    start()
        .map_err(|error| Failure::of(&Trouble::Wire(error), Phase::Startup, Ending::default(), &scene.circumstances()))
}

/// Asks `server/discover` and shakes hands when that is no use, or when half of the time has passed without an answer.
async fn probe<P: Pipe>(pipe: &mut P, scene: &mut Scene<'_>) -> Result<Agreed, Trouble> {
    let patience = scene.halt.within(scene.limits.startup / 2);
    let deadline = scene.halt.within(scene.limits.startup);
    scene.stage(Stage::Probing);
    let params = modern_params(MODERN[0], Map::new());
    let question = Question { method: DISCOVER, params: &params, era: Era::Modern(MODERN[0]), deadline: patience };
    let probe = pipe.send(question.call())?;
    let answer = scene.halt.unless_stopped(pipe.receive(&[probe], DISCOVER, patience)).await?;
    let answer = match answer {
        Err(WireError::TimedOut { .. }) if !scene.halt.is_over() => return race(pipe, scene, probe, deadline).await,
        Err(error) => Err(Trouble::Wire(error)),
        Ok((_, answer)) => result_of(DISCOVER, answer),
    };
    let agreed = match weigh(answer, scene) {
        Ok(Weighed::Agreed(agreed)) => Ok(*agreed),
        Ok(Weighed::Again(version)) => discover_as(pipe, scene, deadline, version, false).await,
        Err(trouble) => Err(trouble),
    };
    match agreed {
        Err(Trouble::NotModern | Trouble::Refused { .. }) => handshake(pipe, scene, deadline).await,
        agreed => agreed,
    }
}

/// Shakes hands while `server/discover` is still open, and takes whichever answer agrees first.
async fn race<P: Pipe>(pipe: &mut P, scene: &mut Scene<'_>, probe: u64, deadline: Instant) -> Result<Agreed, Trouble> {
    scene.stage(Stage::Handshake);
    let mut version = LEGACY[0];
    let mut may_repeat = true;
    let mut open = vec![probe];
    loop {
        let params = handshake_params(version);
        let question = Question { method: INITIALIZE, params: &params, era: Era::Handshake, deadline };
        let hand = pipe.send(question.call())?;
        open.push(hand);
        let answer = loop {
            let (id, answer) = scene.halt.unless_stopped(pipe.receive(&open, INITIALIZE, deadline)).await??;
            open.retain(|each| *each != id);
            if id == hand {
                break result_of(INITIALIZE, answer);
            }
            // What it says too late counts only when it settles the matter.
            if let Ok(Weighed::Agreed(agreed)) = weigh(result_of(DISCOVER, answer), scene) {
                scene.remarks.left_open += open.len();
                return Ok(*agreed);
            }
        };
        match weigh_handshake(answer, scene, may_repeat)? {
            Shaken::Agreed(agreed) => {
                scene.remarks.left_open += open.len();
                confirm(pipe, scene, &agreed, deadline).await?;
                return Ok(*agreed);
            }
            Shaken::Again(other) => (version, may_repeat) = (other, false),
            Shaken::Modern => {
                scene.remarks.left_open += open.len();
                return discover_as(pipe, scene, deadline, MODERN[0], false).await;
            }
        }
    }
}

#[cfg(test)]
mod tests;
