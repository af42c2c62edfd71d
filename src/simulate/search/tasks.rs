//! Task files: one query a line, with the tools that it needs.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::session::tally::Unread;
use crate::session::turn::ToolRef;

/// What a task file holds.
#[derive(Debug, Clone, Default)]
pub struct Tasks {
    /// The tasks, in order.
    pub tasks: Vec<Task>,
    /// Lines that are no task, by reason.
    pub unread: BTreeMap<String, Unread>,
}

/// One task.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Task {
    /// What is asked.
    pub query: String,
    /// The tools it needs: of each entry one is enough.
    pub needed: Vec<Vec<ToolRef>>,
}

/// Under which keys the needed tools stand, the most telling first: ours, and those of public task sets.
const NEEDED: [&str; 3] = ["needed", "gold_mentions", "relevant"];

/// Reads JSON lines of `{"query", "needed": [tool, [tool, or tool], ...]}`; a tool is `{"server", "tool"}` or a name.
#[must_use]
pub fn read(text: &str) -> Tasks {
    let mut tasks = Tasks::default();
    for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let reason = match serde_json::from_str::<Value>(line.trim_start_matches('\u{feff}')) {
            Ok(row) => match row["query"].as_str() {
                Some(query) => {
                    tasks.tasks.push(Task { query: query.to_owned(), needed: needed(&row) });
                    continue;
                }
                None => "without a query",
            },
            Err(_) => "not JSON",
        };
        let first = Unread { count: 0, first: at + 1 };
        tasks.unread.entry(reason.to_owned()).or_insert(first).count += 1;
    }
    tasks
}

fn needed(row: &Value) -> Vec<Vec<ToolRef>> {
    let entries = NEEDED.iter().find_map(|key| row[*key].as_array()).map_or(&[][..], Vec::as_slice);
    let any = |entry: &Value| match entry {
        Value::Array(any) => any.iter().filter_map(reference).collect(),
        one => reference(one).into_iter().collect::<Vec<_>>(),
    };
    entries.iter().map(any).filter(|any| !any.is_empty()).collect()
}

fn reference(entry: &Value) -> Option<ToolRef> {
    let tool = entry.as_str().or_else(|| entry["tool"].as_str())?;
    Some(ToolRef { server: entry["server"].as_str().map(str::to_owned), tool: tool.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_task_or_is_counted() {
        let text = "\u{feff}{\"query\":\"kirim surat\",\"needed\":[{\"server\":\"pos\",\"tool\":\"kirim\"},[\"a\",{\"tool\":\"b\"}],7]}\n\n{\"query\":\"apa\"}\n{\"q\":1}\nbukan\n";
        let tasks = read(text);
        let reference =
            |server: Option<&str>, tool: &str| ToolRef { server: server.map(str::to_owned), tool: tool.to_owned() };
        assert_eq!(
            tasks.tasks[0].needed,
            [vec![reference(Some("pos"), "kirim")], vec![reference(None, "a"), reference(None, "b")]]
        );
        assert_eq!((tasks.tasks.len(), tasks.tasks[1].needed.len()), (2, 0));
        let unread: Vec<(&str, usize)> = tasks.unread.iter().map(|(why, one)| (why.as_str(), one.first)).collect();
        assert_eq!(unread, [("not JSON", 5), ("without a query", 4)]);
    }
}
