//! Fetches what a server lists, page by page, and keeps every entry that can be kept.

pub(crate) mod again;
pub(crate) mod assembly;
pub(crate) mod collect;
pub(crate) mod items;
pub(crate) mod page;
pub(crate) mod paging;
pub(crate) mod walk;
