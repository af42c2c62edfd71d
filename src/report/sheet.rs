//! A sheet: what a person reads, as headed columns, rows and closing lines, before it is dressed.

/// A headed table with lines before and after it.
#[derive(Debug, Clone, Default)]
pub struct Sheet {
    /// Lines above the table.
    pub before: Vec<String>,
    /// The columns, left to right.
    pub columns: Vec<Column>,
    /// The rows, top to bottom.
    pub rows: Vec<Row>,
    /// Lines below the table.
    pub after: Vec<String>,
}

/// One column.
#[derive(Debug, Clone)]
pub struct Column {
    /// The heading, one string a line.
    pub head: Vec<String>,
    /// Which side its cells lean to.
    pub align: Align,
    /// Whether it may be narrowed, or left out, where space is short.
    pub room: Room,
}

/// Which side a column leans to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    /// Text.
    Left,
    /// Figures.
    Right,
}

/// What may happen to a column on a narrow terminal. In a pipe nothing happens to any.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Room {
    /// Always whole.
    Whole,
    /// Cut with an ellipsis.
    Cut,
    /// Left out: only a wide terminal has room for it, and a pipe any amount.
    Spare,
    /// A drawing, which repeats what figures say: only a wide terminal shows it.
    Drawn,
}

/// One row.
#[derive(Debug, Clone)]
pub enum Row {
    /// Cells, one a column.
    Cells(Weight, Vec<String>),
    /// A line across.
    Rule,
}

/// How loudly a row speaks; carries nothing that its words do not say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weight {
    /// A heading or a total.
    Strong,
    /// The rest.
    Plain,
    /// An aside.
    Faint,
}

impl Column {
    /// A column of text.
    #[must_use]
    pub fn text(head: &str, room: Room) -> Column {
        Column { head: vec![head.to_owned()], align: Align::Left, room }
    }

    /// A column of figures.
    #[must_use]
    pub fn figures(head: impl IntoIterator<Item = String>) -> Column {
        Column { head: head.into_iter().collect(), align: Align::Right, room: Room::Whole }
    }
}
