//! Fetches one list of a server, page by page.

use serde_json::{Map, Value};

use crate::gather::lists::page::{self, List, NoPage};
use crate::gather::lists::paging::Paging;
use crate::gather::opening::anew::agree_anew;
use crate::gather::opening::handshake::{Opened, params_for};
use crate::gather::scene::{Question, Scene};
use crate::gather::trouble::Trouble;
use crate::gather::watch::Stage;
use crate::gather::wire::carrier::{Answer, Era, Wire, WireError};

/// Walks over the pages of a list, from the first one again when the server first has to be agreed with anew. Trouble
/// behind the first page cuts the walk; on the first page it is all there is.
pub(crate) async fn walk<'l, W: Wire>(
    opened: &mut Opened<W>,
    scene: &mut Scene<'l>,
    list: List,
) -> Result<Paging<'l>, Trouble> {
    let mut paging = Paging::new(list, scene.limits, matches!(opened.agreed.era, Era::Legacy(_)));
    let mut cursor: Option<String> = None;
    let mut given = if list == List::TOOLS { opened.first_page.take() } else { None };
    loop {
        let answer = match given.take() {
            Some(answer) => Ok(answer),
            None => ask(opened, scene, list, cursor.take()).await,
        };
        let page = match answer {
            Err(trouble) => match agree_anew(opened, scene, trouble).await {
                Ok(()) => {
                    // What came before was of another session.
                    paging = Paging::new(list, scene.limits, matches!(opened.agreed.era, Era::Legacy(_)));
                    cursor = None;
                    continue;
                }
                Err(trouble) => Err(trouble),
            },
            Ok(answer) => read(&answer, list),
        };
        match page {
            Ok((page, bytes)) => cursor = paging.take(page, bytes),
            Err(trouble) if paging.pages() == 0 => return Err(trouble),
            Err(trouble) => {
                let why = scene.quoted(&trouble);
                paging.is_over = is_final(&trouble, scene);
                paging.cut = Some(format!("page {} did not come: {why}", paging.pages() + 1));
                return Ok(paging);
            }
        }
        if list == List::TOOLS {
            scene.stage(Stage::Listing { tools: paging.entries.len() });
        }
        if cursor.is_none() {
            return Ok(paging);
        }
    }
}

/// Whether nothing more can come: somebody stopped the run, or its time is up.
pub(crate) fn is_final(trouble: &Trouble, scene: &Scene<'_>) -> bool {
    matches!(trouble, Trouble::Stopped) || scene.halt.is_over()
}

async fn ask<W: Wire>(
    opened: &mut Opened<W>,
    scene: &Scene<'_>,
    list: List,
    cursor: Option<String>,
) -> Result<Answer, Trouble> {
    if scene.halt.is_over() {
        return Err(Trouble::Wire(WireError::TimedOut { method: list.method.to_owned(), after: scene.limits.run }));
    }
    let mut params = Map::new();
    if let Some(cursor) = cursor {
        params.insert("cursor".to_owned(), Value::String(cursor));
    }
    let era = opened.agreed.era;
    let params = params_for(era, params);
    let deadline = scene.halt.within(scene.limits.request);
    scene.ask(&mut opened.wire, Question { method: list.method, params: &params, era, deadline }).await
}

/// The page, and how long its text is.
fn read(answer: &Answer, list: List) -> Result<(page::Page, usize), Trouble> {
    let result = answer.result().unwrap_or_default();
    match page::read(result, list) {
        Ok(page) => Ok((page, result.len())),
        Err(NoPage::Malformed(why)) => Err(Trouble::Protocol(format!("in the answer to {} {why}", list.method))),
        Err(NoPage::InputRequired) => Err(Trouble::InputRequired { method: list.method }),
    }
}
