//! The README shows what the command prints: every console block is run, and `UPDATE_README=1` writes it anew.

#![cfg(feature = "app")]

use std::path::Path;
use std::process::Command;

/// What a block may call the command.
const CALLS: [&str; 2] = ["$ toolrent ", "$ cargo run --release -- "];

fn run(arguments: &str) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_toolrent"))
        .args(arguments.split_whitespace())
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env_clear()
        .output()
        .expect("the command runs");
    assert!(output.status.success(), "{arguments}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("output is UTF-8")
}

/// The README with the output of every call put in anew.
fn renewed(readme: &str) -> String {
    let mut out = String::new();
    let mut lines = readme.lines();
    while let Some(line) = lines.next() {
        out.push_str(line);
        out.push('\n');
        if line != "```console" {
            continue;
        }
        for line in lines.by_ref() {
            if line == "```" {
                out.push_str("```\n");
                break;
            }
            let Some(arguments) = CALLS.iter().find_map(|call| line.strip_prefix(call)) else { continue };
            out.push_str(line);
            out.push('\n');
            for shown in run(arguments).trim_matches('\n').lines() {
                out.push_str(shown.trim_end());
                out.push('\n');
            }
        }
    }
    out
}

#[test]
fn console_blocks_are_true() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let readme = std::fs::read_to_string(&path).expect("the README is there");
    assert!(readme.matches("\n$ ").count() >= 4, "the README shows the command at work");
    let renewed = renewed(&readme);
    if std::env::var_os("UPDATE_README").is_some() {
        std::fs::write(&path, renewed).expect("the README can be written");
        return;
    }
    assert!(
        readme == renewed,
        "README.md shows what the command no longer prints; run with UPDATE_README=1\n{renewed}"
    );
}
