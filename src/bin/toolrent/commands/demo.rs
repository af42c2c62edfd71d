//! `demo`: the main job on a built-in catalog, without network, files or arguments.

use std::io::Write;

use toolrent::catalog::saved;
use toolrent::catalog::tool::Catalog;
use toolrent::host::profile;
use toolrent::host::tariff::Overrides;
use toolrent::lint::grade::{Group, Severity};
use toolrent::lint::run::{Config, lint};
use toolrent::lint::scene::Input;
use toolrent::rent::ledger::{Detail, ledger};
use toolrent::rent::wire::Wires;
use toolrent::report::document::{Head, Rent, Source};
use toolrent::report::lint::document::{Told, document as findings};
use toolrent::report::lint::{concise, markdown};
use toolrent::report::rent::document as documents;
use toolrent::report::rent::view::{By, View};

use crate::args::Global;
use crate::args::format::Format;
use crate::columns;
use crate::commands::{count, rent};
use crate::exit::{Exit, Failure};
use crate::output::Output;

const SERVERS: [(&str, &str); 6] = [
    ("samples/servers/forge.json", include_str!("../../../../samples/servers/forge.json")),
    ("samples/servers/notes.json", include_str!("../../../../samples/servers/notes.json")),
    ("samples/servers/browser.json", include_str!("../../../../samples/servers/browser.json")),
    ("samples/servers/gudang.json", include_str!("../../../../samples/servers/gudang.json")),
    ("samples/servers/pajak.json", include_str!("../../../../samples/servers/pajak.json")),
    ("samples/servers/kalender.json", include_str!("../../../../samples/servers/kalender.json")),
];

/// Definitions with something wrong.
const LINTED: [(&str, &str); 2] = [
    ("samples/lint/warung.json", include_str!("../../../../samples/lint/warung.json")),
    ("samples/lint/kurir.json", include_str!("../../../../samples/lint/kurir.json")),
];

const REQUESTS: [(&str, &str); 5] = [
    ("samples/requests/anthropic.json", include_str!("../../../../samples/requests/anthropic.json")),
    ("samples/requests/openai-chat.json", include_str!("../../../../samples/requests/openai-chat.json")),
    ("samples/requests/openai-responses.json", include_str!("../../../../samples/requests/openai-responses.json")),
    ("samples/requests/gemini.json", include_str!("../../../../samples/requests/gemini.json")),
    ("samples/requests/bedrock-converse.json", include_str!("../../../../samples/requests/bedrock-converse.json")),
];

pub(crate) fn run(_global: &Global, output: &Output) -> Result<Exit, Failure> {
    let catalog = catalog(&SERVERS)?;
    let side_by_side = document(&catalog, &[])?;
    output.write(|out| {
        if output.format != Format::Table && output.format != Format::Markdown {
            return rent::write(&side_by_side, View { by: By::Tool, top: 0 }, output, out);
        }
        title(out, "What the tools of six servers cost on every turn (toolrent rent)")?;
        rent::write(&side_by_side, View { by: By::Tool, top: 2 }, output, out)?;
        title(
            out,
            "The same tools in Claude Code, which names, cuts and holds them back its own way (--host claude-code)",
        )?;
        let on_host = document(&catalog, &["claude-code".to_owned()])?;
        rent::write(&on_host, View { by: By::Server, top: 0 }, output, out)?;
        title(out, "Whole requests, as the provider will bill them (toolrent count)")?;
        count::demo(&REQUESTS, output, out)?;
        title(out, "Orders to the model in the definitions of two more servers (toolrent lint)")?;
        linted(output, out)
    })?;
    Ok(Exit::Clean)
}

fn title(out: &mut dyn Write, words: &str) -> Result<(), Failure> {
    Ok(writeln!(out, "\n# {words}\n")?)
}

/// Orders to the model that two servers hide.
fn linted(output: &Output, out: &mut dyn Write) -> Result<(), Failure> {
    let catalog = catalog(&LINTED)?;
    let hosts: Vec<_> = profile::lint_defaults().collect();
    let mut outcome = lint(Input { catalog: Some(&catalog), hosts: &hosts, ..Input::default() }, &Config::default());
    outcome.findings.retain(|finding| finding.group == Group::Injection && finding.severity > Severity::Info);
    let document = findings(Head::new("demo", Vec::new()), &catalog, &[], &outcome, Told::default());
    match output.format {
        Format::Markdown => markdown::write(&document, out)?,
        _ => concise::write(&document, out)?,
    }
    Ok(())
}

fn catalog(files: &[(&str, &str)]) -> Result<Catalog, Failure> {
    let mut all = Catalog::default();
    for (name, text) in files {
        let read = saved::read(name, text.as_bytes());
        let catalog = read.map_err(|error| Failure::new(format!("{name} (built in): {error}")))?;
        all.servers.extend(catalog.servers);
        all.problems.extend(catalog.problems);
    }
    Ok(all)
}

fn document(catalog: &Catalog, hosts: &[String]) -> Result<Rent, Failure> {
    let choices = columns::choose(hosts, None, &Overrides::default())?;
    let wires = Wires::count(catalog);
    let ledgers: Vec<_> = choices.iter().map(|choice| ledger(catalog, &wires, choice, Detail::Fields)).collect();
    let source = |(name, _): &(&str, &str)| Source {
        name: (*name).to_owned(),
        kind: "catalog".to_owned(),
        status: "ok".to_owned(),
        detail: None,
    };
    let head = Head::new("rent", SERVERS.iter().map(source).collect());
    Ok(documents::document(head, &ledgers, Vec::new(), Vec::new()))
}
