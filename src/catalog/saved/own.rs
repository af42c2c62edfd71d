//! Our own catalog file: NDJSON that is read and written a line at a time.
//!
//! ```text
//! {"toolrent_catalog":1}
//! {"server":{"name":"maps","instructions":"…","version":"1.2.0","era":"2025-11-25","incomplete":false}}
//! {"server":"maps","tool":{…}}
//! {"problem":{"server":"clock","message":"no answer within 30 s","lost":true}}
//! ```
//! A tool stands word for word, but for white space between its parts: keys keep their order and numbers their text.
//! Keys that a reader does not know are passed over, so that a later version can add some without a new number.

use std::borrow::Cow;
use std::io::{self, Write};

use serde_json::{Map, Value, json};

use crate::catalog::place::Place;
use crate::catalog::saved::definition;
use crate::catalog::saved::dialect::Setting;
use crate::catalog::saved::mcp;
use crate::catalog::saved::parse::list::{self, Lot};
use crate::catalog::saved::parse::literal::string_end;
use crate::catalog::saved::parse::reader::Reader;
use crate::catalog::saved::parse::scan::{Kind, Object, Raw};
use crate::catalog::saved::parse::stranger::View;
use crate::catalog::saved::{Look, Shape, Verdict};
use crate::catalog::tool::{Catalog, Dialect, Fidelity, Problem, Server, Tool};

/// The version that is written.
const VERSION: u64 = 1;

/// Lines of our own file; also rows of data sets that pair a tool with the name of its server.
pub(crate) const SHAPE: Shape = Shape { name: "a toolrent catalog", read: Look::AtValue(read) };

/// The dialects by the names that the file uses, for tools whose text alone does not tell.
const DIALECTS: [(&str, Dialect); 7] = [
    ("mcp", Dialect::Mcp),
    ("anthropic", Dialect::Anthropic),
    ("openai-chat", Dialect::OpenAiChat),
    ("openai-flat", Dialect::OpenAiFlat),
    ("gemini", Dialect::Gemini),
    ("gemini-json-schema", Dialect::GeminiJsonSchema),
    ("bedrock", Dialect::Bedrock),
];

/// The fidelities by name.
const FIDELITIES: [(&str, Fidelity); 3] =
    [("whole", Fidelity::Whole), ("approximate", Fidelity::Approximate), ("lower-bound", Fidelity::LowerBound)];

/// Writes a catalog.
///
/// # Errors
/// Those of `out`.
pub fn write(catalog: &Catalog, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}", json!({"toolrent_catalog": VERSION}))?;
    for server in &catalog.servers {
        writeln!(out, "{}", json!({"server": about(server)}))?;
        let name = Value::from(server.name.as_str());
        for tool in &server.tools {
            writeln!(out, "{{\"server\":{name},\"tool\":{}}}", written(tool))?;
        }
    }
    for problem in &catalog.problems {
        writeln!(out, "{}", json!({"problem": told(problem)}))?;
    }
    Ok(())
}

fn about(server: &Server) -> Value {
    let mut about = Map::new();
    about.insert("name".to_owned(), Value::from(server.name.as_str()));
    let texts = [("instructions", &server.instructions), ("version", &server.version), ("era", &server.era)];
    for (key, text) in texts {
        if let Some(text) = text {
            about.insert(key.to_owned(), Value::from(text.as_str()));
        }
    }
    if server.incomplete {
        about.insert("incomplete".to_owned(), Value::Bool(true));
    }
    Value::Object(about)
}

fn told(problem: &Problem) -> Value {
    let Place { server, tool, pointer, .. } = &problem.place;
    json!({"server": server, "tool": tool, "pointer": pointer, "message": problem.message, "lost": problem.lost})
}

/// The tool, then what its text alone would not give back: `,"dialect":…`, `,"fidelity":…`.
fn written(tool: &Tool) -> String {
    let compact = compact(&tool.text);
    let again = definition::tool(&compact, Place::default()).ok();
    // A newline inside a string was let pass in the source and would break the line here.
    let fits_a_line = !compact.contains(|character: char| character < ' ');
    let same = again.filter(|again| fits_a_line && again.value == tool.value && again.name == tool.name);
    let (text, read_as) = match same {
        Some(again) => (compact, Some((again.dialect, again.fidelity))),
        None => {
            let text = tool.value.to_string();
            let again = definition::tool(&text, Place::default()).ok();
            (text, again.map(|again| (again.dialect, again.fidelity)))
        }
    };
    let mut line = text;
    let name_of = |dialect| DIALECTS.iter().find(|(_, known)| *known == dialect).map_or("mcp", |(name, _)| *name);
    if read_as.is_none_or(|(dialect, _)| dialect != tool.dialect) {
        line += &format!(",\"dialect\":\"{}\"", name_of(tool.dialect));
    }
    if read_as.is_none_or(|(_, fidelity)| fidelity != tool.fidelity) {
        let name = FIDELITIES.iter().find(|(_, known)| *known == tool.fidelity).map_or("whole", |(name, _)| *name);
        line += &format!(",\"fidelity\":\"{name}\"");
    }
    line
}

/// The text without the white space between its parts.
fn compact(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut compact = String::with_capacity(text.len());
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let end = match byte {
            b' ' | b'\n' | b'\r' | b'\t' => {
                at += 1;
                continue;
            }
            b'"' => string_end(bytes, at).unwrap_or(bytes.len()),
            _ => bytes
                .iter()
                .skip(at)
                .position(|byte| b" \n\r\t\"".contains(byte))
                .map_or(bytes.len(), |length| at + length),
        };
        compact.push_str(text.get(at..end).unwrap_or_default());
        at = end;
    }
    compact
}

fn read(view: &View<'_>, reader: &mut Reader<'_>) -> Verdict {
    let Some(object) = &view.object else { return Verdict::Foreign };
    if let Some(version) = object.get("toolrent_catalog") {
        reader.doubts_told = true;
        if version.text().parse().is_ok_and(|version: u64| version > VERSION) {
            let message = "a catalog of a newer version than this program knows; what it does not know is left out";
            reader.problem(version, version.start, message, false);
        }
        return Verdict::Read;
    }
    if let Some(tool) = object.of_kind("tool", Kind::Object) {
        return read_tool(reader, object, tool);
    }
    if let Some(problem) = object.of_kind("problem", Kind::Object).filter(|_| object.members.len() == 1) {
        return read_problem(reader, problem);
    }
    let server = object.of_kind("server", Kind::Object).filter(|_| object.get("tools").is_none());
    let Some(server) = server.and_then(Raw::object) else { return Verdict::Foreign };
    let Some(name) = server.string("name") else { return Verdict::Foreign };
    read_server(reader, &name, &server);
    Verdict::Read
}

/// A section about a server starts that server, even if another one of that name came before.
fn read_server(reader: &mut Reader<'_>, name: &str, about: &Object<'_>) {
    reader.under(None, |reader| {
        reader.enter_new(name);
        mcp::instructions(reader, about);
        let draft = reader.server();
        draft.version = about.string("version").map(Cow::into_owned);
        draft.era = about.string("era").map(Cow::into_owned);
        draft.incomplete = about.get("incomplete").is_some_and(|flag| flag.text() == "true");
    });
}

fn read_tool(reader: &mut Reader<'_>, line: &Object<'_>, tool: Raw<'_>) -> Verdict {
    let named = |key: &str| line.string(key);
    let dialect = named("dialect").and_then(|name| DIALECTS.iter().find(|(known, _)| *known == name));
    let fidelity = named("fidelity").and_then(|name| FIDELITIES.iter().find(|(known, _)| *known == name));
    let setting = dialect.map_or(Setting::Anywhere, |(_, dialect)| Setting::Of(*dialect));
    let adjust = |tool: &mut Tool| tool.fidelity = fidelity.map_or(tool.fidelity, |(_, fidelity)| *fidelity);
    let server = named("server");
    reader.under(server.as_deref(), |reader| list::one(reader, tool, Lot { setting, ..Lot::default() }, adjust));
    Verdict::Read
}

fn read_problem(reader: &mut Reader<'_>, raw: Raw<'_>) -> Verdict {
    let Some(problem) = raw.object() else { return Verdict::Foreign };
    let Some(message) = problem.string("message") else { return Verdict::Foreign };
    let place = Place {
        server: problem.string("server").map(Cow::into_owned),
        tool: problem.string("tool").map(Cow::into_owned),
        pointer: problem.string("pointer").unwrap_or_default().into_owned(),
        ..reader.place(raw.position())
    };
    reader.problem_at(place, message.into_owned(), problem.get("lost").is_some_and(|lost| lost.text() == "true"));
    Verdict::Read
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::saved::read;

    fn round(catalog: &Catalog) -> (String, Catalog) {
        let mut bytes = Vec::new();
        write(catalog, &mut bytes).expect("a buffer");
        let again = read("again.jsonl", &bytes).expect("a catalog");
        (String::from_utf8(bytes).expect("text"), again)
    }

    #[test]
    fn what_is_written_is_read_again() {
        let text = r#"{"servers":[{"name":"peta","instructions":"Baca \"dulu\".","tools":[
            {"name":"cari","zz":1.50,"description":"Spasi  dua","inputSchema": {"type":"object", "maximum":1e400}},
            {"name":"rute","arguments":[{"name":"dari","type":"string"}]}]},
            {"name":"jam","tools":[{"functionDeclarations":[{"name":"pukul","parameters":{"properties":{}}}]}]},
            {"name":"kosong","tools":[]}, {"name":"peta","tools":[{"name":"lain"},{"nama":1}]}]}"#;
        let catalog = read("asal.json", text.as_bytes()).expect("a catalog");
        let (file, again) = round(&catalog);
        assert_eq!(file.lines().next(), Some(r#"{"toolrent_catalog":1}"#));
        assert!(file.contains(r#"{"server":"peta","tool":{"name":"cari","zz":1.50,"description":"Spasi  dua","inputSchema":{"type":"object","maximum":1e400}}}"#), "{file}");
        let told = |catalog: &Catalog| {
            let tools = |server: &Server| -> Vec<_> {
                server
                    .tools
                    .iter()
                    .map(|tool| (tool.name.clone(), tool.value.clone(), tool.dialect, tool.fidelity))
                    .collect()
            };
            let servers: Vec<_> = catalog
                .servers
                .iter()
                .map(|server| (server.name.clone(), server.instructions.clone(), tools(server)))
                .collect();
            let problems: Vec<_> =
                catalog.problems.iter().map(|problem| (problem.message.clone(), problem.lost)).collect();
            (servers, problems)
        };
        assert_eq!(told(&again), told(&catalog));
        assert_eq!(round(&again).0, file);
    }

    #[test]
    fn a_raw_newline_in_a_string_breaks_no_line() {
        let catalog =
            read("x", b"[{\"name\":\"a\",\"description\":\"two\nlines\",\"inputSchema\":{}}]").expect("a catalog");
        let (file, again) = round(&catalog);
        assert_eq!(file.lines().count(), 4, "{file}");
        assert_eq!(again.servers[0].tools[0].description(), Some("two\nlines"));
    }

    #[test]
    fn each_line_can_be_read_alone() {
        let line = r#"{"server":"peta","tool":{"name":"a"},"fidelity":"lower-bound","later":1}"#;
        let catalog = read("x", line.as_bytes()).expect("a catalog");
        assert_eq!(
            (catalog.servers[0].name.as_str(), catalog.servers[0].tools[0].fidelity),
            ("peta", Fidelity::LowerBound)
        );
    }

    #[test]
    fn a_newer_version_is_read_with_a_note() {
        let catalog =
            read("x", b"{\"toolrent_catalog\":2}\n{\"server\":\"a\",\"tool\":{\"name\":\"b\"}}").expect("a catalog");
        assert_eq!((catalog.tools().count(), catalog.problems.len()), (1, 1));
    }
}

/// Stands in for the streaming writer.
pub struct Writer<'a> {
    /// Where to.
    pub out: &'a mut dyn Write,
}

impl<'a> Writer<'a> {
    /// Writes the head.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn new(out: &'a mut dyn Write) -> io::Result<Writer<'a>> {
        writeln!(out, "{}", json!({"toolrent_catalog": VERSION}))?;
        Ok(Writer { out })
    }

    /// A problem.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn problem(&mut self, problem: &Problem) -> io::Result<()> {
        writeln!(self.out, "{}", json!({"problem": told(problem)}))
    }

    /// The servers and problems of a catalog.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn catalog(&mut self, catalog: &Catalog) -> io::Result<()> {
        let mut all = Vec::new();
        write(catalog, &mut all)?;
        let head = all.iter().position(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        self.out.write_all(&all[head..])
    }
}
