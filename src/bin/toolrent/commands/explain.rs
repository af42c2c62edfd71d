//! `explain`: a rule's page, or which definition a provider's error message is about.

use std::io::Write;

use toolrent::host::profile;
use toolrent::lint::blame::blame;
use toolrent::lint::knob::Setting;
use toolrent::lint::nearest::nearest;
use toolrent::lint::page;
use toolrent::lint::rule::Rule;
use toolrent::lint::rules::{RULES, named};
use toolrent::rent::figures;
use toolrent::report::document::Head;
use toolrent::report::lint::{blamed, rules};
use toolrent::report::table::Surface;
use toolrent::report::{csv, json, markdown};

use crate::args::Global;
use crate::args::format::Format;
use crate::args::lint::Explain;
use crate::catalogs::{self, Wanted};
use crate::columns::unknown_host;
use crate::exit::{Exit, Failure};
use crate::output::Output;
use crate::settings::rules::near_or_all;

pub(crate) fn run(args: &Explain, global: &Global, output: &Output) -> Result<Exit, Failure> {
    if let Some(error) = &args.error {
        return of_error(error, args, global, output);
    }
    if args.names.is_empty() {
        return Err(Failure::new("explain what? name a rule").help("`toolrent rules` lists them all"));
    }
    let [id] = args.names.as_slice() else {
        return Err(Failure::new("one rule at a time").help("`toolrent rules` lists them all"));
    };
    let rule = named(id).ok_or_else(|| {
        let near = nearest(id, RULES.iter().map(|rule| rule.id));
        Failure::new(format!("unknown rule {id:?}")).help(near_or_all(&near))
    })?;
    let document = || rules::page_document(Head::new("explain", Vec::new()), rule);
    output.write(|out| {
        match output.format {
            Format::Table => page(rule, output, out)?,
            Format::Markdown => out.write_all(text(rule).as_bytes())?,
            Format::Json => json::pretty(&document(), out)?,
            Format::Jsonl => json::line(&document(), out)?,
            Format::Csv => return Err(Failure::new("a page is no csv").help("markdown or json fits")),
        }
        Ok(())
    })?;
    Ok(Exit::Clean)
}

/// The page with the rule's name over it, and what can be set.
fn text(rule: &Rule) -> String {
    let page = page::read(rule.file).markdown;
    let (first, rest) = page.split_once("\n\n").unwrap_or((&page, ""));
    let (group, severity, confidence) = (rule.group.word(), rule.severity.word(), rule.confidence.word());
    let persona = rule.persona.word();
    let nursery = if rule.is_nursery() { "; in the nursery: it speaks when it is named" } else { "" };
    let mut text = format!(
        "# {}\n\n{first}\n\nGroup {group}; {severity}, confidence {confidence}; for {persona} readers{nursery}.\n\n{}\n",
        rule.id,
        rest.trim_end()
    );
    if !rule.options.is_empty() {
        text.push_str(&format!("\n## Settings\n\nIn `[rules.{}]` of toolrent.toml:\n\n", rule.id));
    }
    for knob in rule.options {
        let default = match knob.default {
            Setting::Number(number) => number.to_string(),
            Setting::Words => "[]".to_owned(),
        };
        text.push_str(&format!("- `{} = {default}`: {}\n", knob.name, knob.what));
    }
    text
}

/// On a terminal headings stand out and examples are set apart; in a pipe it is the markdown.
fn page(rule: &Rule, output: &Output, out: &mut dyn Write) -> Result<(), Failure> {
    let text = text(rule);
    if output.surface() == Surface::Pipe {
        return Ok(out.write_all(text.as_bytes())?);
    }
    let (bold, faint) = (anstyle::Style::new().bold(), anstyle::Style::new().dimmed());
    let mut fenced = false;
    for line in text.lines() {
        let fence = line.starts_with("```");
        match line.trim_start_matches('#') {
            title if title.len() < line.len() && !fenced => writeln!(out, "{bold}{}{bold:#}", title.trim())?,
            _ if fence && !fenced => {
                let kind = line.trim_start_matches('`').trim_start_matches("json").trim();
                writeln!(out, "{faint}{kind}:{faint:#}")?;
            }
            _ if fence => {}
            _ if fenced => writeln!(out, "    {line}")?,
            _ => writeln!(out, "{line}")?,
        }
        fenced ^= fence;
    }
    Ok(())
}

fn of_error(error: &str, args: &Explain, global: &Global, output: &Output) -> Result<Exit, Failure> {
    let host = args.host.as_deref().map(|id| profile::named(id).ok_or_else(|| unknown_host(id))).transpose()?;
    if args.names.is_empty() {
        let failure = Failure::new("--error needs the sources whose tools were sent");
        return Err(failure.help("toolrent explain --error 'MESSAGE' tools.json ..., in the order of the request"));
    }
    let read = catalogs::read(Wanted { names: &args.names, ..Wanted::default() }, global)?;
    let found = blame(error, &read.catalog, host);
    if found.is_empty() {
        let tools = figures::count(read.catalog.tools().count(), "tool");
        let failure = Failure::new(format!("the message names no tool that stands here, among {tools}"));
        return Err(failure.help("it should hold a place such as tools.31 or tools[31]; name all sources, in order"));
    }
    let document = blamed::document(Head::new("explain", read.sources), error, found, &read.catalog);
    output.write(|out| {
        match output.format {
            Format::Table => blamed::write(&document, output.surface(), out)?,
            Format::Markdown => markdown::write(&blamed::sheet(&document), out)?,
            Format::Json => json::pretty(&document, out)?,
            Format::Jsonl => document.blamed.iter().try_for_each(|one| json::line(one, out))?,
            Format::Csv => csv::objects(out, &document.blamed)?,
        }
        Ok(())
    })?;
    Ok(read.exit)
}
