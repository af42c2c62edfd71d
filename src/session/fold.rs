//! Folds requests that only searched for tools into the turns that follow them.

use std::mem;

use crate::session::turn::{Search, Session, Size, Spilled, Turn};

/// One request and its answer in the making.
#[derive(Debug, Default)]
pub(crate) struct Asked {
    /// What is known of it so far.
    pub(crate) turn: Turn,
    /// What the model wrote, piece by piece.
    pub(crate) written: Vec<String>,
    /// What it thought.
    pub(crate) thoughts: Vec<String>,
    /// Searches that the host answers after this request.
    pub(crate) searches: Vec<Search>,
    /// Results that were put into a file, by their call.
    pub(crate) spilled: Vec<Spilled>,
    /// The recording's ids of the answer and of its calls.
    pub(crate) ids: Vec<String>,
    /// When it was sent, in milliseconds.
    pub(crate) at: Option<i64>,
}

/// The session with its turns; `None` when there is none.
pub(crate) fn fold(mut session: Session, asked: Vec<Asked>) -> Option<Session> {
    let requests = asked.len();
    let mut folded = Asked::default();
    let mut before = None;
    for (nth, asked) in asked.into_iter().enumerate() {
        let mut asked = folded.followed_by(asked);
        let searched = mem::take(&mut asked.searches);
        let last = nth + 1 == requests;
        let only_searched = !searched.is_empty() && asked.turn.calls.iter().all(|used| used.call.tool.is_none());
        if only_searched && !last {
            asked.turn.searches.extend(searched);
            asked.turn.search_usage.extend(asked.turn.usage.take());
            folded = asked;
            continue;
        }
        folded = Asked::default();
        // What a search finds can only be called in the request after it; there is none after the last.
        if last { &mut asked.turn } else { &mut folded.turn }.searches.extend(searched);
        before = asked.turn(before, &mut session).or(before);
    }
    (!session.turns.is_empty()).then_some(session)
}

impl Asked {
    /// The request after this one, with what this one said, searched and wrote.
    fn followed_by(self, next: Asked) -> Asked {
        let mut both = self;
        both.turn.said.extend(next.turn.said);
        both.turn.searches.extend(next.turn.searches);
        both.turn.search_usage.extend(next.turn.search_usage);
        both.turn.compacted |= next.turn.compacted;
        both.written.extend(next.written);
        both.thoughts.extend(next.thoughts);
        both.searches.extend(next.searches);
        both.spilled = next.spilled;
        both.at = next.at.or(both.at);
        let reasoning = [both.turn.reasoning, next.turn.reasoning];
        both.turn.reasoning = reasoning.into_iter().flatten().reduce(i64::saturating_add);
        Asked {
            turn: Turn { calls: next.turn.calls, usage: next.turn.usage, answer: next.turn.answer, ..both.turn },
            ..both
        }
    }

    /// Adds the turn to a session whose request before was sent at that time; gives the time of this one.
    fn turn(self, before: Option<i64>, session: &mut Session) -> Option<i64> {
        let mut turn = self.turn;
        let gap = self.at.zip(before).map(|(at, before)| at.saturating_sub(before));
        turn.gap_ms = gap.and_then(|gap| u64::try_from(gap).ok());
        if !self.written.is_empty() && turn.answer == Size::default() {
            turn.answer = Size::of(self.written.join("\n"));
        }
        if !self.thoughts.is_empty() {
            turn.thought = Size::of(self.thoughts.join("\n"));
        }
        // Calls that turned out to be searches have lost their tool and are taken out.
        let mut kept = 0;
        let places: Vec<usize> = turn
            .calls
            .iter()
            .map(|used| {
                kept += usize::from(used.call.tool.is_some());
                kept.saturating_sub(1)
            })
            .collect();
        session.spilled.extend(self.spilled.into_iter().map(|spilled| Spilled {
            turn: session.turns.len(),
            call: places.get(spilled.call).copied().unwrap_or_default(),
            ..spilled
        }));
        turn.calls.retain(|used| used.call.tool.is_some());
        session.turns.push(turn);
        self.at
    }
}
