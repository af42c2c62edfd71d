//! `gather --discover`: the config files of hosts on this machine. It reads files and contacts nothing.

use toolrent::gather::config::known::{self, Found};
use toolrent::gather::config::surroundings::Surroundings;
use toolrent::report::document::Head;
use toolrent::report::gather::discover::{Discover, File, sheet};
use toolrent::report::{csv, json, markdown};

use crate::args::format::Format;
use crate::exit::{Exit, Failure};
use crate::output::Output;

pub(crate) fn run(output: &Output) -> Result<Exit, Failure> {
    let found = known::discover(&Surroundings::of_this_process());
    let files = found.into_iter().filter(|found| found.exists).map(file).collect();
    let discover = Discover { head: Head::new("gather", Vec::new()), files };
    output.write(|out| {
        let sheet = sheet(&discover, output.width());
        match output.format {
            Format::Table => output.table(&sheet, out)?,
            Format::Markdown => markdown::write(&sheet, out)?,
            Format::Json => json::pretty(&discover, out)?,
            Format::Jsonl => discover.files.iter().try_for_each(|file| json::line(file, out))?,
            Format::Csv => csv::objects(out, &discover.files)?,
        }
        Ok(())
    })?;
    Ok(Exit::Clean)
}

fn file(found: Found) -> File {
    let state = if found.servers.is_ok() { "ok" } else { "broken" };
    let (servers, detail) = match found.servers {
        Ok(servers) => (Some(servers), None),
        Err(why) => (None, Some(why)),
    };
    let scope = found.scope.name().to_owned();
    File {
        host: found.host,
        scope,
        path: found.path,
        servers,
        state: state.to_owned(),
        detail,
        source: found.source.to_owned(),
        as_of: found.as_of.to_owned(),
        inferred: found.inferred,
    }
}
