//! What a provider's token-count endpoint says beside what we predict.

use serde::Serialize;

use crate::rent::figures::grouped;
use crate::report::document::Head;
use crate::report::sheet::{Column, Room, Row, Sheet, Weight};

/// The comparison.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct Live {
    /// The head.
    #[serde(flatten)]
    pub head: Head,
    /// The provider asked.
    pub provider: String,
    /// The model asked for.
    pub model: String,
    /// The profile that predicted.
    pub profile: String,
    /// The request without tools: its count and our prediction; taken off every row once.
    pub baseline: Answer,
    /// All tools together, then each server alone.
    pub rows: Vec<Answer>,
}

/// One count.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct Answer {
    /// What was counted.
    pub of: String,
    /// Tools in the request.
    pub tools: usize,
    /// Tokens the provider counts.
    pub counted: i64,
    /// Tokens we predict.
    pub predicted: i64,
    /// Predicted less counted.
    pub error: i64,
}

impl Answer {
    /// A count beside a prediction.
    #[must_use]
    pub fn new(of: &str, tools: usize, counted: i64, predicted: i64) -> Answer {
        Answer { of: of.to_owned(), tools, counted, predicted, error: predicted - counted }
    }
}

/// The table a person reads.
#[must_use]
pub fn sheet(live: &Live) -> Sheet {
    let columns = vec![
        Column::text("counted together", Room::Cut),
        Column::figures(["tools".to_owned()]),
        Column::figures(["provider".to_owned()]),
        Column::figures(["we".to_owned()]),
        Column::figures(["off".to_owned()]),
        Column::figures(["off %".to_owned()]),
    ];
    let row = |answer: &Answer, weight| {
        #[expect(clippy::cast_precision_loss, reason = "token counts stay far below 2^53")]
        let pct = answer.error as f64 * 100.0 / answer.counted.max(1) as f64;
        let cells = vec![
            answer.of.clone(),
            answer.tools.to_string(),
            grouped(answer.counted),
            grouped(answer.predicted),
            format!("{:+}", answer.error),
            format!("{pct:+.2}"),
        ];
        Row::Cells(weight, cells)
    };
    let mut rows = vec![row(&live.baseline, Weight::Faint)];
    rows.extend(live.rows.iter().map(|answer| row(answer, Weight::Plain)));
    let after = vec![format!(
        "{} {} against {}: the request without tools is taken off once; the preamble of the tools is in every row.",
        live.provider, live.model, live.profile
    )];
    Sheet { columns, rows, after, ..Sheet::default() }
}
