//! MCPB bundles (once DXT): the manifest of a bundle, unpacked or still in its archive.
//!
//! Source: modelcontextprotocol/mcpb `MANIFEST.md`, versions 0.3 and 0.4, read 2026-11.

use std::io::{Cursor, Read};

use serde_json::{Map, Value};
use zip::ZipArchive;

use crate::gather::config::dialect::{Dialect, Form};
use crate::gather::config::document::Document;
use crate::gather::config::draft::{Draft, Setting};
use crate::gather::config::fields::{self, Wrong};
use crate::gather::config::surroundings::Surroundings;

/// A bundle's `manifest.json`.
pub(crate) const DIALECT: Dialect = Dialect { id: "mcpb", read, forms: &[Form::Mcpb] };

/// The largest manifest that is read out of an archive, in bytes; those in the wild are a few KB.
const LARGEST: u64 = 4 << 20;

/// What the manifest calls this system.
const PLATFORM: &str = if cfg!(target_os = "macos") {
    "darwin"
} else if cfg!(windows) {
    "win32"
} else {
    "linux"
};

/// The manifest inside an archive; `None` when the bytes are no archive or hold none.
pub(crate) fn manifest_in_archive(bytes: &[u8]) -> Option<Vec<u8>> {
    if !bytes.starts_with(b"PK\x03\x04") {
        return None;
    }
    let mut archive = ZipArchive::new(Cursor::new(bytes)).ok()?;
    let entry = archive.by_name("manifest.json").ok()?;
    let mut manifest = Vec::new();
    entry.take(LARGEST).read_to_end(&mut manifest).ok()?;
    Some(manifest)
}

/// A draft out of an archive: what lies inside the archive cannot be started from there.
pub(crate) fn as_packed(draft: Draft) -> Draft {
    let is_inside = |setting: &Setting| match setting {
        Setting::Text(text) | Setting::Secret(text) => text.contains("${__dirname}"),
        _ => false,
    };
    if !draft.command.iter().any(is_inside) {
        return draft;
    }
    let reason = "its files are still packed: unpack the bundle and name its manifest.json".to_owned();
    Draft { skipped: Some(reason), ..draft }
}

fn read(document: &Document, _: &Surroundings) -> Option<Vec<Draft>> {
    let manifest = &document.value;
    let versioned = manifest.get("manifest_version").is_some() || manifest.get("dxt_version").is_some();
    let server = manifest.get("server").filter(|server| server.is_object())?;
    let name = manifest.get("name").and_then(fields::text)?;
    versioned.then(|| vec![fields::draft(&name, manifest, |draft, _| entry(draft, manifest, server))])
}

fn entry(draft: &mut Draft, manifest: &Value, server: &Value) -> Result<(), Wrong> {
    let own = server.get("mcp_config").filter(|config| config.is_object()).ok_or("the server has no \"mcp_config\"")?;
    let override_ = own.get("platform_overrides").and_then(|all| all.get(PLATFORM));
    let of_platform = |key: &str| override_.filter(|config| config.get(key).is_some()).unwrap_or(own);
    let command = fields::optional(of_platform("command"), "command")?.ok_or("\"mcp_config\" has no command")?;
    let asked = asked(manifest);
    draft.command.push(Setting::Text(command));
    for argument in fields::list(of_platform("args"), "args")? {
        draft.command.extend(filled(&argument, asked));
    }
    let mut env = fields::pairs(own, "env")?;
    if let Some(more) = override_ {
        for (name, value) in fields::pairs(more, "env")? {
            env.retain(|(known, _)| *known != name);
            env.push((name, value));
        }
    }
    for (name, value) in env {
        // A value is one text however many its setting has.
        let setting = filled(&value, asked).into_iter().next().unwrap_or(Setting::Text(String::new()));
        draft.env.push((name, setting));
    }
    Ok(())
}

/// The settings that the host asks the person for.
fn asked(manifest: &Value) -> Option<&Map<String, Value>> {
    manifest.get("user_config").and_then(Value::as_object)
}

/// A text with `${user_config.K}` filled by its default; a setting with several values becomes several arguments.
fn filled(text: &str, asked: Option<&Map<String, Value>>) -> Vec<Setting> {
    let Some((before, rest)) = text.split_once("${user_config.") else { return vec![Setting::Text(text.to_owned())] };
    let Some((key, after)) = rest.split_once('}') else { return vec![Setting::Text(text.to_owned())] };
    let setting = asked.and_then(|asked| asked.get(key));
    let sensitive = setting.is_some_and(|setting| setting.get("sensitive") == Some(&Value::Bool(true)));
    let wrap = |value: String| {
        let text = format!("{before}{value}{after}");
        if sensitive { Setting::Secret(text) } else { Setting::Text(text) }
    };
    let default = setting.and_then(|setting| setting.get("default"));
    match default {
        Some(Value::Array(values)) if before.is_empty() && after.is_empty() => {
            values.iter().filter_map(fields::text).map(wrap).collect()
        }
        Some(Value::Array(values)) => {
            vec![wrap(values.iter().filter_map(fields::text).collect::<Vec<_>>().join(","))]
        }
        Some(value) => fields::text(value).map(|value| filled(&format!("{before}{value}{after}"), asked)).map_or_else(
            || vec![Setting::Asked(key.to_owned())],
            |settings| if sensitive { settings.into_iter().map(hidden).collect() } else { settings },
        ),
        None if is_optional(setting) && before.is_empty() && after.is_empty() => Vec::new(),
        None => vec![Setting::Asked(key.to_owned())],
    }
}

fn hidden(setting: Setting) -> Setting {
    match setting {
        Setting::Text(text) => Setting::Secret(text),
        other => other,
    }
}

/// A setting that is described and not required may stay away.
fn is_optional(setting: Option<&Value>) -> bool {
    setting.is_some_and(|setting| setting.get("required") != Some(&Value::Bool(true)))
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use serde_json::json;
    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    use super::*;
    use crate::gather::config::document::Syntax;

    fn of(value: Value) -> Option<Vec<Draft>> {
        let document = Document { source: String::new(), folder: "".into(), value, syntax: Syntax::Json };
        read(&document, &Surroundings::default())
    }

    fn manifest() -> Value {
        json!({"manifest_version": "0.3", "name": "arsip", "version": "1.0.0", "server": {"type": "node", "entry_point": "x.js",
            "mcp_config": {"command": "node", "args": ["${__dirname}/x.js", "${user_config.folder}", "${user_config.mode}"],
                "env": {"KUNCI": "${user_config.kunci}", "BAHASA": "${user_config.bahasa}"},
                "platform_overrides": {"linux": {"command": "node-l"}, "darwin": {"command": "node-d"}, "win32": {"command": "node.exe"}}}},
            "user_config": {"folder": {"type": "directory", "multiple": true, "default": ["${HOME}/a", "${HOME}/b"]},
                "kunci": {"type": "string", "sensitive": true, "required": true}, "mode": {"type": "string"},
                "bahasa": {"type": "string", "default": "id", "sensitive": true}}})
    }

    #[test]
    fn settings_are_filled_by_their_defaults_or_asked_for() {
        let drafts = of(manifest()).expect("a manifest");
        let texts: Vec<_> = drafts[0].command.iter().skip(1).cloned().collect();
        assert_eq!(texts, ["${__dirname}/x.js", "${HOME}/a", "${HOME}/b"].map(|text| Setting::Text(text.to_owned())));
        assert!(matches!(&drafts[0].command[0], Setting::Text(program) if program != "node"));
        assert_eq!(drafts[0].env[0].1, Setting::Asked("kunci".to_owned()));
        assert_eq!(drafts[0].env[1].1, Setting::Secret("id".to_owned()));
    }

    #[test]
    fn the_manifest_is_found_in_its_archive() {
        let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
        archive.start_file("manifest.json", SimpleFileOptions::default()).expect("a file");
        archive.write_all(b"{\"name\":\"arsip\"}").expect("a buffer");
        let bytes = archive.finish().expect("an archive").into_inner();
        assert_eq!(manifest_in_archive(&bytes).as_deref(), Some(&b"{\"name\":\"arsip\"}"[..]));
        assert_eq!(manifest_in_archive(&bytes[..20]), None);
        assert_eq!(manifest_in_archive(b"{}"), None);
    }
}
