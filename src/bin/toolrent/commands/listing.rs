//! `hosts`, `models` and `rules`: the data that figures rest on, and what is judged.

use toolrent::host::{model, profile};
use toolrent::lint::rules::RULES;
use toolrent::meter::profile as meters;
use toolrent::report::document::Head;
use toolrent::report::lint::rules as listed;
use toolrent::report::sheet::Sheet;
use toolrent::report::{csv, json, listing, markdown};

use crate::args::format::Format;
use crate::exit::{Exit, Failure};
use crate::output::Output;

pub(crate) fn hosts(output: &Output) -> Result<Exit, Failure> {
    let document = listing::hosts(Head::new("hosts", Vec::new()), profile::hosts());
    let sheets = [listing::hosts_sheet(&document)];
    write(output, &document, document.hosts.iter(), &sheets)
}

pub(crate) fn models(output: &Output) -> Result<Exit, Failure> {
    let document = listing::models(Head::new("models", Vec::new()), model::models(), meters::profiles());
    write(output, &document, document.models.iter(), &listing::models_sheets(&document))
}

pub(crate) fn rules(output: &Output) -> Result<Exit, Failure> {
    let document = listed::rules_document(Head::new("rules", Vec::new()), &RULES);
    let sheets = [listed::rules_sheet(&document)];
    write(output, &document, document.rules.iter(), &sheets)
}

fn write<R: serde::Serialize>(
    output: &Output,
    document: &impl serde::Serialize,
    mut rows: impl Iterator<Item = R>,
    sheets: &[Sheet],
) -> Result<Exit, Failure> {
    output.write(|out| {
        match output.format {
            Format::Table => sheets.iter().try_for_each(|sheet| output.table(sheet, out))?,
            Format::Markdown => sheets.iter().try_for_each(|sheet| markdown::write(sheet, out))?,
            Format::Json => json::pretty(document, out)?,
            Format::Jsonl => rows.try_for_each(|row| json::line(&row, out))?,
            Format::Csv => csv::objects(out, rows)?,
        }
        Ok(())
    })?;
    Ok(Exit::Clean)
}
