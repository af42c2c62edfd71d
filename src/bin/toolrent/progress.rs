//! A line for every server that is being asked, on a terminal, once it takes long enough to be waited for.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::io::{IsTerminal, stderr};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use toolrent::gather::watch::{Stage, Watch};
use toolrent::rent::figures;
use toolrent::report::escape::visible;

use crate::args::Global;

/// What is over sooner is not worth a line.
const PATIENCE: Duration = Duration::from_millis(200);

/// Lines at most; the rest would push the terminal's own text away.
const LINES: usize = 12;

/// Characters of a name.
const NAME: usize = 24;

/// Lines on standard error.
pub(crate) struct Progress {
    wanted: bool,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    appeared: bool,
    lines: MultiProgress,
    /// Servers being asked, by index.
    working: BTreeMap<usize, Working>,
}

struct Working {
    words: String,
    bar: Option<ProgressBar>,
}

impl Progress {
    /// Shown on a terminal only, and never when nobody wants it.
    pub(crate) fn new(global: &Global) -> Progress {
        let wanted = !global.no_progress && !global.quiet && stderr().is_terminal();
        Progress { wanted, state: Mutex::default() }
    }

    /// Waits until it is worth showing, shows it, and never ends.
    pub(crate) async fn appear(&self) -> Infallible {
        if self.wanted {
            tokio::time::sleep(PATIENCE).await;
            let mut state = self.state();
            state.appeared = true;
            state.draw();
        }
        std::future::pending().await
    }

    /// Takes all lines away.
    pub(crate) fn clear(&self) {
        let mut state = self.state();
        state.working.clear();
        state.appeared = false;
        // A terminal that cannot be cleared has nothing of ours to clear.
        let _ = state.lines.clear();
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Watch for Progress {
    fn stage(&self, index: usize, name: &str, stage: Stage) {
        if !self.wanted {
            return;
        }
        let mut state = self.state();
        let Some(words) = words(name, stage) else {
            if let Some(bar) = state.working.remove(&index).and_then(|working| working.bar) {
                bar.finish_and_clear();
                state.lines.remove(&bar);
            }
            return state.draw();
        };
        match state.working.get_mut(&index) {
            Some(working) => working.words = words,
            None => drop(state.working.insert(index, Working { words, bar: None })),
        }
        state.draw();
    }
}

impl State {
    fn draw(&mut self) {
        if !self.appeared {
            return;
        }
        let mut shown = self.working.values().filter(|working| working.bar.is_some()).count();
        for working in self.working.values_mut() {
            if working.bar.is_none() && shown < LINES {
                let bar = self.lines.add(ProgressBar::new_spinner());
                let plain = ProgressStyle::with_template("{spinner} {msg}  {elapsed}");
                bar.set_style(plain.unwrap_or_else(|_| ProgressStyle::default_spinner()));
                bar.enable_steady_tick(Duration::from_millis(120));
                working.bar = Some(bar);
                shown += 1;
            }
            if let Some(bar) = &working.bar {
                bar.set_message(working.words.clone());
            }
        }
    }
}

/// What a line says; nothing when all is said.
fn words(name: &str, stage: Stage) -> Option<String> {
    let doing = match stage {
        Stage::Starting => "starting".to_owned(),
        Stage::Probing => "asking which protocol it speaks".to_owned(),
        Stage::Handshake => "initialize".to_owned(),
        Stage::Listing { tools } => format!("listing, {} so far", figures::count(tools, "tool")),
        Stage::Done => return None,
    };
    let shown = visible(name);
    let cut: String = shown.chars().take(NAME).collect();
    let mark = if shown.chars().count() > NAME { "…" } else { "" };
    Some(format!("{cut}{mark}: {doing}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_escaped_and_cut() {
        assert_eq!(words("peta\u{1b}[2J", Stage::Starting).as_deref(), Some("peta\\u{1b}[2J: starting"));
        let long = words(&"x".repeat(80), Stage::Listing { tools: 3 });
        assert_eq!(long, Some(format!("{}…: listing, 3 tools so far", "x".repeat(NAME))));
        assert_eq!(words("peta", Stage::Listing { tools: 1 }).as_deref(), Some("peta: listing, 1 tool so far"));
        assert_eq!(words("peta", Stage::Done), None);
    }
}
