//! `rent`: what each definition costs per turn, on a host and model.

use std::io::Write;

use toolrent::catalog::tool::Catalog;
use toolrent::host::tariff::Overrides;
use toolrent::rent::budget::Budget;
use toolrent::rent::claimed;
use toolrent::rent::claims::Claims;
use toolrent::rent::column::Column;
use toolrent::rent::ledger::{Detail, ledger};
use toolrent::rent::row::Ledger;
use toolrent::rent::wire::Wires;
use toolrent::report::document::{self, Claim, Head, OverBudget};
use toolrent::report::rent::sheet;
use toolrent::report::rent::view::{self, View};
use toolrent::report::rent::{document as documents, records, verdicts};
use toolrent::report::{json, markdown};

use crate::args::format::Format;
use crate::args::{By, Global, Rent};
use crate::catalogs::{self, Read, Wanted};
use crate::columns;
use crate::commands::stream::Streaming;
#[cfg(feature = "gather")]
use crate::connect::connected::{self, Listed};
use crate::exit::{Exit, Failure};
use crate::ledgers::{budgets, claims, count_for};
use crate::output::Output;
use crate::settings::Settings;
use crate::source::{self, Held};

pub(crate) fn run(args: &Rent, global: &Global, output: &Output) -> Result<Exit, Failure> {
    let settings = Settings::read(global)?;
    let prices = prices(args)?;
    let hosts = if args.hosts.is_empty() { &settings.hosts } else { &args.hosts };
    let model = args.model.as_deref().or(settings.model.as_deref());
    let choices = columns::choose(hosts, model, &prices)?;
    let claims = args.claimed.as_deref().map(claims).transpose()?;
    let mut wanted = Wanted { names: &args.sources, first: None, only: &args.only, skip: &args.skip };
    if let ([name], Format::Jsonl | Format::Csv, false) = (args.sources.as_slice(), output.format, names_servers(args))
    {
        match source::held(name)? {
            Held::Whole(bytes) => wanted.first = Some(bytes),
            Held::Lines(input) => {
                only_rows(args, &settings, name)?;
                let streaming = Streaming { name, columns: &choices, wanted: &wanted, format: output.format };
                return output.write(|out| streaming.run(input, global, out));
            }
        }
    }
    let read = sources(args, wanted, global)?;
    let wires = Wires::count(&read.catalog);
    let count = |column: &Column<'_>| ledger(&read.catalog, &wires, column, Detail::Fields);
    let ledgers: Vec<Ledger> = choices.iter().map(count).collect();
    let compared = claims.as_ref().map(|claims| compare(claims, &ledgers)).transpose()?.unwrap_or_default();
    let over = over_budget(args, &settings, &prices, &read.catalog, &ledgers)?;
    let exit = if over.is_empty() { read.exit } else { read.exit.max(Exit::Findings) };
    let rent = documents::document(Head::new("rent", read.sources), &ledgers, compared, over);
    output.write(|out| write(&rent, view(args), output, out))?;
    if matches!(output.format, Format::Jsonl | Format::Csv) && !global.quiet {
        // These formats hold rows of one kind only.
        verdicts::over_budget(&rent).iter().for_each(|line| catalogs::tell_line(line));
    }
    Ok(exit)
}

#[cfg(feature = "gather")]
fn names_servers(args: &Rent) -> bool {
    !args.connect.servers.is_empty() || args.sources.iter().any(|name| source::is_url(name))
}

#[cfg(not(feature = "gather"))]
fn names_servers(_args: &Rent) -> bool {
    false
}

/// Saved catalogs, and what servers answer.
#[cfg(feature = "gather")]
fn sources(args: &Rent, wanted: Wanted<'_>, global: &Global) -> Result<Read, Failure> {
    connected::read(wanted, &args.connect, Listed::Once, global)
}

#[cfg(not(feature = "gather"))]
fn sources(_args: &Rent, wanted: Wanted<'_>, global: &Global) -> Result<Read, Failure> {
    catalogs::read(wanted, global)
}

/// What needs all rows at once cannot be had of a source that is not held.
fn only_rows(args: &Rent, settings: &Settings, name: &str) -> Result<(), Failure> {
    let budgets = settings.budget != Budget::default() || !settings.budgets.is_empty();
    if !budgets && args.claimed.is_none() && args.baseline.is_none() {
        return Ok(());
    }
    let failure =
        Failure::new(format!("{name}: too large to hold, so no total can be judged against a budget or a claim"));
    Err(failure.help("--isolated counts its rows without budgets; --format json holds all of it"))
}

fn view(args: &Rent) -> View {
    let by = match args.by {
        By::Tool => view::By::Tool,
        By::Server => view::By::Server,
        By::Field => view::By::Field,
    };
    View { by, top: args.top }
}

/// Writes a rent document in the format asked for.
pub(crate) fn write(rent: &document::Rent, view: View, output: &Output, out: &mut dyn Write) -> Result<(), Failure> {
    match output.format {
        Format::Table => output.table(&sheet::sheet(rent, view), out)?,
        Format::Markdown => markdown::write(&sheet::sheet(rent, view), out)?,
        Format::Json => json::pretty(rent, out)?,
        Format::Jsonl => records::jsonl(rent, out)?,
        Format::Csv => records::csv(rent, out)?,
    }
    Ok(())
}

fn prices(args: &Rent) -> Result<Overrides, Failure> {
    let Some(file) = &args.prices else { return Ok(Overrides::default()) };
    let name = file.display().to_string();
    let text = String::from_utf8(source::bytes(&name)?).map_err(|_| Failure::new(format!("{name}: not UTF-8")))?;
    Overrides::read(&text)
        .map_err(|error| Failure::new(format!("{name}: {}", error.to_string().trim_end().replace('\n', " "))))
        .map_err(|failure| failure.help("one table a model: [\"claude-sonnet-4-6\"] input = 3_000_000 and so on"))
}

/// Holds the claims against the host they name, or against the only column.
fn compare(claims: &Claims, ledgers: &[Ledger]) -> Result<Vec<Claim>, Failure> {
    let ledger = match (&claims.host, ledgers) {
        (Some(host), _) => ledgers.iter().find(|ledger| ledger.host == *host).ok_or_else(|| {
            Failure::new(format!("the claims are about {host:?}, which is no column here"))
                .help(format!("add --host {host}"))
        })?,
        (None, [only]) => only,
        (None, _) => {
            let failure = Failure::new("the claims name no host, and several columns stand here");
            return Err(failure.help("say which with one --host"));
        }
    };
    Ok(documents::claims(&claimed::compare(claims, ledger), &ledger.host))
}

fn over_budget(
    args: &Rent,
    settings: &Settings,
    prices: &Overrides,
    catalog: &Catalog,
    ledgers: &[Ledger],
) -> Result<Vec<OverBudget>, Failure> {
    let mut over = Vec::new();
    for (host, budget) in budgets(settings) {
        let own;
        let ledger = match ledgers.iter().find(|ledger| ledger.host == host) {
            Some(ledger) => ledger,
            None => {
                own = count_for(host, prices, catalog)?;
                &own
            }
        };
        let before = match (&args.baseline, budget.growth_pct) {
            (Some(file), Some(_)) => Some(baseline(&file.display().to_string(), host, prices)?),
            (None, Some(_)) => {
                let failure = Failure::new("growth_pct is set, but there is nothing to grow from");
                return Err(failure.help("give --baseline FILE, a catalog or an earlier --format json report"));
            }
            _ => None,
        };
        over.extend(budget.excesses(ledger, before).into_iter().map(|excess| OverBudget {
            budget: excess.budget.to_owned(),
            host: host.to_owned(),
            server: excess.server,
            tool: excess.tool,
            limit: excess.limit,
            found: excess.found,
        }));
    }
    Ok(over)
}

/// The up-front total of an earlier JSON report, or of an earlier catalog counted today.
fn baseline(name: &str, host: &str, prices: &Overrides) -> Result<i64, Failure> {
    let bytes = source::bytes(name)?;
    let report: Option<serde_json::Value> = serde_json::from_slice(&bytes).ok();
    if let Some(report) = report.filter(|report| report["command"] == "rent" && report["columns"].is_array()) {
        let column = report["columns"].as_array().and_then(|all| all.iter().find(|column| column["host"] == host));
        let total = column.and_then(|column| column["totals"]["up_front"].as_i64());
        return total.ok_or_else(|| Failure::new(format!("{name}: the report has no column for {host}")));
    }
    let catalog =
        toolrent::catalog::saved::read(name, &bytes).map_err(|error| Failure::new(format!("{name}: {error}")))?;
    Ok(count_for(host, prices, &catalog)?.totals.up_front)
}
