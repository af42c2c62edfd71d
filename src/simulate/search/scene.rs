//! What questions are asked of: the tools, their look-alikes, and how many results a search gives.

use crate::simulate::rank::names::Names;
use crate::simulate::search::alike::Alike;

/// What every question is asked of.
#[derive(Debug, Clone, Copy)]
pub struct Scene<'a> {
    /// The tools.
    pub names: &'a Names,
    /// Their look-alikes.
    pub alike: &'a Alike,
    /// How many results the search gives.
    pub k: usize,
}
