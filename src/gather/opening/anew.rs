//! Agrees once more with a server that takes back what was agreed on: it wants another version, or forgot its session.

use crate::gather::opening::era::{self, LEGACY, Pick, Refusal};
use crate::gather::opening::handshake::{Opened, discover_as, handshake_as};
use crate::gather::scene::Scene;
use crate::gather::trouble::Trouble;
use crate::gather::wire::carrier::{Era, RpcError, Wire};

/// Takes what kept a list from coming. When agreeing anew may help, and was not tried before, does so: then the list
/// can be asked for again. The error is what else to make of it.
pub(crate) async fn agree_anew<W: Wire>(
    opened: &mut Opened<W>,
    scene: &mut Scene<'_>,
    trouble: Trouble,
) -> Result<(), Trouble> {
    let era = opened.agreed.era;
    let version = trouble.rpc().and_then(|error| other_version(error, era)).transpose()?;
    let lost_session = matches!(era, Era::Legacy(_)) && trouble.http_status() == Some(404) && opened.wire.has_session();
    let pick = match version {
        Some(pick) => pick,
        None if lost_session => Pick::Legacy(LEGACY[0]),
        None => return Err(trouble),
    };
    if std::mem::replace(&mut opened.is_anew, true) {
        return Err(trouble);
    }
    let deadline = scene.halt.within(scene.limits.startup);
    opened.agreed = match pick {
        Pick::Modern(version) => discover_as(&mut opened.wire, scene, deadline, version, false).await?,
        Pick::Legacy(version) => handshake_as(&mut opened.wire, scene, deadline, version).await?,
        Pick::None => return Err(trouble),
    };
    Ok(())
}

/// The version to go on with when this is the refusal of another one; an error when there is none.
pub(crate) fn other_version(error: &RpcError, era: Era) -> Option<Result<Pick, Trouble>> {
    let Refusal::Version(spoken) = era::refusal(error) else { return None };
    Some(match (era::pick(&spoken), era) {
        (Pick::Modern(wanted), Era::Modern(own)) | (Pick::Legacy(wanted), Era::Legacy(own)) if wanted == own => {
            Err(Trouble::Modern(format!("refuses protocol {own}, though it says that it speaks it")))
        }
        (Pick::None, _) => Err(Trouble::NoVersion(spoken)),
        (pick, _) => Ok(pick),
    })
}
