//! Sorts what a server writes: answers to us, questions and news of its own, and what is no message.

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use tokio::time::Instant;

use crate::gather::secret::hiding::CUT;
use crate::gather::wire::carrier::{Answer, Heard, Part};
use crate::gather::wire::message::{FOREIGN, Message, Rest, encode_empty_result, encode_refusal, find};
use crate::gather::wire::stdio::unclosed::{State, Unclosed};

/// Characters kept of the first line that is no message: more than are told, because secrets are hidden before it is
/// cut to that.
const NOISE_KEPT: usize = 4 << 10;

/// Different kinds of `…/list_changed` that are told. The protocol knows three.
const MOST_CHANGES: usize = 8;

/// What was received and not yet taken.
#[derive(Debug)]
pub(crate) struct Inbox {
    /// Bytes that a message over several lines may have.
    limit: usize,
    /// Requests that wait for an answer, and since when.
    open: BTreeMap<u64, Instant>,
    ready: VecDeque<(u64, Answer)>,
    replies: Vec<String>,
    unclosed: Option<Unclosed>,
    heard: Heard,
}

impl Inbox {
    /// An empty one, for messages up to that many bytes.
    pub(crate) fn new(limit: usize) -> Inbox {
        Inbox {
            limit,
            open: BTreeMap::new(),
            ready: VecDeque::new(),
            replies: Vec::new(),
            unclosed: None,
            heard: Heard::default(),
        }
    }

    /// Expects an answer.
    pub(crate) fn expect(&mut self, id: u64) {
        self.open.insert(id, Instant::now());
    }

    /// How long the first of these requests has been waiting.
    pub(crate) fn waited(&self, ids: &[u64]) -> Duration {
        let first = ids.iter().filter_map(|id| self.open.get(id)).min();
        first.map_or(Duration::ZERO, Instant::elapsed)
    }

    /// The first answer to one of these requests.
    pub(crate) fn take(&mut self, ids: &[u64]) -> Option<(u64, Answer)> {
        let at = self.ready.iter().position(|(id, _)| ids.contains(id))?;
        self.ready.remove(at)
    }

    /// Replies to the server's own questions, to be sent.
    pub(crate) fn take_replies(&mut self) -> Vec<String> {
        std::mem::take(&mut self.replies)
    }

    /// What was seen besides answers.
    pub(crate) fn take_heard(&mut self) -> Heard {
        std::mem::take(&mut self.heard)
    }

    /// Leaves a remark.
    pub(crate) fn remark(&mut self, class: &'static str, text: &str) {
        if !self.heard.remarks.iter().any(|(known, _)| *known == class) {
            self.heard.remarks.push((class, text.to_owned()));
        }
    }

    /// Takes in a line; `waiting` are the requests that somebody waits for now.
    pub(crate) fn line(&mut self, bytes: Vec<u8>, waiting: &[u64]) {
        let line = self.decoded(bytes);
        let Some(mut unclosed) = self.unclosed.take() else { return self.text(line, 1, waiting) };
        // What began before was no message if a whole one begins here.
        if line.trim_start().starts_with('{') && !find(&line).0.is_empty() {
            self.noise(unclosed.lines, &unclosed.text);
            return self.text(line, 1, waiting);
        }
        unclosed.add(&line);
        match unclosed.state() {
            State::Closed => self.text(unclosed.text, unclosed.lines, waiting),
            State::Open | State::Broken => self.hold(unclosed),
        }
    }

    /// Nothing follows: what has not been closed is no message.
    pub(crate) fn end(&mut self) {
        if let Some(unclosed) = self.unclosed.take() {
            self.noise(unclosed.lines, &unclosed.text);
        }
    }

    fn text(&mut self, text: String, lines: usize, waiting: &[u64]) {
        let (found, rest) = find(&text);
        match rest {
            Rest::Nothing => {}
            Rest::Open(at) => self.hold(Unclosed::new(text.get(at..).unwrap_or_default().to_owned(), lines)),
            Rest::Other(at) => self.noise(lines, text.get(at..).unwrap_or_default()),
        }
        let mut largest = None;
        for found in found {
            match found.message {
                Message::Answer { id, part, element } => {
                    let Some(id) = self.asked(id, waiting) else {
                        self.heard.stray += 1;
                        continue;
                    };
                    // The one that is most of the text takes it over, so that a long list is not copied.
                    if element.len() > text.len() / 2 {
                        largest = Some((id, found.start, part));
                    } else {
                        self.ready.push_back((id, Answer { text: element.to_owned(), part }));
                    }
                }
                Message::Request { id, method } if method == "ping" => self.replies.push(encode_empty_result(id)),
                Message::Request { id, .. } => self.replies.push(encode_refusal(id)),
                Message::Notification { method } => self.changed(&method),
            }
        }
        if let Some((id, start, part)) = largest {
            self.ready.push_back((id, Answer { text, part: moved(part, start) }));
        }
    }

    fn hold(&mut self, unclosed: Unclosed) {
        if unclosed.state() == State::Broken || unclosed.text.len() > self.limit {
            self.noise(unclosed.lines, &unclosed.text);
        } else {
            self.unclosed = Some(unclosed);
        }
    }

    /// The request that an answer is to, which thereby has its answer. One without an id is to the only one waiting.
    fn asked(&mut self, id: Option<u64>, waiting: &[u64]) -> Option<u64> {
        let id = id.unwrap_or_else(|| {
            let mut candidates = waiting.iter().filter(|id| self.open.contains_key(id));
            candidates.next().filter(|_| candidates.next().is_none()).map_or(FOREIGN, |id| *id)
        });
        self.open.remove(&id).map(|_| id)
    }

    fn changed(&mut self, method: &str) {
        let is_change = method.starts_with("notifications/") && method.ends_with("/list_changed");
        let changed = &mut self.heard.changed;
        if is_change && changed.len() < MOST_CHANGES && !changed.iter().any(|known| known == method) {
            changed.push(method.to_owned());
        }
    }

    fn noise(&mut self, lines: usize, text: &str) {
        let kept = || {
            let line = text.trim().lines().next().unwrap_or_default();
            let end = line.char_indices().nth(NOISE_KEPT).map(|(end, _)| end);
            end.map_or_else(|| line.to_owned(), |end| format!("{}{CUT}", line.get(..end).unwrap_or_default()))
        };
        self.heard.noise.get_or_insert_with(|| (0, kept())).0 += lines;
    }

    fn decoded(&mut self, bytes: Vec<u8>) -> String {
        let mut text = String::from_utf8(bytes).unwrap_or_else(|error| {
            let mut text = String::new();
            for chunk in error.as_bytes().utf8_chunks() {
                text.push_str(chunk.valid());
                if !chunk.invalid().is_empty() {
                    text.push(char::REPLACEMENT_CHARACTER);
                    self.heard.bad_bytes += 1;
                }
            }
            text
        });
        let mark = text.len() - text.trim_start_matches('\u{feff}').len();
        text.drain(..mark);
        text
    }
}

fn moved(part: Part, by: usize) -> Part {
    match part {
        Part::Result(range) => Part::Result(range.start + by..range.end + by),
        error @ Part::Error(_) => error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(id: usize, result: &str) -> String {
        format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#)
    }

    /// An inbox that expects answers 1 and 2 and has seen these lines while 2 was waited for.
    fn after(lines: &[&str]) -> Inbox {
        let mut inbox = Inbox::new(1000);
        inbox.expect(1);
        inbox.expect(2);
        lines.iter().for_each(|line| inbox.line(line.as_bytes().to_vec(), &[2]));
        inbox
    }

    fn results(inbox: &mut Inbox) -> Vec<(u64, String)> {
        let taken = std::iter::from_fn(|| inbox.take(&[1, 2]));
        taken.map(|(id, answer)| (id, answer.result().expect("a result").to_owned())).collect()
    }

    #[test]
    fn answers_wait_until_they_are_asked_for() {
        let mut inbox = after(&[&answer(1, "[1]"), &answer(2, "[2]"), &answer(2, "[3]"), &answer(9, "[4]")]);
        assert_eq!(inbox.take(&[2]).expect("an answer").1.result(), Some("[2]"));
        assert!(inbox.take(&[2]).is_none());
        assert_eq!(results(&mut inbox), [(1, "[1]".to_owned())]);
        assert_eq!(inbox.take_heard(), Heard { stray: 2, ..Heard::default() });
        assert_eq!(inbox.take_heard(), Heard::default());
    }

    #[test]
    fn batches_neighbours_marks_and_line_ends_are_read() {
        let text = format!("\u{feff}\u{feff} [{},{}]\r", answer(1, "[1]"), answer(2, r#"{"a":[2,3,4,5,6,7,8,9,0]}"#));
        let mut inbox = after(&[&text]);
        let mut both = results(&mut inbox);
        both.sort();
        assert_eq!(both, [(1, "[1]".to_owned()), (2, r#"{"a":[2,3,4,5,6,7,8,9,0]}"#.to_owned())]);
        let mut inbox = after(&[&(answer(1, "true") + &answer(2, "{}")), "", " \r"]);
        assert_eq!(results(&mut inbox).len(), 2);
        assert_eq!(inbox.take_heard(), Heard::default());
    }

    #[test]
    fn a_message_may_go_over_lines() {
        let lines = ["{", r#" "jsonrpc": "2.0","#, r#" "id": 2, "x": "}\"","#, r#" "result": {"#, "  }", "} "];
        let mut inbox = after(&lines);
        assert_eq!(results(&mut inbox), [(2, "{\n  }".to_owned())]);
        assert_eq!(inbox.take_heard(), Heard::default());
        let mut inbox =
            after(&["[", "{", &answer(1, "[]")[1..], ",", "{", &(answer(2, "[]")[1..].to_owned() + ","), "]"]);
        assert_eq!(results(&mut inbox).len(), 2);
    }

    #[test]
    fn what_never_closes_costs_no_message() {
        let mut inbox = after(&["{mulai", "lagi", &answer(2, "[]"), "{\"x\":", "selesai"]);
        assert_eq!(results(&mut inbox).len(), 1);
        assert_eq!(inbox.take_heard().noise, Some((2, "{mulai".to_owned())));
        inbox.end();
        assert_eq!(inbox.take_heard().noise, Some((2, "{\"x\":".to_owned())));
        let long = "x".repeat(400);
        let mut inbox = after(&["{", &long, &long, &long, &answer(1, "[]")]);
        assert_eq!(inbox.take_heard().noise.map(|(lines, _)| lines), Some(4));
        assert_eq!(results(&mut inbox).len(), 1);
    }

    #[test]
    fn noise_is_counted_and_its_start_kept() {
        let long = "é".repeat(5_000);
        let mut inbox = after(&[&long, r#"{"level":30,"msg":"siap"}"#, "[INFO] siap", &(answer(2, "[]") + " siap")]);
        assert_eq!(inbox.take_heard().noise, Some((4, "é".repeat(4096) + "…")));
        inbox.line(b"caf\xe9 \xff{}".to_vec(), &[]);
        assert_eq!(inbox.take_heard().bad_bytes, 2);
    }

    #[test]
    fn the_servers_own_questions_are_replied_to() {
        let mut inbox = after(&[
            r#"{"jsonrpc":"2.0","id":"a","method":"ping"}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"roots/list"}"#,
            r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#,
            r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#,
            r#"{"jsonrpc":"2.0","method":"notifications/message","params":{}}"#,
        ]);
        let replies = inbox.take_replies();
        assert_eq!(replies.first().map(String::as_str), Some(r#"{"jsonrpc":"2.0","id":"a","result":{}}"#));
        assert!(replies.len() == 2 && replies.iter().any(|reply| reply.contains("-32601")));
        assert_eq!(inbox.take_heard().changed, ["notifications/tools/list_changed"]);
        assert!(results(&mut inbox).is_empty());
    }

    #[test]
    fn an_error_without_an_id_is_to_the_only_request_waited_for() {
        let lost = r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"apa?"}}"#;
        let mut inbox = after(&[lost]);
        assert_eq!(inbox.take(&[1, 2]).expect("an answer").0, 2);
        let mut inbox = after(&[]);
        inbox.line(lost.as_bytes().to_vec(), &[1, 2]);
        assert_eq!((inbox.take(&[1, 2]), inbox.take_heard().stray), (None, 1));
    }
}
