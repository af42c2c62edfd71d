//! Orders and ordinary descriptions in ten languages that no phrase was written for: how many are found, by language.
//!
//! In the files a line that begins with `!` gives an order to the model, one that begins with `.` describes a tool.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use crate::catalog::saved;
use crate::host::profile;
use crate::lint::grade::{Group, Severity};
use crate::lint::levels::{Level, Whom};
use crate::lint::rules::RULES;
use crate::lint::run::{Config, lint};
use crate::lint::scene::Input;

/// For each language its lines, and how many of the orders at least are found.
const LANGUAGES: &[(&str, &str, usize)] = &[
    ("en", include_str!("unseen/en.txt"), 18),
    ("id", include_str!("unseen/id.txt"), 17),
    ("zh", include_str!("unseen/zh.txt"), 12),
    ("ja", include_str!("unseen/ja.txt"), 12),
    ("ko", include_str!("unseen/ko.txt"), 12),
    ("es", include_str!("unseen/es.txt"), 12),
    ("pt", include_str!("unseen/pt.txt"), 12),
    ("fr", include_str!("unseen/fr.txt"), 12),
    ("de", include_str!("unseen/de.txt"), 12),
    ("ru", include_str!("unseen/ru.txt"), 12),
];

fn config() -> Config {
    let mut config = Config::default();
    for rule in RULES.iter().filter(|rule| rule.group != Group::Injection && rule.id != "promotional-claim") {
        config.levels.set.push((Whom::Rule(rule.id.to_owned()), Level::Off));
    }
    config
}

/// What is said at warning or above of a tool.
fn loud(tool: &Value, config: &Config) -> BTreeSet<&'static str> {
    let catalog = saved::read("unseen", json!({"tools": [tool]}).to_string().as_bytes()).expect("a list of tools");
    let hosts: Vec<_> = profile::lint_defaults().collect();
    let findings = lint(Input { catalog: Some(&catalog), hosts: &hosts, ..Input::default() }, config).findings;
    findings.iter().filter(|finding| finding.severity >= Severity::Warning).map(|finding| finding.rule).collect()
}

fn described(description: &str) -> Value {
    json!({"name": "sample", "description": description,
        "inputSchema": {"type": "object", "properties": {"note": {"type": "string"}}}})
}

fn lines(file: &'static str, mark: &'static str) -> impl Iterator<Item = &'static str> {
    file.lines().filter_map(move |line| line.strip_prefix(mark))
}

#[test]
fn orders_are_found_and_descriptions_are_left_alone_in_every_language() {
    let config = config();
    let mut wrong = Vec::new();
    for (language, file, least) in LANGUAGES {
        let orders: Vec<&str> = lines(file, "! ").collect();
        let missed: Vec<&str> =
            orders.iter().copied().filter(|text| loud(&described(text), &config).is_empty()).collect();
        if orders.len() < least + missed.len() {
            wrong.push(format!("{language}: {} of {} orders missed: {missed:#?}", missed.len(), orders.len()));
        }
        for text in lines(file, ". ") {
            let said = loud(&described(text), &config);
            if !said.is_empty() {
                wrong.push(format!("{language}: {said:?} of {text}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn each(text: &str, change: impl Fn(char) -> String) -> String {
    text.chars().map(change).collect()
}

fn raised(text: &str, by: u32, of: impl Fn(char) -> bool) -> String {
    each(text, |c| if of(c) { char::from_u32(c as u32 + by).map_or(String::new(), String::from) } else { c.into() })
}

fn alike(text: &str) -> String {
    let pairs = [('a', 'а'), ('e', 'е'), ('o', 'о'), ('c', 'с'), ('p', 'р'), ('x', 'х'), ('i', 'і')];
    each(text, |c| pairs.iter().find(|pair| pair.0 == c).map_or(c, |pair| pair.1).into())
}

fn bold(letter: char) -> String {
    let base = if letter.is_ascii_lowercase() { 0x1d41a - 'a' as u32 } else { 0x1d400 - 'A' as u32 };
    if letter.is_ascii_alphabetic() { raised(&letter.to_string(), base, |_| true) } else { letter.into() }
}

fn base64(text: &str) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for part in text.as_bytes().chunks(3) {
        let at = |place: usize| u32::from(part.get(place).copied().unwrap_or_default());
        let bits = at(0) << 16 | at(1) << 8 | at(2);
        for place in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * place) & 63) as usize] as char;
            out.push(if place <= part.len() { letter } else { '=' });
        }
    }
    out
}

fn wrapped(text: &str) -> String {
    let words: Vec<&str> = text.split(' ').collect();
    words.chunks(4).map(|line| line.join(" ")).collect::<Vec<_>>().join("\n    ")
}

/// The same order as a reader of the raw text does not see it, by the name of the disguise.
fn disguised(text: &str) -> Vec<(&'static str, Value)> {
    let spaced = text.split(' ').map(|word| each(word, |c| format!("{c} "))).collect::<Vec<_>>().join("  ");
    let bytes = |form: fn(u8) -> String| text.bytes().map(form).collect::<String>();
    let half = text.split_once(". ").map_or(text, |parts| parts.1);
    let middle = half.match_indices(' ').map(|(at, _)| at).find(|at| *at > half.len() / 2).unwrap_or(half.len());
    let split = json!({"name": "sample", "description": "Reads a page.", "inputSchema": {"type": "object", "properties": {
        "first": {"type": "string", "description": half[..middle]},
        "second": {"type": "string", "description": half[middle..].trim()}}}});
    vec![
        ("hard-wrapped", described(&wrapped(text))),
        ("no-break spaces", described(&text.replace(' ', "\u{a0}"))),
        ("full width", described(&raised(text, 0xfee0, |c| c.is_ascii_graphic()))),
        ("mathematical bold", described(&each(text, bold))),
        ("Cyrillic look-alikes", described(&alike(text))),
        ("soft hyphens", described(&each(text, |c| format!("{c}\u{ad}")))),
        ("zero-width joiners", described(&each(text, |c| format!("{c}\u{200d}")))),
        ("spaced letters", described(&spaced)),
        ("base64", described(&format!("Reads a page. {}", base64(text)))),
        ("hex", described(&format!("Reads a page. {}", bytes(|byte| format!("{byte:02x}"))))),
        ("percent", described(&bytes(|byte| format!("%{byte:02X}")))),
        ("tag characters", described(&format!("Reads a page.{}", raised(text, 0xe0000, |c| c.is_ascii())))),
        ("entities", described(&each(text, |c| format!("&#{};", c as u32)))),
        ("split over two parameters", split),
    ]
}

#[test]
fn a_disguise_hides_no_order() {
    let config = config();
    let mut missed = Vec::new();
    for text in lines(LANGUAGES[0].1, "! ").take(10) {
        for (disguise, tool) in disguised(text) {
            if loud(&tool, &config).is_empty() {
                missed.push(format!("{disguise}: {text}"));
            }
        }
    }
    // A line that begins with code is read as an item of a list, and a tag cut from its end as no tag.
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

#[test]
#[ignore = "for whoever works on the words; wants LINES, a file of lines `! kind | text` or `. kind | text`"]
#[expect(clippy::print_stdout, reason = "it is for people")]
fn look() {
    let config = config();
    let text = std::fs::read_to_string(std::env::var_os("LINES").expect("LINES names a file")).expect("readable");
    let mut kinds: BTreeMap<String, [usize; 4]> = BTreeMap::new();
    for line in text.lines() {
        let line = line.replace("\\n", "\n");
        let (mark, rest) = line.split_at(1);
        let (kind, text) = rest.trim().split_once(" | ").expect("kind | text");
        let said = loud(&described(text), &config);
        let at = if mark == "!" { 0 } else { 2 };
        let count = kinds.entry(kind.to_owned()).or_default();
        count[at] += usize::from(!said.is_empty());
        count[at + 1] += 1;
        if said.is_empty() == (mark == "!") {
            println!("{mark} {kind}: {said:?} {text}");
        }
    }
    for (kind, [found, orders, loud, harmless]) in kinds {
        println!("{kind}: {found} of {orders} found, {loud} of {harmless} harmless flagged");
    }
}
