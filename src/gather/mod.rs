//! From live servers to a catalog: all that touches the network and processes.
//!
//! A host's config file is read into entries (`config`), an entry that may be contacted is a [`contact::Contact`], and
//! [`run::gather`] asks all contacts at once: a wire carries messages (`wire`: standard streams, Streamable HTTP, the
//! older HTTP+SSE), a session finds the protocol's era and lists page by page (`session`), and what came is a
//! [`listing::Listing`] of verbatim texts. Whatever goes wrong with one server is its own [`outcome::Outcome`].
//!
//! The wire is ours because the official SDK re-orders and drops fields, loses a list to one bad tool and gives out no
//! raw text; process groups, HTTP, event streams and the parsing of config files are other people's well-kept crates.

pub mod cache;
pub mod challenge;
pub mod children;
pub mod config;
pub mod contact;
pub mod gap;
pub mod limits;
pub mod listing;
pub mod mirrored;
pub mod note;
pub mod outcome;
pub mod run;
pub mod secret;
pub mod session;
pub mod token_count;
pub mod trouble;
pub mod watch;

pub(crate) mod freshness;
pub(crate) mod halt;
pub(crate) mod lists;
pub(crate) mod opening;
pub(crate) mod remarks;
pub(crate) mod scene;
pub(crate) mod wire;
