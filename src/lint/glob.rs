//! Globs over names and JSON pointers: `*` stands for any text, `?` for one character, all else for itself.

/// Whether the whole text fits the glob.
#[must_use]
pub fn fits(glob: &str, text: &str) -> bool {
    let (glob, text): (Vec<char>, Vec<char>) = (glob.chars().collect(), text.chars().collect());
    let (mut at, mut here) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while here < text.len() {
        match glob.get(at) {
            Some('*') => {
                star = Some((at, here));
                at += 1;
            }
            Some(one) if *one == '?' || *one == text[here] => (at, here) = (at + 1, here + 1),
            _ => {
                // The last star takes one character more; earlier ones need never change.
                let Some((back, from)) = star else { return false };
                star = Some((back, from + 1));
                (at, here) = (back + 1, from + 1);
            }
        }
    }
    glob[at..].iter().all(|rest| *rest == '*')
}

#[cfg(test)]
mod tests {
    use super::fits;

    #[test]
    fn stars_and_marks() {
        assert!(fits("*", "") && fits("", "") && !fits("", "a") && !fits("?", ""));
        assert!(fits("/inputSchema/*/description", "/inputSchema/properties/kota/description"));
        assert!(!fits("/inputSchema/*/description", "/inputSchema/properties/kota/title"));
        assert!(fits("toko-?", "toko-é") && !fits("toko-?", "toko-"));
        assert!(fits("*ab*ab", "abab xabab") && !fits("*ab*ab", "ab a"));
        assert!(!fits(&"*a".repeat(30), &"b".repeat(3_000)));
    }
}
