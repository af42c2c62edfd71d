//! Figures as people read them: digits in groups of three, and a number of things.

/// An integer with a comma between groups of three digits.
#[must_use]
pub fn grouped(number: i64) -> String {
    let digits = number.unsigned_abs().to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3 + 1);
    if number < 0 {
        out.push('-');
    }
    for (at, digit) in digits.char_indices() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A number of things whose plural ends in `s`.
#[must_use]
pub fn count(number: usize, one: &str) -> String {
    let shown = grouped(i64::try_from(number).unwrap_or(i64::MAX));
    format!("{shown} {one}{}", if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::{count, grouped};

    #[test]
    fn groups_digits() {
        let shown: Vec<_> = [0, 12, 999, 1_000, -1_234_567, i64::MIN].map(grouped).to_vec();
        assert_eq!(shown, ["0", "12", "999", "1,000", "-1,234,567", "-9,223,372,036,854,775,808"]);
    }

    #[test]
    fn one_thing_is_no_plural() {
        assert_eq!(
            [0, 1, 2, 1_204].map(|number| count(number, "tool")),
            ["0 tools", "1 tool", "2 tools", "1,204 tools"]
        );
    }
}
