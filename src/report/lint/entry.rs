//! One finding as the public report tells it.

use crate::lint::fingerprint::{fingerprint, text_hash};
use crate::lint::mask::Masks;
use crate::lint::{finding, fix, unchecked};
use crate::report::lint::excerpt::{Excerpt, MOST, excerpt};
use crate::report::lint::found::{Also, Change, Finding, Fix, HostSays, Location, Unchecked};

/// A finding with its place and without secrets.
pub(crate) fn finding(found: &finding::Finding, location: Option<Location>, masks: &Masks<'_>) -> Finding {
    let Excerpt { text, span, cut } = excerpt(found, masks);
    let hidden = |text: &str| masks.hidden(text).into_owned();
    Finding {
        rule: found.rule.to_owned(),
        group: found.group.word().to_owned(),
        severity: found.severity.word().to_owned(),
        confidence: found.confidence.word().to_owned(),
        persona: found.persona.word().to_owned(),
        server: found.server.clone(),
        tool: found.tool.clone(),
        pointer: found.pointer.clone(),
        span: found.span.as_ref().map(|span| [span.start, span.end]),
        message: hidden(&found.message),
        evidence: text,
        evidence_span: span.map(|span| [span.start, span.end]),
        decoded: found.decoded.as_deref().map(|text| shortened(&hidden(text))),
        hosts: found.hosts.iter().map(host).collect(),
        blast: found.hosts.iter().map(|says| says.blast).max().map(|worst| worst.word().to_owned()),
        saves: found.saves.clone(),
        fingerprint: fingerprint(found),
        text: text_hash(&found.evidence),
        help: hidden(&found.help),
        fix: found.fix.as_ref().map(|fix| changes(fix, masks)),
        also: found.also.iter().map(also).collect(),
        location,
        cut,
        in_result: found.call_at.is_some(),
    }
}

/// What was decoded may be as long as what it was decoded from.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{} …", &text[..end]),
        None => text.to_owned(),
    }
}

fn host(says: &finding::HostSays) -> HostSays {
    HostSays {
        host: says.host.clone(),
        consequence: says.consequence.clone(),
        blast: says.blast.word().to_owned(),
        source: says.source.clone(),
        as_of: says.as_of.clone(),
    }
}

fn also(place: &finding::Also) -> Also {
    Also { server: place.server.clone(), tool: place.tool.clone(), pointer: place.pointer.clone() }
}

fn changes(fix: &fix::Fix, masks: &Masks<'_>) -> Fix {
    let change = |change: &fix::Change| {
        let (op, path, value) = match change {
            fix::Change::Add(path, value) => ("add", path, Some(value)),
            fix::Change::Remove(path) => ("remove", path, None),
            fix::Change::Replace(path, value) => ("replace", path, Some(value)),
        };
        Change { op: op.to_owned(), path: path.clone(), value: value.cloned() }
    };
    // A patch with a secret in it could only be applied with the secret.
    let patch = if masks.tells(fix) { &[][..] } else { &fix.patch[..] };
    let what = masks.hidden(&fix.what).into_owned();
    Fix { level: fix.level.word().to_owned(), what, patch: patch.iter().map(change).collect() }
}

/// Something that was not judged.
pub(crate) fn unchecked(left: &unchecked::Unchecked, masks: &Masks<'_>) -> Unchecked {
    Unchecked {
        rule: left.rule.to_owned(),
        server: left.server.clone(),
        tool: left.tool.clone(),
        pointer: left.pointer.clone(),
        reason: masks.hidden(&left.reason).into_owned(),
    }
}
