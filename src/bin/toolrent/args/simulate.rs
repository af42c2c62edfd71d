//! Arguments of `simulate`.

use std::path::PathBuf;

use clap::{ArgGroup, Args, ValueEnum};

#[cfg(feature = "gather")]
use crate::args::gather::Connect;
use crate::args::glob;

pub(crate) const SIMULATE_EXAMPLES: &str = "\
Examples:
  toolrent simulate tools.json --session runs.jsonl
  toolrent simulate tools.json --session ~/.claude/projects/toko/*.jsonl --host claude-code
  toolrent simulate tools.json --tasks tasks.jsonl --strategy claude-api --strategy codex
  toolrent simulate tools.json --session runs.jsonl --strategy claude-api -k 10 --hot forge.search --miss-rate 0.02
  toolrent simulate --synthetic tools=500,sizes=162/100,turns=9,hits=70
";

/// `simulate`.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("played").required(true).multiple(true).args(["sessions", "tasks", "synthetic"]))]
pub(crate) struct Simulate {
    /// Saved catalogs in any shape, hosts' config files, URLs of servers; `-` is standard input
    #[cfg_attr(feature = "gather", arg(value_name = "SOURCE", required_unless_present_any = ["servers", "synthetic"]))]
    #[cfg_attr(not(feature = "gather"), arg(value_name = "SOURCE", required_unless_present = "synthetic"))]
    pub(crate) sources: Vec<String>,
    /// Recorded sessions: Claude Code's or Codex's files, request logs, spans, docs/workload.md (repeatable)
    #[arg(long = "session", value_name = "FILE", num_args = 1..)]
    pub(crate) sessions: Vec<PathBuf>,
    /// Tasks with the tools they need: one {"query", "needed": ["server.tool"]} a line (repeatable)
    #[arg(long = "tasks", value_name = "FILE", num_args = 1..)]
    pub(crate) tasks: Vec<PathBuf>,
    /// Made-up sessions: tools=300,sizes=162/100,results=731/137,zipf=1,turns=7,sessions=100,hits=74,seed=1
    #[arg(long, value_name = "SPEC", conflicts_with_all = ["sessions", "tasks"])]
    pub(crate) synthetic: Option<String>,
    /// The host to play on (default: that of each strategy's product, else claude-code)
    #[arg(long, value_name = "H", env = "TOOLRENT_HOST")]
    pub(crate) host: Option<String>,
    /// A model id or a meter profile
    #[arg(long, value_name = "M", env = "TOOLRENT_MODEL")]
    pub(crate) model: Option<String>,
    /// A strategy, a product, or one of your own in toolrent.toml (repeatable; default: those of the host)
    #[arg(long = "strategy", value_name = "NAME", value_delimiter = ',')]
    pub(crate) strategies: Vec<String>,
    /// How many results each search gives, instead of the strategy's own number
    #[arg(short = 'k', long = "limit", value_name = "N", value_parser = results)]
    pub(crate) k: Option<usize>,
    /// How long the provider keeps a prompt cache
    #[arg(long, value_enum, value_name = "TIME", default_value_t = Ttl::FiveMinutes)]
    pub(crate) ttl: Ttl,
    /// Seconds between requests where the recording does not say
    #[arg(long, value_name = "SECONDS")]
    pub(crate) gap: Option<u64>,
    /// A tool that every strategy keeps loaded, as SERVER.TOOL (repeatable)
    #[arg(long = "hot", value_name = "TOOL", value_delimiter = ',')]
    pub(crate) hot: Vec<String>,
    /// Misses a search that are accepted, 0 to 1: which tools to keep loaded for that (default: half of the misses)
    #[arg(long, value_name = "RATE", value_parser = rate)]
    pub(crate) miss_rate: Option<f64>,
    /// Also play with other k, pauses, sizes of results, and tools up front
    #[arg(long)]
    pub(crate) sensitivity: bool,
    /// Only servers that match this glob (repeatable)
    #[arg(long, value_name = "GLOB", value_parser = glob)]
    pub(crate) only: Vec<String>,
    /// No servers that match this glob (repeatable)
    #[arg(long, value_name = "GLOB", value_parser = glob)]
    pub(crate) skip: Vec<String>,
    /// How to reach servers.
    #[cfg(feature = "gather")]
    #[command(flatten)]
    pub(crate) connect: Connect,
}

/// How long a prompt cache is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Ttl {
    /// As the provider does unasked: five minutes at Anthropic
    #[value(name = "5m")]
    FiveMinutes,
    /// As long as can be asked for: an hour at Anthropic
    #[value(name = "1h")]
    Hour,
}

fn results(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|k| *k > 0).ok_or_else(|| "expected a number, 1 or more".to_owned())
}

fn rate(text: &str) -> Result<f64, String> {
    let fits = text.parse().ok().filter(|rate: &f64| (0.0..=1.0).contains(rate));
    fits.ok_or_else(|| "expected a number from 0 to 1".to_owned())
}
