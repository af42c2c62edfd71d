//! Breaks a line at its spaces to fit a terminal.

use crate::report::lint::quote::width;

/// The lines of a text in at most `room` columns, later ones behind `indent`. A word that is longer stands whole: a
/// terminal breaks it, and nobody copies half an address.
pub(crate) fn lines(text: &str, room: usize, indent: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    for word in text.split(' ') {
        let is_first = line.is_empty() || line == indent;
        if !is_first && width(&line) + 1 + width(word) > room {
            lines.push(std::mem::replace(&mut line, indent.to_owned()).trim_end().to_owned());
            line.push_str(word);
            continue;
        }
        if !line.is_empty() && line != indent {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines.push(line);
    lines
}

#[cfg(test)]
mod tests {
    use super::lines;

    #[test]
    fn words_stay_whole() {
        assert_eq!(lines("satu dua tiga empat", 9, "  "), ["satu dua", "  tiga", "  empat"]);
        assert_eq!(lines("sebuahkatapanjang ya", 9, ""), ["sebuahkatapanjang", "ya"]);
        assert_eq!(lines("漢字 漢字", 8, ""), ["漢字", "漢字"]);
        assert_eq!(lines("", 8, "  "), [""]);
    }
}
