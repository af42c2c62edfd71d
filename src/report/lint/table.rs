//! Findings as a person reads them: the quoted text with a caret under the exact place.

use std::collections::BTreeMap;
use std::io::{self, Write};

use anstyle::{AnsiColor, Style};

use crate::lint::grade::Severity;
use crate::report::escape::visible;
use crate::report::lint::document::Lint;
use crate::report::lint::found::{Also, Finding, Unchecked};
use crate::report::lint::quote::{Quote, quote, width};
use crate::report::lint::{fold, words};
use crate::report::table::Surface;

/// How findings are shown.
#[derive(Debug, Clone, Copy)]
pub struct View {
    /// Where they are read.
    pub surface: Surface,
    /// Whether colours add to the words.
    pub color: bool,
    /// The least severity that is shown; the rest is counted.
    pub show: Severity,
}

/// Findings of one rule in one server that are shown; the rest is counted.
const SHOWN: usize = 3;

/// Further places of a finding, and places not judged, that are named.
const NAMED: usize = 3;

/// Columns of a judged value that is quoted without a place in it, in a pipe.
const WHOLE: usize = 120;

/// Columns before a quoted text: the bar and the space around it.
const MARGIN: usize = 5;

/// Writes the findings, the worst first.
///
/// # Errors
/// When `out` cannot be written to.
pub fn write(lint: &Lint, view: &View, out: &mut dyn Write) -> io::Result<()> {
    let mut page = Page { view, out };
    let severity = |finding: &Finding| Severity::of_word(&finding.severity).unwrap_or(Severity::Info);
    let mut findings: Vec<&Finding> = lint.findings.iter().filter(|finding| severity(finding) >= view.show).collect();
    findings.sort_by_key(|finding| std::cmp::Reverse(severity(finding)));
    let mut seen: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for finding in &findings {
        *seen.entry((&finding.rule, &finding.server)).or_default() += 1;
    }
    let mut met: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for finding in &findings {
        let kind = (finding.rule.as_str(), finding.server.as_str());
        let (all, met) = (seen.get(&kind).copied().unwrap_or_default(), met.entry(kind).or_default());
        *met += 1;
        if *met <= SHOWN {
            page.finding(finding)?;
        }
        if *met == SHOWN && all > SHOWN {
            page.more(finding, all - SHOWN)?;
        }
    }
    page.unchecked(&lint.unchecked)?;
    page.line(&words::summary(lint, view.show == Severity::Info))?;
    match findings.first() {
        Some(worst) => page.next(&next(lint, worst)),
        None => Ok(()),
    }
}

/// What to do next: read the page of the worst finding's rule, and see which rules found most.
fn next(lint: &Lint, worst: &Finding) -> Vec<String> {
    let mut commands = vec![format!("toolrent explain {}", worst.rule)];
    if let [source] = &lint.head.sources[..] {
        let flag = if source.kind == "results" { "--results " } else { "" };
        commands.push(format!("toolrent lint {flag}{} --statistics", visible(&source.name)));
    }
    commands
}

struct Page<'p> {
    view: &'p View,
    out: &'p mut dyn Write,
}

impl Page<'_> {
    /// Columns of the terminal; none in a pipe, where nothing is cut.
    fn room(&self) -> Option<usize> {
        match self.view.surface {
            Surface::Terminal(width) => Some(usize::from(width)),
            Surface::Pipe => None,
        }
    }

    fn line(&mut self, text: &str) -> io::Result<()> {
        match self.room() {
            Some(room) => fold::lines(text, room, "").iter().try_for_each(|line| writeln!(self.out, "{line}")),
            None => writeln!(self.out, "{text}"),
        }
    }

    /// Commands side by side, or one below the other where there is no room: a command that is broken cannot be copied.
    fn next(&mut self, commands: &[String]) -> io::Result<()> {
        let line = format!("next: {}", commands.join("     "));
        match self.room() {
            Some(room) if width(&line) > room => writeln!(self.out, "next: {}", commands.join("\n      ")),
            _ => writeln!(self.out, "{line}"),
        }
    }

    fn finding(&mut self, finding: &Finding) -> io::Result<()> {
        self.head(finding)?;
        self.place(finding)?;
        if !finding.evidence.is_empty() {
            self.quote(finding)?;
        }
        if let Some(decoded) = &finding.decoded {
            self.note(&format!("decoded: {}", visible(decoded)))?;
        }
        if let Some(hosts) = words::hosts(finding) {
            self.note(&visible(&hosts))?;
        }
        if let Some(price) = price(finding) {
            self.note(&price)?;
        }
        if !finding.also.is_empty() {
            self.note(&also(&finding.also))?;
        }
        if let Some(fix) = finding.fix.as_ref().filter(|fix| !fix.patch.is_empty()) {
            self.note(&format!("fix ({}): {}", fix.level, visible(&fix.what)))?;
        }
        match (finding.help.as_str(), &finding.fix) {
            ("", Some(fix)) if fix.patch.is_empty() => self.note(&format!("help: {}", visible(&fix.what)))?,
            ("", Some(_)) => {}
            ("", None) => self.note(&format!("help: toolrent explain {}", finding.rule))?,
            (help, _) => self.note(&format!("help: {}", visible(help)))?,
        }
        writeln!(self.out)
    }

    fn head(&mut self, finding: &Finding) -> io::Result<()> {
        let color = match finding.severity.as_str() {
            "error" => AnsiColor::Red,
            "warning" => AnsiColor::Yellow,
            _ => AnsiColor::Cyan,
        };
        let style = self.style(Style::new().bold().fg_color(Some(color.into())));
        let strong = self.style(Style::new().bold());
        let head = format!("{}[{}]", finding.severity, finding.rule);
        let whole = format!("{head}: {}", visible(&finding.message));
        let lines = self.room().map_or_else(|| vec![whole.clone()], |room| fold::lines(&whole, room, "  "));
        for (at, line) in lines.iter().enumerate() {
            match line.strip_prefix(head.as_str()).filter(|_| at == 0) {
                Some(rest) => writeln!(self.out, "{style}{head}{style:#}{strong}{rest}{strong:#}")?,
                None => writeln!(self.out, "{strong}{line}{strong:#}")?,
            }
        }
        Ok(())
    }

    /// Server, tool and pointer; the line of the source at the right, or below where there is no room.
    fn place(&mut self, finding: &Finding) -> io::Result<()> {
        let faint = self.style(Style::new().fg_color(Some(AnsiColor::BrightBlack.into())));
        let place = words::place(&finding.server, finding.tool.as_deref(), &words::pointer(finding), " · ");
        let place = if place.is_empty() { "all servers".to_owned() } else { place };
        let Some(location) = words::location(finding) else {
            return writeln!(self.out, "  {faint}┌─{faint:#} {place}");
        };
        let taken = MARGIN + width(&place) + width(&location);
        match self.room() {
            Some(room) if taken + 2 > room => {
                writeln!(self.out, "  {faint}┌─{faint:#} {place}")?;
                writeln!(self.out, "  {faint}├─ {location}{faint:#}")
            }
            room => {
                let gap = " ".repeat(room.map_or(2, |room| room.min(100).max(taken + 2) - taken));
                writeln!(self.out, "  {faint}┌─{faint:#} {place}{gap}{faint}{location}{faint:#}")
            }
        }
    }

    fn quote(&mut self, finding: &Finding) -> io::Result<()> {
        let faint = self.style(Style::new().fg_color(Some(AnsiColor::BrightBlack.into())));
        let loud = self.style(Style::new().bold().fg_color(Some(AnsiColor::Red.into())));
        let whole = finding.evidence_span.is_none().then_some(WHOLE);
        let room = self.room().map(|room| room.saturating_sub(MARGIN)).or(whole);
        let span = finding.evidence_span.map(|[start, end]| start..end);
        let Quote { text, carets } = quote(&finding.evidence, span, finding.cut, room);
        writeln!(self.out, "  {faint}│{faint:#}  {text}")?;
        match carets {
            Some(carets) => writeln!(self.out, "  {faint}│{faint:#}  {loud}{carets}{loud:#}"),
            None => Ok(()),
        }
    }

    /// A remark under a finding.
    fn note(&mut self, text: &str) -> io::Result<()> {
        let lines = match self.room() {
            Some(room) => fold::lines(text, room.saturating_sub(4), "  "),
            None => vec![text.to_owned()],
        };
        for (at, line) in lines.iter().enumerate() {
            writeln!(self.out, "  {} {line}", if at == 0 { "=" } else { " " })?;
        }
        Ok(())
    }

    fn more(&mut self, finding: &Finding, left: usize) -> io::Result<()> {
        let faint = self.style(Style::new().fg_color(Some(AnsiColor::BrightBlack.into())));
        let server = if finding.server.is_empty() { "all servers".into() } else { visible(&finding.server) };
        let line = format!("… {left} more of {} in {server} (--format concise shows all)", finding.rule);
        let room = self.room().unwrap_or(usize::MAX);
        fold::lines(&line, room, "  ").iter().try_for_each(|line| writeln!(self.out, "{faint}{line}{faint:#}"))?;
        writeln!(self.out)
    }

    fn unchecked(&mut self, unchecked: &[Unchecked]) -> io::Result<()> {
        for left in unchecked.iter().take(NAMED) {
            let place = words::place(&left.server, left.tool.as_deref(), &left.pointer, " · ");
            self.line(&format!("not judged[{}]: {}: {}", left.rule, place, visible(&left.reason)))?;
        }
        match unchecked.len().saturating_sub(NAMED) {
            0 if unchecked.is_empty() => Ok(()),
            0 => writeln!(self.out),
            more => writeln!(self.out, "… {more} more places not judged (--format json lists them)\n"),
        }
    }

    fn style(&self, style: Style) -> Style {
        if self.view.color { style } else { Style::new() }
    }
}

/// How sure it is and what it costs, or what its fix saves; nothing where there is nothing to say.
fn price(finding: &Finding) -> Option<String> {
    let sure = matches!(finding.group.as_str(), "injection" | "secrets" | "selection") || finding.confidence != "high";
    let sure = sure.then(|| format!("confidence {}", finding.confidence));
    let told: Vec<String> = sure.into_iter().chain(words::price(finding)).collect();
    (!told.is_empty()).then(|| told.join(" · "))
}

fn also(places: &[Also]) -> String {
    let named = places.iter().take(NAMED);
    let mut named: Vec<String> =
        named.map(|also| words::place(&also.server, also.tool.as_deref(), &also.pointer, " · ")).collect();
    if places.len() > NAMED {
        named.push(format!("{} more", places.len() - NAMED));
    }
    format!("also: {}", named.join("; "))
}
