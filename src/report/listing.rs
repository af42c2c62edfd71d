//! The hosts and models we know, as sheets and as documents.

use serde::Serialize;

use crate::host::model::Model;
use crate::host::profile::{Host, InstructionsShown};
use crate::meter::profile::Profile;
use crate::rent::figures::grouped;
use crate::report::document::Head;
use crate::report::sheet::{Column, Room, Row, Sheet, Weight};

/// The hosts, for a machine.
#[derive(Debug, Serialize)]
pub struct Hosts<'a> {
    /// The head.
    #[serde(flatten)]
    pub head: Head,
    /// One entry a host.
    pub hosts: Vec<HostEntry<'a>>,
}

/// One host, for a machine.
#[derive(Debug, Serialize)]
pub struct HostEntry<'a> {
    /// Its id.
    pub id: &'a str,
    /// Its name in words.
    pub title: &'a str,
    /// The model it is shown for when none is asked for.
    pub model: &'a str,
    /// How it names a tool to the model.
    pub names: &'a str,
    /// Where it cuts a description; null when it does not.
    pub description_max: Option<usize>,
    /// Whether the model reads server instructions.
    pub instructions: &'static str,
    /// The most tools it takes.
    pub tools_max: Option<usize>,
    /// Where the row comes from.
    pub source: &'a str,
    /// Day it was true.
    pub as_of: &'a str,
}

/// The hosts' document.
#[must_use]
pub fn hosts<'a>(head: Head, hosts: &'a [Host]) -> Hosts<'a> {
    let entry = |host: &'a Host| HostEntry {
        id: &host.id,
        title: &host.title,
        model: &host.model,
        names: &host.name.pattern,
        description_max: host.description.as_ref().map(|cut| cut.max),
        instructions: instructions(host.instructions.shown),
        tools_max: host.cap.as_ref().map(|cap| cap.tools),
        source: &host.source,
        as_of: &host.as_of,
    };
    Hosts { head, hosts: hosts.iter().map(entry).collect() }
}

fn instructions(shown: InstructionsShown) -> &'static str {
    match shown {
        InstructionsShown::Yes => "shown",
        InstructionsShown::No => "not shown",
        InstructionsShown::Assumed => "assumed",
    }
}

/// The hosts' table.
#[must_use]
pub fn hosts_sheet(document: &Hosts<'_>) -> Sheet {
    let columns = vec![
        Column::text("host", Room::Whole),
        Column::text("model", Room::Whole),
        Column::text("names tools", Room::Whole),
        Column::figures(["description".to_owned(), "cut at".to_owned()]),
        Column::text("instructions", Room::Whole),
        Column::figures(["most".to_owned(), "tools".to_owned()]),
        Column::text("as of", Room::Whole),
        Column::text("source", Room::Spare),
    ];
    let number = |number: Option<usize>| number.map_or_else(|| "-".to_owned(), |number| number.to_string());
    let row = |host: &HostEntry<'_>| {
        let cells = vec![
            host.id.to_owned(),
            host.model.to_owned(),
            host.names.to_owned(),
            number(host.description_max),
            host.instructions.to_owned(),
            number(host.tools_max),
            host.as_of.to_owned(),
            host.source.to_owned(),
        ];
        Row::Cells(Weight::Plain, cells)
    };
    let after = vec![format!("{} hosts. next: toolrent rent SOURCE --host HOST", document.hosts.len())];
    Sheet { columns, rows: document.hosts.iter().map(row).collect(), after, ..Sheet::default() }
}

/// The models and meter profiles, for a machine.
#[derive(Debug, Serialize)]
pub struct Models<'a> {
    /// The head.
    #[serde(flatten)]
    pub head: Head,
    /// One entry a model.
    pub models: Vec<ModelEntry<'a>>,
    /// One entry a meter profile.
    pub profiles: Vec<ProfileEntry<'a>>,
}

/// One model, for a machine.
#[derive(Debug, Serialize)]
pub struct ModelEntry<'a> {
    /// Its id, or the front of its ids.
    pub id: &'a str,
    /// Its name in words.
    pub title: &'a str,
    /// The meter profile by endpoint.
    pub profiles: &'a std::collections::BTreeMap<String, String>,
    /// Context window, in tokens.
    pub context_window: Option<u64>,
    /// Where the window was read, and when.
    pub window_source: Option<&'a str>,
    /// Input price, in micro-US-dollars per million tokens.
    pub input: Option<u64>,
    /// Price of writing to the cache.
    pub cache_write: Option<u64>,
    /// Price of reading from the cache.
    pub cache_read: Option<u64>,
    /// Where the prices were read.
    pub prices_source: Option<&'a str>,
    /// Day the prices were true.
    pub prices_as_of: Option<&'a str>,
    /// Where the meters come from.
    pub source: &'a str,
    /// Day they were true.
    pub as_of: &'a str,
}

/// One meter profile, for a machine.
#[derive(Debug, Serialize)]
pub struct ProfileEntry<'a> {
    /// Its name.
    pub name: &'a str,
    /// What it stands for.
    pub title: &'a str,
    /// `exact`, `fitted` or `rough`, vocabulary features left aside.
    pub method: &'static str,
    /// Its vocabulary.
    pub tokenizer: &'a str,
    /// Median error with tools, in percent, where measured.
    pub median_pct: Option<f64>,
    /// Recorded calls behind it.
    pub n: Option<u32>,
    /// Day of the newest of them.
    pub as_of: &'a str,
    /// Where rule and constants come from.
    pub source: &'a str,
}

/// The models' document.
#[must_use]
pub fn models<'a>(head: Head, models: &'a [Model], profiles: &'a [Profile]) -> Models<'a> {
    let model = |model: &'a Model| ModelEntry {
        id: &model.id,
        title: &model.title,
        profiles: &model.profiles,
        context_window: model.context_window,
        window_source: model.window_source.as_deref(),
        input: model.price.as_ref().map(|price| price.input),
        cache_write: model.price.as_ref().and_then(|price| price.cache_write),
        cache_read: model.price.as_ref().and_then(|price| price.cache_read),
        prices_source: model.price.as_ref().map(|price| price.source.as_str()),
        prices_as_of: model.price.as_ref().map(|price| price.as_of.as_str()),
        source: &model.source,
        as_of: &model.as_of,
    };
    let profile = |profile: &'a Profile| ProfileEntry {
        name: &profile.name,
        title: &profile.title,
        method: profile.method.name(),
        tokenizer: &profile.tokenizer,
        median_pct: profile.error.get("first").map(|error| error.median_pct),
        n: profile.error.get("first").map(|error| error.n),
        as_of: &profile.as_of,
        source: &profile.source,
    };
    Models { head, models: models.iter().map(model).collect(), profiles: profiles.iter().map(profile).collect() }
}

/// The models' table: models with prices, then the meters.
#[must_use]
pub fn models_sheets(document: &Models<'_>) -> [Sheet; 2] {
    let figure = |head: [&str; 2]| Column::figures(head.map(str::to_owned));
    let columns = vec![
        Column::text("model", Room::Whole),
        Column::text("meter", Room::Cut),
        figure(["context", "window"]),
        figure(["$ per M", "input"]),
        figure(["cache", "write"]),
        figure(["cache", "read"]),
        Column::text("prices of", Room::Whole),
    ];
    let tokens = |window: Option<u64>| {
        window.map_or_else(|| "-".to_owned(), |window| grouped(i64::try_from(window).unwrap_or(i64::MAX)))
    };
    let row = |model: &ModelEntry<'_>| {
        let mut meters: Vec<&str> = model.profiles.values().map(String::as_str).collect();
        meters.sort_unstable();
        meters.dedup();
        let meters = if meters.is_empty() { "none".to_owned() } else { meters.join(", ") };
        let mut cells = vec![model.id.to_owned(), meters, tokens(model.context_window)];
        cells.extend([model.input, model.cache_write, model.cache_read].map(dollars));
        cells.push(model.prices_as_of.unwrap_or("-").to_owned());
        Row::Cells(Weight::Plain, cells)
    };
    let rows = document.models.iter().map(row).collect();
    let after = vec![String::new()];
    [Sheet { columns, rows, after, ..Sheet::default() }, meters(document)]
}

fn meters(document: &Models<'_>) -> Sheet {
    let columns = vec![
        Column::text("meter profile", Room::Whole),
        Column::text("method", Room::Whole),
        Column::text("vocabulary", Room::Whole),
        Column::figures(["median %".to_owned(), "with tools".to_owned()]),
        Column::figures(["recorded".to_owned(), "calls".to_owned()]),
        Column::text("as of", Room::Whole),
        Column::text("what it counts", Room::Spare),
    ];
    let row = |profile: &ProfileEntry<'_>| {
        let cells = vec![
            profile.name.to_owned(),
            profile.method.to_owned(),
            profile.tokenizer.to_owned(),
            profile.median_pct.map_or_else(|| "-".to_owned(), |pct| format!("{pct:.2}")),
            profile.n.map_or_else(|| "-".to_owned(), |n| n.to_string()),
            profile.as_of.to_owned(),
            profile.title.to_owned(),
        ];
        Row::Cells(Weight::Plain, cells)
    };
    let rows = document.profiles.iter().map(row).collect();
    let after = vec!["next: toolrent rent SOURCE --model MODEL, or a profile by name".to_owned()];
    Sheet { columns, rows, after, ..Sheet::default() }
}

fn dollars(micro: Option<u64>) -> String {
    let Some(micro) = micro else { return "-".to_owned() };
    let cents = format!("{}.{:06}", micro / 1_000_000, micro % 1_000_000);
    let shorter = cents.trim_end_matches('0');
    let decimals = shorter.len() - shorter.find('.').map_or(0, |dot| dot + 1);
    format!("{shorter}{}", "0".repeat(2_usize.saturating_sub(decimals)))
}
