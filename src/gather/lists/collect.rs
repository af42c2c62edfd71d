//! Fetches all lists that a server declares. Only the tools can fail; what else does not come is a remark.

use crate::catalog::offer::OfferKind;
use crate::gather::listing::{Item, declares};
use crate::gather::lists::again;
use crate::gather::lists::items::made;
use crate::gather::lists::page::List;
use crate::gather::lists::paging::Paging;
use crate::gather::lists::walk::{is_final, walk};
use crate::gather::note::Severity;
use crate::gather::opening::era::METHOD_NOT_FOUND;
use crate::gather::opening::handshake::Opened;
use crate::gather::scene::Scene;
use crate::gather::trouble::Trouble;
use crate::gather::watch::Stage;
use crate::gather::wire::carrier::Wire;

/// All lists of one server.
#[derive(Debug)]
pub(crate) struct Lists<'l> {
    /// Its tools; `None` when it has no such list.
    pub(crate) tools: Option<Paging<'l>>,
    /// Its other lists, in the order of their kinds.
    pub(crate) offers: Vec<(OfferKind, Paging<'l>)>,
}

/// Fetches them.
pub(crate) async fn collect<'l, W: Wire>(opened: &mut Opened<W>, scene: &mut Scene<'l>) -> Result<Lists<'l>, Trouble> {
    scene.stage(Stage::Listing { tools: 0 });
    // What has changed so far is in the lists that come.
    let heard = opened.wire.heard();
    scene.remarks.hear(heard);
    let mut lists = Lists { tools: fetch_tools(opened, scene).await?, offers: Vec::new() };
    for kind in OfferKind::ALL {
        if is_declared(opened, capability(kind)) == Some(true)
            && let Some(paging) = fetch_offers(opened, scene, kind).await?
        {
            lists.offers.push((kind, paging));
        }
    }
    lists.refresh(opened, scene).await?;
    Ok(lists)
}

/// Lists the tools a second time and remarks on what differs.
pub(crate) async fn compare<W: Wire>(
    first: &[Item],
    opened: &mut Opened<W>,
    scene: &mut Scene<'_>,
) -> Result<(), Trouble> {
    let remark = match walk(opened, scene, List::TOOLS).await {
        Ok(paging) => again::difference(first, &made(paging, scene, false).items),
        Err(trouble) if is_final(&trouble, scene) => return Err(trouble),
        Err(trouble) if first.is_empty() && trouble.rpc().is_some() => None,
        Err(trouble) => {
            let why = scene.remarks.quoted(&trouble.to_string());
            Some(("gather.list_varies", Severity::Warning, format!("a second listing did not come: {why}")))
        }
    };
    if let Some((class, severity, detail)) = remark {
        scene.remarks.add(class, severity, detail);
    }
    Ok(())
}

/// Whether a capability is declared; `None` when nobody asked the server.
pub(crate) fn is_declared<W>(opened: &Opened<W>, capability: &str) -> Option<bool> {
    opened.agreed.greeting.capabilities.as_ref().map(|capabilities| declares(capabilities, capability))
}

impl<'l> Lists<'l> {
    /// Fetches once more what was announced to have changed in the meantime; a second announcement changes nothing.
    async fn refresh<W: Wire>(&mut self, opened: &mut Opened<W>, scene: &mut Scene<'l>) -> Result<(), Trouble> {
        let heard = opened.wire.heard();
        let changed = scene.remarks.hear(heard);
        let is_changed =
            |list: &str| changed.iter().any(|method| *method == format!("notifications/{list}/list_changed"));
        if is_changed("tools") {
            match fetch_tools(opened, scene).await {
                Ok(None) => {}
                Ok(Some(again)) => {
                    let before = self.tools.as_ref().map_or(&[][..], |tools| tools.entries.as_slice());
                    let detail = match (before.len(), again.entries.len()) {
                        _ if before == again.entries => {
                            "it announced other tools while they were listed; listed again, they are the same"
                                .to_owned()
                        }
                        (before, now) => {
                            format!("its tools changed while they were listed: {before} at first, and then {now}")
                        }
                    };
                    scene.remarks.add("gather.list_changed", Severity::Info, detail);
                    self.tools = Some(again);
                }
                Err(trouble) if is_final(&trouble, scene) => return Err(trouble),
                Err(trouble) => {
                    let why = scene.remarks.quoted(&trouble.to_string());
                    let detail = format!("its tools changed while they were listed, and did not come again: {why}");
                    scene.remarks.add("gather.list_changed", Severity::Warning, detail);
                }
            }
        }
        for (kind, paging) in &mut self.offers {
            if is_changed(capability(*kind))
                && let Some(again) = fetch_offers(opened, scene, *kind).await?
            {
                *paging = again;
            }
        }
        Ok(())
    }
}

/// The tools; none when the server neither declares nor has them.
async fn fetch_tools<'l, W: Wire>(
    opened: &mut Opened<W>,
    scene: &mut Scene<'l>,
) -> Result<Option<Paging<'l>>, Trouble> {
    match walk(opened, scene, List::TOOLS).await {
        Ok(paging) => Ok(Some(paging)),
        Err(trouble) if is_declared(opened, "tools") != Some(true) && is_refusal(&trouble) => Ok(None),
        Err(trouble) => {
            if let Trouble::InputRequired { .. } = trouble {
                scene.remarks.add("gather.input_required", Severity::Error, trouble.to_string());
            }
            Err(trouble)
        }
    }
}

async fn fetch_offers<'l, W: Wire>(
    opened: &mut Opened<W>,
    scene: &mut Scene<'l>,
    kind: OfferKind,
) -> Result<Option<Paging<'l>>, Trouble> {
    let list = List::of(kind);
    match walk(opened, scene, list).await {
        Ok(paging) => Ok(Some(paging)),
        Err(trouble) if is_final(&trouble, scene) => Err(trouble),
        Err(trouble) if trouble.rpc().is_some_and(|error| error.code == METHOD_NOT_FOUND) => Ok(None),
        Err(trouble) => {
            let class = match trouble {
                Trouble::InputRequired { .. } => "gather.input_required",
                _ => "gather.list_failed",
            };
            let detail = format!("{} did not come: {}", list.method, scene.remarks.quoted(&trouble.to_string()));
            scene.remarks.add(class, Severity::Warning, detail);
            Ok(None)
        }
    }
}

/// Whether the server itself said no.
fn is_refusal(trouble: &Trouble) -> bool {
    trouble.rpc().is_some() && !matches!(trouble.http_status(), Some(401 | 403))
}

fn capability(kind: OfferKind) -> &'static str {
    match kind {
        OfferKind::Prompt => "prompts",
        OfferKind::Resource | OfferKind::ResourceTemplate => "resources",
    }
}

#[cfg(test)]
mod tests;
