//! A user's own ranking, read from a file: for each query the tools it found, as an embedding search would.

use std::collections::{BTreeMap, HashMap};

use serde_json::Value;

use crate::session::tally::Unread;
use crate::session::turn::ToolRef;
use crate::simulate::rank::names::Names;
use crate::simulate::rank::ranker::{Ranked, Ranker, ordered};

/// The ranker that a file is.
#[derive(Debug, Default)]
pub struct Given {
    name: String,
    answers: HashMap<String, Vec<Ranked>>,
    /// Rows and entries that could not be used, by reason.
    pub unread: BTreeMap<String, Unread>,
}

impl Given {
    /// Reads a ranking: one object `{"query", "ranked": [{"server", "tool", "score"}]}` a line, or a JSON array of them.
    /// Without scores the order of the entries counts.
    #[must_use]
    pub fn read(name: &str, text: &str, names: &Names) -> Given {
        let mut given = Given { name: name.to_owned(), ..Given::default() };
        match serde_json::from_str::<Value>(text) {
            Ok(Value::Array(rows)) => {
                rows.iter().enumerate().for_each(|(at, row)| given.row(at + 1, Some(row), names));
            }
            Ok(row) => given.row(1, Some(&row), names),
            Err(_) => {
                for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
                    given.row(at + 1, serde_json::from_str(line).ok().as_ref(), names);
                }
            }
        }
        given
    }

    /// How many queries it answers.
    #[must_use]
    pub fn len(&self) -> usize {
        self.answers.len()
    }

    /// Whether it answers none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.answers.is_empty()
    }

    fn row(&mut self, at: usize, row: Option<&Value>, names: &Names) {
        let Some(row) = row else { return self.pass_over("not JSON", at) };
        let (Some(query), Some(entries)) = (row["query"].as_str(), row["ranked"].as_array()) else {
            return self.pass_over("without query and ranked", at);
        };
        let mut ranked = Vec::new();
        for (position, entry) in entries.iter().enumerate() {
            let found = reference(entry).map(|reference| names.find(&reference)).unwrap_or_default();
            let Some(document) = found.first() else {
                self.pass_over("a tool that is not in the catalog", at);
                continue;
            };
            #[expect(clippy::cast_precision_loss, reason = "positions stay far below 2^53")]
            let score = entry["score"].as_f64().unwrap_or((entries.len() - position) as f64);
            ranked.push(Ranked { document: *document, score });
        }
        let mut seen = std::collections::HashSet::new();
        let ranked = ordered(ranked).into_iter().filter(|one| seen.insert(one.document)).collect();
        self.answers.insert(query.trim().to_owned(), ranked);
    }

    fn pass_over(&mut self, reason: &str, at: usize) {
        self.unread.entry(reason.to_owned()).or_insert(Unread { count: 0, first: at }).count += 1;
    }
}

fn reference(entry: &Value) -> Option<ToolRef> {
    let tool = entry.as_str().or_else(|| entry["tool"].as_str())?;
    Some(ToolRef { server: entry["server"].as_str().map(str::to_owned), tool: tool.to_owned() })
}

impl Ranker for Given {
    fn name(&self) -> &str {
        &self.name
    }

    fn rank(&self, query: &str) -> Vec<Ranked> {
        self.answers.get(query.trim()).cloned().unwrap_or_default()
    }

    fn refuses(&self, query: &str) -> Option<String> {
        (!self.answers.contains_key(query.trim())).then(|| "the ranking has no answer to this query".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::saved;

    const ROWS: &str = r#"{"query":"surat","ranked":[{"tool":"baca"},{"tool":"kirim"},{"tool":"hilang"}]}
{"query":"kirim ","ranked":[{"tool":"baca","score":0.4},{"tool":"kirim","score":0.9},"baca"]}
bukan JSON
{"query":"lain"}"#;

    #[test]
    fn a_file_answers_what_it_holds() {
        let catalog = saved::read("pos.json", br#"{"tools":[{"name":"kirim"},{"name":"baca"}]}"#).expect("a list");
        let names = Names::of(&catalog);
        let given = Given::read("milikku", ROWS, &names);
        let found = |query: &str| given.rank(query).iter().map(|one| one.document).collect::<Vec<_>>();
        assert_eq!((found("surat"), found("kirim")), (vec![1, 0], vec![1, 0]));
        assert_eq!(given.rank("kirim")[1].score, 0.9);
        assert!(given.refuses("lain").is_some() && given.refuses("surat").is_none());
        let counts: Vec<usize> = given.unread.values().map(|unread| unread.count).collect();
        assert_eq!(counts, [1, 1, 1], "{:?}", given.unread);
        let array = format!("[{}]", ROWS.lines().take(2).collect::<Vec<_>>().join(","));
        assert_eq!(Given::read("", &array, &names).len(), 2);
    }
}
