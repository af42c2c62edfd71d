//! What results cost over whole sessions.

use serde_json::{Value, json};

use super::*;
use crate::host::profile::named;
use crate::host::tariff::Overrides;
use crate::rent::result::example::{turn, used};
use crate::session::turn::{Size, Turn, Usage};

fn column() -> Column<'static> {
    Column::new(named("claude-code").expect("a host"), Some("raw-o200k"), &Overrides::default()).expect("a column")
}

fn sized(server: &str, tool: &str, tokens: i64) -> Used {
    Used { result: Size::tokens(tokens), ..used(server, tool, Value::Null) }
}

fn of(session: &Session) -> Costs {
    costs(&[Played { session, turns: Turns::Requests, unnamed: "(host)" }], &column())
}

#[test]
fn results_are_paid_again_until_the_history_is_compacted() {
    let failed = Used { failed: true, ..sized("toko", "cari", 40) };
    let mut turns = vec![
        turn(vec![sized("toko", "cari", 100), failed]),
        turn(vec![sized("", "Bash", 1_000)]),
        turn(vec![sized("toko", "cari", 300)]),
        Turn { compacted: true, ..turn(vec![sized("toko", "cari", 12_000)]) },
        turn(Vec::new()),
    ];
    for turn in &mut turns {
        turn.usage = Some(Usage { input: 5_000, ..Usage::default() });
    }
    let costs = of(&Session { turns, ..Session::default() });
    let rows: Vec<_> = costs.tools.iter().map(|row| (row.server.as_str(), row.sums.tokens, row.sums.carried)).collect();
    // The compacted request no longer sends what came before: two sendings of 140, one of 1,000, none of 300.
    assert_eq!(rows, [("(host)", 1_000, 0), ("toko", 12_440, 140)]);
    let shop = &costs.tools[1];
    assert_eq!((shop.sums.calls, shop.sums.failed, shop.sums.failed_tokens), (4, 1, 40));
    assert_eq!(shop.spread, Spread { median: 300, p95: 12_000, max: 12_000 });
    assert_eq!((costs.total.warned, costs.total.over, costs.total.sent), (1, 0, 2 * 140 + 1_000 + 12_000));
    assert_eq!(costs.sessions[0].input, Some(Input::Billed(25_000)));
    assert_eq!(costs.sessions[0].share_pct, Some(13_280.0 * 100.0 / 25_000.0));
}

#[test]
fn without_usage_the_recorded_texts_are_the_input() {
    let first = Turn { said: vec![Size::tokens(10)], answer: Size::tokens(5), ..turn(vec![sized("a", "b", 100)]) };
    let turns = vec![first, Turn::default()];
    let session = Session { system: Some(Size::tokens(7)), turns, ..Session::default() };
    assert_eq!(of(&session).sessions[0].input, Some(Input::Recorded(7 + 10 + 7 + 10 + 5 + 100)));
}

#[test]
fn calls_without_requests_carry_nothing() {
    let turns = vec![turn(vec![sized("a", "b", 100)]), turn(vec![sized("a", "b", 300)])];
    let session = Session { turns, ..Session::default() };
    let found = costs(&[Played { session: &session, turns: Turns::Unknown, unnamed: "(unnamed)" }], &column());
    assert_eq!((found.total.carried, found.total.sent, found.sessions[0].input), (0, 0, None));
}

#[test]
fn waste_is_carried_like_the_result_it_stands_in() {
    let text = serde_json::to_string_pretty(&json!({"kota": "Solo", "warga": {"anak": 2}})).expect("JSON");
    let result = json!({"content": [{"type": "text", "text": text}]});
    let turns = vec![turn(vec![used("a", "b", result)]), Turn::default(), Turn::default()];
    let sums = of(&Session { turns, ..Session::default() }).total;
    assert!(sums.waste.of(Kind::Indent) > 0 && sums.wasteful[Kind::Indent as usize] == 1);
    assert_eq!(sums.waste, sums.waste_carried);
}

#[test]
fn the_order_of_sessions_changes_no_sum() {
    let one = Session { turns: vec![turn(vec![sized("a", "b", 1)]), Turn::default()], ..Session::default() };
    let two = Session { turns: vec![turn(vec![sized("a", "c", 2)]), Turn::default()], ..Session::default() };
    let played = [&one, &two].map(|session| Played { session, turns: Turns::Requests, unnamed: "x" });
    let turned = [played[1], played[0]];
    let rows = |played: &[Played<'_>]| {
        let costs = costs(played, &column());
        costs.tools.iter().map(|row| (row.tool.clone(), row.sums.tokens, row.share_pct)).collect::<Vec<_>>()
    };
    assert_eq!(rows(&played), rows(&turned));
}
