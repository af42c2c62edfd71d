//! A server that behaves as badly as its script says, over standard streams or HTTP on loopback.
//!
//! `fake_server stdio SCRIPT` and `fake_server http SCRIPT`, where a script is JSON or the path of a file that holds
//! it. The HTTP one prints its address on the first line and ends when its standard input closes. Without anything
//! else a script is a well-behaved server of both eras with one tool. What a script may hold:
//!
//! - `eras` (`modern`, `legacy`), `versions` of `server/discover`, `legacy_version`, `capabilities`, `instructions`,
//!   `ttlMs`, `cacheScope`, `server_info`;
//! - `tools`, `prompts`, `resources`, `templates`: a count, the entries, the very text of the array, or
//!   `{"count","from","pad"}`; `listings`: tools by the number of the listing; `pages`: `{"tools","next"}` in turn;
//!   `endless`: a new tool and a new cursor on each page;
//! - `start`: actions before anything is read; `on`: for each method (or `*`) a list of lists of actions, one for each
//!   time it is called, the last one for good;
//! - `log`: a file that gets one line for each thing received; `ids` = `text`: ids come back as strings;
//!   `echo`: fills in `$ENV{X}`, `$ARG{n}`, `$HEADER{x}` and `$TARGET` in all that is sent;
//! - `ignore_eof`, `ignore_term`; for HTTP `reply` (`json`, `sse`), `multi_line`, `session`, `gate`, `redirects`,
//!   `legacy_sse`.
//!
//! The actions are those of `action.rs`.

#[path = "fake_server/action.rs"]
mod action;
#[path = "fake_server/http.rs"]
mod http;
#[path = "fake_server/mind.rs"]
mod mind;
#[path = "fake_server/mouth.rs"]
mod mouth;
#[path = "fake_server/script.rs"]
mod script;
#[path = "fake_server/stdio.rs"]
mod stdio;

use std::process::ExitCode;
use std::sync::Arc;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().collect();
    let [_, transport, given, ..] = args.as_slice() else { return ExitCode::from(64) };
    let script = script::Script::read(given);
    if script.is("ignore_term") && std::env::var_os("FAKE_SERVER_DEAF").is_none() {
        return deaf(&args);
    }
    let mind = Arc::new(mind::Mind::new(script));
    match transport.as_str() {
        "stdio" => stdio::serve(&mind),
        "http" => http::serve(&mind),
        _ => ExitCode::from(64),
    }
}

/// Starts itself again, deaf to signals that ask politely: what is ignored stays ignored across `exec`.
#[cfg(unix)]
fn deaf(args: &[String]) -> ExitCode {
    use std::os::unix::process::CommandExt;
    let program = std::env::current_exe().expect("its own path");
    let error = std::process::Command::new("sh")
        .args(["-c", "trap '' TERM INT HUP; exec \"$0\" \"$@\""])
        .arg(program)
        .args(args.iter().skip(1))
        .env("FAKE_SERVER_DEAF", "1")
        .exec();
    panic!("sh does not start: {error}");
}

#[cfg(not(unix))]
fn deaf(_: &[String]) -> ExitCode {
    ExitCode::from(64)
}
