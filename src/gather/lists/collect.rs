//! Fetches all lists that a server declares. Only the tools can fail; what else does not come is a remark.

use crate::catalog::offer::OfferKind;
use crate::gather::gap::{Gap, Lack};
use crate::gather::listing::{Listing, declares};
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
use crate::gather::wire::carrier::{Wire, WireError};

/// All lists of one server.
#[derive(Debug)]
pub(crate) struct Lists<'l> {
    /// Its tools; `None` when it has no such list.
    pub(crate) tools: Option<Paging<'l>>,
    /// Its other lists, in the order of their kinds.
    pub(crate) offers: Vec<(OfferKind, Paging<'l>)>,
    /// Lists that did not come, or not as they are by now.
    pub(crate) gaps: Vec<Gap>,
}

/// Fetches them. Once the tools are here, nothing that happens loses them.
pub(crate) async fn collect<'l, W: Wire>(opened: &mut Opened<W>, scene: &mut Scene<'l>) -> Result<Lists<'l>, Trouble> {
    scene.stage(Stage::Listing { tools: 0 });
    // What has changed so far is in the lists that come.
    let heard = opened.wire.heard();
    scene.remarks.hear(heard);
    let mut lists = Lists { tools: fetch_tools(opened, scene).await?, offers: Vec::new(), gaps: Vec::new() };
    for kind in OfferKind::ALL {
        if is_declared(opened, capability(kind)) != Some(true) {
            continue;
        }
        match fetch_offers(opened, scene, kind).await {
            Ok(Some(paging)) => lists.offers.push((kind, paging)),
            Ok(None) => {}
            Err(gap) => lists.gaps.push(gap),
        }
    }
    lists.refresh(opened, scene).await;
    Ok(lists)
}

/// Lists the tools a second time and remarks on what differs. Gives a gap when the run was over before it could.
pub(crate) async fn compare<W: Wire>(first: &Listing, opened: &mut Opened<W>, scene: &mut Scene<'_>) -> Option<Gap> {
    let (why, is_over) = match walk(opened, scene, List::TOOLS).await {
        Ok(Paging { cut: Some(cut), is_over, .. }) if !first.incomplete => (cut, is_over),
        Ok(paging) => {
            if let Some((class, severity, detail)) = again::difference(&first.tools, &made(paging, scene, false).items)
            {
                scene.remarks.add(class, severity, detail);
            }
            return None;
        }
        Err(trouble) if first.tools.is_empty() && trouble.rpc().is_some() => return None,
        Err(trouble) => (scene.quoted(&trouble), is_final(&trouble, scene)),
    };
    let why = format!("a second listing did not come: {why}");
    scene.remarks.add("gather.list_varies", Severity::Warning, &why);
    is_over.then_some(Gap { offers: None, lack: Lack::Unchecked, why })
}

/// Whether a capability is declared; `None` when nobody asked the server.
pub(crate) fn is_declared<W>(opened: &Opened<W>, capability: &str) -> Option<bool> {
    opened.agreed.greeting.capabilities.as_ref().map(|capabilities| declares(capabilities, capability))
}

impl<'l> Lists<'l> {
    /// Fetches once more what was announced to have changed in the meantime; a second announcement changes nothing.
    async fn refresh<W: Wire>(&mut self, opened: &mut Opened<W>, scene: &mut Scene<'l>) {
        let heard = opened.wire.heard();
        let changed = scene.remarks.hear(heard);
        let is_changed =
            |list: &str| changed.iter().any(|method| *method == format!("notifications/{list}/list_changed"));
        if is_changed("tools") {
            self.refresh_tools(opened, scene).await;
        }
        for (kind, paging) in &mut self.offers {
            if !is_changed(capability(*kind)) {
                continue;
            }
            match fetch_offers(opened, scene, *kind).await {
                Ok(Some(again)) => *paging = again,
                Ok(None) => {}
                Err(gap) => {
                    let why = format!("it announced other {}, and {}", List::of(*kind).key, gap.why);
                    self.gaps.push(Gap { lack: Lack::Stale, why, ..gap });
                }
            }
        }
    }

    async fn refresh_tools<W: Wire>(&mut self, opened: &mut Opened<W>, scene: &mut Scene<'l>) {
        let again = match fetch_tools(opened, scene).await {
            Ok(Some(again)) => again,
            Ok(None) => return,
            Err(trouble) => {
                let why = scene.quoted(&trouble);
                let why = format!("its tools changed while they were listed, and did not come again: {why}");
                scene.remarks.add("gather.list_changed", Severity::Warning, &why);
                return self.gaps.push(Gap { offers: None, lack: Lack::Stale, why });
            }
        };
        let before = self.tools.as_ref().map_or(&[][..], |tools| tools.entries.as_slice());
        let detail = match (before.len(), again.entries.len()) {
            _ if before == again.entries => {
                "it announced other tools while they were listed; listed again, they are the same".to_owned()
            }
            (before, now) => format!("its tools changed while they were listed: {before} at first, and then {now}"),
        };
        scene.remarks.add("gather.list_changed", Severity::Info, detail);
        self.tools = Some(again);
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

/// Another list; none when the server does not know it.
async fn fetch_offers<'l, W: Wire>(
    opened: &mut Opened<W>,
    scene: &mut Scene<'l>,
    kind: OfferKind,
) -> Result<Option<Paging<'l>>, Gap> {
    let list = List::of(kind);
    let trouble = match walk(opened, scene, list).await {
        Ok(paging) => return Ok(Some(paging)),
        Err(trouble) => trouble,
    };
    if trouble.rpc().is_some_and(|error| error.code == METHOD_NOT_FOUND) {
        return Ok(None);
    }
    let why = format!("{} did not come: {}", list.method, scene.quoted(&trouble));
    let class = match trouble {
        Trouble::InputRequired { .. } => "gather.input_required",
        _ => "gather.list_failed",
    };
    scene.remarks.add(class, Severity::Warning, &why);
    let lack = match trouble {
        Trouble::Stopped | Trouble::Wire(WireError::TimedOut { .. } | WireError::Ended { .. }) => Lack::Absent,
        Trouble::Wire(WireError::Network(_)) => Lack::Absent,
        _ => Lack::Refused,
    };
    Err(Gap { offers: Some(kind), lack, why })
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
