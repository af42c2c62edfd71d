//! What each finding is worth: the tokens its fix saves, or what its words cost on every turn.

use rayon::iter::{IntoParallelRefMutIterator, ParallelIterator};

use crate::catalog::tool::Catalog;
use crate::lint::finding::Finding;
use crate::lint::fix::FixLevel;
use crate::lint::patch;
use crate::rent::scale::Scale;

/// Said of a fix that saves nothing where a model reads, such as one of an output schema.
const WIRE_ONLY: &str = "; that saves bytes on the wire only, where hosts do not show it to the model";

/// Fills in `saves`. A rule that knows the figure itself keeps it.
pub fn fill(findings: &mut [Finding], catalog: &Catalog) {
    let scale = Scale::standard();
    findings
        .par_iter_mut()
        .filter(|finding| finding.saves.is_empty())
        .for_each(|finding| weigh(finding, catalog, &scale));
}

fn weigh(finding: &mut Finding, catalog: &Catalog, scale: &Scale) {
    let server = finding.server_at.and_then(|at| catalog.servers.get(at));
    let tool = finding.tool_at.and_then(|at| server?.tools.get(at));
    let fix = finding.fix.as_mut().filter(|fix| fix.level != FixLevel::Display && !fix.patch.is_empty());
    if let (Some(fix), Some(tool), Some(server)) = (fix, tool, server) {
        if let Some(after) = patch::apply(&tool.value, &fix.patch) {
            finding.saves = scale.saving(&server.name, tool, &after);
            if finding.saves.values().all(|tokens| *tokens == 0) {
                fix.what.push_str(WIRE_ONLY);
            }
        }
    } else if let Some(words) = finding.span.clone().and_then(|span| finding.evidence.get(span)) {
        finding.saves = scale.text(words);
    }
}
