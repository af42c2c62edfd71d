//! A definition holds a value of the machine it was made on: a home folder, a port, an environment variable.
//!
//! ## Why
//!
//! It tells every provider something about one machine, and on any other machine the definition differs: it cannot be
//! cached or reviewed once for all, and a model may use the path.
//!
//! ## Examples
//!
//! ```json bad
//! {"name":"simpan","description":"Menyimpan catatan.","inputSchema":{"type":"object",
//!  "properties":{"folder":{"type":"string","default":"/home/wulandari/catatan"}}}}
//! ```
//!
//! ```json good
//! {"name":"simpan","description":"Menyimpan catatan, misalnya di /home/user/catatan.","inputSchema":{"type":"object",
//!  "properties":{"folder":{"type":"string","default":"catatan"}}}}
//! ```
//!
//! ## References
//!
//! MCP 2026-07-28, lists: a list must not vary per connection, it may vary by authorization.

use std::sync::LazyLock;

use regex::Regex;

use crate::catalog::text::Kind;
use crate::lint::cx::Cx;
use crate::lint::finding::Finding;
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::observed::Seen;
use crate::lint::rule::{Check, Rule};
use crate::lint::scene::{Scene, TextView};

/// The rule.
pub static RULE: Rule = Rule {
    id: "environment-value-in-definition",
    group: Group::Protocol,
    severity: Severity::Warning,
    confidence: Confidence::Medium,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("environment_value_in_definition.rs"),
    check: Check::Catalog(check),
};

static HOME: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?:/Users/|/home/|\b[A-Za-z]:\\{1,2}Users\\{1,2})([\p{L}\p{N}][\p{L}\p{N}._-]*)")
        .expect("a fixed pattern")
});

static PORT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\]):\d{2,5}\b").expect("a fixed pattern")
});

/// What such a port stands behind.
const LOCAL: [&str; 4] = ["localhost", "127.0.0.1", "0.0.0.0", "[::1]"];

/// Names of nobody, as documentation and images have them.
const NOBODY: [&str; 38] = [
    "user",
    "projects",
    "downloads",
    "documents",
    "desktop",
    "username",
    "users",
    "you",
    "your",
    "yourname",
    "yourusername",
    "your-username",
    "your_username",
    "name",
    "me",
    "myuser",
    "john",
    "jane",
    "johndoe",
    "john.doe",
    "alice",
    "bob",
    "foo",
    "example",
    "public",
    "shared",
    "default",
    "runner",
    "node",
    "ubuntu",
    "ec2-user",
    "app",
    "appuser",
    "pi",
    "vscode",
    "jovyan",
    "admin",
    "test",
];

const HELP: &str = "write it relative, or as a placeholder that the server resolves";

fn check(scene: &Scene<'_>, cx: &mut Cx<'_>) {
    for seen in scene.input.observed.iter().filter(|seen| seen.what == Seen::EnvironmentValue) {
        let server = scene.servers.iter().find(|view| view.server.name == seen.server);
        let blank = server.map_or_else(|| cx.at(""), |view| cx.of(view.at, None, ""));
        cx.report(blank.say(format!("a value of the server's environment stands here: {}", seen.detail)).help(HELP));
    }
    for server in &scene.servers {
        let own = server.texts.iter().map(|view| (None, view));
        let of_tools = server.tools.iter().flat_map(|tool| tool.texts.iter().map(|view| (Some(tool.at), view)));
        for (tool, view) in own.chain(of_tools) {
            if let Some(finding) = judged(view, |pointer| cx.of(server.at, tool, pointer)) {
                cx.report(finding);
            }
        }
    }
}

fn judged(view: &TextView<'_>, blank: impl Fn(&str) -> Finding) -> Option<Finding> {
    let text = view.text.text;
    // A value that is used as it stands tells of a machine; a path in prose is mostly an example.
    let used = matches!(view.text.kind, Kind::Default | Kind::Choice);
    let homes = if ["/Users/", "/home/", r"Users\"].iter().any(|sign| text.contains(sign)) { text } else { "" };
    let home = HOME.captures_iter(homes).find_map(|groups| {
        let name = groups.get(1)?.as_str().to_lowercase();
        let end = groups.get(0)?.end();
        let nobody = NOBODY.contains(&name.as_str()) || name.starts_with("your") || text[end..].starts_with(['>', '}']);
        (!nobody).then(|| groups.get(0).map(|whole| whole.range())).flatten()
    });
    let (span, what, severity) = match home {
        Some(span) => (span, "a home folder", if used { Severity::Warning } else { Severity::Info }),
        None if used && LOCAL.iter().any(|sign| text.contains(sign)) => {
            (PORT.find(text)?.range(), "a port of this machine", Severity::Info)
        }
        None => return None,
    };
    let said = format!("{what} stands in the definition: {:?}", &text[span.clone()]);
    Some(blank(&view.text.pointer).say(said).severity(severity).span(span).evidence(text).help(HELP))
}

#[cfg(test)]
mod tests {
    use crate::lint::grade::Severity;
    use crate::lint::judged::findings;

    fn told(default: &str) -> Vec<Severity> {
        let tool = format!(r#"{{"name":"a","inputSchema":{{"properties":{{"b":{{"default":"{default}"}}}}}}}}"#);
        findings("environment-value-in-definition", &tool).iter().map(|found| found.severity).collect()
    }

    #[test]
    fn folders_of_somebody_are_told_and_those_of_nobody_are_not() {
        assert_eq!(told("/Users/wulandari/Desktop"), [Severity::Warning]);
        assert_eq!(told(r"C:\\Users\\сергей\\Docs"), [Severity::Warning]);
        assert_eq!(told("http://localhost:8080/v1"), [Severity::Info]);
        for text in ["/home/user/x", "/Users/<name>/x", "/home/{name}", "/users/12/orders", "C:\\\\Users\\\\Public"] {
            assert_eq!(told(text), [], "{text}");
        }
    }

    #[test]
    fn what_was_seen_while_asking_is_told() {
        let json =
            r#"{"tools":[{"name":"a"}],"observed":[{"what":"environment","detail":"HOME in the description of a"}]}"#;
        assert_eq!(findings("environment-value-in-definition", json).len(), 1);
    }
}
