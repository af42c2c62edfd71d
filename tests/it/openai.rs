//! OpenAI's meters against recorded calls, and the JSON column against the reference, where they are present.

use std::fs;
use std::io::BufReader;

use toolrent::catalog::saved;
use toolrent::meter::calibrate::{Meters, judge};
use toolrent::meter::meter::Meter;
use toolrent::meter::outcome::Slice;
use toolrent::meter::scores::{Line, Tally};
use toolrent::meter::shown::Shown;
use toolrent::session::log::{Entry, entries};

use crate::shared;

#[test]
fn recorded_calls_are_predicted_within_their_bounds() {
    let Some(shared) = shared::folder() else { return };
    let log = fs::File::open(shared.join("ground_truth/dev.jsonl")).expect("recorded calls");
    let (mut meters, mut tally) = (Meters::default(), Tally::default());
    for entry in entries(Box::new(BufReader::new(log))) {
        if let Entry::Row(row) = entry.expect("a row")
            && row.provider.as_deref() == Some("openai")
        {
            tally.add(&judge(&mut meters, &row, None));
        }
    }
    let line = |profile: &str, slice| tally.pooled(profile, slice, |name| name == profile).expect("recorded calls");
    let first = |profile| line(profile, Slice::First);
    let holds = |good: bool, line: &Line| assert!(good, "{line:?}");
    let chat = first("openai-chat-4o");
    holds(chat.mean_pct <= 0.1 && chat.within_2 == chat.n, &chat);
    let chat = first("openai-chat-5");
    holds(chat.exact == chat.n, &chat);
    let responses = first("openai-responses-4o");
    holds(responses.median_pct <= 0.1 && responses.within_3 == responses.n, &responses);
    let responses = first("openai-responses-5");
    holds(responses.mean_pct <= 0.1 && responses.within_2 == responses.n, &responses);
    let pooled = |slice| tally.pooled("openai", slice, |name| name.starts_with("openai-")).expect("recorded calls");
    let history = pooled(Slice::History);
    holds(history.median_pct <= 0.1 && history.p95_pct <= 1.0, &history);
    let plain = pooled(Slice::Plain);
    holds(plain.exact * 100 >= plain.n * 92, &plain);
}

#[test]
fn the_json_column_is_the_reference() {
    let Some(shared) = shared::folder() else { return };
    let meter = Meter::named("raw-o200k").expect("a profile");
    let reference = fs::read_to_string(shared.join("corpus/reference_o200k.tsv")).expect("the reference");
    let mut all = 0;
    for row in reference.lines().skip(1).map(|row| row.split('\t').collect::<Vec<_>>()) {
        let [server, tools, tokens] = row[..] else { panic!("{row:?}") };
        let path = shared.join(format!("corpus/servers/{server}.json"));
        let catalog = saved::read(server, &fs::read(&path).expect("a file")).expect("a catalog");
        let shown: Vec<Shown<'_>> = catalog.tools().map(Shown::from).collect();
        let counted: i64 = meter.shares(&shown).iter().sum();
        assert_eq!((shown.len().to_string(), counted.to_string()), (tools.to_owned(), tokens.to_owned()), "{server}");
        all += counted;
    }
    assert_eq!(all, 2_976_383);
}

#[test]
fn every_tool_of_the_corpus_is_written_whole() {
    let Some(shared) = shared::folder() else { return };
    let meter = Meter::named("openai-responses-5").expect("a profile");
    for entry in fs::read_dir(shared.join("corpus/servers")).expect("the corpus") {
        let path = entry.expect("an entry").path();
        let catalog = saved::read("corpus", &fs::read(&path).expect("a file")).expect("a catalog");
        let shown: Vec<Shown<'_>> = catalog.tools().map(Shown::from).collect();
        for (tool, share) in shown.iter().zip(meter.shares(&shown)) {
            let fields = meter.fields(tool);
            // A name is never free, and words are never counted twice.
            assert!(share >= fields.name, "{}: {}", path.display(), tool.name);
            assert!(share * 3 >= fields.parameters + fields.description, "{}: {}", path.display(), tool.name);
        }
    }
}
