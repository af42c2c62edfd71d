//! Which of a config's inputs are passwords, so that no value for them is taken from a command line.

use std::path::PathBuf;

use serde_json::Value;

use crate::gather::config::document;

/// Ids of inputs that the file marks as secret: VS Code's `password`, an MCPB manifest's `sensitive`, a registry
/// entry's `isSecret`.
#[must_use]
pub fn passwords(source: &str, bytes: &[u8]) -> Vec<String> {
    let Ok(document) = document::parse(source, bytes, PathBuf::new()) else { return Vec::new() };
    let mut found = Vec::new();
    let mut open = vec![document.value];
    while let Some(value) = open.pop() {
        match value {
            Value::Array(items) => open.extend(items),
            Value::Object(members) => {
                let marked = |value: &Value, mark: &str| value.get(mark) == Some(&Value::Bool(true));
                let own = Value::Object(members);
                let id = |key: &str| own.get(key).and_then(Value::as_str).map(str::to_owned);
                if marked(&own, "password") {
                    found.extend(id("id"));
                }
                if marked(&own, "isSecret") {
                    found.extend(id("name").or_else(|| id("valueHint")));
                }
                let Value::Object(members) = own else { continue };
                for (name, value) in members {
                    if marked(&value, "sensitive") || marked(&value, "isSecret") {
                        found.push(name);
                    }
                    open.push(value);
                }
            }
            _ => {}
        }
    }
    found.sort();
    found.dedup();
    found
}

#[cfg(test)]
mod tests {
    #[test]
    fn passwords_are_told_from_other_inputs() {
        let passwords = |text: &[u8]| super::passwords("mcp.json", text);
        let editor = br#"{
            "inputs": [{"id": "kunci", "type": "promptString", "password": true}, {"id": "kota", "password": false}],
            "servers": {"x": {"command": "password"}}}"#;
        assert_eq!(passwords(editor), ["kunci"]);
        let bundle = br#"{"user_config": {"folder": {"type": "directory"}, "sandi": {"sensitive": true}}}"#;
        assert_eq!(passwords(bundle), ["sandi"]);
        let registry =
            br#"{"packages": [{"environmentVariables": [{"name": "API_KEY", "isSecret": true}, {"name": "X"}],
            "remotes": [{"variables": {"tenant": {"isSecret": true}}}]}]}"#;
        assert_eq!(passwords(registry), ["API_KEY", "tenant"]);
        assert_eq!(passwords(b"[\"password\""), [""; 0]);
    }
}
