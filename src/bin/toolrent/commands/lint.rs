//! `lint`: rules and budgets over definitions, and over what came back from calls.

mod given;
mod written;

use std::time::{SystemTime, UNIX_EPOCH};

use toolrent::host::profile::{self, Host};
use toolrent::lint::allow::{self, Around};
use toolrent::lint::baseline::Baseline;
use toolrent::lint::day::Day;
use toolrent::lint::grade::{Persona, Severity};
use toolrent::lint::levels::{Level, Levels, Whom};
use toolrent::lint::run::{Config, Outcome, lint};
use toolrent::lint::scene::Input;
use toolrent::rent::figures;
use toolrent::report::document::Head;
use toolrent::report::lint::document::{Told, document};

use crate::args::Global;
use crate::args::lint::{self as args, FailOn, Limits, Lint};
use crate::catalogs::{self, Read, Wanted};
use crate::columns::unknown_host;
use crate::commands::lint::given::Given;
use crate::commands::lint::written::Writing;
#[cfg(feature = "gather")]
use crate::connect::connected::{self, Listed};
use crate::exit::{Exit, Failure};
use crate::output::{self, Output};
use crate::settings::Settings;
use crate::settings::rules::help;

pub(crate) fn run(args: &Lint, global: &Global, output: &Output) -> Result<Exit, Failure> {
    let settings = Settings::read(global)?;
    let writing = Writing::new(args, global, output)?;
    let config = config(args, &settings)?;
    let hosts = hosts(args, &settings)?;
    let baseline = args.limits.baseline.as_deref().map(given::baseline).transpose()?;
    let given = Given::read(&args.besides, global)?;
    let read = sources(args, &given, global)?;
    let held = given::held(&given, &settings, &args.hosts, &read.catalog)?;
    let input = Input {
        catalog: Some(&read.catalog),
        hosts: &hosts,
        calls: &given.calls,
        observed: &read.observed,
        again: &given.again,
        reviewed: given.reviewed.as_ref(),
        claims: &held.claims,
        budgets: &held.budgets,
    };
    let mut outcome = lint(input, &config);
    let around = Around { input, config: &config, today: today() };
    let allowed = allow::apply(&mut outcome, &settings.rules.allows, around);
    let known = accepted(&args.limits, baseline, &mut outcome, global)?;
    let told = Told { allowed, baseline: known, hidden: outcome.hidden.len() };
    if let Some(file) = &args.shown.fix_output {
        written::fixes(file, args.shown.unsafe_fixes, read.sources.clone(), &outcome, global)?;
    }
    let sources = read.sources.into_iter().chain(given.sources).collect();
    let mut document = document(Head::new("lint", sources), &read.catalog, &given.calls, &outcome, told);
    if let Some(origin) = &settings.origin {
        document.settings(&origin.name, &origin.allows);
    }
    writing.write(document)?;
    Ok(read.exit.max(verdict(&outcome, &args.limits)))
}

/// The hosts that count: those asked for, those of the settings, or the usual ones.
fn hosts(args: &Lint, settings: &Settings) -> Result<Vec<&'static Host>, Failure> {
    let asked = if args.hosts.is_empty() { &settings.hosts } else { &args.hosts };
    if asked.is_empty() {
        return Ok(profile::lint_defaults().collect());
    }
    let mut hosts: Vec<&'static Host> = Vec::new();
    for id in asked {
        let host = profile::named(id).ok_or_else(|| unknown_host(id))?;
        if hosts.iter().all(|one| one.id != host.id) {
            hosts.push(host);
        }
    }
    Ok(hosts)
}

/// Levels of the settings first, then those of the command line from left to right.
fn config(args: &Lint, settings: &Settings) -> Result<Config, Failure> {
    let persona = match args.spoken.persona {
        args::Persona::Regular => Persona::Regular,
        args::Persona::Pedantic => Persona::Pedantic,
        args::Persona::Auditor => Persona::Auditor,
    };
    let mut set: Vec<(Whom, Level)> = settings.rules.levels.clone();
    let words = args.spoken.levels.0.iter().map(|(level, whom)| (whom.as_str(), *level));
    let asked = Levels::parse(persona, words).map_err(|error| {
        let failure = Failure::new(error.to_string());
        match help(&error) {
            Some(help) => failure.help(help),
            None => failure,
        }
    })?;
    set.extend(asked.set);
    Ok(Config { levels: Levels { persona, set }, options: settings.rules.options.clone() })
}

/// Saved catalogs, and what servers answer. None need be named where results are judged.
fn sources(args: &Lint, given: &Given, global: &Global) -> Result<Read, Failure> {
    let wanted = Wanted { names: &args.sources, first: None, only: &args.only, skip: &args.skip };
    #[cfg(feature = "gather")]
    {
        if args.sources.is_empty() && args.connect.servers.is_empty() {
            return Ok(Read { catalog: given.defined()?, ..Read::default() });
        }
        let listed = if args.besides.twice { Listed::Twice } else { Listed::Once };
        connected::read(wanted, &args.connect, listed, global)
    }
    #[cfg(not(feature = "gather"))]
    {
        if args.sources.is_empty() {
            Ok(Read { catalog: given.defined()?, ..Read::default() })
        } else {
            catalogs::read(wanted, global)
        }
    }
}

/// Takes out what a baseline holds, and writes one; gives how many findings it held.
fn accepted(
    limits: &Limits,
    baseline: Option<Baseline>,
    outcome: &mut Outcome,
    global: &Global,
) -> Result<usize, Failure> {
    // What is written holds what the old one held, so that both may be the same file.
    let new = limits.write_baseline.as_ref().map(|file| (file, Baseline::of(&outcome.findings)));
    let mut known = 0;
    if let (Some(baseline), Some(file)) = (baseline, &limits.baseline) {
        let held = baseline.apply(outcome);
        known = held.known;
        let (gone, all) = (held.gone.len(), baseline.fingerprints.len());
        if gone > 0 && new.is_none() && !global.quiet {
            let name = file.display();
            let line =
                format!("note: {name}: {gone} of {all} fingerprints no longer occur; --write-baseline drops them");
            catalogs::tell_line(&line);
        }
    }
    if let Some((file, new)) = new {
        output::replace(file, new.text().as_bytes())?;
        known += new.apply(outcome).known;
        if !global.quiet {
            let count = figures::count(new.fingerprints.len(), "finding");
            catalogs::tell_line(&format!("note: {}: {count} written", file.display()));
        }
    }
    Ok(known)
}

fn verdict(outcome: &Outcome, limits: &Limits) -> Exit {
    let least = match limits.fail_on {
        FailOn::Error => Some(Severity::Error),
        FailOn::Warning => Some(Severity::Warning),
        FailOn::Info => Some(Severity::Info),
        FailOn::Never => None,
    };
    let warnings = outcome.findings.iter().filter(|finding| finding.severity == Severity::Warning).count();
    let bad = least.is_some_and(|least| outcome.findings.iter().any(|finding| finding.severity >= least));
    let many = limits.max_warnings.is_some_and(|most| warnings > most);
    if bad || many { Exit::Findings } else { Exit::Clean }
}

fn today() -> Day {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    Day::of_unix(i64::try_from(seconds).unwrap_or(i64::MAX))
}
