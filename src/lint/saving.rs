//! What each finding is worth: the tokens its fix saves, or what its words cost on every turn.

use std::collections::BTreeMap;

use rayon::iter::{IntoParallelRefIterator, IntoParallelRefMutIterator, ParallelIterator};

use crate::catalog::tool::{Catalog, Server, Tool};
use crate::lint::finding::Finding;
use crate::lint::fix::{Change, FixLevel};
use crate::lint::patch;
use crate::lint::reading::read::READ;
use crate::rent::scale::{Scale, Tokens};

/// Said of a fix that saves nothing where a model reads, such as one of an output schema.
const WIRE_ONLY: &str = "; that saves bytes on the wire only, where hosts do not show it to the model";

/// The largest definition, in bytes, that is weighed with and without a fix; what is larger costs too much anyhow.
const MOST: usize = READ;

/// What each tool with a fix is worth as it stands, by server and tool.
type Worths = BTreeMap<(usize, usize), Tokens>;

/// Fills in `saves`: of a safe fix and of words for each family of models, of any other fix by the plain count. A rule that
/// knows the figure itself keeps it.
pub fn fill(findings: &mut [Finding], catalog: &Catalog) {
    let scales = Scales { families: Scale::standard(), plain: Scale::plain() };
    let mut fixed: BTreeMap<(usize, usize), FixLevel> = BTreeMap::new();
    let small = |at: &(usize, usize)| tool(catalog, *at).is_some_and(|(_, tool)| tool.text.len() <= MOST);
    for finding in findings.iter().filter(|finding| finding.saves.is_empty() && changes(finding).is_some()) {
        if let (Some(at), Some(fix)) = (at(finding).filter(small), &finding.fix) {
            let level = fixed.entry(at).or_insert(fix.level);
            *level = fix.level.min(*level);
        }
    }
    let fixed: Vec<((usize, usize), FixLevel)> = fixed.into_iter().collect();
    let worth = |&(at, level): &((usize, usize), FixLevel)| {
        let (server, tool) = tool(catalog, at)?;
        Some((at, scales.of(level).worth(&server.name, tool)))
    };
    let worths: Worths = fixed.par_iter().filter_map(worth).collect();
    findings
        .par_iter_mut()
        .filter(|finding| finding.saves.is_empty())
        .for_each(|finding| weigh(finding, catalog, &scales, &worths));
}

/// What fixes and words are weighed on.
struct Scales {
    families: Scale,
    plain: Scale,
}

impl Scales {
    fn of(&self, level: FixLevel) -> &Scale {
        if level == FixLevel::Safe { &self.families } else { &self.plain }
    }
}

fn at(finding: &Finding) -> Option<(usize, usize)> {
    finding.server_at.zip(finding.tool_at)
}

fn tool(catalog: &Catalog, (server, tool): (usize, usize)) -> Option<(&Server, &Tool)> {
    let server = catalog.servers.get(server)?;
    Some((server, server.tools.get(tool)?))
}

/// The changes of a fix that can be applied.
fn changes(finding: &Finding) -> Option<&[Change]> {
    let fix = finding.fix.as_ref()?;
    (fix.level != FixLevel::Display && !fix.patch.is_empty()).then_some(&fix.patch)
}

fn weigh(finding: &mut Finding, catalog: &Catalog, scales: &Scales, worths: &Worths) {
    let place = at(finding).and_then(|at| Some((tool(catalog, at)?, worths.get(&at)?)));
    if let (Some(changes), Some(((server, tool), worth))) = (changes(finding), place) {
        if let Some(after) = patch::apply(&tool.value, changes) {
            let level = finding.fix.as_ref().map_or(FixLevel::Display, |fix| fix.level);
            finding.saves = scales.of(level).saving(&server.name, tool, worth, after);
            if let Some(fix) = finding.fix.as_mut().filter(|_| finding.saves.values().all(|tokens| *tokens == 0)) {
                fix.what.push_str(WIRE_ONLY);
            }
        }
    } else if let Some(words) = finding.span.clone().and_then(|span| finding.evidence.get(span)) {
        finding.saves = scales.families.text(words);
    }
}
