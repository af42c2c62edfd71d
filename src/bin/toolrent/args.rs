//! Every argument, once: help, completions and the man page fold from here.

pub(crate) mod format;
#[cfg(feature = "gather")]
pub(crate) mod gather;
pub(crate) mod lint;
pub(crate) mod search;
pub(crate) mod results;
pub(crate) mod simulate;

use std::path::PathBuf;

use clap::builder::styling::{AnsiColor, Styles};
use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::args::format::{Asked, Color};
#[cfg(feature = "gather")]
use crate::args::gather::{Connect, GATHER_EXAMPLES, Gather};
use crate::args::lint::{EXPLAIN_EXAMPLES, Explain, LINT_EXAMPLES, Lint};
use crate::args::results::{RESULTS_EXAMPLES, Results};
use crate::args::search::{SEARCH_EXAMPLES, Search};
use crate::args::simulate::{SIMULATE_EXAMPLES, Simulate};

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default());

const EXAMPLES: &str = "\
Examples:
  toolrent demo                                    everything on a built-in catalog
  toolrent rent tools.json                         what each definition costs per turn
  toolrent rent a.json b.json --host claude-code --host vscode
  toolrent results session.jsonl                   what tool results cost, and keep costing
  toolrent lint tools.json                         what is wrong with their words and schemas
  toolrent search tools.json -q 'send an invoice'  would a tool search find it
  toolrent simulate tools.json --session runs.jsonl  what other ways of loading them would cost
  toolrent gather .mcp.json --connect -o catalog.json
  toolrent count request.json                      predicted input tokens of a whole request
  toolrent calibrate calls.jsonl                   predictions against recorded usage
";

/// What MCP tools cost a model on every turn, counted as the provider bills it.
#[derive(Debug, Parser)]
#[command(name = "toolrent", version, styles = STYLES, before_long_help = EXAMPLES, arg_required_else_help = true)]
#[command(disable_help_subcommand = true, infer_subcommands = false)]
pub(crate) struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub(crate) verb: Verb,
    /// Flags that every verb takes.
    #[command(flatten)]
    pub(crate) global: Global,
}

/// Flags that every verb takes.
#[derive(Debug, Args)]
#[command(next_help_heading = "Global options")]
pub(crate) struct Global {
    /// How to write the result
    #[arg(long, global = true, value_enum, value_name = "F")]
    pub(crate) format: Option<Asked>,
    /// When to colour
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto, value_name = "WHEN")]
    pub(crate) color: Color,
    /// Read this settings file and no other
    #[arg(long, global = true, value_name = "FILE", conflicts_with = "isolated")]
    pub(crate) config: Option<PathBuf>,
    /// Read no settings file
    #[arg(long, global = true)]
    pub(crate) isolated: bool,
    /// Refuse everything that would touch the network
    #[arg(long, global = true)]
    pub(crate) offline: bool,
    /// How many threads count (default: one a core), and how many servers are asked at once (default: 8)
    #[arg(short = 'j', long = "jobs", global = true, value_name = "N", value_parser = jobs)]
    pub(crate) jobs: Option<usize>,
    /// Show no progress
    #[arg(long, global = true)]
    pub(crate) no_progress: bool,
    /// Say more: every source and what was found in it
    #[arg(short, long, global = true, action = clap::ArgAction::Count)]
    pub(crate) verbose: u8,
    /// Say less: no notes on standard error
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub(crate) quiet: bool,
    /// Exit 0 even when something was found or is over budget
    #[arg(long, global = true)]
    pub(crate) exit_zero: bool,
    /// Write to a file (whole or not at all) instead of standard output; for `gather`, the catalog
    #[arg(short, long, global = true, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// The verbs.
#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    /// What each definition costs per turn, on a host and model
    #[command(before_long_help = RENT_EXAMPLES)]
    Rent(Rent),
    /// What tool results cost, and keep costing
    #[command(before_long_help = RESULTS_EXAMPLES)]
    Results(Box<Results>),
    /// Rules and budgets: what is wrong with words and schemas, and what each fix saves
    #[command(before_long_help = LINT_EXAMPLES)]
    Lint(Box<Lint>),
    /// Would a tool search find it: the rank of a tool for a query, and which words would help
    #[command(before_long_help = SEARCH_EXAMPLES)]
    Search(Box<Search>),
    /// Plays recorded sessions under other ways of loading tools: what they cost, and what they miss
    #[command(before_long_help = SIMULATE_EXAMPLES)]
    Simulate(Box<Simulate>),
    /// Ask servers what they offer, and save it as one catalog file
    #[cfg(feature = "gather")]
    #[command(before_long_help = GATHER_EXAMPLES)]
    Gather(Gather),
    /// Predicted input tokens of a whole provider request
    #[command(before_long_help = COUNT_EXAMPLES)]
    Count(Count),
    /// Our prediction against recorded usage, or against a provider's token-count endpoint
    #[command(before_long_help = CALIBRATE_EXAMPLES)]
    Calibrate(Calibrate),
    /// Everything on a built-in catalog: no network, no arguments
    Demo,
    /// A rule's page; or which tool a provider's error message is about
    #[command(before_long_help = EXPLAIN_EXAMPLES)]
    Explain(Explain),
    /// The rules that lint knows
    Rules,
    /// The hosts we know, and how each shows tools to a model
    Hosts,
    /// The models we know, their meters and prices
    Models,
    /// Completions, man page and schema for packagers
    #[command(hide = true)]
    Generate(Generate),
}

const RENT_EXAMPLES: &str = "\
Examples:
  toolrent rent tools.json                          three columns: plain JSON, Claude, OpenAI
  toolrent rent github.json notes.json --by field   which words cost it
  toolrent rent tools.json --host claude-code --model claude-opus-4-6
  toolrent rent tools.json --host claude-code --claimed screen.csv
  toolrent rent .mcp.json --connect                 asks the servers of a host's config first
  npx @modelcontextprotocol/inspector --cli ... --method tools/list | toolrent rent -
";

const COUNT_EXAMPLES: &str = "\
Examples:
  toolrent count request.json                       the profile is found by the body's model
  toolrent count request.json --model vertex-2.5    a profile or a model id
  toolrent count calls.jsonl --format jsonl         one row a request, in bounded memory
";

const CALIBRATE_EXAMPLES: &str = "\
Examples:
  toolrent calibrate calls.jsonl                    error by profile and kind of request
  ANTHROPIC_API_KEY=... toolrent calibrate --live anthropic tools.json --model claude-sonnet-4-6 --cache counts.json
";

fn jobs(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|jobs| *jobs > 0).ok_or_else(|| "expected a number, 1 or more".to_owned())
}

/// A glob of server names: `*` and `?` are all it knows, so that a bracket that is not closed is a slip.
pub(crate) fn glob(text: &str) -> Result<String, String> {
    if text.is_empty() {
        return Err("an empty glob fits no server".to_owned());
    }
    for (open, close) in [('[', ']'), ('{', '}')] {
        if text.matches(open).count() != text.matches(close).count() {
            return Err(format!("a {open} without its {close}; * stands for any text, ? for one character"));
        }
    }
    Ok(text.to_owned())
}

/// `rent`.
#[derive(Debug, Args)]
pub(crate) struct Rent {
    /// Saved catalogs in any shape, hosts' config files, URLs of servers; `-` is standard input
    #[cfg_attr(feature = "gather", arg(value_name = "SOURCE", required_unless_present = "servers"))]
    #[cfg_attr(not(feature = "gather"), arg(value_name = "SOURCE", required = true))]
    pub(crate) sources: Vec<String>,
    /// A host to show the tools on (repeatable; see `toolrent hosts`)
    #[arg(long = "host", value_name = "H", env = "TOOLRENT_HOST", value_delimiter = ',')]
    pub(crate) hosts: Vec<String>,
    /// A model id or a meter profile
    #[arg(long, value_name = "M", env = "TOOLRENT_MODEL")]
    pub(crate) model: Option<String>,
    /// Only servers that match this glob (repeatable)
    #[arg(long, value_name = "GLOB", value_parser = glob)]
    pub(crate) only: Vec<String>,
    /// No servers that match this glob (repeatable)
    #[arg(long, value_name = "GLOB", value_parser = glob)]
    pub(crate) skip: Vec<String>,
    /// What the rows are
    #[arg(long, value_enum, default_value_t = By::Tool)]
    pub(crate) by: By,
    /// How many tools to show a server; 0 shows all (table and markdown only)
    #[arg(long, value_name = "N", default_value_t = 8)]
    pub(crate) top: usize,
    /// Prices and windows that override the built-in ones (TOML)
    #[arg(long, value_name = "FILE")]
    pub(crate) prices: Option<PathBuf>,
    /// What a host's own screen shows, to be held against our figures (JSON or CSV)
    #[arg(long, value_name = "FILE")]
    pub(crate) claimed: Option<PathBuf>,
    /// An earlier JSON report or catalog, for `growth_pct`
    #[arg(long, value_name = "FILE")]
    pub(crate) baseline: Option<PathBuf>,
    /// How to reach servers.
    #[cfg(feature = "gather")]
    #[command(flatten)]
    pub(crate) connect: Connect,
}

/// What the rows of a rent table are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum By {
    /// One row a tool, the costliest first
    Tool,
    /// One row a server
    Server,
    /// One row a tool, with what its name, description, parameters and schema cost
    Field,
}

/// `count`.
#[derive(Debug, Args)]
pub(crate) struct Count {
    /// Request bodies or logs of recorded calls; `-` is standard input
    #[arg(value_name = "REQUEST", required = true)]
    pub(crate) requests: Vec<String>,
    /// A model id or a meter profile
    #[arg(long, value_name = "M", env = "TOOLRENT_MODEL")]
    pub(crate) model: Option<String>,
    /// Tokens of hidden reasoning that the request sends back
    #[arg(long, value_name = "N")]
    pub(crate) replayed_reasoning: Option<u64>,
}

/// `calibrate`.
#[derive(Debug, Args)]
pub(crate) struct Calibrate {
    /// Logs of recorded calls (with `--live`: saved catalogs); `-` is standard input
    #[arg(value_name = "LOG", required = true)]
    pub(crate) logs: Vec<String>,
    /// Count every row with this model id or profile
    #[arg(long, value_name = "M", env = "TOOLRENT_MODEL")]
    pub(crate) model: Option<String>,
    /// Ask this provider's token-count endpoint, with your key from the environment
    #[arg(long, value_enum, value_name = "PROVIDER")]
    pub(crate) live: Option<Live>,
    /// Keep what the endpoint answered in this file, and ask nothing twice
    #[arg(long, value_name = "FILE", requires = "live")]
    pub(crate) cache: Option<PathBuf>,
    /// Another address for the endpoint
    #[arg(long, value_name = "URL", requires = "live", hide = true)]
    pub(crate) endpoint: Option<String>,
}

/// Providers with a token-count endpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Live {
    /// `ANTHROPIC_API_KEY`
    Anthropic,
    /// `OPENAI_API_KEY`
    Openai,
    /// `GEMINI_API_KEY`
    Gemini,
}

/// `generate`.
#[derive(Debug, Args)]
pub(crate) struct Generate {
    /// What to write.
    #[command(subcommand)]
    pub(crate) what: Generated,
}

/// What packagers need.
#[derive(Debug, Subcommand)]
pub(crate) enum Generated {
    /// Completions for a shell
    Completions {
        /// The shell
        #[arg(value_enum)]
        shell: clap_complete::Shell,
    },
    /// The man page
    Man,
    /// The JSON schema of the reports
    Schema,
    /// The list of rules that stands beside them
    Rules,
}
