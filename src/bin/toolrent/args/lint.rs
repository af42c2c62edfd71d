//! Arguments of `lint`, `explain` and `rules`.

use std::path::PathBuf;

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, ValueEnum};

#[cfg(feature = "gather")]
use crate::args::gather::Connect;
use crate::args::glob;

pub(crate) const LINT_EXAMPLES: &str = "\
Examples:
  toolrent lint tools.json                          errors and warnings, for people
  toolrent lint tools.json --persona pedantic       smells too
  toolrent lint tools.json --host gemini-api --host vscode
  toolrent lint .mcp.json --connect --format sarif -o findings.sarif
  toolrent lint tools.json -A quality -D enum-duplicate --max-warnings 0
  toolrent lint tools.json --write-baseline known.json     then: --baseline known.json
  toolrent lint tools.json --results calls.jsonl    what came back from calls too
  toolrent lint tools.json --fix-output fixes.json  safe fixes as JSON Patch
";

pub(crate) const EXPLAIN_EXAMPLES: &str = "\
Examples:
  toolrent explain enum-duplicate                   what the rule looks for, and why
  toolrent explain --error 'tools.31.custom.name: ...' a.json b.json
";

/// `lint`.
#[derive(Debug, Args)]
pub(crate) struct Lint {
    /// Saved catalogs in any shape, hosts' config files, URLs of servers; `-` is standard input
    #[cfg_attr(feature = "gather", arg(value_name = "SOURCE", required_unless_present_any = ["servers", "results"]))]
    #[cfg_attr(not(feature = "gather"), arg(value_name = "SOURCE", required_unless_present = "results"))]
    pub(crate) sources: Vec<String>,
    /// Judge for this host (repeatable; see `toolrent hosts`)
    #[arg(long = "host", value_name = "H", env = "TOOLRENT_HOST", value_delimiter = ',')]
    pub(crate) hosts: Vec<String>,
    /// Only servers that match this glob (repeatable)
    #[arg(long, value_name = "GLOB", value_parser = glob)]
    pub(crate) only: Vec<String>,
    /// No servers that match this glob (repeatable)
    #[arg(long, value_name = "GLOB", value_parser = glob)]
    pub(crate) skip: Vec<String>,
    /// What rules say.
    #[command(flatten)]
    pub(crate) spoken: Spoken,
    /// What makes it fail.
    #[command(flatten)]
    pub(crate) limits: Limits,
    /// What is judged besides the definitions.
    #[command(flatten)]
    pub(crate) besides: Besides,
    /// What is shown and written.
    #[command(flatten)]
    pub(crate) shown: Shown,
    /// How to reach servers.
    #[cfg(feature = "gather")]
    #[command(flatten)]
    pub(crate) connect: Connect,
}

/// Who listens, and how loudly each rule speaks.
#[derive(Debug, Args)]
#[command(next_help_heading = "Rules")]
pub(crate) struct Spoken {
    /// Who listens: `pedantic` adds smells, `auditor` what is often a false alarm
    #[arg(long, value_enum, default_value_t = Persona::Regular, value_name = "P", hide_possible_values = true)]
    pub(crate) persona: Persona,
    /// Levels from left to right.
    #[command(flatten)]
    pub(crate) levels: Levels,
}

/// What makes a run fail.
#[derive(Debug, Args)]
#[command(next_help_heading = "When it fails")]
pub(crate) struct Limits {
    /// Exit 1 from this severity on: error, warning, info, never
    #[arg(long, value_enum, default_value_t = FailOn::Error, value_name = "S", hide_possible_values = true)]
    pub(crate) fail_on: FailOn,
    /// Exit 1 above this number of warnings
    #[arg(long, value_name = "N")]
    pub(crate) max_warnings: Option<usize>,
    /// Findings in this file do not count (or an earlier JSON report)
    #[arg(long, value_name = "FILE")]
    pub(crate) baseline: Option<PathBuf>,
    /// Write what is found now as a baseline
    #[arg(long, value_name = "FILE")]
    pub(crate) write_baseline: Option<PathBuf>,
}

/// What is judged besides the definitions.
#[derive(Debug, Args)]
#[command(next_help_heading = "Judged besides")]
pub(crate) struct Besides {
    /// A catalog that was reviewed: what changed since is a finding
    #[arg(long, value_name = "FILE")]
    pub(crate) lock: Option<PathBuf>,
    /// Another listing of the same servers (repeatable)
    #[arg(long, value_name = "FILE")]
    pub(crate) again: Vec<PathBuf>,
    /// Captured results of `tools/call` (repeatable)
    #[arg(long, value_name = "FILE")]
    pub(crate) results: Vec<PathBuf>,
    /// What a host's own screen shows, to be held against our figures (JSON or CSV)
    #[arg(long, value_name = "FILE")]
    pub(crate) claimed: Option<PathBuf>,
    /// List the tools of live servers twice, and judge whether the two lists are the same
    #[cfg(feature = "gather")]
    #[arg(long)]
    pub(crate) twice: bool,
}

/// What is shown and written.
#[derive(Debug, Args)]
#[command(next_help_heading = "Shown and written")]
pub(crate) struct Shown {
    /// Count by rule instead of showing each finding
    #[arg(long)]
    pub(crate) statistics: bool,
    /// Show from this severity on: info, warning, error (default: warning; info for other personas and with -v)
    #[arg(long, value_enum, value_name = "S", hide_possible_values = true)]
    pub(crate) min_severity: Option<Severity>,
    /// Write safe fixes as one JSON document: a JSON Patch for each tool, with the tokens it saves
    #[arg(long, value_name = "FILE")]
    pub(crate) fix_output: Option<PathBuf>,
    /// With --fix-output: also fixes that change what a model reads or which input is accepted
    #[arg(long, requires = "fix_output")]
    pub(crate) unsafe_fixes: bool,
}

/// Who listens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Persona {
    /// Everybody
    Regular,
    /// Who polishes
    Pedantic,
    /// Who reviews strangers' servers
    Auditor,
}

/// How bad a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Severity {
    /// Worth knowing
    Info,
    /// Costs money, or works badly somewhere
    Warning,
    /// Breaks a host, loses tools, or is an attack
    Error,
}

/// From which severity on a run fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum FailOn {
    /// Errors
    Error,
    /// Warnings and errors
    Warning,
    /// Every finding that is reported
    Info,
    /// Nothing
    Never,
}

/// `-A`, `-W` and `-D` in the order in which they were given: each is the word of a level and what it is given to.
#[derive(Debug, Clone, Default)]
pub(crate) struct Levels(pub(crate) Vec<(&'static str, String)>);

/// Flag, short form, level, help.
const FLAGS: [(&str, char, &str, &str); 3] = [
    ("allow", 'A', "off", "Say nothing of this rule, this group, or `all` (repeatable; the last flag counts)"),
    ("warn", 'W', "warning", "Warn of it"),
    ("deny", 'D', "error", "Make it an error"),
];

impl FromArgMatches for Levels {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut placed: Vec<(usize, &'static str, String)> = Vec::new();
        for (flag, _, level, _) in FLAGS {
            let at = matches.indices_of(flag).into_iter().flatten();
            let words = matches.get_many::<String>(flag).into_iter().flatten();
            placed.extend(at.zip(words).map(|(at, word)| (at, level, word.clone())));
        }
        placed.sort_by_key(|(at, ..)| *at);
        Ok(Levels(placed.into_iter().map(|(_, level, word)| (level, word)).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Levels::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for Levels {
    fn augment_args(command: Command) -> Command {
        FLAGS.iter().fold(command, |command, (flag, short, _, help)| {
            let arg = Arg::new(*flag).long(*flag).short(*short).value_name("RULE").help(*help);
            command.arg(arg.action(ArgAction::Append).value_delimiter(','))
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        Levels::augment_args(command)
    }
}

/// `explain`.
#[derive(Debug, Args)]
pub(crate) struct Explain {
    /// A rule's id; with `--error`, the sources that were sent
    #[arg(value_name = "RULE")]
    pub(crate) names: Vec<String>,
    /// A provider's error message that names a tool by its place in the request
    #[arg(long, value_name = "MESSAGE")]
    pub(crate) error: Option<String>,
    /// With --error: the host that sent the request
    #[arg(long, value_name = "H", requires = "error")]
    pub(crate) host: Option<String>,
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::args::{Cli, Verb};

    fn lint(arguments: &[&str]) -> Result<Lint, clap::Error> {
        let all = ["toolrent", "lint"].iter().chain(arguments);
        Cli::try_parse_from(all).map(|cli| match cli.verb {
            Verb::Lint(lint) => *lint,
            other => panic!("{other:?}"),
        })
    }

    #[test]
    fn levels_keep_the_order_of_the_command_line() {
        let words = "-W a.json";
        assert!(lint(&[words]).is_err());
        let read = lint(&["-A", "all", "a.json", "-D", "x,y", "--warn", "y", "--allow=x"]).expect("arguments");
        let told: Vec<String> = read.spoken.levels.0.iter().map(|(level, word)| format!("{word}={level}")).collect();
        assert_eq!(told, ["all=off", "x=error", "y=error", "y=warning", "x=off"]);
        assert_eq!(read.sources, ["a.json"]);
    }

    #[test]
    fn something_must_be_judged() {
        assert!(lint(&[]).is_err());
        assert!(lint(&["--results", "calls.jsonl"]).is_ok());
        assert!(lint(&["a.json", "--unsafe-fixes"]).is_err());
    }
}
