//! What the hosts that count say about one place, told in one finding.

use serde_json::Value;

use crate::catalog::tool::{Dialect, Server, Tool};
use crate::host::profile::{self, Host, SchemaDoor};
use crate::host::refusal::{Blast, Condition, Door, Level, Position, Refusal};
use crate::lint::cx::Cx;
use crate::lint::finding::{Also, Finding, HostSays};
use crate::lint::grade::{Confidence, Severity};
use crate::lint::schema::node::{Node, Which};

/// A host and one of its rows.
pub(crate) type Row = (&'static Host, &'static Refusal);

/// What the specification of 2026-07-28 says about what hosts refuse.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spec {
    /// It allows it.
    Allows,
    /// It does not allow it, or does not speak about it.
    Silent,
}

/// The rows of the hosts that count, for one place.
pub(crate) struct Verdict {
    rows: Vec<Row>,
}

/// The rows about a condition that hold for the door by which the tool's schema travels.
pub(crate) fn rows(cx: &Cx<'_>, when: Condition, tool: &Tool) -> Vec<Row> {
    cx.scene.refusals(when).filter(|(host, row)| passes(host, row, tool)).collect()
}

/// The same of the hosts that nobody asked for: worth a note where many users have one of them.
pub(crate) fn rows_elsewhere(cx: &Cx<'_>, when: Condition, tool: &Tool) -> Vec<Row> {
    let asked = |host: &Host| cx.scene.input.hosts.iter().any(|one| one.id == host.id);
    let rows = profile::hosts().iter().filter(|host| !asked(host)).flat_map(|host| {
        host.refuses.iter().filter(|row| row.when == when && row.severity.is_none()).map(move |row| (host, row))
    });
    rows.filter(|(host, row)| passes(host, row, tool)).collect()
}

fn passes(host: &Host, row: &Refusal, tool: &Tool) -> bool {
    let json_schema = host.schema_door == SchemaDoor::JsonSchema || tool.dialect == Dialect::GeminiJsonSchema;
    match row.door {
        Door::Any => true,
        Door::Parameters => !json_schema,
        Door::JsonSchema => json_schema,
    }
}

/// Whether the row speaks about nodes that stand where this one does.
pub(crate) fn stands(row: &Refusal, node: &Node<'_>) -> bool {
    match row.position {
        Position::Any => node.which == Which::Input,
        Position::Root => node.which == Which::Input && node.is_root(),
        Position::Nested => node.which == Which::Input && !node.is_root(),
        Position::Output => node.which == Which::Output,
    }
}

/// Whether the row speaks about that word; one that lists none speaks about all.
pub(crate) fn names(row: &Refusal, word: &str) -> bool {
    row.of.is_empty() || row.of.iter().any(|one| one == word)
}

impl Verdict {
    /// The verdict of these rows, the worst of each host; `None` when no host says anything.
    pub(crate) fn of(rows: impl IntoIterator<Item = Row>) -> Option<Verdict> {
        let mut kept: Vec<Row> = Vec::new();
        for (host, row) in rows {
            match kept.iter_mut().find(|(other, _)| other.id == host.id) {
                Some(known) if worse(row, known.1) => known.1 = row,
                Some(_) => {}
                None => kept.push((host, row)),
            }
        }
        (!kept.is_empty()).then_some(Verdict { rows: kept })
    }

    /// How bad it is for the worst off.
    pub(crate) fn severity(&self) -> Severity {
        severity(self.rows.iter().map(|(_, row)| row.level()).max().unwrap_or(Level::Info))
    }

    /// The finding, with who does what about `what`.
    pub(crate) fn tell(&self, finding: Finding, what: &str, spec: Spec) -> Finding {
        let told = finding.say(self.sentence(what, spec)).severity(self.severity()).confidence(self.confidence());
        self.rows.iter().fold(told, |finding, (host, row)| finding.host(says(host, row)))
    }

    fn confidence(&self) -> Confidence {
        let sure = self.rows.iter().any(|(_, row)| row.severity.is_none());
        if sure { Confidence::High } else { Confidence::Medium }
    }

    fn sentence(&self, what: &str, spec: Spec) -> String {
        let mut parts: Vec<String> = Vec::new();
        for manner in [Manner::Refuses, Manner::LosesServer, Manner::Drops, Manner::May, Manner::Mishandles] {
            let ids: Vec<&str> = self
                .rows
                .iter()
                .filter(|(_, row)| manner == Manner::of(row))
                .map(|(host, _)| host.id.as_str())
                .collect();
            if !ids.is_empty() {
                let object = if parts.is_empty() { what } else { "it" };
                parts.push(manner.clause(&ids, object));
            }
        }
        let valid = if spec == Spec::Allows { " (valid MCP 2026-07-28)" } else { "" };
        format!("{}{valid}", parts.join("; "))
    }
}

/// What a row does, as a verb.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Manner {
    Refuses,
    LosesServer,
    Drops,
    May,
    Mishandles,
}

impl Manner {
    fn of(row: &Refusal) -> Manner {
        match row.blast {
            Blast::Degraded => Manner::Mishandles,
            _ if row.level() != Level::Error => Manner::May,
            Blast::Request => Manner::Refuses,
            Blast::Server => Manner::LosesServer,
            Blast::Tool => Manner::Drops,
        }
    }

    fn clause(self, ids: &[&str], object: &str) -> String {
        let s = if ids.len() == 1 { "s" } else { "" };
        let hosts = listed(ids);
        match self {
            Manner::Refuses => format!("{hosts} refuse{s} {object}"),
            Manner::LosesServer => format!("{hosts} lose{s} the whole server over {object}"),
            Manner::Drops => format!("{hosts} drop{s} the tool over {object}"),
            Manner::May => format!("{hosts} may refuse {object}"),
            Manner::Mishandles => format!("{hosts} mishandle{s} {object}"),
        }
    }
}

fn worse(row: &Refusal, than: &Refusal) -> bool {
    (row.level(), row.blast) > (than.level(), than.blast)
}

/// What one host does, as a finding holds it.
pub(crate) fn says(host: &Host, row: &Refusal) -> HostSays {
    HostSays {
        host: host.id.clone(),
        consequence: row.then.clone(),
        blast: row.blast,
        source: row.source.clone(),
        as_of: row.as_of.clone(),
    }
}

/// Adds a further place in the same tool.
pub(crate) fn also(finding: &mut Finding, pointer: String) {
    let (server, tool) = (finding.server.clone(), finding.tool.clone());
    finding.also.push(Also { server, tool, pointer });
}

/// A host's level on the linter's scale.
pub(crate) fn severity(level: Level) -> Severity {
    match level {
        Level::Info => Severity::Info,
        Level::Warning => Severity::Warning,
        Level::Error => Severity::Error,
    }
}

/// The server's name, or one letter where only a file's name stands for it: users give such a server a name of their own.
pub(crate) fn name_of(server: &Server) -> &str {
    let file = server.source.rsplit(['/', '\\']).next().unwrap_or_default();
    let rest = file.strip_prefix(server.name.as_str());
    let guessed = server.name == "stdin" || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    if guessed { UNNAMED } else { &server.name }
}

/// What stands for the name of a server that has none.
pub(crate) const UNNAMED: &str = "s";

/// `a`, `a and b`, `a, b and c`.
pub(crate) fn listed(ids: &[&str]) -> String {
    match ids {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [front @ .., last] => format!("{} and {last}", front.join(", ")),
    }
}

/// A number with its thousands apart.
pub(crate) fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// The deepest value that is written out: a writer goes down by recursion.
const DEEPEST: usize = 64;

/// The value as compact JSON; of one that is very deep, its outermost keys.
pub(crate) fn compact(value: &Value) -> String {
    if is_shallow(value) {
        return value.to_string();
    }
    let keys = value.as_object().map(|entries| entries.keys().map(String::as_str).collect::<Vec<_>>());
    format!("{{{}: …}}", keys.unwrap_or_default().join(", "))
}

/// Whether a value may be cloned and written out.
pub(crate) fn is_shallow(value: &Value) -> bool {
    let mut open = vec![(value, 0)];
    while let Some((value, depth)) = open.pop() {
        if depth > DEEPEST {
            return false;
        }
        match value {
            Value::Array(items) => open.extend(items.iter().map(|item| (item, depth + 1))),
            Value::Object(entries) => open.extend(entries.values().map(|item| (item, depth + 1))),
            _ => {}
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::profile;

    fn told(when: Condition, hosts: &[&str], word: &str) -> String {
        let rows = hosts.iter().filter_map(|id| profile::named(id)).flat_map(|host| {
            host.refuses.iter().filter(|row| row.when == when && names(row, word)).map(move |row| (host, row))
        });
        Verdict::of(rows).map(|verdict| verdict.sentence("oneOf", Spec::Allows)).unwrap_or_default()
    }

    #[test]
    fn hosts_are_told_by_what_they_do() {
        let hosts = ["claude-api", "openai-api", "claude-code", "vscode"];
        assert_eq!(
            told(Condition::RootCombinator, &hosts, "oneOf"),
            "claude-api and openai-api refuse oneOf; claude-code drops the tool over it; vscode mishandles it \
             (valid MCP 2026-07-28)"
        );
        assert_eq!(told(Condition::RootCombinator, &["claude-api"], "if"), "");
    }

    #[test]
    fn a_deep_value_is_not_written_out() {
        let mut deep = Value::Null;
        for _ in 0..100 {
            deep = serde_json::json!({ "items": deep });
        }
        assert_eq!(compact(&deep), "{items: …}");
        assert_eq!(grouped(1_234_567), "1,234,567");
    }
}
