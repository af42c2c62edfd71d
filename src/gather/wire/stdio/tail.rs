//! Keeps the last lines of a server's standard error, however much it writes.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::io::{AsyncRead, AsyncReadExt};

use crate::gather::secret::hiding::CUT;

/// Lines kept.
const LINES: usize = 20;

/// Characters kept of a line: more than are told, because secrets are hidden before it is cut to that.
const CHARACTERS: usize = 4 << 10;

/// The last lines of a stream.
#[derive(Debug, Default)]
pub(crate) struct Tail {
    lines: VecDeque<String>,
    current: Vec<u8>,
    /// The line was ended by a carriage return: what follows stands over it, as in a progress bar.
    overwritten: bool,
}

/// Reads a stream to its end, so that the server never waits for a reader.
pub(crate) async fn follow(mut source: impl AsyncRead + Unpin, tail: Arc<Mutex<Tail>>) {
    let mut chunk = [0; 8 << 10];
    while let Ok(count @ 1..) = source.read(&mut chunk).await {
        let bytes = chunk.get(..count).unwrap_or_default();
        tail.lock().unwrap_or_else(PoisonError::into_inner).feed(bytes);
    }
}

impl Tail {
    /// The last lines, blank ones left out, as received but for their length.
    pub(crate) fn lines(&self) -> Vec<String> {
        let last = readable(&self.current);
        let kept = self.lines.iter().cloned().chain(last).collect::<Vec<_>>();
        kept.into_iter().rev().take(LINES).rev().collect()
    }

    fn feed(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            match byte {
                b'\n' => self.end_line(),
                b'\r' => self.overwritten = true,
                _ => {
                    if std::mem::take(&mut self.overwritten) {
                        self.current.clear();
                    }
                    // No character takes more than four bytes; one more tells that there was more.
                    if self.current.len() < 4 * (CHARACTERS + 1) {
                        self.current.push(byte);
                    }
                }
            }
        }
    }

    fn end_line(&mut self) {
        self.lines.extend(readable(&self.current));
        if self.lines.len() > LINES {
            self.lines.pop_front();
        }
        self.current.clear();
        self.overwritten = false;
    }
}

fn readable(line: &[u8]) -> Option<String> {
    let mut text = String::from_utf8_lossy(line).into_owned();
    if let Some((end, _)) = text.char_indices().nth(CHARACTERS) {
        text.truncate(end);
        text.push(CUT);
    }
    (!text.trim().is_empty()).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tail(bytes: &[u8]) -> Vec<String> {
        let mut tail = Tail::default();
        bytes.chunks(3).for_each(|chunk| tail.feed(chunk));
        tail.lines()
    }

    #[test]
    fn the_last_lines_are_kept_without_blank_ones() {
        let many: String = (1..=30).map(|line| format!("baris {line}\r\n\n")).collect();
        let kept = tail((many + "akhir").as_bytes());
        assert_eq!((kept.len(), kept.first().map(String::as_str)), (20, Some("baris 12")));
        assert_eq!(kept.last().map(String::as_str), Some("akhir"));
    }

    #[test]
    fn a_line_is_cut_by_characters_and_may_be_no_text() {
        assert_eq!(tail("é".repeat(9000).as_bytes()), ["é".repeat(4096) + "…"]);
        assert_eq!(tail(b"a\xffb"), ["a\u{fffd}b"]);
    }

    #[test]
    fn what_is_written_over_is_gone() {
        assert_eq!(tail(b"10 %\r50 %\r\nselesai\r"), ["50 %", "selesai"]);
    }

    #[tokio::test]
    async fn megabytes_without_an_end_take_no_room() {
        let kept = Arc::new(Mutex::new(Tail::default()));
        follow(tokio::io::repeat(b'x').take(5 << 20), Arc::clone(&kept)).await;
        let tail = kept.lock().expect("no panic");
        assert!(tail.current.capacity() <= 8 * CHARACTERS);
        assert_eq!(tail.lines(), ["x".repeat(CHARACTERS) + "…"]);
    }
}
