//! Findings as JUnit XML: a suite a server, a case a tool; clean tools pass.

use std::collections::BTreeMap;
use std::io::{self, Write};

use crate::report::escape::visible;
use crate::report::lint::document::{Judged, Lint};
use crate::report::lint::found::Finding;
use crate::report::lint::words;

/// What is found about a server and none of its tools stands under this name.
const SERVER: &str = "(server)";

/// Writes the findings: warnings and errors are failures, notes stand in the output of their case.
///
/// # Errors
/// When `out` cannot be written to.
pub fn write(lint: &Lint, out: &mut dyn Write) -> io::Result<()> {
    let mut by_case: BTreeMap<(&str, &str), Vec<&Finding>> = BTreeMap::new();
    for finding in &lint.findings {
        let case = finding.tool.as_deref().unwrap_or(SERVER);
        by_case.entry((&finding.server, case)).or_default().push(finding);
    }
    let suites: Vec<Suite<'_>> = lint.judged.iter().map(|judged| Suite::of(judged, &mut by_case)).collect();
    // What belongs to no tool that was listed: all servers at once, recorded calls.
    let rest: Vec<Suite<'_>> =
        by_case.into_iter().map(|((server, case), found)| Suite::alone(server, case, found)).collect();
    let suites: Vec<Suite<'_>> = suites.into_iter().chain(rest).collect();
    let tests: usize = suites.iter().map(|suite| suite.cases.len()).sum();
    let failures: usize = suites.iter().map(Suite::failures).sum();
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
    writeln!(out, "<testsuites name=\"toolrent lint\" tests=\"{tests}\" failures=\"{failures}\">")?;
    suites.iter().try_for_each(|suite| suite.write(out))?;
    writeln!(out, "</testsuites>")
}

struct Suite<'l> {
    server: &'l str,
    cases: Vec<(&'l str, Vec<&'l Finding>)>,
}

impl<'l> Suite<'l> {
    fn of(judged: &'l Judged, by_case: &mut BTreeMap<(&'l str, &'l str), Vec<&'l Finding>>) -> Suite<'l> {
        let names = judged.tools.iter().map(String::as_str);
        let mut take = |name: &'l str| by_case.remove(&(judged.server.as_str(), name));
        let own = take(SERVER).map(|found| (SERVER, found));
        let cases = names.map(|name| (name, take(name).unwrap_or_default()));
        Suite { server: &judged.server, cases: own.into_iter().chain(cases.collect::<Vec<_>>()).collect() }
    }

    fn alone(server: &'l str, case: &'l str, found: Vec<&'l Finding>) -> Suite<'l> {
        Suite { server: if server.is_empty() { "(all servers)" } else { server }, cases: vec![(case, found)] }
    }

    fn failures(&self) -> usize {
        self.cases.iter().filter(|(_, found)| found.iter().any(|finding| fails(finding))).count()
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let server = escaped(self.server);
        let (tests, failures) = (self.cases.len(), self.failures());
        writeln!(out, "  <testsuite name=\"{server}\" tests=\"{tests}\" failures=\"{failures}\">")?;
        for (name, found) in &self.cases {
            write!(out, "    <testcase classname=\"{server}\" name=\"{}\"", escaped(name))?;
            if found.is_empty() {
                writeln!(out, "/>")?;
                continue;
            }
            writeln!(out, ">")?;
            case(found, out)?;
            writeln!(out, "    </testcase>")?;
        }
        writeln!(out, "  </testsuite>")
    }
}

fn fails(finding: &Finding) -> bool {
    finding.severity != "info"
}

/// One failure that holds all: many readers take the first of several and pass over the rest.
fn case(found: &[&Finding], out: &mut dyn Write) -> io::Result<()> {
    let (failed, noted): (Vec<&Finding>, Vec<&Finding>) = found.iter().partition(|finding| fails(finding));
    let worst = failed.iter().find(|finding| finding.severity == "error").or(failed.first());
    if let Some(worst) = worst {
        let (rule, message) = (escaped(&worst.rule), escaped(&worst.message));
        write!(out, "      <failure type=\"{rule}\" message=\"{message}\">")?;
        lines(&failed, out)?;
        writeln!(out, "</failure>")?;
    }
    if !noted.is_empty() {
        write!(out, "      <system-out>")?;
        lines(&noted, out)?;
        writeln!(out, "</system-out>")?;
    }
    Ok(())
}

fn lines(found: &[&Finding], out: &mut dyn Write) -> io::Result<()> {
    for (at, finding) in found.iter().enumerate() {
        let between = if at == 0 { "" } else { "\n" };
        let location = words::location(finding).map(|location| format!("{location}: ")).unwrap_or_default();
        let Finding { severity, rule, message, .. } = finding;
        let pointer = words::pointer(finding);
        write!(out, "{between}{}", escaped(&format!("{location}{severity}[{rule}] {pointer}: {message}")))?;
    }
    Ok(())
}

/// Text for XML: markup taken literally, and nothing in it that XML does not allow.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in visible(text).chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&apos;"),
            '\u{fffe}' | '\u{ffff}' => out.push(char::REPLACEMENT_CHARACTER),
            other => out.push(other),
        }
    }
    out
}
