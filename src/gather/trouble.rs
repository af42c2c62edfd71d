//! What can go wrong on the way to a list, and what a report says of it.

use thiserror::Error;

use crate::gather::challenge::{self, Given};
use crate::gather::contact::{Contact, Way};
use crate::gather::halt::{Halt, Stopped};
use crate::gather::limits::Limits;
use crate::gather::opening::era::{LEGACY, MODERN};
use crate::gather::outcome::Status;
use crate::gather::remarks::Remarks;
use crate::gather::wire::carrier::{Ending, RpcError, Strayed, WireError};

/// Words on standard error that speak of an installation.
const INSTALLING: [&str; 9] = ["npm", "npx", "uvx", "uv ", "pip", "install", "download", "resolv", "fetch"];

/// Programs that install what they run, often without a word.
const INSTALLERS: [&str; 7] = ["npx", "uvx", "uv", "pipx", "pnpm", "bunx", "docker"];

/// What helps when the whole run was too short.
pub(crate) const LONGER_RUN: &str = "give all of them longer with --run-timeout";

/// What went wrong. Texts are as received.
#[derive(Debug, Error)]
pub(crate) enum Trouble {
    /// No answer came.
    #[error(transparent)]
    Wire(#[from] WireError),
    /// Somebody stopped the run.
    #[error("the run was stopped")]
    Stopped,
    /// The server answered with an error.
    #[error("{method} was refused: {} (code {})", error.message, error.code)]
    Refused {
        /// What was asked.
        method: String,
        /// Its words.
        error: Box<RpcError>,
    },
    /// The server speaks 2026-07-28 and refuses nonetheless; why.
    #[error("the server {0}")]
    Modern(String),
    /// The server does not speak a version without handshake.
    #[error("server/discover gave no result of its kind")]
    NotModern,
    /// Nothing in common; what the server speaks.
    #[error("{}", no_version(.0))]
    NoVersion(Vec<String>),
    /// An answer of the wrong shape.
    #[error("protocol error: {0}")]
    Protocol(String),
    /// An answer that needs one of ours first.
    #[error("{method} wants input before it answers (input_required)")]
    InputRequired {
        /// What was asked.
        method: &'static str,
    },
}

/// What was going on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Phase {
    /// Nothing was agreed on yet.
    Startup,
    /// The server had spoken.
    Request,
}

/// Why there is no list of a server: what its row in a report holds. It shows no secret.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{reason}")]
pub struct Failure {
    /// How it ended.
    pub status: Status,
    /// Why, as a lowercase fragment.
    pub reason: String,
    /// What would help.
    pub help: Option<String>,
    /// The program's exit code, when it ended by itself.
    pub exit_code: Option<i32>,
    /// The last lines of its standard error.
    pub stderr: Vec<String>,
}

/// What a trouble is told by: whose it is, what it was allowed, and which secrets are hidden in the telling.
#[derive(Clone, Copy)]
pub(crate) struct Circumstances<'c> {
    /// The server.
    pub(crate) contact: &'c Contact,
    /// Deadlines and caps.
    pub(crate) limits: &'c Limits,
    /// The end of the run.
    pub(crate) halt: &'c Halt,
    /// Hides secrets.
    pub(crate) remarks: &'c Remarks,
}

impl From<Stopped> for Trouble {
    fn from(_: Stopped) -> Trouble {
        Trouble::Stopped
    }
}

impl Trouble {
    /// The trouble in words. When the run is over, nothing is wrong with the server.
    pub(crate) fn said(&self, seen: &Circumstances<'_>) -> String {
        match self {
            Trouble::Wire(WireError::TimedOut { .. }) if seen.halt.is_over() => {
                format!("the {} s of the whole run were up before it answered", seen.limits.run.as_secs_f64())
            }
            _ => self.to_string(),
        }
    }

    /// The JSON-RPC error in it, whichever way it came.
    pub(crate) fn rpc(&self) -> Option<&RpcError> {
        match self {
            Trouble::Refused { error, .. } => Some(error),
            Trouble::Wire(WireError::Http { error, .. }) => error.as_deref(),
            _ => None,
        }
    }

    /// The HTTP status, when that is what it is.
    pub(crate) fn http_status(&self) -> Option<u16> {
        match self {
            Trouble::Wire(WireError::Http { status, .. }) => Some(*status),
            _ => None,
        }
    }
}

impl Failure {
    /// What a report says of a trouble.
    pub(crate) fn of(trouble: &Trouble, phase: Phase, ending: Ending, seen: &Circumstances<'_>) -> Failure {
        let ended = match trouble {
            Trouble::Wire(WireError::Ended { exit_code }) => exit_code.or(ending.exit_code),
            _ => ending.exit_code,
        };
        let stderr: Vec<String> = ending.stderr.iter().map(|line| seen.remarks.line(line)).collect();
        let (status, reason, help) = explained(trouble, phase, &stderr, seen);
        let help = help.map(|help| seen.remarks.hidden(&help));
        Failure { status, reason: seen.remarks.quoted(&reason), help, exit_code: ended, stderr }
    }
}

/// Whether the config gives credentials for the address.
fn given<'a>(way: &Way, strayed: Option<&'a Strayed>) -> Given<'a> {
    if let Some(Strayed { from, to }) = strayed {
        return Given::Withheld { from, to };
    }
    let Way::Http(remote) = way else { return Given::Nothing };
    let has_header = remote.headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("authorization"));
    if has_header || remote.url.contains('@') { Given::Credentials } else { Given::Nothing }
}

type Explained = (Status, String, Option<String>);

fn explained(trouble: &Trouble, phase: Phase, stderr: &[String], seen: &Circumstances<'_>) -> Explained {
    let said = trouble.said(seen);
    match trouble {
        Trouble::Stopped => (Status::Interrupted, said, None),
        Trouble::Wire(WireError::TimedOut { .. }) if seen.halt.is_over() => {
            (Status::TimedOut, said, Some(LONGER_RUN.to_owned()))
        }
        Trouble::Wire(WireError::TimedOut { .. }) => (Status::TimedOut, said, Some(longer(phase, stderr, seen))),
        Trouble::Wire(WireError::Http { status: status @ (401 | 403), challenge, strayed, .. }) => {
            let (reason, help) =
                challenge::explain(*status, challenge.as_deref(), given(&seen.contact.way, strayed.as_deref()));
            (Status::Unauthorized, reason, Some(named(&help, &seen.contact.name)))
        }
        Trouble::Wire(WireError::Http { status, error, .. }) => {
            let reason = error.as_ref().map_or(said, |e| format!("HTTP {status}: {} (code {})", e.message, e.code));
            let is_down = *status >= 500 || *status == 429;
            let is_elsewhere = matches!(status, 404 | 405) && phase == Phase::Startup;
            let help = "is this the address of an MCP server? many end in /mcp or /sse".to_owned();
            (if is_down { Status::Unreachable } else { Status::Failed }, reason, is_elsewhere.then_some(help))
        }
        Trouble::Wire(WireError::Spawn { cause, .. }) => {
            let is_missing = cause.kind() == std::io::ErrorKind::NotFound;
            (Status::Unreachable, said, is_missing.then(|| "is it installed, and on PATH?".to_owned()))
        }
        Trouble::Wire(WireError::Ended { .. } | WireError::Network(_)) => (Status::Unreachable, said, None),
        _ => (Status::Failed, said, None),
    }
}

/// The options with this server's name in them, when it needs no quotes on a command line.
fn named(help: &str, name: &str) -> String {
    let is_plain = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte));
    if is_plain { help.replace("NAME=", &format!("{name}=")) } else { help.to_owned() }
}

fn longer(phase: Phase, stderr: &[String], seen: &Circumstances<'_>) -> String {
    if phase == Phase::Request {
        return "give it longer with --timeout".to_owned();
    }
    let speaks_of_it = stderr.iter().any(|line| {
        let line = line.to_ascii_lowercase();
        INSTALLING.iter().any(|word| line.contains(word))
    });
    let installs = match &seen.contact.way {
        Way::Stdio(launch) => INSTALLERS.contains(&program_name(&launch.program)),
        Way::Http(_) => false,
    };
    match (speaks_of_it, installs) {
        (true, _) => "it was still installing; give it longer with --startup-timeout, or run it once by hand",
        (false, true) => "it may have been installing; give it longer with --startup-timeout, or run it once by hand",
        (false, false) => "give it longer with --startup-timeout",
    }
    .to_owned()
}

/// The name of a program without its folder and without the endings that Windows wants.
pub(crate) fn program_name(program: &str) -> &str {
    let name = program.rsplit(['/', '\\']).next().unwrap_or(program);
    [".cmd", ".exe", ".ps1", ".bat"].iter().find_map(|ending| name.strip_suffix(ending)).unwrap_or(name)
}

fn no_version(spoken: &[String]) -> String {
    let ours: Vec<&str> = MODERN.into_iter().chain(LEGACY).collect();
    let ours = ours.join(", ");
    if spoken.is_empty() {
        return format!("the server speaks none of the protocol versions {ours}, and does not say which it speaks");
    }
    format!("the server speaks protocol {}, and this program {ours}", spoken.join(", "))
}
