//! Lists whose rows all have the same fields, and the same rows as CSV, which names each field once.

use serde_json::Value;

/// A list of uniform rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// The rows as compact JSON.
    pub json: String,
    /// The same rows as CSV with a heading.
    pub csv: String,
    /// How many rows there are.
    pub rows: usize,
}

/// The tables in a value, where a list of at least so many rows holds plain values only. `less` is the same value,
/// perhaps without its empty fields: whether rows are uniform is asked of the first, what they say of the second.
#[must_use]
pub fn tables(value: &Value, less: &Value, least: usize) -> Vec<Table> {
    let mut found = Vec::new();
    let mut open = vec![(value, less)];
    while let Some((value, less)) = open.pop() {
        match (value, less) {
            (Value::Array(items), Value::Array(kept)) => match table(items, kept, least) {
                Some(csv) => found.push(Table { json: less.to_string(), csv, rows: items.len() }),
                None => open.extend(items.iter().zip(kept)),
            },
            (Value::Object(entries), Value::Object(kept)) => {
                open.extend(entries.iter().filter_map(|(name, value)| Some((value, kept.get(name)?))));
            }
            _ => {}
        }
    }
    found
}

fn table(items: &[Value], kept: &[Value], least: usize) -> Option<String> {
    if items.len() < least {
        return None;
    }
    let first = items.first()?.as_object().filter(|row| !row.is_empty())?;
    for item in items {
        let row = item.as_object().filter(|row| row.len() == first.len())?;
        if !first.keys().all(|name| row.get(name).is_some_and(is_plain)) {
            return None;
        }
    }
    let said = |name: &&String| kept.iter().any(|row| row.get(name.as_str()).is_some());
    let names: Vec<&String> = first.keys().filter(said).collect();
    let mut csv = names.iter().map(|name| quoted(name)).collect::<Vec<_>>().join(",");
    for row in kept {
        csv.push('\n');
        let cells: Vec<String> =
            names.iter().map(|name| row.get(name.as_str()).map_or_else(String::new, cell)).collect();
        csv.push_str(&cells.join(","));
    }
    Some(csv)
}

fn is_plain(value: &Value) -> bool {
    match value {
        Value::Array(items) => items.is_empty(),
        Value::Object(entries) => entries.is_empty(),
        _ => true,
    }
}

fn cell(value: &Value) -> String {
    match value {
        Value::String(text) => quoted(text),
        Value::Null => String::new(),
        Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => value.to_string(),
    }
}

fn quoted(text: &str) -> String {
    match text.contains([',', '"', '\n']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn rows_of_the_same_fields_are_a_table() {
        let value =
            json!({"n": 3, "baris": [{"id": 1, "nama": "a,b"}, {"id": 2, "nama": null}, {"nama": "c", "id": 3}]});
        let found = tables(&value, &value, 3);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].csv.as_str(), found[0].rows), ("id,nama\n1,\"a,b\"\n2,\n3,c", 3));
        assert!(tables(&value, &value, 4).is_empty());
    }

    #[test]
    fn a_field_that_is_empty_everywhere_is_no_column_once_it_is_taken_out() {
        let value = json!([{"a": 1, "b": null}, {"a": 2, "b": null}, {"a": 3, "b": null}]);
        let less = json!([{"a": 1}, {"a": 2}, {"a": 3}]);
        assert_eq!(tables(&value, &less, 3)[0].csv, "a\n1\n2\n3");
    }

    #[test]
    fn nested_or_uneven_rows_are_none() {
        let nested = json!([{"a": {"b": 1}}, {"a": {"b": 1}}, {"a": {"b": 1}}]);
        let uneven = json!([{"a": 1}, {"b": 1}, {"a": 1, "b": 2}]);
        assert!(tables(&nested, &nested, 3).is_empty() && tables(&uneven, &uneven, 3).is_empty());
        let inside = json!([[{"a": 1}, {"a": 2}, {"a": 3}]]);
        assert_eq!(tables(&inside, &inside, 3).len(), 1);
    }
}
