//! Arguments of `gather`, and the flags with which every verb may ask servers.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use crate::args::glob;

pub(crate) const GATHER_EXAMPLES: &str = "\
Examples:
  toolrent gather .mcp.json                         what its servers would run; nothing is started
  toolrent gather .mcp.json --connect -o catalog.json
  toolrent gather --server notes='npx -y @acme/notes' -o catalog.json
  MCP_TOKEN=... toolrent gather https://mcp.acme.example/mcp --bearer-env MCP_TOKEN -o catalog.json
  toolrent gather --discover                        hosts' config files on this machine
";

/// `gather`.
#[derive(Debug, Args)]
pub(crate) struct Gather {
    /// Hosts' config files, URLs of Streamable HTTP servers, saved catalogs; `-` is standard input
    #[arg(value_name = "SOURCE", required_unless_present_any = ["servers", "discover"])]
    pub(crate) sources: Vec<String>,
    /// List the config files of hosts on this machine; contacts nothing
    #[arg(long, conflicts_with_all = ["sources", "servers", "connect"])]
    pub(crate) discover: bool,
    /// List the tools twice, and say whether the two lists are the same
    #[arg(long)]
    pub(crate) twice: bool,
    /// Only servers that match this glob (repeatable)
    #[arg(long, value_name = "GLOB", value_parser = glob)]
    pub(crate) only: Vec<String>,
    /// No servers that match this glob (repeatable)
    #[arg(long, value_name = "GLOB", value_parser = glob)]
    pub(crate) skip: Vec<String>,
    /// How to reach servers.
    #[command(flatten)]
    pub(crate) connect: Connect,
}

/// How to reach servers. Secrets come from the environment: a flag would stand in the shell's history.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Servers")]
pub(crate) struct Connect {
    /// Start the programs and call the addresses that config files name
    #[arg(long)]
    pub(crate) connect: bool,
    /// A server to start (or a URL to call) besides the sources (repeatable)
    #[arg(long = "server", value_name = "NAME='COMMAND ARGS'", hide_possible_values = true)]
    pub(crate) servers: Vec<String>,
    /// Send `Authorization: Bearer` with the value of this environment variable (repeatable)
    #[arg(long, value_name = "[SERVER=]VAR")]
    pub(crate) bearer_env: Vec<String>,
    /// Send a header with the value of this environment variable (repeatable)
    #[arg(long, value_name = "[SERVER=]HEADER=VAR")]
    pub(crate) header_env: Vec<String>,
    /// A value that a config asks a person for (repeatable); passwords go into TOOLRENT_INPUT_<ID>
    #[arg(long = "input", value_name = "ID=VALUE")]
    pub(crate) inputs: Vec<String>,
    /// Seconds from a server's start to its first answer
    #[arg(long, value_name = "SECS", value_parser = seconds, default_value = "30")]
    pub(crate) startup_timeout: Duration,
    /// Seconds from a request to its answer
    #[arg(long, value_name = "SECS", value_parser = seconds, default_value = "30")]
    pub(crate) timeout: Duration,
    /// Seconds for all servers together
    #[arg(long, value_name = "SECS", value_parser = seconds, default_value = "600")]
    pub(crate) run_timeout: Duration,
    /// Keep answers here for as long as the servers themselves allow
    #[arg(long, value_name = "DIR")]
    pub(crate) cache: Option<PathBuf>,
    /// Exit as if all had answered when a server did not, or its list was cut
    #[arg(long)]
    pub(crate) allow_missing: bool,
}

/// The longest deadline: a day.
const LONGEST: f64 = 86_400.0;

fn seconds(text: &str) -> Result<Duration, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= LONGEST => Ok(Duration::from_secs_f64(seconds)),
        _ => Err("expected seconds, more than 0 and at most a day".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::{Cli, Verb};
    use clap::Parser;

    fn gather(arguments: &[&str]) -> Result<Gather, clap::Error> {
        let all = ["toolrent", "gather"].iter().chain(arguments);
        Cli::try_parse_from(all).map(|cli| match cli.verb {
            Verb::Gather(gather) => gather,
            other => panic!("{other:?}"),
        })
    }

    #[test]
    fn seconds_are_positive_and_finite() {
        assert_eq!(seconds("30"), Ok(Duration::from_secs(30)));
        assert_eq!(seconds("0.25"), Ok(Duration::from_millis(250)));
        for wrong in ["0", "-1", "inf", "NaN", "1e9", "30s", ""] {
            assert!(seconds(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn something_must_be_named() {
        assert!(gather(&[]).is_err());
        assert!(gather(&["--connect"]).is_err());
        assert!(gather(&["--discover"]).expect("no source is needed").discover);
        assert!(gather(&["--discover", "a.json"]).is_err());
        let named = gather(&["--server", "a=b c", "--server", "d=e", "--timeout", "1.5"]).expect("servers will do");
        assert_eq!((named.sources.len(), named.connect.servers.len()), (0, 2));
        assert_eq!(named.connect.timeout, Duration::from_millis(1500));
        assert_eq!(named.connect.run_timeout, Duration::from_secs(600));
    }

    #[test]
    fn rent_takes_the_same_flags_and_nothing_is_abbreviated() {
        let all = ["toolrent", "rent", "--server", "a=b", "--startup-timeout", "3", "--allow-missing"];
        assert!(Cli::try_parse_from(all).is_ok());
        assert!(Cli::try_parse_from(["toolrent", "rent"]).is_err());
        assert!(gather(&["a.json", "--conn"]).is_err());
    }
}
