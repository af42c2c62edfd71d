//! `count`: predicted input tokens of whole provider requests.

use std::io::{BufRead, Write};

use toolrent::meter::calibrate::Meters;
use toolrent::meter::find::{self, Missing};
use toolrent::report::document::{self, Head};
use toolrent::report::requests::{self, Counts, Parts};
use toolrent::report::{count as report, json, markdown};
use toolrent::session::log::{Entry, entries};
use toolrent::session::recorded::Recorded;
use toolrent::session::replay::{self, Answers};

use crate::args::format::Format;
use crate::args::{Count, Global};
use crate::exit::{Exit, Failure};
use crate::output::Output;
use crate::source;

pub(crate) fn run(args: &Count, global: &Global, output: &Output) -> Result<Exit, Failure> {
    let mut counting = Counting {
        args,
        meters: Meters::default(),
        answers: Answers::default(),
        counted: 0,
        passed_over: 0,
        problem: None,
    };
    let sources =
        args.requests.iter().map(|name| Ok((name, source::open(name)?))).collect::<Result<Vec<_>, Failure>>()?;
    output.write(|out| match output.format {
        Format::Jsonl => {
            counting.each(sources, |count| Ok(json::line(count, out)?))?;
            counting.something()
        }
        Format::Csv => {
            report::csv_head(out)?;
            counting.each(sources, |count| Ok(report::csv_record(count, out)?))?;
            counting.something()
        }
        Format::Table | Format::Json | Format::Markdown => {
            let mut counts = Vec::new();
            counting.each(sources, |count| {
                counts.push(count.clone());
                Ok(())
            })?;
            counting.something()?;
            whole(&counts, counting.args, output, out)
        }
    })?;
    if counting.passed_over > 0 && !global.quiet {
        let mut stderr = anstream::stderr().lock();
        let _ = writeln!(
            stderr,
            "note: {} entries were passed over; the first: {}",
            counting.passed_over,
            counting.first()
        );
    }
    Ok(Exit::Clean)
}

/// Counts built-in requests for `demo`.
pub(crate) fn demo(requests: &[(&str, &str)], output: &Output, out: &mut dyn Write) -> Result<(), Failure> {
    let names = requests.iter().map(|(name, _)| (*name).to_owned()).collect();
    let args = Count { requests: names, model: None, replayed_reasoning: None };
    let mut counting = Counting {
        args: &args,
        meters: Meters::default(),
        answers: Answers::default(),
        counted: 0,
        passed_over: 0,
        problem: None,
    };
    let mut counts = Vec::new();
    let sources = args.requests.iter().zip(requests);
    let sources = sources.map(|(name, (_, text))| (name, Box::new(text.as_bytes()) as Box<dyn BufRead + '_>)).collect();
    counting.each(sources, |count| {
        counts.push(count.clone());
        Ok(())
    })?;
    whole(&counts, &args, output, out)
}

fn whole(counts: &[requests::Count], args: &Count, output: &Output, out: &mut dyn Write) -> Result<(), Failure> {
    match output.format {
        Format::Table => output.table(&report::sheet(counts), out),
        Format::Markdown => Ok(markdown::write(&report::sheet(counts), out)?),
        _ => {
            let sources = args.requests.iter().map(|name| document::Source {
                name: name.clone(),
                kind: "requests".to_owned(),
                status: "ok".to_owned(),
                detail: None,
            });
            let head = Head::new("count", sources.collect());
            Ok(json::pretty(&Counts { head, requests: counts.to_vec() }, out)?)
        }
    }
}

struct Counting<'a> {
    args: &'a Count,
    meters: Meters,
    answers: Answers,
    counted: usize,
    passed_over: usize,
    problem: Option<(String, Option<String>)>,
}

impl Counting<'_> {
    fn each(
        &mut self,
        sources: Vec<(&String, Box<dyn BufRead + '_>)>,
        mut take: impl FnMut(&requests::Count) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        for (name, reader) in sources {
            for (at, entry) in entries(reader).enumerate() {
                let entry = entry.map_err(|error| Failure::new(format!("{name}: {error}")))?;
                match entry {
                    Entry::Unreadable { at, reason } => self.pass_over(format!("{name}:{at}: {reason}"), None),
                    Entry::Row(mut row) => match self.count(name, at + 1, &mut row) {
                        Ok(count) => {
                            self.counted += 1;
                            take(&count)?;
                        }
                        Err(missing) => {
                            let help = help(&missing);
                            self.pass_over(format!("{name}: request {}: {missing}", at + 1), help);
                        }
                    },
                }
            }
        }
        Ok(())
    }

    fn count(&mut self, source: &str, at: usize, row: &mut Recorded) -> Result<requests::Count, Missing> {
        self.answers.follow(row);
        if let Some(tokens) = self.args.replayed_reasoning {
            replay::state(&mut row.request, tokens);
        }
        let found = find::find(row, self.args.model.as_deref())?;
        let meter = self.meters.of(found.profile, found.model.as_deref());
        let parts = meter.request(&row.request);
        let predicted = parts.total();
        let mut notes = parts.notes.clone();
        notes.extend(found.note.map(str::to_owned));
        // Some rules speak of what the body does not hold themselves.
        let unsaid = |unseen: &&String| !parts.notes.iter().any(|note| note.contains(unseen.as_str()));
        let unseen = row.request.unseen.iter().filter(unsaid);
        notes.extend(unseen.map(|unseen| format!("lower bound: {unseen} is not in the body")));
        #[expect(
            clippy::cast_precision_loss,
            clippy::cast_possible_truncation,
            reason = "token counts stay far below 2^53"
        )]
        let band = found.profile.band.map(|band| band.map(|factor| (predicted as f64 * factor).round() as i64));
        Ok(requests::Count {
            source: source.to_owned(),
            id: row.id.clone().unwrap_or_else(|| at.to_string()),
            model: found.model,
            profile: found.profile.name.clone(),
            method: meter.method().name().to_owned(),
            predicted,
            band,
            parts: Parts { fixed: parts.fixed, tools: parts.tools, system: parts.system, messages: parts.messages },
            actual: row.billed,
            error: row.billed.map(|billed| predicted - i64::try_from(billed).unwrap_or(i64::MAX)),
            notes,
        })
    }

    fn pass_over(&mut self, message: String, help: Option<String>) {
        self.passed_over += 1;
        self.problem.get_or_insert((message, help));
    }

    fn first(&self) -> &str {
        self.problem.as_ref().map_or("", |(message, _)| message)
    }

    fn something(&self) -> Result<(), Failure> {
        if self.counted > 0 {
            return Ok(());
        }
        let failure = match &self.problem {
            None => Failure::new(format!("{}: empty; expected a provider request", self.args.requests.join(", "))),
            Some((message, _)) => Failure::new(message.clone()),
        };
        Err(match self.problem.as_ref().and_then(|(_, help)| help.clone()) {
            Some(help) => failure.help(help),
            None => failure,
        })
    }
}

fn help(missing: &Missing) -> Option<String> {
    match missing {
        Missing::UnknownModel { closest, .. } if !closest.is_empty() => {
            Some(format!("give --model with a model or profile; known ids near it: {}", closest.join(", ")))
        }
        _ => Some("give --model with a model id or a profile; `toolrent models` lists them".to_owned()),
    }
}
