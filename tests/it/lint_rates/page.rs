//! `docs/rates.md`: written from the rates, and read back.

use super::{Alarms, BTreeMap, Finding, RULES, Rates, Write, argued};

/// The day of the measurement; the corpora are those of that month.
const DAY: &str = "2026-11-30";

/// What the committed page says.
#[derive(Debug, Default)]
pub(super) struct Committed {
    pub(super) rules: BTreeMap<String, Alarms>,
    pub(super) poisoned: BTreeMap<String, usize>,
}

/// Where a finding stands, for a person.
pub(super) fn place(finding: &Finding) -> String {
    let Finding { rule, server, tool, pointer, .. } = finding;
    format!("| {rule} | {server} | {} | {pointer} |", tool.as_deref().unwrap_or("-"))
}

/// The page.
pub(super) fn write(rates: &Rates) -> String {
    let mut page = String::new();
    let mut line = |text: &str| {
        page.push_str(text);
        page.push('\n');
    };
    line("# What the linter finds: its rates");
    line("");
    line(&format!(
        "Measured {DAY} with the default persona and the default hosts on `tools/list` outputs of {} files of real npm \
         and PyPI servers ({} tools, collected November 2026), each file alone, and on public poisoned definitions. \
         Written by `UPDATE_RATES=1 cargo test --test it lint_rates`; a change that makes a rate worse fails the gate.",
        rates.files,
        thousands(rates.tools)
    ));
    line("");
    line("Clean is not the same as safe: an attack that only shows in what a tool does stands in no text.");
    line("");
    line("## All together");
    line("");
    line("| tools with | tools | share |");
    line("|---|---:|---:|");
    let share = |part: usize| format!("{:.2} %", 100.0 * part as f64 / rates.tools as f64);
    line(&format!("| any warning or error | {} | {} |", rates.any_warning, share(rates.any_warning)));
    line(&format!(
        "| a warning of the injection group (no errors) | {} | {} |",
        rates.injection_tools,
        share(rates.injection_tools)
    ));
    line("");
    line("## How often each rule speaks about real definitions");
    line("");
    line("Hits per 1,000 tools count errors and warnings; notes (`info`) never fail a run.");
    line("");
    line("| rule | group | errors | warnings | notes | per 1,000 tools |");
    line("|---|---|---:|---:|---:|---:|");
    for rule in RULES.iter() {
        let alarms = rates.by_rule.get(rule.id).copied().unwrap_or_default();
        let per = 1000.0 * alarms.loud() as f64 / rates.tools as f64;
        let Alarms { error, warning, info } = alarms;
        line(&format!("| {} | {} | {error} | {warning} | {info} | {per:.1} |", rule.id, rule.group.word()));
    }
    line("");
    line("## Rules that need several servers");
    line("");
    line(
        "Once more over one file a server, all servers as one catalog; rules that say more than about each file alone.",
    );
    line("");
    line("| rule, over all servers | errors | warnings | notes |");
    line("|---|---:|---:|---:|");
    for (rule, Alarms { error, warning, info }) in &rates.across {
        line(&format!("| {rule} | {error} | {warning} | {info} |"));
    }
    line("");
    line("## What is found among poisoned definitions");
    line("");
    line(
        "By what a text can show of the attack: `text` in words, `parameter` in a parameter's name only, \
         `cross_server_name_only` in a likeness to another server's tool (each row is judged alone here), `none` not at \
         all. `openly_harmful_purpose` says what it does and hides nothing: no injection. `benign` must not be found.",
    );
    line("");
    line("| kind | rows | found | share |");
    line("|---|---:|---:|---:|");
    for (kind, (rows, found)) in &rates.poisoned {
        line(&format!("| {kind} | {rows} | {found} | {:.0} % |", 100.0 * *found as f64 / *rows as f64));
    }
    line("");
    line("## Warnings of the injection group that remain");
    line("");
    line("| rule | server | tool | pointer | why it may stand |");
    line("|---|---|---|---|---|");
    for finding in &rates.injection {
        line(&format!("{} {} |", place(finding), argued::why(finding).unwrap_or("not argued yet")));
    }
    page
}

/// Reads the tables back.
pub(super) fn read(page: &str) -> Committed {
    let mut committed = Committed::default();
    for row in page.lines().filter_map(|line| line.strip_prefix("| ")) {
        let cells: Vec<&str> = row.trim_end_matches('|').split('|').map(str::trim).collect();
        let number = |at: usize| cells.get(at).and_then(|cell| cell.parse::<usize>().ok());
        match (cells.len(), number(1), number(2), number(3), number(4)) {
            (6, None, Some(error), Some(warning), Some(info)) => {
                committed.rules.insert(cells[0].to_owned(), Alarms { error, warning, info });
            }
            (4, Some(_), Some(found), None, _) => {
                committed.poisoned.insert(cells[0].to_owned(), found);
            }
            _ => {}
        }
    }
    committed
}

fn thousands(number: usize) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            let _ = out.write_char(',');
        }
        out.push(digit);
    }
    out
}
