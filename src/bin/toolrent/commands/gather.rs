//! `gather`: asks servers, and saves what they offer as one catalog file.

use std::io::Write;
use std::path::Path;

use toolrent::catalog::place::Place;
use toolrent::catalog::saved::own;
use toolrent::catalog::tool::Problem;
use toolrent::gather::outcome::Outcome;
use toolrent::report::gather::document::{Gather as Document, Kind};
use toolrent::report::gather::sheet;
use toolrent::report::gather::view::View;
use toolrent::report::gather::waiting;
use toolrent::report::sheet::Sheet;
use toolrent::report::{csv, json, markdown};

use crate::args::Global;
use crate::args::format::Format;
use crate::args::gather::Gather;
use crate::commands::discover;
use crate::connect::{self, Answered, Part, Prefers, Request};
use crate::exit::{Exit, Failure};
use crate::output::{self, Output};

pub(crate) fn run(args: &Gather, global: &Global) -> Result<Exit, Failure> {
    if args.discover {
        return discover::run(&Output::new(global));
    }
    let output = Output::beside(global);
    if let Some(file) = &global.output {
        writable(file, &args.sources)?;
    }
    let request = Request {
        names: &args.sources,
        first: None,
        only: &args.only,
        skip: &args.skip,
        connect: &args.connect,
        prefers: Prefers::Config,
        twice: args.twice,
    };
    let answered = connect::ask(request, global)?;
    for failure in &answered.unreadable {
        failure.tell();
    }
    let document = answered.document();
    if document.servers.is_empty() && answered.unreadable.is_empty() {
        let chosen = !args.only.is_empty() || !args.skip.is_empty();
        return Err(Failure::new(match chosen {
            true => "no server is left after --only and --skip; there is nothing to gather".to_owned(),
            false => format!("{}: no server stands in it; there is nothing to gather", args.sources.join(", ")),
        }));
    }
    let view = View {
        width: output.width(),
        verbose: global.verbose > 0,
        quiet: global.quiet,
        stopped: answered.stopped.is_some(),
    };
    if answered.waits {
        output.write(|out| write(&document, &waiting::waiting(&document, view), &output, out))?;
        return Err(answered.refusal());
    }
    let file = global.output.as_deref().filter(|_| answered.stopped.is_none() && lists(&answered));
    if let Some(file) = file {
        output::catalog(file, |out| catalog(&answered, out))?;
    }
    let document = Document { catalog: file.map(|file| file.display().to_string()), ..document };
    output.write(|out| write(&document, &sheet::sheet(&document, view), &output, out))?;
    match answered.interrupted(global.output.is_some()) {
        Some(failure) => Err(failure),
        None => exit(&answered, &document, args.connect.allow_missing, global.output.as_deref()),
    }
}

/// Says it before servers are asked, not after.
fn writable(file: &Path, sources: &[String]) -> Result<(), Failure> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if file == Path::new("-") {
        return Ok(());
    }
    let is_source =
        |same: &Path| sources.iter().any(|source| same.canonicalize().ok() == Path::new(source).canonicalize().ok());
    let why = match file.metadata() {
        Ok(metadata) if metadata.is_dir() => "is a directory; expected a file",
        Ok(_) if is_source(file) => "is one of the sources; the catalog would replace it",
        Err(_) if !folder.is_dir() => "its folder does not exist",
        _ => return Ok(()),
    };
    Err(Failure::new(format!("{}: {why}", file.display())))
}

/// Whether there is anything that a catalog could hold.
fn lists(answered: &Answered) -> bool {
    answered.parts.iter().any(|part| match part {
        Part::Saved(catalog) => !catalog.servers.is_empty(),
        Part::Server(outcome) => outcome.listing.is_some(),
    })
}

/// The catalog, with a line for every server that is missing from it.
fn catalog(answered: &Answered, out: &mut dyn Write) -> Result<(), Failure> {
    let mut writer = own::Writer::new(out)?;
    for part in &answered.parts {
        match part {
            Part::Saved(catalog) => writer.catalog(catalog)?,
            Part::Server(outcome) => match &outcome.listing {
                Some(listing) => listing.write(&outcome.name, &mut writer)?,
                None if outcome.status.is_missing() => writer.problem(&missing(outcome))?,
                None => {}
            },
        }
    }
    Ok(())
}

/// A server that is missing, as a problem of the catalog.
fn missing(outcome: &Outcome) -> Problem {
    let place = Place { source: outcome.origin.source.clone(), server: Some(outcome.name.clone()), ..Place::default() };
    Problem { place, message: connect::stated(outcome), lost: true }
}

fn write(document: &Document, sheet: &Sheet, output: &Output, out: &mut dyn Write) -> Result<(), Failure> {
    match output.format {
        Format::Table => output.table(sheet, out)?,
        Format::Markdown => markdown::write(sheet, out)?,
        Format::Json => json::pretty(document, out)?,
        Format::Jsonl => document.servers.iter().try_for_each(|server| json::line(server, out))?,
        Format::Csv => csv::objects(out, &document.servers)?,
    }
    Ok(())
}

fn exit(answered: &Answered, document: &Document, allowed: bool, file: Option<&Path>) -> Result<Exit, Failure> {
    // A file that cannot be read is no server that did not answer: nobody can have agreed to miss it.
    if !answered.unreadable.is_empty() {
        return Ok(Exit::Unable);
    }
    if answered.misses() && !allowed {
        return Ok(Exit::Partial);
    }
    if document.tools() > 0 {
        return Ok(Exit::Clean);
    }
    let what = match document.of(Kind::Listed).count() {
        0 if answered.misses() => "no server answered",
        0 => "no server was asked that could answer",
        _ => "zero tools in all lists",
    };
    let kept = file.filter(|_| document.catalog.is_none());
    let failure = Failure::new(what);
    Err(match kept {
        Some(file) => failure.help(format!("{} was not written", file.display())),
        None => failure,
    })
}
