//! What the results of whole sessions cost: a row a tool, a row a session, waste by kind.

use std::collections::BTreeMap;

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use crate::rent::column::Column;
use crate::rent::result::carried;
use crate::rent::result::image::Images;
use crate::rent::result::limit::Length;
use crate::rent::result::measure::{Known, Measured, Yardstick};
use crate::rent::result::spread::Spread;
use crate::rent::result::waste::{Kind, Waste};
use crate::session::turn::{Session, Turn, Used};

/// A session, and whether its turns are requests.
#[derive(Debug, Clone, Copy)]
pub struct Played<'a> {
    /// The session.
    pub session: &'a Session,
    /// What its turns are.
    pub turns: Turns,
    /// Who is called where a call names no server.
    pub unnamed: &'a str,
}

/// What the turns of a session are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turns {
    /// Requests, each of which sends what came before.
    Requests,
    /// Calls that nobody knows the requests of: nothing is said to be sent again.
    Unknown,
}

/// What results cost.
#[derive(Debug, Clone, Default)]
pub struct Costs {
    /// One row a server and tool, ordered by name.
    pub tools: Vec<ToolCosts>,
    /// One row a session, in the order given.
    pub sessions: Vec<SessionCosts>,
    /// All of them together.
    pub total: Sums,
}

/// What the results of a tool cost.
#[derive(Debug, Clone, Default)]
pub struct ToolCosts {
    /// The server, or who stands for it.
    pub server: String,
    /// The tool, or nothing when the recording does not name it.
    pub tool: Option<String>,
    /// Its sums.
    pub sums: Sums,
    /// Tokens of its results that did not fail; of those that did, when there are no others.
    pub spread: Spread,
    /// Share of the input tokens of all sessions, in percent, when there is an input to hold it against.
    pub share_pct: Option<f64>,
}

/// What the results of a session cost.
#[derive(Debug, Clone, Default)]
pub struct SessionCosts {
    /// The file it stands in.
    pub source: String,
    /// Its id.
    pub id: String,
    /// Its requests.
    pub requests: usize,
    /// Its sums.
    pub sums: Sums,
    /// Input tokens of all its requests.
    pub input: Option<Input>,
    /// Share of results in them, in percent.
    pub share_pct: Option<f64>,
}

/// The input tokens of a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Input {
    /// As the provider billed them.
    Billed(i64),
    /// As far as the recording holds the texts: no definitions, often no system prompt.
    Recorded(i64),
}

/// Sums over results.
#[derive(Debug, Clone, Copy, Default)]
pub struct Sums {
    /// Calls.
    pub calls: usize,
    /// Calls that failed, among them.
    pub failed: usize,
    /// Tokens of all results.
    pub tokens: i64,
    /// Tokens of the results of failed calls, among them.
    pub failed_tokens: i64,
    /// Tokens that later requests sent again.
    pub carried: i64,
    /// How often a result was sent again, all results together.
    pub turns_carried: i64,
    /// Tokens that requests sent, the first time and again.
    pub sent: i64,
    /// Waste among `tokens`.
    pub waste: Waste,
    /// Waste among `carried`.
    pub waste_carried: Waste,
    /// How many results have waste of a kind.
    pub wasteful: [usize; Kind::ALL.len()],
    /// Images.
    pub images: Images,
    /// Results above the host's warning, but not its cap.
    pub warned: usize,
    /// Results above the host's cap.
    pub over: usize,
    /// Results of which only a number of tokens is known.
    pub unread: usize,
    /// Calls of which a recording has no result.
    pub unanswered: usize,
    /// Results that the host put into a file; the model read a note instead.
    pub spilled: usize,
    /// Tokens of those of them whose files were at hand.
    pub spilled_tokens: i64,
    /// Results whose structured content is counted beside the text.
    pub structured_added: usize,
}

impl Costs {
    /// Input tokens of the sessions whose requests are known; of no other is anything counted as sent.
    #[must_use]
    pub fn input(&self) -> Option<i64> {
        self.sessions.iter().filter_map(|session| session.input).map(Input::tokens).reduce(|one, other| one + other)
    }
}

impl Input {
    /// The number.
    #[must_use]
    pub fn tokens(self) -> i64 {
        match self {
            Input::Billed(tokens) | Input::Recorded(tokens) => tokens,
        }
    }
}

impl Sums {
    fn add(&mut self, measured: &Measured, failed: bool, sent: i64) {
        let again = carried::again(sent);
        self.calls += 1;
        self.failed += usize::from(failed);
        self.tokens += measured.tokens;
        self.failed_tokens += if failed { measured.tokens } else { 0 };
        self.carried += measured.tokens * again;
        self.turns_carried += again;
        self.sent += measured.tokens * sent;
        self.waste.add(&measured.waste, 1);
        self.waste_carried.add(&measured.waste, again);
        for kind in Kind::ALL {
            self.wasteful[kind as usize] += usize::from(measured.waste.of(kind) > 0);
        }
        self.images.count += measured.images.count;
        self.images.tokens += measured.images.tokens;
        self.images.least += measured.images.least;
        self.images.unknown += measured.images.unknown;
        self.warned += usize::from(measured.length == Length::Warned);
        self.over += usize::from(measured.length == Length::Over);
        self.unread += usize::from(measured.known == Known::Tokens);
        self.unanswered += usize::from(measured.known == Known::Nothing);
        self.structured_added += usize::from(measured.structured_added);
    }
}

impl Sums {
    fn spill(&mut self, session: &Session, column: &Column<'_>) {
        let at_hand = session.spilled.iter().filter_map(|spilled| spilled.text.as_deref());
        self.spilled = session.spilled.len();
        self.spilled_tokens = at_hand.map(|text| column.meter.text(text)).sum();
    }
}

/// What the results of these sessions cost on a column.
#[must_use]
pub fn costs(played: &[Played<'_>], column: &Column<'static>) -> Costs {
    let yardstick = Yardstick::new(column);
    let measured: Vec<Vec<Measured>> = played.par_iter().map(|played| measured(played, &yardstick)).collect();
    let mut tools: BTreeMap<(String, Option<String>), Gathered> = BTreeMap::new();
    let mut costs = Costs::default();
    for (played, measured) in played.iter().zip(measured) {
        let session = played.session;
        let input = input(played, &measured, &yardstick);
        let mut rest = measured.iter();
        let mut sums = Sums::default();
        for (turn, sent) in session.turns.iter().zip(times(played)) {
            for (used, measured) in turn.calls.iter().zip(rest.by_ref()) {
                let server = used.call.server.clone().unwrap_or_else(|| played.unnamed.to_owned());
                let row = tools.entry((server, used.call.tool.clone())).or_default();
                row.sums.add(measured, used.failed, sent);
                match (used.failed, measured.known) {
                    (_, Known::Nothing) => {}
                    (true, _) => row.failed.push(measured.tokens),
                    (false, _) => row.good.push(measured.tokens),
                }
                sums.add(measured, used.failed, sent);
                costs.total.add(measured, used.failed, sent);
            }
        }
        sums.spill(session, column);
        costs.total.spilled += sums.spilled;
        costs.total.spilled_tokens += sums.spilled_tokens;
        let share_pct = input.and_then(|input| share(sums.sent, input.tokens()));
        let (source, id) = (session.source.clone(), session.id.clone());
        costs.sessions.push(SessionCosts { source, id, requests: session.turns.len(), sums, input, share_pct });
    }
    let input = costs.input();
    let row = |((server, tool), row): (_, Gathered)| ToolCosts {
        server,
        tool,
        sums: row.sums,
        spread: Spread::of(if row.good.is_empty() { row.failed } else { row.good }),
        share_pct: input.and_then(|input| share(row.sums.sent, input)),
    };
    costs.tools = tools.into_iter().map(row).collect();
    costs
}

/// What is gathered of a tool: its sums, and the tokens of each result.
#[derive(Default)]
struct Gathered {
    sums: Sums,
    good: Vec<i64>,
    failed: Vec<i64>,
}

/// Every result of a session, in order.
fn measured(played: &Played<'_>, yardstick: &Yardstick<'_>) -> Vec<Measured> {
    let all: Vec<&Used> = played.session.turns.iter().flat_map(|turn| &turn.calls).collect();
    all.par_iter().map(|used| yardstick.measure(used)).collect()
}

/// How many requests send the results of each turn.
fn times(played: &Played<'_>) -> Vec<i64> {
    match played.turns {
        Turns::Requests => carried::sent(&played.session.turns),
        Turns::Unknown => vec![0; played.session.turns.len()],
    }
}

fn share(part: i64, whole: i64) -> Option<f64> {
    #[expect(clippy::cast_precision_loss, reason = "token counts stay far below 2^53")]
    let share = (whole > 0).then(|| part as f64 * 100.0 / whole as f64);
    // What is predicted may be a little more than what was billed.
    share.map(|share| share.min(100.0))
}

/// The billed input where every request says it, else the recorded texts, each as often as requests sent it.
fn input(played: &Played<'_>, measured: &[Measured], yardstick: &Yardstick<'_>) -> Option<Input> {
    let Played { session, turns: Turns::Requests, .. } = played else { return None };
    let searching = |turn: &Turn| turn.search_usage.iter().map(|usage| usage.input).sum::<i64>();
    let billed: Option<i64> =
        session.turns.iter().map(|turn| turn.usage.map(|usage| usage.input + searching(turn))).sum();
    if let Some(billed) = billed.filter(|billed| *billed > 0) {
        return Some(Input::Billed(billed));
    }
    let (mut held, mut sum) = (0, 0);
    let mut results = measured.iter().map(|measured| measured.tokens);
    let system = session.system.as_ref().map_or(0, |system| yardstick.size(system));
    for turn in &session.turns {
        if turn.compacted {
            held = 0;
        }
        held += turn.said.iter().map(|said| yardstick.size(said)).sum::<i64>();
        sum += system + held;
        held += yardstick.size(&turn.answer) + results.by_ref().take(turn.calls.len()).sum::<i64>();
    }
    Some(Input::Recorded(sum)).filter(|_| sum > 0)
}

#[cfg(test)]
mod tests;
