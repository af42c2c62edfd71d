//! `calibrate --live`: our prediction against a provider's own token-count endpoint.

use std::path::Path;

use serde_json::Value;
use toolrent::catalog::tool::{Catalog, Tool};
use toolrent::gather::token_count::{self, CountError, Counter, Endpoint, Remembered};
use toolrent::host::model;
use toolrent::meter::meter::Meter;
use toolrent::report::document::Head;
use toolrent::report::live::{Answer, Live, sheet};
use toolrent::report::{csv, json, markdown};
use toolrent::session::request::{self, Shape};

use crate::args::format::Format;
use crate::args::{self, Calibrate, Global};
use crate::catalogs::{self, Wanted};
use crate::exit::{Exit, Failure};
use crate::output::{self, Output};

pub(crate) fn run(args: &Calibrate, provider: args::Live, global: &Global, output: &Output) -> Result<Exit, Failure> {
    if global.offline {
        return Err(Failure::new("--live asks a provider, and --offline forbids it"));
    }
    let (id, shape, at) = match provider {
        args::Live::Anthropic => ("anthropic", Shape::Anthropic, "anthropic"),
        args::Live::Openai => ("openai", Shape::OpenAiResponses, "openai-responses"),
        args::Live::Gemini => ("gemini", Shape::Gemini, "gemini-api"),
    };
    let endpoint = token_count::endpoint(id).ok_or_else(|| Failure::new(format!("no endpoint known for {id}")))?;
    let asked = args.model.as_deref().ok_or_else(|| {
        Failure::new("--live needs a model").help(format!("give --model, for example --model {}", usual(at)))
    })?;
    let profile = model::of_id(asked).and_then(|row| row.profiles.get(at));
    let meter = profile
        .and_then(|profile| Meter::named_for_model(profile, asked))
        .ok_or_else(|| Failure::new(format!("no meter counts {asked:?} at {at}")).help(format!("try {}", usual(at))))?;
    let key = std::env::var(&endpoint.key_variable).ok().filter(|key| !key.trim().is_empty());
    let key = key.ok_or_else(|| {
        Failure::new(format!("{} is not set", endpoint.key_variable))
            .help("the key is read from there and sent nowhere else")
    })?;
    let read = catalogs::read(Wanted { names: &args.logs, ..Wanted::default() }, global)?;
    let counter = Counter::new(endpoint, &key, args.endpoint.as_deref()).map_err(told)?;
    let mut seen = remembered(args.cache.as_deref())?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let asking = Asking { endpoint, shape, meter: &meter, model: asked, counter: &counter };
    let answers = runtime.block_on(asking.all(&read.catalog, &mut seen));
    // What was answered before a failure is kept all the same.
    if let Some(file) = &args.cache {
        output::replace(file, seen.text().as_bytes())?;
    }
    let (baseline, rows) = answers.map_err(told)?;
    let live = Live {
        head: Head::new("calibrate", read.sources),
        provider: id.to_owned(),
        model: asked.to_owned(),
        profile: meter.profile.name.clone(),
        baseline,
        rows,
    };
    output.write(|out| {
        match output.format {
            Format::Table => return output.table(&sheet(&live), out),
            Format::Markdown => markdown::write(&sheet(&live), out)?,
            Format::Json => json::pretty(&live, out)?,
            Format::Jsonl => live.rows.iter().try_for_each(|row| json::line(row, out))?,
            Format::Csv => csv::objects(out, &live.rows)?,
        }
        Ok(())
    })?;
    Ok(read.exit)
}

fn usual(at: &str) -> &'static str {
    let fits = |row: &&model::Model| row.profiles.contains_key(at);
    model::models().iter().rev().find(fits).map_or("a model id", |row| row.id.as_str())
}

fn told(error: CountError) -> Failure {
    Failure::new(error.to_string())
}

fn remembered(file: Option<&Path>) -> Result<Remembered, Failure> {
    let Some(file) = file.filter(|file| file.exists()) else { return Ok(Remembered::default()) };
    let text = std::fs::read_to_string(file).map_err(|error| Failure::new(format!("{}: {error}", file.display())))?;
    Ok(Remembered::read(&text))
}

struct Asking<'a> {
    endpoint: &'a Endpoint,
    shape: Shape,
    meter: &'a Meter,
    model: &'a str,
    counter: &'a Counter,
}

impl Asking<'_> {
    /// The baseline, then all tools together, then each server alone where there are several.
    async fn all(&self, catalog: &Catalog, seen: &mut Remembered) -> Result<(Answer, Vec<Answer>), CountError> {
        let counted = self.counter.count(self.model, &[], seen).await?;
        let baseline = Answer::new("no tools", 0, whole(counted), self.predict(&[]));
        let every: Vec<&Tool> = catalog.servers.iter().flat_map(|server| &server.tools).collect();
        let mut sets = vec![("all tools", every)];
        if catalog.servers.len() > 1 {
            sets.extend(catalog.servers.iter().map(|server| (server.name.as_str(), server.tools.iter().collect())));
        }
        let mut rows = Vec::new();
        for (name, tools) in sets.iter().filter(|(_, tools)| !tools.is_empty()) {
            let counted = whole(self.counter.count(self.model, tools, seen).await?) - baseline.counted;
            rows.push(Answer::new(name, tools.len(), counted, self.predict(tools) - baseline.predicted));
        }
        Ok((baseline, rows))
    }

    fn predict(&self, tools: &[&Tool]) -> i64 {
        let body: Value = token_count::body(self.endpoint, self.model, tools);
        let body = body.get("generateContentRequest").unwrap_or(&body);
        self.meter.request(&request::read(self.shape, body)).total()
    }
}

fn whole(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
