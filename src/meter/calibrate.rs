//! Our prediction against recorded usage: the error of a whole request, by profile and kind of request.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, BufRead};

use crate::catalog::tool::Tool;
use crate::meter::find::{self, Missing};
use crate::meter::meter::Meter;
use crate::meter::outcome::{Counted, Outcome, Slice};
use crate::meter::scores::Tally;
use crate::session::log::{Entry, entries};
use crate::session::recorded::Recorded;
use crate::session::replay::Answers;
use crate::session::request::{Output, Part, Request};

const MOST_METERS: usize = 256;

/// Meters by profile and model, made once each.
#[derive(Default)]
pub struct Meters {
    made: BTreeMap<(&'static str, Option<String>), Meter>,
}

impl Meters {
    /// The meter of a profile for a model.
    pub fn of(&mut self, profile: &'static crate::meter::profile::Profile, model: Option<&str>) -> &Meter {
        // A log may name as many models as it has rows; a meter is cheap to make again.
        if self.made.len() >= MOST_METERS {
            self.made.clear();
        }
        let key = (profile.name.as_str(), model.map(str::to_owned));
        self.made.entry(key).or_insert_with(|| Meter::for_model(profile, model))
    }
}

/// Counts every row of a log into `tally` and gives back how many there were. Reasoning that a request sends back is
/// billed as the answer it came with said, when that answer is an earlier row of the same conversation.
///
/// # Errors
/// When the log cannot be read.
pub fn calibrate(log: impl BufRead, asked: Option<&str>, tally: &mut Tally) -> io::Result<usize> {
    let mut meters = Meters::default();
    let mut answers = Answers::default();
    let mut rows = 0;
    for entry in entries(log) {
        rows += 1;
        tally.add(&match entry? {
            Entry::Row(mut row) => {
                answers.follow(&mut row);
                judge(&mut meters, &row, asked)
            }
            Entry::Unreadable { reason, .. } => skipped(&reason),
        });
    }
    Ok(rows)
}

fn skipped(reason: &str) -> Outcome {
    Outcome::Skipped { reason: reason.to_owned(), profile: None }
}

/// Counts one recorded call; `asked` is the user's `--model`.
pub fn judge(meters: &mut Meters, recorded: &Recorded, asked: Option<&str>) -> Outcome {
    let found = match find::find(recorded, asked) {
        Ok(found) => found,
        Err(Missing::Gateway) => return skipped("gateway"),
        Err(_) => return skipped("no profile"),
    };
    let Some(billed) = recorded.billed else { return skipped("no recorded usage") };
    let predicted = meters.of(found.profile, found.model.as_deref()).request(&recorded.request).total();
    let residual = i64::try_from(billed).unwrap_or(i64::MAX) - predicted;
    let with_tools = !recorded.request.tools.is_empty();
    let outdated = found
        .profile
        .skip
        .iter()
        .find(|skip| (skip.residual[0]..=skip.residual[1]).contains(&residual) && (with_tools || !skip.with_tools));
    if let Some(skip) = outdated {
        return Outcome::Skipped { reason: skip.reason.clone(), profile: Some(&found.profile.name) };
    }
    Outcome::Counted(Counted {
        profile: &found.profile.name,
        slice: slice(recorded),
        predicted,
        billed,
        tools: with_tools.then(|| identity(&recorded.request)),
    })
}

/// The recorder's own notes decide where there are any; else what the request holds.
fn slice(recorded: &Recorded) -> Slice {
    let request = &recorded.request;
    let has = |wanted: fn(&Part) -> bool| request.messages.iter().flat_map(|message| &message.parts).any(wanted);
    let noted = |name: &str| recorded.flags.as_ref().map(|flags| flags.iter().any(|flag| flag == name));
    let is = |name: &str, seen: &dyn Fn() -> bool| noted(name).unwrap_or_else(seen);
    let aside = is("server_tools", &|| !request.hosted.is_empty())
        || is("server_state", &|| !request.unseen.is_empty())
        || is("defer_loading", &|| request.tools.iter().any(Tool::defer_loading))
        || is("output_schema", &|| matches!(request.output, Output::JsonSchema { .. }))
        || is("odd_tools", &|| false);
    let called = || has(|part| matches!(part, Part::Call { .. } | Part::Result { .. }));
    if aside {
        Slice::Other
    } else if is("tool_history", &called) {
        if has(unknown_reasoning) { Slice::Other } else { Slice::History }
    } else if is("thinking_history", &|| has(|part| matches!(part, Part::Reasoning { .. }))) {
        Slice::Other
    } else if request.tools.is_empty() {
        Slice::Plain
    } else {
        Slice::First
    }
}

fn unknown_reasoning(part: &Part) -> bool {
    matches!(part, Part::Reasoning { tokens: None, signature: 1.., .. })
}

fn identity(request: &Request) -> u64 {
    let mut hasher = DefaultHasher::new();
    for tool in &request.tools {
        tool.text.hash(&mut hasher);
    }
    hasher.finish()
}
