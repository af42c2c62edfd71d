//! `simulate`: what other ways of loading tools would cost over sessions, and what they would miss.

mod chosen;
mod recorded;

use std::io::Write;

use toolrent::host::caching::Retention;
use toolrent::rent::column::Column;
use toolrent::report::document::Head;
use toolrent::report::sheet::Sheet;
use toolrent::report::simulate::document::{self, KeepLoaded, Played, Sensitivity};
use toolrent::report::simulate::view::{Detail, View};
use toolrent::report::simulate::{advice as advices, entries, lines, records, sheet};
use toolrent::report::table::{self, Surface};
use toolrent::report::{json, markdown};
use toolrent::session::turn::Session;
use toolrent::simulate::advice::{self, Target};
use toolrent::simulate::billing::Billing;
use toolrent::simulate::break_even;
use toolrent::simulate::count::Counted;
use toolrent::simulate::discover::Finder;
use toolrent::simulate::play::plan::BadStrategy;
use toolrent::simulate::play::rankings::Rankings;
use toolrent::simulate::play::{self, Scene};
use toolrent::simulate::rank::kind::{Kind, ranker};
use toolrent::simulate::rank::names::Names;
use toolrent::simulate::rank::ranker::Ranker;
use toolrent::simulate::sensitivity;
use toolrent::simulate::strategy::Strategy;
use toolrent::simulate::synthetic::{self, Spec};
use toolrent::simulate::workload::Workload;

use crate::args::Global;
use crate::args::format::Format;
use crate::args::simulate::{Simulate, Ttl};
use crate::catalogs::{self, Read, Wanted};
use crate::commands::simulate::chosen::Chosen;
use crate::commands::simulate::recorded::Recorded;
#[cfg(feature = "gather")]
use crate::connect::connected::{self, Listed};
use crate::exit::{Exit, Failure};
use crate::output::Output;
use crate::settings::Settings;

pub(crate) fn run(args: &Simulate, global: &Global, output: &Output) -> Result<Exit, Failure> {
    let settings = Settings::read(global)?;
    let chosen = chosen::choose(args, &settings)?;
    let spec = args.synthetic.as_deref().map(spec).transpose()?;
    let recorded = recorded::read(args)?;
    let read = match args.sources.is_empty() && !named(args) {
        true => Read::default(),
        false => sources(args, global)?,
    };
    let given = Given { read: &read, spec: spec.as_ref(), recorded: &recorded, names: Names::of(&read.catalog) };
    let simulate = document(args, &given, &chosen)?;
    output.write(|out| write(&simulate, args, output, out))?;
    if matches!(output.format, Format::Jsonl | Format::Csv) && !global.quiet {
        for unknown in &simulate.workload.unknown {
            catalogs::tell_line(&format!("note: no tool {:?} in any source", unknown.name));
        }
        if !simulate.workload.left_out.is_empty() {
            catalogs::tell_line(&format!("note: {} tasks left out", simulate.workload.left_out.len()));
        }
    }
    Ok(read.exit)
}

/// What is played: a catalog, and sessions or what to make them of.
struct Given<'a> {
    read: &'a Read,
    spec: Option<&'a Spec>,
    recorded: &'a Recorded,
    names: Names,
}

fn spec(text: &str) -> Result<Spec, Failure> {
    Spec::read(text).map_err(|bad| {
        let near = match &bad {
            synthetic::BadSpec::Key { key } => toolrent::lint::nearest::nearest(key, synthetic::KEYS),
            synthetic::BadSpec::Value { .. } => Vec::new(),
        };
        let failure = Failure::new(format!("--synthetic: {bad}"));
        failure.help(match near.as_slice() {
            [] => format!("the keys are {}", synthetic::KEYS.join(", ")),
            near => format!("did you mean {}?", near.join(" or ")),
        })
    })
}

#[cfg(feature = "gather")]
fn named(args: &Simulate) -> bool {
    !args.connect.servers.is_empty()
}

#[cfg(not(feature = "gather"))]
fn named(_args: &Simulate) -> bool {
    false
}

/// Saved catalogs, and what servers answer.
fn sources(args: &Simulate, global: &Global) -> Result<Read, Failure> {
    let wanted = Wanted { names: &args.sources, first: None, only: &args.only, skip: &args.skip };
    #[cfg(feature = "gather")]
    return connected::read(wanted, &args.connect, Listed::Once, global);
    #[cfg(not(feature = "gather"))]
    catalogs::read(wanted, global)
}

fn document(args: &Simulate, given: &Given<'_>, chosen: &[Chosen]) -> Result<document::Simulate, Failure> {
    let mut simulate: Option<document::Simulate> = None;
    for one in chosen {
        let part = on_column(args, given, one)?;
        match &mut simulate {
            None => simulate = Some(part),
            Some(all) => {
                all.columns.extend(part.columns);
                all.strategies.extend(part.strategies);
                all.break_even.extend(part.break_even);
                all.keep_loaded.extend(part.keep_loaded);
                all.sensitivity.extend(part.sensitivity);
            }
        }
    }
    simulate.ok_or_else(|| Failure::new("no strategy to play"))
}

/// All strategies that are played on one host and model.
fn on_column(args: &Simulate, given: &Given<'_>, chosen: &Chosen) -> Result<document::Simulate, Failure> {
    let column = &chosen.column;
    let counted = counted(given, column);
    let (workload, rankers) = workload(args, given, &counted, column)?;
    let retention = if args.ttl == Ttl::Hour { Retention::Long } else { Retention::Short };
    let billing = Billing::of(column, retention);
    let asked: Vec<&dyn Ranker> =
        rankers.iter().map(AsRef::as_ref).filter(|ranker| wanted(ranker.name(), &chosen.strategies)).collect();
    // Smaller catalogs are ranked as the whole with gaps: no answer is cut before its last tool.
    let rankings = Rankings::of(&workload.queries, &asked, counted.len());
    let scene = Scene { counted: &counted, workload: &workload, rankings: &rankings, billing: &billing, offered: None };
    let bad = |bad: BadStrategy| chosen::told(&bad, &given.names);
    let outcomes: Vec<_> = play::play(scene, &chosen.strategies).into_iter().collect::<Result<_, _>>().map_err(bad)?;
    let shown = document::Column::of(column, &counted, &billing);
    let full = outcomes.first().cloned().unwrap_or_default();
    let rows = outcomes.iter().zip(&chosen.strategies);
    let host = column.host.id.as_str();
    let curves = break_even::curves(scene, &chosen.strategies).map_err(bad)?;
    let (mut keep_loaded, mut varied) = (Vec::new(), Vec::new());
    for strategy in &chosen.strategies {
        let target = args.miss_rate.map_or(Target::Half, Target::Rate);
        let advice = advice::keep(scene, strategy, target).map_err(bad)?;
        keep_loaded.extend(advice.map(|advice| KeepLoaded::of(&advice, &counted, host)));
        if args.sensitivity {
            let variations = sensitivity::variations(scene, strategy).map_err(bad)?;
            varied.extend(variations.iter().map(|one| Sensitivity::of(one, host)));
        }
    }
    let near = |name: &str| given.names.near(name);
    let mut played = document::Workload::of(&workload, counted.len(), source(args), &near);
    played.unread = given.recorded.unread.clone();
    Ok(document::Simulate {
        head: Head::new("simulate", given.read.sources.iter().chain(&given.recorded.sources).cloned().collect()),
        host: host.to_owned(),
        model: shown.model.clone(),
        workload: played,
        strategies: rows.map(|(outcome, strategy)| Played::of(outcome, &full, strategy, &shown)).collect(),
        columns: vec![shown],
        break_even: curves.iter().flat_map(|curve| entries::break_even(curve, host)).collect(),
        keep_loaded,
        sensitivity: varied,
    })
}

fn counted<'a>(given: &'a Given<'_>, column: &'a Column<'static>) -> Counted<'a> {
    match given.spec.filter(|_| given.read.catalog.tools().next().is_none()) {
        Some(spec) => {
            let mut counted = spec.counted();
            counted.window = column.tariff.context_window;
            counted
        }
        None => Counted::new(&given.read.catalog, column),
    }
}

/// The sessions as numbers, and who answers their searches.
fn workload(
    args: &Simulate,
    given: &Given<'_>,
    counted: &Counted<'_>,
    column: &Column<'_>,
) -> Result<(Workload, Vec<Box<dyn Ranker>>), Failure> {
    let (mut workload, rankers) = match given.spec {
        Some(spec) => (spec.workload(counted.len()), spec.rankers(counted.len())),
        None => {
            let sessions: &[Session] = &given.recorded.sessions;
            let workload = Workload::of(sessions, counted, column);
            recorded::something(&workload, &given.names)?;
            (workload, Kind::ALL.into_iter().map(|kind| ranker(kind, &given.read.catalog)).collect())
        }
    };
    if let Some(seconds) = args.gap {
        let steps = workload.runs.iter_mut().flat_map(|run| run.steps.iter_mut());
        steps.for_each(|step| step.gap_ms = step.gap_ms.or(Some(seconds.saturating_mul(1_000))));
    }
    Ok((workload, rankers))
}

/// Whether a strategy asks that ranker.
fn wanted(ranker: &str, strategies: &[Strategy]) -> bool {
    strategies
        .iter()
        .filter_map(|strategy| strategy.discover.as_ref())
        .any(|discover| matches!(&discover.ranker, Finder::Ranker(name) if name == ranker))
}

fn source(args: &Simulate) -> &'static str {
    match (args.synthetic.is_some(), args.sessions.is_empty(), args.tasks.is_empty()) {
        (true, ..) => "synthetic",
        (_, false, false) => "sessions and tasks",
        (_, true, false) => "tasks",
        _ => "sessions",
    }
}

fn write(simulate: &document::Simulate, args: &Simulate, output: &Output, out: &mut dyn Write) -> Result<(), Failure> {
    match output.format {
        Format::Table | Format::Markdown => {
            for (at, sheet) in sheets(simulate, args, output).iter().enumerate() {
                if at > 0 {
                    writeln!(out)?;
                }
                match output.format {
                    Format::Table => output.table(sheet, out)?,
                    _ => markdown::write(sheet, out)?,
                }
            }
        }
        Format::Json => json::pretty(simulate, out)?,
        Format::Jsonl => records::jsonl(simulate, out)?,
        Format::Csv => records::csv(simulate, out)?,
    }
    Ok(())
}

fn sheets(simulate: &document::Simulate, args: &Simulate, output: &Output) -> Vec<Sheet> {
    let view = |detail| View { detail, sources: &args.sources };
    let wide = sheet::strategies(simulate, view(Detail::Full));
    let detail = match output.surface() {
        Surface::Terminal(width) if output.format == Format::Table && !table::fits(&wide, width) => Detail::Brief,
        _ => Detail::Full,
    };
    let first = if detail == Detail::Full { wide } else { sheet::strategies(simulate, view(detail)) };
    let more = [sheet::chart, advices::break_even, advices::keep_loaded, sheet::sensitivity];
    let more = more.iter().filter_map(|make| make(simulate));
    let last = Sheet { after: lines::after(simulate, view(detail)), ..Sheet::default() };
    std::iter::once(first).chain(more).chain([last]).collect()
}
