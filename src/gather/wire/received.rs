//! What one received text holds for us: the answer, what to reply to the server, and what a report should tell.

use crate::gather::wire::carrier::{Answer, Heard, Part, RpcError};
use crate::gather::wire::message::{self, Message};

/// The messages of one text, sorted.
#[derive(Debug, Default)]
pub(crate) struct Received {
    /// True when there was any message.
    pub(crate) any: bool,
    /// Texts to send back to the server.
    pub(crate) replies: Vec<String>,
    part: Option<Part>,
}

impl Received {
    /// Sorts the messages of a text, while the request of that id is the only one open.
    pub(crate) fn sort(text: &str, open: u64, heard: &mut Heard) -> Received {
        let mut received = Received::default();
        received.any = message::read(text, &mut |message| match message {
            Message::Answer { id, part, element } => {
                let ours = id == Some(open) || (id.is_none() && matches!(part, Part::Error(_)));
                if ours && received.part.is_none() {
                    let offset = (element.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
                    received.part = Some(moved(part, offset));
                } else {
                    heard.stray += 1;
                }
            }
            Message::Request { id, method } => received.replies.push(match method.as_ref() {
                "ping" => message::encode_empty_result(id),
                _ => message::encode_refusal(id),
            }),
            Message::Notification { method } => {
                if method.ends_with("/list_changed") && !heard.changed.iter().any(|known| *known == method) {
                    heard.changed.push(method.into_owned());
                }
            }
        });
        received
    }

    /// Takes an error of any id for the answer: a body can only be about the request that it came for.
    pub(crate) fn settle(&mut self, text: &str) {
        if self.part.is_none() {
            self.part = error(text).map(Part::Error);
        }
    }

    /// The answer, with the text that it was found in.
    pub(crate) fn answer(self, text: String) -> Option<Answer> {
        self.part.map(|part| Answer { text, part })
    }
}

/// The JSON-RPC error in a text, whatever request it names: with an error status, a body is about the one just sent.
pub(crate) fn error(text: &str) -> Option<RpcError> {
    let mut found = None;
    message::read(text, &mut |message| {
        if let Message::Answer { part: Part::Error(error), .. } = message {
            found.get_or_insert(error);
        }
    });
    found
}

fn moved(part: Part, offset: usize) -> Part {
    match part {
        Part::Result(range) => Part::Result(range.start + offset..range.end + offset),
        error @ Part::Error(_) => error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_batch_is_sorted() {
        let text = r#" [{"jsonrpc":"2.0","method":"notifications/tools/list_changed"},
            {"jsonrpc":"2.0","id":"p","method":"ping"},{"jsonrpc":"2.0","id":9,"method":"roots/list"},
            {"jsonrpc":"2.0","id":6,"result":{"a":1}},{"jsonrpc":"2.0","id":7,"result":{"b":2}}]"#;
        let mut heard = Heard::default();
        let received = Received::sort(text, 7, &mut heard);
        assert_eq!((heard.stray, heard.changed.len(), received.replies.len()), (1, 1, 2));
        assert!(received.replies[0].contains(r#""id":"p""#) && received.replies[1].contains("-32601"));
        assert_eq!(received.answer(text.to_owned()).expect("an answer").result(), Some(r#"{"b":2}"#));
    }

    #[test]
    fn an_error_without_an_id_is_ours_and_a_result_without_one_is_not() {
        let mut heard = Heard::default();
        let text = r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"x"}}"#;
        assert!(Received::sort(text, 1, &mut heard).answer(text.to_owned()).is_some());
        let text = r#"{"jsonrpc":"2.0","id":null,"result":{}}"#;
        assert!(Received::sort(text, 1, &mut heard).answer(text.to_owned()).is_none());
        assert_eq!(heard.stray, 1);
    }

    #[test]
    fn an_error_is_found_whatever_it_answers() {
        let text = r#"{"jsonrpc":"2.0","id":"server-error","error":{"code":-32600,"message":"x"}}"#;
        assert_eq!(error(text).map(|error| error.code), Some(-32600));
        assert!(error(r#"{"error":"invalid_token"}"#).is_none());
    }
}
