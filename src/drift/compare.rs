//! Compares two catalogs tool by tool. Another order of keys is no difference; another order of tools is told as such.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::catalog::tool::{Catalog, Server, Tool};

/// One difference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drift {
    /// Server and tool in the first catalog, by number.
    pub before: Spot,
    /// Server and tool in the second catalog, by number.
    pub after: Spot,
    /// What differs.
    pub what: What,
}

/// Where something stands in a catalog, by the numbers of server and tool.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Spot {
    /// The server.
    pub server: Option<usize>,
    /// The tool.
    pub tool: Option<usize>,
}

/// What differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum What {
    /// The server is new.
    ServerAdded,
    /// The server is gone.
    ServerRemoved,
    /// The server's instructions.
    Instructions,
    /// The same tools in another order; the number of the first one that stands elsewhere.
    Reordered(usize),
    /// The tool is new.
    Added,
    /// The tool is gone.
    Removed,
    /// The tool's description.
    Description,
    /// The schema of its parameters.
    InputSchema,
    /// The schema of its results.
    OutputSchema,
    /// Its annotations.
    Annotations,
    /// Any other member of its definition, by key.
    Member(String),
}

/// Every difference, by server and tool of the second catalog; what is gone comes after what is there.
#[must_use]
pub fn compare(before: &Catalog, after: &Catalog) -> Vec<Drift> {
    let mut found = Vec::new();
    let mut gone: Vec<usize> = (0..before.servers.len()).collect();
    for (at, server) in after.servers.iter().enumerate() {
        let spot = Spot { server: Some(at), tool: None };
        match gone.iter().copied().find(|old| goes_with(before, *old, after, server)) {
            Some(old) => {
                gone.retain(|one| *one != old);
                if let Some(old_server) = before.servers.get(old) {
                    of_server((old, old_server), (at, server), &mut found);
                }
            }
            None => found.push(Drift { before: Spot::default(), after: spot, what: What::ServerAdded }),
        }
    }
    for old in gone {
        let before = Spot { server: Some(old), tool: None };
        found.push(Drift { before, after: Spot::default(), what: What::ServerRemoved });
    }
    found
}

/// Servers go together by name; a single server goes with a single one, whatever the file was called.
fn goes_with(before: &Catalog, old: usize, after: &Catalog, server: &Server) -> bool {
    let single = before.servers.len() == 1 && after.servers.len() == 1;
    single || before.servers.get(old).is_some_and(|one| one.name == server.name)
}

fn of_server((old, before): (usize, &Server), (new, after): (usize, &Server), found: &mut Vec<Drift>) {
    let spots = |one: Option<usize>, other: Option<usize>| {
        (Spot { server: Some(old), tool: one }, Spot { server: Some(new), tool: other })
    };
    let mut push = |one, other, what| {
        let (before, after) = spots(one, other);
        found.push(Drift { before, after, what });
    };
    if before.instructions != after.instructions {
        push(None, None, What::Instructions);
    }
    // Tools of one name go together in the order in which they stand.
    let mut left: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, tool) in before.tools.iter().enumerate().rev() {
        left.entry(&tool.name).or_default().push(at);
    }
    let pairs: Vec<Option<usize>> =
        after.tools.iter().map(|tool| left.get_mut(tool.name.as_str()).and_then(Vec::pop)).collect();
    let mut gone: Vec<usize> = left.into_values().flatten().collect();
    gone.sort_unstable();
    if gone.is_empty()
        && pairs.iter().all(Option::is_some)
        && let Some(moved) = pairs.iter().enumerate().position(|(at, old)| *old != Some(at))
    {
        push(None, None, What::Reordered(moved));
    }
    for (at, (tool, old)) in after.tools.iter().zip(&pairs).enumerate() {
        match old.and_then(|old| before.tools.get(old)) {
            Some(one) => of_tool(one, tool).into_iter().for_each(|what| push(*old, Some(at), what)),
            None => push(None, Some(at), What::Added),
        }
    }
    for old in gone {
        push(Some(old), None, What::Removed);
    }
}

/// What differs in one tool.
fn of_tool(before: &Tool, after: &Tool) -> Vec<What> {
    const KNOWN: [&str; 6] = ["name", "description", "inputSchema", "input_schema", "outputSchema", "annotations"];
    const SCHEMAS: [&str; 3] = ["parameters", "parametersJsonSchema", "parameters_json_schema"];
    let mut found = Vec::new();
    let mut check = |one: Option<&Value>, other: Option<&Value>, what: What| {
        let same = match (one, other) {
            (Some(one), Some(other)) => same(one, other),
            (None, None) => true,
            _ => false,
        };
        if !same {
            found.push(what);
        }
    };
    let (one, other) = (before.body(), after.body());
    check(one.get("description"), other.get("description"), What::Description);
    check(before.input_schema(), after.input_schema(), What::InputSchema);
    check(before.output_schema(), after.output_schema(), What::OutputSchema);
    check(one.get("annotations"), other.get("annotations"), What::Annotations);
    let objects = [one, other].into_iter().filter_map(Value::as_object);
    let mut members: Vec<String> = objects.flat_map(|entries| entries.keys().cloned()).collect();
    members.retain(|key| !KNOWN.contains(&key.as_str()) && !SCHEMAS.contains(&key.as_str()));
    members.sort_unstable();
    members.dedup();
    for key in members {
        check(one.get(&key), other.get(&key), What::Member(key));
    }
    found
}

/// Whether two values say the same, whatever the order of their keys.
#[must_use]
pub fn same(one: &Value, other: &Value) -> bool {
    let mut open = vec![(one, other)];
    while let Some(pair) = open.pop() {
        match pair {
            (Value::Object(one), Value::Object(other)) => {
                if one.len() != other.len() {
                    return false;
                }
                for (key, value) in one {
                    let Some(beside) = other.get(key) else { return false };
                    open.push((value, beside));
                }
            }
            (Value::Array(one), Value::Array(other)) => {
                if one.len() != other.len() {
                    return false;
                }
                open.extend(one.iter().zip(other));
            }
            (one, other) => {
                if one != other {
                    return false;
                }
            }
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::saved;

    fn listed(tools: &str) -> Catalog {
        saved::read("toko.json", format!("{{\"tools\":[{tools}]}}").as_bytes()).expect("a list")
    }

    fn told(before: &str, after: &str) -> Vec<What> {
        compare(&listed(before), &listed(after)).into_iter().map(|drift| drift.what).collect()
    }

    #[test]
    fn the_order_of_keys_is_no_difference_and_that_of_tools_is_told() {
        let (a, b) = (r#"{"name":"a","description":"A.","inputSchema":{"type":"object"}}"#, r#"{"name":"b"}"#);
        let turned = r#"{"inputSchema":{"type":"object"},"description":"A.","name":"a"}"#;
        assert_eq!(told(&format!("{a},{b}"), &format!("{turned},{b}")), []);
        assert_eq!(told(&format!("{a},{b}"), &format!("{b},{a}")), [What::Reordered(0)]);
        assert_eq!(told(&format!("{a},{b}"), a), [What::Removed]);
    }

    #[test]
    fn each_part_is_told_by_itself() {
        let before = r#"{"name":"a","description":"A.","title":"A","annotations":{"readOnlyHint":true}}"#;
        let after = r#"{"name":"a","description":"B.","inputSchema":{},"annotations":{}},{"name":"a"}"#;
        let wanted =
            [What::Description, What::InputSchema, What::Annotations, What::Member("title".to_owned()), What::Added];
        assert_eq!(told(before, after), wanted);
    }
}
