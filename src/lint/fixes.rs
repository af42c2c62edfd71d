//! The patches of many findings as one patch a tool, with nothing in it that another part of it would move.

use std::collections::{BTreeMap, BTreeSet};

use crate::lint::finding::Finding;
use crate::lint::fix::{Change, FixLevel};

/// The patch of one tool.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ToolFix {
    /// The server's name.
    pub server: String,
    /// The tool's name.
    pub tool: String,
    /// The operations, to be applied in this order.
    pub patch: Vec<Change>,
    /// What each part does: the rule, how far it may be trusted, in words.
    pub what: Vec<(&'static str, FixLevel, String)>,
    /// Tokens it saves, by meter profile.
    pub saves: BTreeMap<String, i64>,
    /// Findings whose patch touches what another one changes: a second run offers it.
    pub left: usize,
}

/// One patch for each tool that has one, in the order of the findings; safe fixes before unsafe ones, and none that may
/// be trusted less than `most`.
#[must_use]
pub fn collect(findings: &[Finding], most: FixLevel) -> Vec<ToolFix> {
    let mut by_tool: BTreeMap<(usize, usize), Vec<&Finding>> = BTreeMap::new();
    for finding in findings {
        let patched = finding.fix.as_ref().is_some_and(|fix| fix.level <= most && !fix.patch.is_empty());
        if let (true, Some(server), Some(tool)) = (patched, finding.server_at, finding.tool_at) {
            by_tool.entry((server, tool)).or_default().push(finding);
        }
    }
    by_tool.into_values().map(joined).collect()
}

fn joined(mut findings: Vec<&Finding>) -> ToolFix {
    findings.sort_by_key(|finding| finding.fix.as_ref().map(|fix| fix.level));
    let mut all = ToolFix::default();
    let mut taken = Taken::default();
    for finding in findings {
        let Some(fix) = &finding.fix else { continue };
        all.server.clone_from(&finding.server);
        all.tool = finding.tool.clone().unwrap_or_default();
        if fix.patch.iter().any(|change| taken.clashes(pointer(change))) {
            all.left += 1;
            continue;
        }
        fix.patch.iter().for_each(|change| taken.add(pointer(change)));
        all.patch.extend(fix.patch.iter().cloned());
        all.what.push((finding.rule, fix.level, fix.what.clone()));
        for (profile, tokens) in &finding.saves {
            *all.saves.entry(profile.clone()).or_default() += tokens;
        }
    }
    all
}

/// Where an operation is at work.
#[must_use]
pub fn pointer(change: &Change) -> &str {
    match change {
        Change::Add(pointer, _) | Change::Remove(pointer) | Change::Replace(pointer, _) => pointer,
    }
}

/// What accepted patches touch.
#[derive(Default)]
struct Taken {
    pointers: BTreeSet<String>,
    /// For each pointer the outermost place that it moves.
    moved: BTreeSet<String>,
}

impl Taken {
    fn add(&mut self, pointer: &str) {
        self.pointers.insert(pointer.to_owned());
        self.moved.insert(moved(pointer).to_owned());
    }

    fn clashes(&self, pointer: &str) -> bool {
        let moved = moved(pointer);
        let below = format!("{moved}/");
        let holds = self.pointers.contains(moved)
            || self.pointers.range(below.clone()..).next().is_some_and(|other| other.starts_with(&below));
        let ends = pointer.match_indices('/').map(|(at, _)| at).chain([pointer.len()]);
        holds || ends.into_iter().any(|end| pointer.get(..end).is_some_and(|outer| self.moved.contains(outer)))
    }
}

/// The outermost place that an operation moves: a list, where it is at work on an entry of one, else its own place.
fn moved(pointer: &str) -> &str {
    match pointer.rsplit_once('/') {
        Some((list, last)) if last == "-" || !last.is_empty() && last.bytes().all(|byte| byte.is_ascii_digit()) => list,
        _ => pointer,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::fix::Fix;
    use crate::lint::rules::schema::enum_duplicate::RULE;

    fn finding(level: FixLevel, pointers: &[&str], saves: i64) -> Finding {
        let patch = pointers.iter().map(|pointer| Change::Remove((*pointer).to_owned())).collect();
        let fix = Fix { level, patch, what: "drops it".to_owned() };
        let saves = BTreeMap::from([("raw-o200k".to_owned(), saves)]);
        let tool = Some("cari".to_owned());
        Finding { server_at: Some(0), tool_at: Some(0), server: "toko".to_owned(), tool, saves, ..RULE.blank() }
            .fix(fix)
    }

    #[test]
    fn patches_join_unless_they_touch() {
        let findings = [
            finding(FixLevel::Unsafe, &["/inputSchema/title"], 3),
            finding(FixLevel::Safe, &["/inputSchema/properties/a/enum/4", "/inputSchema/properties/a/enum/2"], 5),
            finding(FixLevel::Safe, &["/inputSchema/properties/a/enum/1"], 7),
            finding(FixLevel::Safe, &["/inputSchema/properties/ab"], 11),
            finding(FixLevel::Safe, &["/inputSchema/properties/ab/title"], 13),
            finding(FixLevel::Display, &[], 17),
        ];
        let safe = collect(&findings, FixLevel::Safe);
        assert_eq!(safe.len(), 1);
        let pointers: Vec<&str> = safe[0].patch.iter().map(pointer).collect();
        let enums = ["/inputSchema/properties/a/enum/4", "/inputSchema/properties/a/enum/2"];
        assert_eq!(pointers, [&enums[..], &["/inputSchema/properties/ab"]].concat());
        assert_eq!((safe[0].left, safe[0].saves["raw-o200k"]), (2, 16));
        assert_eq!(collect(&findings, FixLevel::Unsafe)[0].saves["raw-o200k"], 19);
        assert!(collect(&findings[5..], FixLevel::Unsafe).is_empty());
    }
}
