//! `results`: what tool results cost, and keep costing.

#[cfg(feature = "gather")]
mod live;

use std::io::Write;

use toolrent::host::tariff::Overrides;
use toolrent::host::{model, profile};
use toolrent::rent::column::Column;
use toolrent::rent::result::costs::{Played, Turns, costs};
use toolrent::report::document::Head;
use toolrent::report::results::document::Results as Document;
use toolrent::report::results::view::{self, View};
use toolrent::report::results::{records, sheets, written};
use toolrent::report::{json, markdown};
use toolrent::session::transcript::{Form, Transcript};
use toolrent::session::turn::Session;

use crate::args::Global;
use crate::args::format::Format;
use crate::args::results::{By, Results};
use crate::columns;
use crate::exit::{Exit, Failure};
use crate::output::Output;
use crate::settings::Settings;
use crate::transcripts::{self, Read};

/// Who is called where a host's transcript names no server.
const HOST: &str = "(host)";

pub(crate) fn run(args: &Results, global: &Global, output: &Output) -> Result<Exit, Failure> {
    let settings = Settings::read(global)?;
    let Read { transcripts, sources, unread, exit } = read(args, global)?;
    let column = column(args, &settings, &transcripts)?;
    let played: Vec<Played<'_>> = transcripts
        .iter()
        .flat_map(|transcript| transcript.sessions.iter().map(|session| played(transcript, session)))
        .collect();
    if !played.iter().any(|played| played.session.turns.iter().any(|turn| !turn.calls.is_empty())) {
        let names: Vec<&str> = sources.iter().map(|source| source.name.as_str()).collect();
        return Err(Failure::new(format!("{}: no calls; there is nothing to judge", names.join(", "))));
    }
    let costs = costs(&played, &column);
    let document = written::document(Head::new("results", sources), &costs, &column, unread);
    output.write(|out| write(&document, view(args), output, out))?;
    Ok(exit)
}

#[cfg(feature = "gather")]
fn read(args: &Results, global: &Global) -> Result<Read, Failure> {
    if args.calls.is_empty() { transcripts::read(&args.transcripts) } else { live::read(args, global) }
}

#[cfg(not(feature = "gather"))]
fn read(args: &Results, _global: &Global) -> Result<Read, Failure> {
    transcripts::read(&args.transcripts)
}

fn played<'a>(transcript: &Transcript, session: &'a Session) -> Played<'a> {
    let (turns, unnamed) = match transcript.form {
        Some(Form::ClaudeCode | Form::Codex) => (Turns::Requests, HOST),
        Some(Form::Capture) | None => (Turns::Unknown, written::UNNAMED),
        Some(Form::Requests | Form::Otel | Form::Workload) => (Turns::Requests, written::UNNAMED),
    };
    Played { session, turns, unnamed }
}

/// The host asked for, else the one that wrote all transcripts, and the model that it had; else the plain count.
fn column(args: &Results, settings: &Settings, transcripts: &[Transcript]) -> Result<Column<'static>, Failure> {
    let asked_host = args.host.clone().or_else(|| settings.hosts.first().cloned());
    let asked_model = args.model.as_deref().or(settings.model.as_deref());
    let wrote = |transcript: &Transcript| match transcript.form {
        Some(Form::ClaudeCode) => "claude-code",
        Some(Form::Codex) => "codex",
        _ => "json",
    };
    let wrote = only(transcripts.iter().map(wrote)).unwrap_or("json");
    let hosts = match (&asked_host, asked_model) {
        (Some(host), _) => vec![host.clone()],
        (None, Some(_)) if wrote == "json" => Vec::new(),
        (None, _) => vec![wrote.to_owned()],
    };
    let named = || {
        let sessions = transcripts.iter().flat_map(|transcript| &transcript.sessions);
        let id = only(sessions.filter_map(|session| session.model.as_deref()))?;
        let row = model::of_id(id)?;
        profile::named(hosts.first()?)?.meter_of(row).map(|_| row.id.as_str())
    };
    let model = asked_model.or_else(named);
    let column = columns::choose(&hosts, model, &Overrides::default())?.into_iter().next();
    column.ok_or_else(|| Failure::new("no host to count for"))
}

/// The one thing that all of them are.
fn only<T: PartialEq>(mut all: impl Iterator<Item = T>) -> Option<T> {
    let first = all.next()?;
    all.all(|other| other == first).then_some(first)
}

fn view(args: &Results) -> View {
    let by = match args.by {
        By::Tool => view::By::Tool,
        By::Server => view::By::Server,
        By::Session => view::By::Session,
        By::Kind => view::By::Kind,
    };
    View { by, top: args.top }
}

fn write(document: &Document, view: View, output: &Output, out: &mut dyn Write) -> Result<(), Failure> {
    match output.format {
        Format::Table => sheets::sheets(document, view).iter().try_for_each(|sheet| output.table(sheet, out))?,
        Format::Markdown => {
            sheets::sheets(document, view).iter().try_for_each(|sheet| markdown::write(sheet, out))?;
        }
        Format::Json => json::pretty(document, out)?,
        Format::Jsonl => records::jsonl(document, out)?,
        Format::Csv => records::csv(document, out)?,
    }
    Ok(())
}
