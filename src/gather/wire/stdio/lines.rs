//! Cuts a server's standard output into lines, under a cap for each and a cap for all.

use memchr::memchr;
use tokio::io::{AsyncRead, AsyncReadExt};

/// What is read at once: as much as a pipe holds on Linux.
const CHUNK: usize = 64 << 10;

/// A stream of lines.
#[derive(Debug)]
pub(crate) struct Lines<R> {
    source: R,
    buffer: Vec<u8>,
    /// Where the line begins that is handed out next.
    start: usize,
    /// No line ends before this.
    searched: usize,
    taken: usize,
    ended: bool,
    caps: Caps,
}

/// How many bytes are read.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Caps {
    /// Of one line.
    pub(crate) line: usize,
    /// Of all of them.
    pub(crate) total: usize,
}

/// Why there is no further line, though there may be bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Excess {
    /// One line is longer than is read.
    Line,
    /// All are.
    Total,
}

impl<R: AsyncRead + Unpin> Lines<R> {
    /// Reads lines from a stream.
    pub(crate) fn new(source: R, caps: Caps) -> Self {
        Lines { source, buffer: Vec::new(), start: 0, searched: 0, taken: 0, ended: false, caps }
    }

    /// The next line without its line feed, the last one with or without; `None` at the end. A stream that breaks has
    /// ended. Nothing is lost when the future is dropped.
    pub(crate) async fn next(&mut self) -> Result<Option<Vec<u8>>, Excess> {
        loop {
            let unsearched = self.buffer.get(self.searched..).unwrap_or_default();
            let end = memchr(b'\n', unsearched).map(|at| self.searched + at);
            self.searched = end.unwrap_or(self.buffer.len());
            if self.searched - self.start > self.caps.line {
                return Err(Excess::Line);
            }
            if self.taken > self.caps.total {
                return Err(Excess::Total);
            }
            match end {
                Some(end) => return Ok(Some(self.take(end))),
                None if !self.ended => self.read().await,
                None if self.start < self.buffer.len() => return Ok(Some(self.take(self.buffer.len()))),
                None => return Ok(None),
            }
        }
    }

    /// The stream, to be read to its end without heed.
    pub(crate) fn into_source(self) -> R {
        self.source
    }

    /// A long line takes the buffer with it; copying short ones is cheaper than moving what stands behind them.
    fn take(&mut self, end: usize) -> Vec<u8> {
        let behind = (end + 1).min(self.buffer.len());
        if self.start == 0 && end >= CHUNK && end >= self.buffer.len() - behind {
            let rest = self.buffer.split_off(behind);
            let mut line = std::mem::replace(&mut self.buffer, rest);
            line.truncate(end);
            self.searched = 0;
            return line;
        }
        let line = self.buffer.get(self.start..end).unwrap_or_default().to_vec();
        self.start = behind;
        self.searched = behind;
        line
    }

    async fn read(&mut self) {
        self.buffer.drain(..self.start);
        self.searched -= self.start;
        self.start = 0;
        let length = self.buffer.len();
        if self.buffer.capacity() - length < CHUNK {
            // Doubling, but not past what a line may have.
            let most = self.caps.line.saturating_add(CHUNK).saturating_sub(length).max(CHUNK);
            self.buffer.reserve_exact(length.clamp(CHUNK, most));
        }
        let mut chunk = (&mut self.source).take(CHUNK as u64);
        match chunk.read_buf(&mut self.buffer).await {
            Ok(0) | Err(_) => self.ended = true,
            Ok(count) => self.taken = self.taken.saturating_add(count),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn all(text: &[u8], caps: Caps) -> (Vec<String>, Option<Excess>) {
        let mut lines = Lines::new(text, caps);
        let mut read = Vec::new();
        loop {
            match lines.next().await {
                Ok(Some(line)) => read.push(String::from_utf8(line).expect("text")),
                Ok(None) => return (read, None),
                Err(excess) => {
                    assert_eq!(lines.next().await, Err(excess));
                    return (read, Some(excess));
                }
            }
        }
    }

    #[tokio::test]
    async fn lines_of_any_length_are_cut() {
        let long = "x".repeat(3 * CHUNK + 5);
        let parts = ["a", "", &long, "b\r", &long, &long, "tanpa akhir"];
        let caps = Caps { line: long.len(), total: usize::MAX };
        assert_eq!(all(parts.join("\n").as_bytes(), caps).await, (parts.map(str::to_owned).to_vec(), None));
        assert_eq!(all(b"a\n", caps).await, (vec!["a".to_owned()], None));
        assert_eq!(all(b"", caps).await, (vec![], None));
    }

    #[tokio::test]
    async fn a_line_over_the_cap_stops_the_reading_early() {
        let caps = Caps { line: 4, total: usize::MAX };
        assert_eq!(all(b"four\nfives\n", caps).await, (vec!["four".to_owned()], Some(Excess::Line)));
        let cap = 2 * CHUNK;
        let mut lines = Lines::new(tokio::io::repeat(b'x'), Caps { line: cap, total: usize::MAX });
        assert_eq!(lines.next().await, Err(Excess::Line));
        assert!(lines.taken <= cap + CHUNK && lines.buffer.capacity() <= cap + CHUNK, "{}", lines.buffer.capacity());
    }

    #[tokio::test]
    async fn all_lines_together_have_a_cap() {
        let mut lines = Lines::new(tokio::io::repeat(b'\n'), Caps { line: 10, total: CHUNK });
        let mut count = 0;
        while let Ok(Some(_)) = lines.next().await {
            count += 1;
        }
        assert_eq!((lines.next().await, count), (Err(Excess::Total), CHUNK));
    }
}
