//! The MCP registry's `server.json`: packages to run and addresses to call, with what they need.
//!
//! Sources: schema of 2025-12-11 (camel case) and the older REST form (snake case); how a package is run follows
//! the Inspector's `core/mcp/import/serverJson.ts`; read 2026-11.

use serde_json::Value;

use crate::gather::config::dialect::{Dialect, Form};
use crate::gather::config::document::Document;
use crate::gather::config::draft::{Draft, Setting};
use crate::gather::config::fields::{self, Wrong};
use crate::gather::config::surroundings::Surroundings;
use crate::gather::contact::Speaks;

/// A `server.json`, or the registry's list of them.
pub(crate) const DIALECT: Dialect = Dialect { id: "registry", read, forms: &[Form::RegistryVariable] };

fn read(document: &Document, _: &Surroundings) -> Option<Vec<Draft>> {
    if is_server(&document.value) {
        return Some(vec![draft(&document.value)]);
    }
    let listed = document.value.get("servers")?.as_array()?;
    let servers: Vec<&Value> = listed.iter().map(inner).collect();
    let is_registrys = servers.iter().any(|server| is_server(server));
    is_registrys.then(|| servers.into_iter().enumerate().map(|(index, server)| listed_draft(index, server)).collect())
}

/// The server of an item: some lists keep it beside what the registry says of it.
fn inner(item: &Value) -> &Value {
    item.get("server").filter(|server| server.is_object()).unwrap_or(item)
}

/// The entry of a list; one that is no server is a row of its own with the reason.
fn listed_draft(index: usize, server: &Value) -> Draft {
    let name = server.get("name").and_then(fields::text).unwrap_or_else(|| format!("server-{}", index + 1));
    let way = |key: &str| server.get(key).and_then(Value::as_array).is_some_and(|list| !list.is_empty());
    fields::draft(&name, server, |draft, server| match way("packages") || way("remotes") {
        true => entry(draft, server),
        false => Err("names neither packages nor remotes".to_owned()),
    })
}

fn is_server(value: &Value) -> bool {
    let lists =
        |key: &str| value.get(key).and_then(Value::as_array).is_some_and(|list| list.iter().all(Value::is_object));
    value.get("name").is_some_and(Value::is_string)
        && value.get("tools").is_none()
        && (lists("packages") || lists("remotes"))
}

fn draft(server: &Value) -> Draft {
    let name = server.get("name").and_then(fields::text).unwrap_or_default();
    fields::draft(&name, server, entry)
}

fn entry(draft: &mut Draft, server: &Value) -> Result<(), Wrong> {
    let listed = |key: &str| server.get(key).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let speaks_stdio = |package: &&Value| {
        let transport = package.get("transport").and_then(|transport| transport.get("type")).and_then(Value::as_str);
        transport.is_none_or(|transport| transport == "stdio")
    };
    let known = listed("packages").iter().filter(speaks_stdio).find(|package| runner(package).is_some());
    if let Some(package) = known {
        return run(draft, package);
    }
    let Some(remote) = listed("remotes").first() else {
        return Err("none of its packages is of a kind that can be run here".to_owned());
    };
    draft.url = filled_url(remote)?;
    draft.headers = named_values(remote, "headers")?;
    let kind = either(remote, "type", "transport_type").and_then(fields::text);
    if kind.as_deref() == Some("sse") {
        draft.speaks = Speaks::Sse;
    }
    if draft.url.is_some() { Ok(()) } else { Err("its remote has no url".to_owned()) }
}

/// A member by its camel case or its older snake case name.
fn either<'a>(value: &'a Value, camel: &str, snake: &str) -> Option<&'a Value> {
    value.get(camel).or_else(|| value.get(snake)).filter(|found| !found.is_null())
}

/// The program that fetches and runs a package of this kind.
fn runner(package: &Value) -> Option<&'static str> {
    match either(package, "registryType", "registry_type").or_else(|| package.get("registry_name"))?.as_str()? {
        "npm" => Some("npx"),
        "pypi" => Some("uvx"),
        "oci" | "docker" => Some("docker"),
        "nuget" => Some("dnx"),
        _ => None,
    }
}

fn run(draft: &mut Draft, package: &Value) -> Result<(), Wrong> {
    let kind = runner(package).unwrap_or_default();
    let hint = either(package, "runtimeHint", "runtime_hint").and_then(fields::text);
    let identifier =
        either(package, "identifier", "name").and_then(fields::text).ok_or("its package has no identifier")?;
    let version = fields::scalar(package, "version")?.filter(|version| !version.is_empty() && version != "latest");
    draft.env = named_values(package, "environmentVariables")?;
    if draft.env.is_empty() {
        draft.env = named_values(package, "environment_variables")?;
    }
    let mut command = vec![Setting::Text(hint.unwrap_or_else(|| kind.to_owned()))];
    let given = arguments(package, "runtimeArguments", "runtime_arguments")?;
    let plain = |words: &[&str]| words.iter().map(|word| Setting::Text((*word).to_owned())).collect::<Vec<_>>();
    match kind {
        "npx" if !given.contains(&Setting::Text("-y".to_owned())) => command.extend(plain(&["-y"])),
        "dnx" if given.is_empty() => command.extend(plain(&["--yes"])),
        "docker" if given.is_empty() => command.extend(plain(&["run", "-i", "--rm"])),
        _ => {}
    }
    if kind == "docker" {
        command.extend(given);
        for (name, _) in &draft.env {
            command.extend(plain(&["-e", name]));
        }
    } else {
        command.extend(given);
    }
    command.push(Setting::Text(versioned(kind, &identifier, version.as_deref())));
    command.extend(arguments(package, "packageArguments", "package_arguments")?);
    draft.command = command;
    Ok(())
}

fn versioned(kind: &str, identifier: &str, version: Option<&str>) -> String {
    match (kind, version) {
        (_, None) => identifier.to_owned(),
        ("docker", Some(_)) if identifier.rsplit('/').next().is_some_and(|last| last.contains([':', '@'])) => {
            identifier.to_owned()
        }
        ("docker", Some(version)) => format!("{identifier}:{version}"),
        ("uvx", Some(version)) => format!("{identifier}=={version}"),
        (_, Some(version)) => format!("{identifier}@{version}"),
    }
}

/// Positional and named arguments; one that needs a value nobody gave is asked for.
fn arguments(package: &Value, camel: &str, snake: &str) -> Result<Vec<Setting>, Wrong> {
    let Some(listed) = either(package, camel, snake).and_then(Value::as_array) else { return Ok(Vec::new()) };
    let mut arguments = Vec::new();
    for (index, argument) in listed.iter().enumerate() {
        let named = argument.get("type").and_then(Value::as_str) == Some("named");
        let name = fields::optional(argument, "name")?;
        let hint = either(argument, "valueHint", "value_hint").and_then(fields::text);
        // What is asked for by one name is given once, so that two arguments need two.
        let numbered = || format!("argument-{}", index + 1);
        let id = name.clone().or_else(|| hint.clone()).unwrap_or_else(numbered);
        let value = value_of(argument, &id);
        let is_switch = named && value.is_none() && hint.is_none();
        match (name, value) {
            (Some(name), Some(value)) if named => arguments.extend([Setting::Text(name), value]),
            (Some(name), None) if is_switch => arguments.push(Setting::Text(name)),
            (_, Some(value)) => arguments.push(value),
            _ => {}
        }
    }
    Ok(arguments)
}

/// `headers`, `environmentVariables`: a list of things with a name; older files have a map.
fn named_values(holder: &Value, key: &str) -> Result<Vec<(String, Setting)>, Wrong> {
    let Some(Value::Array(listed)) = holder.get(key) else { return Ok(fields::settings(fields::pairs(holder, key)?)) };
    let mut found = Vec::new();
    for item in listed {
        let name = fields::optional(item, "name")?.ok_or_else(|| format!("{key:?} holds an item without a name"))?;
        if let Some(value) = value_of(item, &name) {
            found.push((name, value));
        }
    }
    Ok(found)
}

/// The value of an input: given, filled from its variables, by default, or asked for when it is required.
///
/// A variable of this process by the name of the input is what a person would set, so that one is taken for it.
fn value_of(input: &Value, name: &str) -> Option<Setting> {
    let truth = |camel: &str, snake: &str| either(input, camel, snake) == Some(&Value::Bool(true));
    let fixed = input.get("value").or_else(|| input.get("default")).and_then(fields::text);
    match fixed {
        Some(text) => {
            let text = with_variables(&text, input);
            Some(if truth("isSecret", "is_secret") { Setting::Secret(text) } else { Setting::Text(text) })
        }
        None if truth("isRequired", "is_required") && truth("isSecret", "is_secret") => {
            Some(Setting::Variable(name.to_owned()))
        }
        None if truth("isRequired", "is_required") => Some(Setting::Asked(name.to_owned())),
        None => None,
    }
}

/// A text with those `{name}` filled that its `variables` give a default for; the rest is for the expander to refuse.
fn with_variables(text: &str, holder: &Value) -> String {
    let Some(variables) = holder.get("variables").and_then(Value::as_object) else { return text.to_owned() };
    variables.iter().fold(text.to_owned(), |text, (name, input)| {
        let known = input.get("value").or_else(|| input.get("default")).and_then(fields::text);
        known.map_or(text.clone(), |value| text.replace(&format!("{{{name}}}"), &value))
    })
}

fn filled_url(remote: &Value) -> Result<Option<String>, Wrong> {
    Ok(fields::optional(remote, "url")?.map(|url| with_variables(&url, remote)))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::gather::config::document::Syntax;

    fn of(value: Value) -> Option<Vec<Draft>> {
        let document = Document { source: String::new(), folder: "".into(), value, syntax: Syntax::Json };
        read(&document, &Surroundings::default())
    }

    fn words(draft: &Draft) -> Vec<String> {
        let word = |setting: &Setting| match setting {
            Setting::Text(text) => text.clone(),
            other => format!("<{other:?}>"),
        };
        draft.command.iter().map(word).collect()
    }

    #[test]
    fn packages_run_by_their_kind() {
        let package = |kind: &str, more: Value| {
            let mut package = json!({"registryType": kind, "identifier": "toko/peta", "version": "1.2.3"});
            package.as_object_mut().expect("a map").extend(more.as_object().cloned().unwrap_or_default());
            of(json!({"name": "id.toko/peta", "packages": [package]})).expect("a server")
        };
        assert_eq!(words(&package("npm", json!({}))[0]), ["npx", "-y", "toko/peta@1.2.3"]);
        let arguments = json!([{"type": "positional", "value": "serve"}, {"type": "named", "name": "--kota", "default": "Bogor"},
            {"type": "named", "name": "--cepat"}, {"type": "positional", "valueHint": "folder", "isRequired": true, "name": "folder"}]);
        let python = package("pypi", json!({"packageArguments": arguments}));
        let tail = ["uvx", "toko/peta==1.2.3", "serve", "--kota", "Bogor", "--cepat", "<Asked(\"folder\")>"];
        assert_eq!(words(&python[0]), tail);
        let env = json!({"environmentVariables": [{"name": "KUNCI", "isRequired": true, "isSecret": true}, {"name": "LAIN"}]});
        let container = package("oci", env);
        assert_eq!(words(&container[0]), ["docker", "run", "-i", "--rm", "-e", "KUNCI", "toko/peta:1.2.3"]);
        assert_eq!(container[0].env, [("KUNCI".to_owned(), Setting::Variable("KUNCI".to_owned()))]);
    }

    #[test]
    fn the_older_form_and_lists_of_servers() {
        let drafts = of(json!({"servers": [
            {"server": {"name": "a", "packages": [{"registry_type": "npm", "identifier": "peta", "version": "latest"}]}},
            {"server": {"name": "b", "remotes": [{"type": "sse", "url": "https://{kota}.example/sse", "variables": {"kota": {"default": "bogor"}},
                "headers": [{"name": "X-Kunci", "isRequired": true, "isSecret": true}]}]}},
            {"server": {"name": "c", "packages": [{"registryType": "mcpb", "identifier": "x"}]}}]}))
        .expect("a list");
        assert_eq!(words(&drafts[0]), ["npx", "-y", "peta"]);
        assert_eq!((drafts[1].url.as_deref(), drafts[1].speaks), (Some("https://bogor.example/sse"), Speaks::Sse));
        assert_eq!(drafts[1].headers[0].1, Setting::Variable("X-Kunci".to_owned()));
        assert!(drafts[2].skipped.is_some());
        assert!(of(json!({"servers": [{"name": "a", "tools": []}]})).is_none());
    }

    #[test]
    fn what_is_no_server_in_a_list_is_told_in_its_place() {
        let drafts = of(json!({"servers": [
            {"name": "a", "packages": [{"registryType": "npm", "identifier": "peta"}]},
            {"server": {"name": "b", "packages": []}}, {"name": "c"}, 7, {"x": 1}]}))
        .expect("a list");
        let told: Vec<_> = drafts.iter().map(|draft| (draft.name.as_str(), draft.skipped.is_some())).collect();
        assert_eq!(told, [("a", false), ("b", true), ("c", true), ("server-4", true), ("server-5", true)]);
    }

    #[test]
    fn arguments_without_a_name_are_asked_for_by_their_hints() {
        let arguments = json!([{"type": "positional", "valueHint": "asal", "isRequired": true},
            {"type": "positional", "value_hint": "tujuan", "isRequired": true}, {"type": "positional", "isRequired": true}]);
        let package = json!({"registryType": "npm", "identifier": "peta", "packageArguments": arguments});
        let drafts = of(json!({"name": "a", "packages": [package]})).expect("a server");
        let asked = ["asal", "tujuan", "argument-3"].map(|id| Setting::Asked(id.to_owned()));
        assert_eq!(drafts[0].command.get(3..), Some(&asked[..]));
    }
}
