//! Where counted tokens go: into one sum, or to the segment in which each starts.

/// Takes tokens in the order of the text.
pub(crate) trait Tally {
    /// That many tokens start at `start`, or after it without a cut between.
    fn add(&mut self, start: usize, tokens: usize);

    /// Whether a cut lies inside `start..end`, so that it matters where in it tokens start.
    fn cuts(&self, start: usize, end: usize) -> bool;
}

/// One sum.
#[derive(Default)]
pub(crate) struct Sum {
    /// Tokens so far.
    pub(crate) tokens: usize,
}

impl Tally for Sum {
    #[inline]
    fn add(&mut self, _start: usize, tokens: usize) {
        self.tokens += tokens;
    }

    #[inline]
    fn cuts(&self, _start: usize, _end: usize) -> bool {
        false
    }
}

/// A sum for every segment.
pub(crate) struct Segments<'a> {
    cuts: &'a [usize],
    begun: usize,
    tokens: Vec<usize>,
}

impl<'a> Segments<'a> {
    /// Segments that begin at ascending `cuts`.
    pub(crate) fn new(cuts: &'a [usize]) -> Segments<'a> {
        Segments { cuts, begun: 0, tokens: vec![0; cuts.len()] }
    }

    /// Tokens of each segment.
    pub(crate) fn into_tokens(self) -> Vec<usize> {
        self.tokens
    }
}

impl Tally for Segments<'_> {
    fn add(&mut self, start: usize, tokens: usize) {
        while self.cuts.get(self.begun).is_some_and(|cut| *cut <= start) {
            self.begun += 1;
        }
        if let Some(segment) = self.begun.checked_sub(1).and_then(|last| self.tokens.get_mut(last)) {
            *segment += tokens;
        }
    }

    fn cuts(&self, start: usize, end: usize) -> bool {
        self.cuts[self.begun..].iter().find(|cut| **cut > start).is_some_and(|cut| *cut < end)
    }
}
