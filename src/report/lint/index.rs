//! The list of rules that stands beside them as a page: `src/lint/rules/README.md`.

use std::io::{self, Write};

use crate::lint::grade::Group;
use crate::lint::page;
use crate::lint::rule::Rule;

const HEAD: &str = "\
# Rules

One file a rule; the head of the file is its page, and `toolrent explain RULE` prints it. The severity and the persona
are what a rule starts from: a finding may say less, and `[levels]`, `-A`, `-W` and `-D` override both. A rule of the
nursery speaks when it or its group is named.

This page is written by `toolrent generate rules -o src/lint/rules/README.md`.
";

/// Writes the page: a table for each group that has rules.
///
/// # Errors
/// When `out` cannot be written to.
pub fn write(rules: &[&'static Rule], out: &mut dyn Write) -> io::Result<()> {
    out.write_all(HEAD.as_bytes())?;
    for group in Group::ALL {
        let mut own: Vec<&&Rule> = rules.iter().filter(|rule| rule.group == *group).collect();
        own.sort_by_key(|rule| rule.id);
        if own.is_empty() {
            continue;
        }
        writeln!(out, "\n## {}\n", group.word())?;
        writeln!(out, "| rule | severity | for | what it looks for |\n| --- | --- | --- | --- |")?;
        for rule in own {
            let nursery = if rule.is_nursery() { " (nursery)" } else { "" };
            let file = format!("{}/{}.rs", group.word(), rule.id.replace('-', "_"));
            let summary = page::read(rule.file).summary.replace('|', "\\|");
            let (id, severity, persona) = (rule.id, rule.severity.word(), rule.persona.word());
            writeln!(out, "| [{id}]({file}){nursery} | {severity} | {persona} | {summary} |")?;
        }
    }
    Ok(())
}
