//! `results --call`: calls the tools that were named, and measures what comes back like a recording.

mod asked;
mod called;

use std::collections::BTreeMap;

use toolrent::gather::children;
use toolrent::gather::contact::Contact;
use toolrent::rent::figures;
use toolrent::report::document::Source;
use toolrent::session::call::Call;
use toolrent::session::transcript::{Form, Transcript};
use toolrent::session::turn::{Session, Size, Turn, Used};

use crate::args::Global;
use crate::args::results::Results;
use crate::connect::{asking, calling};
use crate::exit::{Exit, Failure};
use crate::signals::Signals;
use crate::transcripts::Read;

use asked::Asked;

/// Calls every tool that was named. One call that fails leaves the others; when all fail, that is the failure.
pub(crate) fn read(args: &Results, global: &Global) -> Result<Read, Failure> {
    let contacts = calling::contacts(&args.transcripts, &args.connect, global)?;
    let names: Vec<&str> = contacts.iter().map(|contact| contact.name.as_str()).collect();
    let mut by_server: BTreeMap<String, Vec<Asked>> = BTreeMap::new();
    for text in &args.calls {
        let asked = asked::read(text, &names)?;
        by_server.entry(asked.server.clone()).or_default().push(asked);
    }
    let wanted: Vec<(&Contact, &Vec<Asked>)> =
        contacts.iter().filter_map(|contact| Some((contact, by_server.get(&contact.name)?))).collect();
    let all = ask(&wanted, args, global)?;
    let mut read = Read { transcripts: Vec::new(), sources: Vec::new(), unread: Vec::new(), exit: Exit::Clean };
    let (mut turns, mut failures) = (Vec::new(), Vec::new());
    for ((contact, _), calls) in wanted.iter().zip(all) {
        let count = calls.len();
        let mut failed = Vec::new();
        for call in calls {
            match call {
                Ok(call) => turns.push(turn(call)),
                Err(failure) => failed.push(failure),
            }
        }
        read.sources.push(source(contact, count, &failed));
        failures.extend(failed);
    }
    if turns.is_empty() {
        return Err(failures.into_iter().next().unwrap_or(Failure::Gone));
    }
    for failure in &failures {
        failure.tell();
        read.exit = if args.connect.allow_missing { Exit::Clean } else { Exit::Partial };
    }
    let session = Session { id: "live".to_owned(), source: "--call".to_owned(), turns, ..Session::default() };
    read.transcripts.push(Transcript { form: Some(Form::Capture), sessions: vec![session], ..Transcript::default() });
    Ok(read)
}

/// The results of each server's calls, in order; a refusal to call at all is the failure of the whole run.
fn ask(
    wanted: &[(&Contact, &Vec<Asked>)],
    args: &Results,
    global: &Global,
) -> Result<Vec<Vec<Result<Call, Failure>>>, Failure> {
    children::install_panic_hook();
    children::adopt_orphans();
    let mut signals = Signals::listen()?;
    let limits = asking::plan(&args.connect, false, global).limits;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::new(format!("could not set up the asking of servers: {error}")))?;
    let answers = runtime.block_on(async {
        let calls = async {
            let mut all = Vec::new();
            for (contact, asked) in wanted {
                all.push(called::server(contact, asked, &limits, args.allow_destructive).await?);
            }
            Ok(all)
        };
        // Whatever is open then is dropped, and dropping a wire ends its process.
        tokio::select! {
            biased;
            () = signals.first() => Err(None),
            all = calls => all.map_err(Some),
        }
    });
    runtime.shutdown_background();
    children::end_orphans();
    match (answers, signals.done()) {
        (_, Some(signal)) => Err(Failure::new("stopped before all calls were answered").exit(Exit::Stopped(signal))),
        (Ok(all), None) => Ok(all),
        (Err(failure), None) => Err(failure.unwrap_or(Failure::Gone)),
    }
}

fn turn(call: Call) -> Turn {
    let failed = call.result["isError"] == true;
    Turn { calls: vec![Used { call, result: Size::default(), failed }], ..Turn::default() }
}

fn source(contact: &Contact, calls: usize, failed: &[Failure]) -> Source {
    let status = match failed.len() {
        0 => "ok",
        all if all == calls => "failed",
        _ => "incomplete",
    };
    let first = failed.first().and_then(Failure::message).map(|why| format!("; {why}")).unwrap_or_default();
    let answered = calls - failed.len();
    Source {
        name: contact.name.clone(),
        kind: "server".to_owned(),
        status: status.to_owned(),
        detail: Some(format!("{answered} of {} answered{first}", figures::count(calls, "call"))),
    }
}
