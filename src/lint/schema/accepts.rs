//! Whether a schema lets a value pass: the keywords that assert something, over a list of open pairs, so depth costs no
//! stack.
//!
//! It errs on the side of yes. `not`, `if`, `format`, `contains` and the `unevaluated` keywords are not judged, and an
//! alternative counts as open unless what it says of the value itself is broken. The crate `jsonschema` would judge all
//! of it, for 63 crates more.

use std::cmp::Ordering;

use serde_json::{Map, Value};

use crate::lint::schema::dialect::Dialect;
use crate::lint::schema::number;
use crate::lint::schema::{ecma, resolve, types};

/// How many pairs of value and schema are judged for one answer; what lies beyond passes.
const MOST: usize = 2000;

/// How many references in a row are followed.
const HOPS: usize = 16;

/// What values are held against.
#[derive(Debug, Clone, Copy)]
pub struct Judge<'a> {
    /// The root that references are read from.
    pub root: &'a Value,
    /// How it is written.
    pub dialect: Dialect,
}

impl Judge<'_> {
    /// Why the value does not pass, as a fragment that follows the value; `None` when it does.
    #[must_use]
    pub fn refusal(&self, value: &Value, schema: &Value) -> Option<String> {
        let mut open = vec![(value, schema, String::new())];
        let mut judged = 0;
        while let Some((value, schema, place)) = open.pop() {
            judged += 1 + weight(schema);
            if judged > MOST {
                return None;
            }
            let schema = self.followed(schema);
            if let Some(why) = self.own(value, schema).or_else(|| self.alternatives(value, schema)) {
                return Some(if place.is_empty() { why } else { format!("{why} at {place}") });
            }
            for (value, schema, step) in inner(value, schema) {
                open.push((value, schema, format!("{place}{step}")));
            }
        }
        None
    }

    /// Where the references of a schema lead in the end, as far as it says nothing else.
    fn followed<'s>(&'s self, schema: &'s Value) -> &'s Value {
        let mut at = schema;
        for _ in 0..HOPS {
            let beside = at.as_object().is_some_and(|keywords| keywords.contains_key("type"));
            match at.get("$ref").and_then(Value::as_str) {
                Some(reference) if !beside || self.dialect <= Dialect::Draft07 => {
                    match resolve::pointer(self.root, reference) {
                        Some(target) => at = target,
                        None => return &Value::Bool(true),
                    }
                }
                _ => break,
            }
        }
        at
    }

    /// Why none of the alternatives is open.
    fn alternatives(&self, value: &Value, schema: &Value) -> Option<String> {
        ["anyOf", "oneOf"].iter().find_map(|keyword| {
            let branches = schema.get(keyword)?.as_array()?;
            let closed = |branch: &Value| self.own(value, self.followed(branch)).is_some();
            (!branches.is_empty() && branches.iter().all(closed)).then(|| format!("fits no schema of {keyword}"))
        })
    }

    /// Why a schema's own words refuse the value, whatever lies inside.
    fn own(&self, value: &Value, schema: &Value) -> Option<String> {
        if schema == &Value::Bool(false) {
            return Some("is where nothing is allowed".to_owned());
        }
        if value.is_null() && schema.get("nullable") == Some(&Value::Bool(true)) {
            return None;
        }
        self.kind(value, schema).or_else(|| choice(value, schema)).or_else(|| match value {
            Value::Number(_) => self.number(value, schema),
            Value::String(text) => string(text, schema),
            Value::Array(entries) => size(entries.len(), schema, ("minItems", "maxItems", "entries")),
            Value::Object(entries) => object(entries, schema),
            Value::Null | Value::Bool(_) => None,
        })
    }

    fn kind(&self, value: &Value, schema: &Value) -> Option<String> {
        let names: Vec<&str> = match schema.get("type")? {
            Value::String(name) => vec![name],
            Value::Array(names) => names.iter().filter_map(Value::as_str).collect(),
            _ => return None,
        };
        let fits = |name: &&str| {
            let name = name.to_ascii_lowercase();
            !types::NAMES.contains(&name.as_str()) || name == types::word(value) || self.is_also(value, &name)
        };
        let is = types::word(value);
        (!names.is_empty() && !names.iter().any(fits))
            .then(|| format!("is {} {is}, not {}", article(is), names.join(" or ")))
    }

    fn is_also(&self, value: &Value, name: &str) -> bool {
        match value {
            Value::Number(_) if name == "number" => true,
            Value::Number(one) if name == "integer" => self.dialect > Dialect::Draft04 && number::is_whole(one),
            _ => false,
        }
    }

    fn number(&self, value: &Value, schema: &Value) -> Option<String> {
        let Value::Number(one) = value else { return None };
        let bound =
            |keyword: &str| Some((number::of(schema, keyword)?, number::order(one, number::of(schema, keyword)?)?));
        let strict = |keyword: &str| schema.get(keyword) == Some(&Value::Bool(true));
        if let Some((limit, order)) = bound("minimum")
            && (order == Ordering::Less || order == Ordering::Equal && strict("exclusiveMinimum"))
        {
            return Some(format!("is below minimum {limit}"));
        }
        if let Some((limit, order)) = bound("maximum")
            && (order == Ordering::Greater || order == Ordering::Equal && strict("exclusiveMaximum"))
        {
            return Some(format!("is above maximum {limit}"));
        }
        match (bound("exclusiveMinimum"), bound("exclusiveMaximum")) {
            (Some((limit, Ordering::Less | Ordering::Equal)), _) => Some(format!("is not above {limit}")),
            (_, Some((limit, Ordering::Greater | Ordering::Equal))) => Some(format!("is not below {limit}")),
            _ => {
                let step = number::of(schema, "multipleOf")?;
                (number::is_multiple(one, step) == Some(false)).then(|| format!("is no multiple of {step}"))
            }
        }
    }
}

/// What a schema costs beyond one step: long lists are read to their end.
fn weight(schema: &Value) -> usize {
    let length = |keyword: &str| schema.get(keyword).and_then(Value::as_array).map_or(0, Vec::len);
    ["enum", "anyOf", "oneOf", "required"].iter().map(|keyword| length(keyword) / 100).sum()
}

fn article(word: &str) -> &'static str {
    if word.starts_with(['a', 'i', 'o']) { "an" } else { "a" }
}

/// Whether two values are the same to JSON Schema, where 1 and 1.0 are.
#[must_use]
pub fn same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => number::order(one, other) == Some(Ordering::Equal),
        _ => one == other,
    }
}

fn choice(value: &Value, schema: &Value) -> Option<String> {
    match (schema.get("enum"), schema.get("const")) {
        (Some(Value::Array(values)), _) if !values.iter().any(|one| same(one, value)) => {
            Some(format!("is none of the {} values of enum", values.len()))
        }
        (_, Some(one)) if !same(one, value) => Some("is not the value of const".to_owned()),
        _ => None,
    }
}

fn string(text: &str, schema: &Value) -> Option<String> {
    let length = text.chars().count();
    size(length, schema, ("minLength", "maxLength", "characters")).or_else(|| {
        let pattern = schema.get("pattern")?.as_str()?;
        (ecma::matches(pattern, text) == Some(false)).then(|| format!("does not match pattern {pattern}"))
    })
}

fn size(size: usize, schema: &Value, (least, most, what): (&str, &str, &str)) -> Option<String> {
    let size = u64::try_from(size).unwrap_or(u64::MAX);
    match (number::count(schema, least), number::count(schema, most)) {
        (Some(limit), _) if size < limit => Some(format!("has {size} {what}, less than {least} {limit}")),
        (_, Some(limit)) if size > limit => Some(format!("has {size} {what}, more than {most} {limit}")),
        _ => None,
    }
}

fn object(entries: &Map<String, Value>, schema: &Value) -> Option<String> {
    let required = schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
    let lacks = required.into_iter().find(|name| !entries.contains_key(*name));
    if let Some(name) = lacks {
        return Some(format!("lacks the required {name}"));
    }
    let properties = schema.get("properties").and_then(Value::as_object);
    let closed = schema.get("additionalProperties") == Some(&Value::Bool(false));
    let strange = entries.keys().find(|name| !properties.is_some_and(|known| known.contains_key(*name)));
    match strange {
        Some(name) if closed && schema.get("patternProperties").is_none() => {
            Some(format!("has {name}, which is no property"))
        }
        _ => size(entries.len(), schema, ("minProperties", "maxProperties", "properties")),
    }
}

/// The pairs of value and schema inside a pair that passes as such.
fn inner<'v>(value: &'v Value, schema: &'v Value) -> Vec<(&'v Value, &'v Value, String)> {
    let mut pairs = Vec::new();
    for branch in schema.get("allOf").and_then(Value::as_array).into_iter().flatten() {
        pairs.push((value, branch, String::new()));
    }
    match value {
        Value::Object(entries) => {
            let properties = schema.get("properties").and_then(Value::as_object);
            let others = schema.get("additionalProperties").filter(|_| schema.get("patternProperties").is_none());
            for (name, value) in entries {
                let known = properties.and_then(|known| known.get(name));
                pairs.extend(known.or(others).map(|schema| (value, schema, format!("/{name}"))));
            }
        }
        Value::Array(entries) => {
            let first = schema.get("prefixItems").or(schema.get("items").filter(|items| items.is_array()));
            let first = first.and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
            let others = schema.get("items").filter(|items| !items.is_array());
            for (at, value) in entries.iter().enumerate() {
                pairs.extend(first.get(at).or(others).map(|schema| (value, schema, format!("/{at}"))));
            }
        }
        _ => {}
    }
    pairs
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn refusal(value: &Value, schema: &Value) -> Option<String> {
        Judge { root: schema, dialect: Dialect::Draft2020 }.refusal(value, schema)
    }

    #[test]
    fn what_asserts_is_judged() {
        let refused = [
            (json!("lima"), json!({"type":"integer"})),
            (json!(1.5), json!({"type":"integer"})),
            (json!(11), json!({"maximum":10})),
            (json!(10), json!({"exclusiveMaximum":10})),
            (json!(7), json!({"multipleOf":2})),
            (json!("ab"), json!({"minLength":3})),
            (json!("ab"), json!({"pattern":"^\\d+$"})),
            (json!("c"), json!({"enum":["a","b"]})),
            (json!(["a", 1]), json!({"items":{"type":"string"}})),
            (json!({"b":{"c":1}}), json!({"properties":{"b":{"properties":{"c":{"type":"string"}}}}})),
            (json!({}), json!({"required":["a"]})),
            (json!(1), json!({"anyOf":[{"type":"string"},{"type":"null"}]})),
            (json!(1), json!({"$ref":"#/$defs/a","$defs":{"a":{"type":"string"}}})),
        ];
        for (value, schema) in refused {
            assert!(refusal(&value, &schema).is_some(), "{value} {schema}");
        }
    }

    #[test]
    fn what_passes_passes() {
        let fine = [
            (json!(1.0), json!({"type":"integer"})),
            (json!(1), json!({"enum":[1.0]})),
            (json!(0.3), json!({"multipleOf":0.1})),
            (json!(null), json!({"type":"string","nullable":true})),
            (json!("x"), json!({"pattern":"^(?=x)"})),
            (json!("x"), json!({"$ref":"https://example.com/lain"})),
            (json!({"a":1}), json!({"additionalProperties":false,"patternProperties":{"^a":{}}})),
            (json!([1]), json!({"$ref":"#"})),
        ];
        for (value, schema) in fine {
            assert_eq!(refusal(&value, &schema), None, "{value} {schema}");
        }
    }
}
