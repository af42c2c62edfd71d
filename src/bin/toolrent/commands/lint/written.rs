//! How findings and fixes are written, in the format asked for.

use std::io::Write;
use std::path::Path;

use toolrent::lint::finding::Finding;
use toolrent::lint::fix::FixLevel;
use toolrent::lint::fixes;
use toolrent::lint::grade::Severity;
use toolrent::lint::mask::Masks;
use toolrent::lint::run::Outcome;
use toolrent::rent::figures;
use toolrent::report::document::{Head, Source};
use toolrent::report::lint::document::Lint as Document;
use toolrent::report::lint::table::{self, View};
use toolrent::report::lint::{
    concise, fixes as documents, github, gitlab, junit, markdown, records, sarif, statistics,
};
use toolrent::report::{json, markdown as sheets};

use crate::args::Global;
use crate::args::format::Asked;
use crate::args::lint::{self as args, Lint};
use crate::catalogs;
use crate::exit::Failure;
use crate::output::{self, Output};

/// What is written, and how.
pub(crate) struct Writing<'a> {
    output: &'a Output,
    asked: Asked,
    show: Severity,
    statistics: bool,
}

impl<'a> Writing<'a> {
    /// From flags.
    pub(crate) fn new(args: &Lint, global: &Global, output: &'a Output) -> Result<Writing<'a>, Failure> {
        let asked = global.format.unwrap_or(Asked::Table);
        let statistics = args.shown.statistics;
        if statistics && !matches!(asked, Asked::Table | Asked::Markdown) {
            let failure = Failure::new(format!("--statistics is a table and not written as {}", asked.word()));
            return Err(failure.help("table or markdown fits; the other formats hold every finding"));
        }
        let everything = args.spoken.persona != args::Persona::Regular || global.verbose > 0;
        let show = match args.shown.min_severity {
            Some(args::Severity::Error) => Severity::Error,
            Some(args::Severity::Warning) => Severity::Warning,
            Some(args::Severity::Info) => Severity::Info,
            None if everything => Severity::Info,
            None => Severity::Warning,
        };
        Ok(Writing { output, asked, show, statistics })
    }

    /// Writes the findings. What people read starts at the severity asked for; what machines read holds all.
    pub(crate) fn write(&self, mut lint: Document) -> Result<(), Failure> {
        let output = self.output;
        if self.statistics {
            let sheet = statistics::sheet(&lint);
            return output.write(|out| match self.asked {
                Asked::Markdown => Ok(sheets::write(&sheet, out)?),
                _ => output.table(&sheet, out),
            });
        }
        if matches!(self.asked, Asked::Concise | Asked::Github | Asked::Markdown) {
            lint.findings.retain(|finding| Severity::of_word(&finding.severity) >= Some(self.show));
        }
        output.write(|out| self.findings(&lint, out))
    }

    fn findings(&self, lint: &Document, out: &mut dyn Write) -> Result<(), Failure> {
        match self.asked {
            Asked::Table => {
                let view = View { surface: self.output.surface(), color: self.output.colors(), show: self.show };
                table::write(lint, &view, out)?;
            }
            Asked::Json => json::pretty(lint, out)?,
            Asked::Jsonl => records::write(lint, out)?,
            Asked::Csv => records::csv(lint, out)?,
            Asked::Markdown => markdown::write(lint, out)?,
            Asked::Concise => concise::write(lint, out)?,
            Asked::Sarif => sarif::write(lint, out)?,
            Asked::Github => github::write(lint, out)?,
            Asked::Junit => junit::write(lint, out)?,
            Asked::Gitlab => gitlab::write(lint, out)?,
        }
        Ok(())
    }
}

/// Writes the fixes that may be trusted that far as one document.
pub(crate) fn fixes(
    file: &Path,
    also_unsafe: bool,
    sources: Vec<Source>,
    outcome: &Outcome,
    global: &Global,
) -> Result<(), Failure> {
    let most = if also_unsafe { FixLevel::Unsafe } else { FixLevel::Safe };
    let masks = Masks::of(&outcome.findings);
    // A patch with a secret in it is not written down once more.
    let tells = |finding: &&Finding| finding.fix.as_ref().is_some_and(|fix| masks.tells(fix));
    let untold = outcome.findings.iter().filter(tells).count();
    let findings: Vec<Finding> = outcome.findings.iter().filter(|finding| !tells(finding)).cloned().collect();
    let fixes = fixes::collect(&findings, most);
    let left: usize = fixes.iter().map(|fix| fix.left).sum();
    let document = documents::document(Head::new("lint", sources), fixes);
    let mut bytes = Vec::new();
    json::pretty(&document, &mut bytes)?;
    output::replace(file, &bytes)?;
    if !global.quiet {
        let tools = figures::count(document.fixes.len(), "tool");
        let left = if left > 0 {
            format!("; {left} more touch the same places: run again once these are applied")
        } else {
            String::new()
        };
        let untold =
            if untold > 0 { format!("; {untold} left out, because they hold a secret") } else { String::new() };
        catalogs::tell_line(&format!("note: {}: fixes for {tools}{left}{untold}", file.display()));
    }
    Ok(())
}
