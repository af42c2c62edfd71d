//! Applies a fix to a definition. Removing keeps the order of what stays: another order is another text to a model.

use serde_json::Value;

use crate::lint::fix::Change;

/// The value with all changes applied, one after the other; `None` when one does not fit.
#[must_use]
pub fn apply(value: &Value, changes: &[Change]) -> Option<Value> {
    let mut value = value.clone();
    for change in changes {
        match change {
            Change::Add(pointer, new) => put(&mut value, pointer, new.clone(), Slot::New)?,
            Change::Replace(pointer, new) => put(&mut value, pointer, new.clone(), Slot::Taken)?,
            Change::Remove(pointer) => remove(&mut value, pointer)?,
        }
    }
    Some(value)
}

#[derive(PartialEq, Eq)]
enum Slot {
    /// An entry of a list is put before what stands there.
    New,
    /// What stands there goes.
    Taken,
}

fn put(value: &mut Value, pointer: &str, new: Value, slot: Slot) -> Option<()> {
    if slot == Slot::Taken {
        *value.pointer_mut(pointer)? = new;
        return Some(());
    }
    let (parent, key) = split(pointer)?;
    match value.pointer_mut(parent)? {
        Value::Object(entries) => {
            entries.insert(key, new);
        }
        Value::Array(items) if key == "-" => items.push(new),
        Value::Array(items) => {
            let at: usize = key.parse().ok().filter(|at| *at <= items.len())?;
            items.insert(at, new);
        }
        _ => return None,
    }
    Some(())
}

fn remove(value: &mut Value, pointer: &str) -> Option<()> {
    let (parent, key) = split(pointer)?;
    match value.pointer_mut(parent)? {
        Value::Object(entries) => entries.shift_remove(&key).map(|_| ()),
        Value::Array(items) => {
            let at: usize = key.parse().ok().filter(|at| *at < items.len())?;
            items.remove(at);
            Some(())
        }
        _ => None,
    }
}

/// The pointer of the parent, and the key inside it.
fn split(pointer: &str) -> Option<(&str, String)> {
    let (parent, key) = pointer.rsplit_once('/')?;
    Some((parent, key.replace("~1", "/").replace("~0", "~")))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_stays_keeps_its_order() {
        let value = json!({"a": 1, "b/c": 2, "d": {"e": [1, 2, 3]}, "f": 4});
        let changes = [
            Change::Remove("/a".to_owned()),
            Change::Remove("/b~1c".to_owned()),
            Change::Remove("/d/e/1".to_owned()),
            Change::Replace("/f".to_owned(), json!("x")),
            Change::Add("/d/g".to_owned(), json!(null)),
            Change::Add("/d/e/-".to_owned(), json!(9)),
        ];
        let after = apply(&value, &changes).expect("all fit");
        assert_eq!(after.to_string(), r#"{"d":{"e":[1,3,9],"g":null},"f":"x"}"#);
        assert_eq!(apply(&value, &[Change::Remove("/z".to_owned())]), None);
    }
}
