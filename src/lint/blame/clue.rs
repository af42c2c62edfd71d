//! What an error says: a number, a name, a path, and what it complains of.

use std::sync::LazyLock;

use regex::Regex;
use serde_json::Value;

use crate::catalog::text::escaped;
use crate::catalog::tool::Tool;

/// What leads to a tool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Clue {
    /// A name, as a server or a host writes it.
    Name {
        /// The name.
        name: String,
        /// The path behind it.
        path: Vec<String>,
    },
    /// The number of a tool in the request.
    Number {
        /// The number as it stands there.
        at: usize,
        /// Whether counting may begin at one.
        from_one: bool,
        /// The path behind it.
        path: Vec<String>,
    },
}

static NUMBER: LazyLock<Regex> = LazyLock::new(|| {
    let forms = [
        r"toolConfig\.tools\.(?<one>\d+)\.member",
        r"(?:tools[.\[]\d+\]?\.)?function_?declarations[.\[](?<declared>\d+)\]?",
        r"\b(?:tools|functions)[.\[](?<listed>\d+)\]?",
    ];
    Regex::new(&format!(r"(?i)(?:{})(?<path>(?:\.[\w$-]+|\[[^\]]*\])*)", forms.join("|")))
        .expect("a pattern of our own")
});

static NAME: LazyLock<Regex> = LazyLock::new(|| {
    let forms = [
        r"(?i:function|tool)s?:?\s+(?i:name\s+)?(?<told>[\w.:/-]+)",
        r"\b(?<prefixed>mcp[_-][\w.-]+)",
        r#"'(?<single>[^'\n]{1,200})'|"(?<double>[^"\n]{1,200})"|`(?<tick>[^`\n]{1,200})`"#,
    ];
    Regex::new(&forms.join("|")).expect("a pattern of our own")
});

static CONTEXT: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?i)in context\s*=\s*\(([^)]*)\)").expect("a pattern of our own"));

/// All that an error says of which tool it means; names before numbers.
#[must_use]
pub fn clues(error: &str) -> Vec<Clue> {
    let context = CONTEXT.captures(error).map(|found| {
        let steps = found[1].split(',').map(|step| step.trim().trim_matches(['\'', '"']).to_owned());
        std::iter::once("parameters".to_owned()).chain(steps.filter(|step| !step.is_empty())).collect::<Vec<_>>()
    });
    let mut found: Vec<Clue> = Vec::new();
    for capture in NAME.captures_iter(error) {
        let groups = ["told", "prefixed", "single", "double", "tick"];
        let Some(name) = groups.iter().find_map(|group| capture.name(group)) else { continue };
        let name = name.as_str().trim_end_matches([':', '.', ',']).to_owned();
        let clue = Clue::Name { name, path: context.clone().unwrap_or_default() };
        if !found.contains(&clue) {
            found.push(clue);
        }
    }
    for capture in NUMBER.captures_iter(error) {
        let path = steps(&capture["path"]);
        let number = |group: &str| capture.name(group).and_then(|digits| digits.as_str().parse::<usize>().ok());
        let clue = match number("one") {
            Some(at) => Clue::Number { at, from_one: true, path },
            None => {
                let Some(at) = number("declared").or_else(|| number("listed")) else { continue };
                Clue::Number { at, from_one: false, path }
            }
        };
        if !found.contains(&clue) {
            found.push(clue);
        }
    }
    found
}

/// `.a.b[c]` as `a`, `b`, `c`.
fn steps(path: &str) -> Vec<String> {
    let parts = path.split(['.', '[', ']']).map(|part| part.trim_matches(['\'', '"']));
    parts.filter(|part| !part.is_empty()).map(str::to_owned).collect()
}

/// The place in the tool that a path means, as far as the tool holds it.
#[must_use]
pub fn pointer(tool: &Tool, path: &[String]) -> String {
    let envelope = ["custom", "function", "toolSpec", "member"];
    let mut rest = path.iter().skip_while(|step| envelope.contains(&step.as_str()));
    let Some(first) = rest.next() else { return String::new() };
    let schema = ["input_schema", "inputSchema", "parameters", "parametersJsonSchema", "parameters_json_schema"];
    if !schema.contains(&first.as_str()) {
        return tool.body_pointer(&escaped(first));
    }
    let mut pointer = tool.input_schema_pointer().to_owned();
    let mut at = tool.input_schema();
    for step in rest.filter(|step| *step != "json") {
        let inner = at.and_then(|value| match value {
            Value::Object(entries) => entries.get(step),
            Value::Array(items) => items.get(step.parse::<usize>().ok()?),
            _ => None,
        });
        // A keyword that is missing is what the error is about; its object is the place.
        let Some(inner) = inner else { break };
        pointer.push('/');
        pointer.push_str(&escaped(step));
        at = Some(inner);
    }
    pointer
}

/// Words of errors, in lower case, and the rules that explain them.
const COMPLAINTS: &[(&str, &[&str])] = &[
    ("at the top level", &["host-root-combinator", "host-root-type"]),
    ("must have type 'object'", &["host-root-combinator", "host-root-type"]),
    ("type is required and must be", &["host-root-type"]),
    ("expected \"object\"", &["host-root-type", "host-output-schema"]),
    ("missing items", &["host-array-items"]),
    ("must have items", &["host-array-items"]),
    ("items: missing field", &["host-array-items"]),
    ("missing properties", &["host-object-properties"]),
    ("only allowed for object type", &["host-object-properties"]),
    ("property keys should match", &["host-property-key"]),
    ("string should match pattern", &["host-tool-name", "host-combined-name", "host-property-key"]),
    ("string does not match pattern", &["host-tool-name", "host-combined-name"]),
    ("invalid function name", &["host-tool-name"]),
    ("expected a string with maximum length 64", &["host-tool-name", "host-combined-name"]),
    ("less than or equal to 64", &["host-tool-name", "host-combined-name"]),
    ("tool name length", &["host-combined-name"]),
    ("maximum length 1024", &["host-description-length"]),
    ("greater than or equal to 1", &["host-description-empty"]),
    ("draft 2020-12", &["host-schema-dialect"]),
    ("unsupported dialect", &["host-schema-dialect"]),
    ("no schema with key or ref", &["host-schema-dialect"]),
    ("must be unique", &["host-name-collision"]),
    ("duplicate tool name", &["host-name-collision"]),
    ("cannot start list", &["host-null-type"]),
    ("cannot find field", &["host-unsupported-keyword", "host-ref"]),
    ("reference to undefined schema", &["host-ref"]),
    ("only allowed for string type", &["host-enum-string"]),
    ("type_string", &["host-enum-string"]),
    ("cannot be empty", &["host-enum-string"]),
    ("'date-time' are supported", &["host-format"]),
    ("is not a valid format", &["host-strict", "host-format"]),
    ("failed to parse grammar", &["host-pattern-grammar"]),
    ("must start with '^'", &["host-pattern-grammar"]),
    ("format \"regex\"", &["host-pattern-grammar"]),
    ("lookaround", &["host-pattern-grammar"]),
    ("nesting depth", &["host-nesting-depth"]),
    ("required to be supplied", &["host-strict"]),
    ("is not permitted", &["host-strict"]),
];

/// The rules that may explain an error of these words.
#[must_use]
pub fn complaints(error: &str) -> Vec<&'static str> {
    let error = error.to_lowercase();
    let mut found: Vec<&str> = Vec::new();
    for (words, rules) in COMPLAINTS {
        if error.contains(words) {
            found.extend(rules.iter().filter(|rule| !found.contains(*rule)).copied().collect::<Vec<_>>());
        }
    }
    found
}

/// Marks of an error, in lower case, and the hosts that write it.
const WRITERS: &[(&str, &[&str])] = &[
    ("toolconfig", &["bedrock"]),
    ("function_declarations", &["gemini-api"]),
    ("functiondeclarations", &["gemini-api"]),
    ("failed to validate tool", &["vscode"]),
    ("input_schema", &["claude-api"]),
    (".custom.", &["claude-api"]),
    ("mcp__", &["claude-code", "codex"]),
    ("for function", &["openai-api", "openai-strict"]),
    ("].function", &["openai-api", "openai-strict"]),
    ("moonshot", &["moonshot"]),
    ("parse grammar", &["llama-cpp"]),
];

/// The hosts that write errors of this form; none when any may have.
#[must_use]
pub fn writers(error: &str) -> &'static [&'static str] {
    let error = error.to_lowercase();
    WRITERS.iter().find(|(mark, _)| error.contains(mark)).map_or(&[], |(_, hosts)| hosts)
}
