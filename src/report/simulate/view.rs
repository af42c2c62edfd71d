//! How much a person asked to see of what `simulate` found, and its figures as people read them.

/// What a person asked to see.
#[derive(Debug, Clone, Copy)]
pub struct View<'a> {
    /// How much of it there is room for.
    pub detail: Detail,
    /// The sources, for the next command.
    pub sources: &'a [String],
}

/// How many columns the table of strategies has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    /// All.
    Full,
    /// Those that fit 80 columns; what the others say in words follows below the table.
    Brief,
}

/// Tokens in thousands, as in `85.6K`; below ten thousand a tenth is still seen, below a thousand all digits.
#[must_use]
pub fn kilo(tokens: i64) -> String {
    match tokens.abs() {
        0..1_000 => tokens.to_string(),
        1_000..999_950 => format!("{:.1}K", tokens as f64 / 1_000.0),
        _ => format!("{:.2}M", tokens as f64 / 1_000_000.0),
    }
}

/// Micro-dollars as dollars.
#[must_use]
pub fn dollars(micro: i64) -> String {
    format!("{:.3}", micro as f64 / 1_000_000.0)
}
