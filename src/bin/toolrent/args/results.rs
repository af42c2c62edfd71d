//! Arguments of `results`.

use clap::{Args, ValueEnum};

#[cfg(feature = "gather")]
use crate::args::gather::Connect;

pub(crate) const RESULTS_EXAMPLES: &str = "\
Examples:
  toolrent results session.jsonl                    which tools' results cost, and keep costing
  toolrent results ~/sessions --by session          every transcript of a folder
  toolrent results session.jsonl --by kind          what of them buys nothing
  toolrent results calls.jsonl --host claude-code --model claude-opus-4-6
  toolrent results --server notes='npx -y @acme/notes' --call notes.search='{\"query\":\"tea\"}'
";

/// `results`.
#[derive(Debug, Args)]
pub(crate) struct Results {
    /// Transcripts, folders of them, captured calls; with `--call`, hosts' config files and URLs of servers
    #[cfg_attr(feature = "gather", arg(value_name = "TRANSCRIPT", required_unless_present = "calls"))]
    #[cfg_attr(not(feature = "gather"), arg(value_name = "TRANSCRIPT", required = true))]
    pub(crate) transcripts: Vec<String>,
    /// The host to count for (see `toolrent hosts`); else the one that wrote the transcript
    #[arg(long, value_name = "H", env = "TOOLRENT_HOST")]
    pub(crate) host: Option<String>,
    /// A model id or a meter profile; else the one that the transcript names
    #[arg(long, value_name = "M", env = "TOOLRENT_MODEL")]
    pub(crate) model: Option<String>,
    /// What the rows are
    #[arg(long, value_enum, default_value_t = By::Tool)]
    pub(crate) by: By,
    /// How many tools to show a server, or how many sessions; 0 shows all (table and markdown only)
    #[arg(long, value_name = "N", default_value_t = 8)]
    pub(crate) top: usize,
    /// Call a tool now and measure its result (repeatable); arguments are a JSON object
    #[cfg(feature = "gather")]
    #[arg(long = "call", value_name = "SERVER.TOOL='{...}'")]
    pub(crate) calls: Vec<String>,
    /// With `--call`: also call tools that say of themselves that they destroy
    #[cfg(feature = "gather")]
    #[arg(long, requires = "calls")]
    pub(crate) allow_destructive: bool,
    /// How to reach servers.
    #[cfg(feature = "gather")]
    #[command(flatten)]
    pub(crate) connect: Connect,
}

/// What the rows of a table of results are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum By {
    /// One row a tool, the costliest first
    Tool,
    /// One row a server
    Server,
    /// One row a session
    Session,
    /// One row a kind of waste
    Kind,
}
