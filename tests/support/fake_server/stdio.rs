//! A fake server on standard streams.

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::process::ExitCode;

use serde_json::Value;

use crate::action::{perform, respond};
use crate::mind::{Asked, Mind};
use crate::mouth::Mouth;

/// Serves until the input ends.
pub(crate) fn serve(mind: &Mind) -> ExitCode {
    let mut streams = Streams { mind, waiting: VecDeque::new() };
    let start = mind.script.get("start").as_array().cloned().unwrap_or_default();
    let outcome = perform(&start, mind, &Asked::default(), &mut streams).and_then(|()| streams.listen());
    if mind.script.is("ignore_eof") {
        loop {
            std::thread::park();
        }
    }
    ExitCode::from(u8::from(outcome.is_err()))
}

struct Streams<'a> {
    mind: &'a Mind,
    /// What came while an answer was waited for.
    waiting: VecDeque<Asked>,
}

impl Streams<'_> {
    fn listen(&mut self) -> io::Result<()> {
        while let Some(asked) = self.next()? {
            let mind = self.mind;
            respond(mind, &asked, self)?;
        }
        Ok(())
    }

    fn next(&mut self) -> io::Result<Option<Asked>> {
        match self.waiting.pop_front() {
            Some(asked) => Ok(Some(asked)),
            None => self.read(),
        }
    }

    fn read(&mut self) -> io::Result<Option<Asked>> {
        loop {
            let mut line = String::new();
            if io::stdin().lock().read_line(&mut line)? == 0 {
                return Ok(None);
            }
            if let Some(asked) = Asked::read(&line) {
                self.mind.log("stdin", &asked);
                return Ok(Some(asked));
            }
        }
    }
}

impl Mouth for Streams<'_> {
    fn say(&mut self, text: &str) -> io::Result<()> {
        self.bytes(text.as_bytes())?;
        self.bytes(b"\n")
    }

    fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        let mut out = io::stdout().lock();
        out.write_all(bytes)?;
        out.flush()
    }

    fn stream(&mut self) {}

    fn reply(&mut self, _: &Value) -> io::Result<()> {
        Ok(())
    }

    fn hear(&mut self, id: &str) -> io::Result<()> {
        while let Some(asked) = self.read()? {
            if asked.method.is_empty() && asked.id.as_deref() == Some(id) {
                return Ok(());
            }
            self.waiting.push_back(asked);
        }
        Ok(())
    }
}
