//! Arguments of `search`.

use std::path::PathBuf;

use clap::{ArgAction, Args};

#[cfg(feature = "gather")]
use crate::args::gather::Connect;
use crate::args::glob;

pub(crate) const SEARCH_EXAMPLES: &str = "\
Examples:
  toolrent search tools.json -q 'send an invoice'
  toolrent search tools.json -q 'send an invoice' --want billing.create_invoice
  toolrent search tools.json --tasks tasks.jsonl --ranker codex -k 8
  toolrent search tools.json --tasks tasks.jsonl --ranking embeddings.jsonl
";

/// `search`.
#[derive(Debug, Args)]
pub(crate) struct Search {
    /// Saved catalogs in any shape, hosts' config files, URLs of servers; `-` is standard input
    #[cfg_attr(feature = "gather", arg(value_name = "SOURCE", required_unless_present = "servers"))]
    #[cfg_attr(not(feature = "gather"), arg(value_name = "SOURCE", required = true))]
    pub(crate) sources: Vec<String>,
    /// What a model would search for (repeatable)
    #[arg(short = 'q', long = "query", value_name = "QUERY", required_unless_present = "tasks")]
    pub(crate) queries: Vec<String>,
    /// A tool that every --query should find, as SERVER.TOOL (repeatable)
    #[arg(long = "want", value_name = "SERVER.TOOL", requires = "queries")]
    pub(crate) wanted: Vec<String>,
    /// Queries with the tools they need: one {"query", "needed": [{"server", "tool"}]} a line
    #[arg(long, value_name = "FILE")]
    pub(crate) tasks: Option<PathBuf>,
    /// codex, claude, name-desc, plain, regex, exact or substring (repeatable; default: codex, claude, plain)
    #[arg(long = "ranker", value_name = "NAME", value_delimiter = ',')]
    pub(crate) rankers: Vec<String>,
    /// Your own search: one {"query", "ranked": [{"server", "tool", "score"}]} a line (repeatable)
    #[arg(long = "ranking", value_name = "FILE")]
    pub(crate) rankings: Vec<PathBuf>,
    /// How many results the search gives
    #[arg(short = 'k', long = "limit", value_name = "N", default_value = "5", value_parser = results)]
    pub(crate) k: usize,
    /// How many queries to show; 0 shows all (table and markdown only)
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub(crate) top: usize,
    /// Only servers that match this glob (repeatable)
    #[arg(long, value_name = "GLOB", value_parser = glob)]
    pub(crate) only: Vec<String>,
    /// No servers that match this glob (repeatable)
    #[arg(long, value_name = "GLOB", value_parser = glob)]
    pub(crate) skip: Vec<String>,
    /// Say less: no notes on standard error (here `-q` is a query)
    #[arg(id = "quiet", long = "quiet", action = ArgAction::SetTrue, help_heading = "Global options")]
    pub(crate) _quiet: bool,
    /// How to reach servers.
    #[cfg(feature = "gather")]
    #[command(flatten)]
    pub(crate) connect: Connect,
}

fn results(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|k| *k > 0).ok_or_else(|| "expected a number, 1 or more".to_owned())
}

#[cfg(test)]
mod tests {
    use clap::{CommandFactory, Parser};

    use crate::args::{Cli, Verb};

    #[test]
    fn a_short_q_is_a_query_here_and_quiet_elsewhere() {
        Cli::command().debug_assert();
        for (arguments, quiet) in [
            (&["toolrent", "search", "a.json", "-q", "cari barang"][..], false),
            (&["toolrent", "search", "a.json", "-q", "cari barang", "--quiet"], true),
            (&["toolrent", "-q", "search", "a.json", "-q", "cari barang"], true),
        ] {
            let cli = Cli::try_parse_from(arguments).expect("arguments");
            assert_eq!(cli.global.quiet, quiet, "{arguments:?}");
            let Verb::Search(search) = cli.verb else { panic!("another verb") };
            assert_eq!(search.queries, ["cari barang"]);
        }
        assert!(Cli::try_parse_from(["toolrent", "rent", "a.json", "-q"]).expect("arguments").global.quiet);
        assert!(Cli::try_parse_from(["toolrent", "search", "a.json"]).is_err());
    }
}
