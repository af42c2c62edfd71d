//! How much of a gathering is shown, and what is said of a server in its row.

use crate::report::gather::document::{Kind, Server};

/// What the columns before the last one take at most, names of usual length included.
const OTHER_COLUMNS: usize = 56;

/// How much to show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct View {
    /// Columns of the terminal; `None` where nothing is cut.
    pub width: Option<u16>,
    /// Also where each server was named, what it wrote to standard error, and remarks of little weight.
    pub verbose: bool,
    /// No remarks at all.
    pub quiet: bool,
    /// It was stopped: nothing comes next.
    pub stopped: bool,
}

/// What is to be said of a server in its row.
pub(crate) fn words(server: &Server) -> String {
    match (server.kind(), server.status.as_str(), &server.reason) {
        (Kind::Listed, "ok", None) => String::new(),
        (Kind::Missing | Kind::Listed, _, Some(reason)) => reason.clone(),
        (_, "cached", None) => "from the cache".to_owned(),
        _ => server.stated(),
    }
}

/// Whether these words stand whole in the last column.
pub(crate) fn fits(server: &Server, view: View) -> bool {
    let room = |width: u16| usize::from(width).saturating_sub(OTHER_COLUMNS);
    view.width.is_none_or(|width| words(server).chars().count() <= room(width))
}
