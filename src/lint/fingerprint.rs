//! What a finding is known by from run to run: no line numbers, no hosts, no order go into it.

use sha2::{Digest, Sha256};

use crate::lint::finding::Finding;

/// How many hex digits are kept.
const DIGITS: usize = 16;

/// First 16 hex digits of SHA-256 over rule, server, tool, pointer and the raw string judged, joined by NUL.
#[must_use]
pub fn fingerprint(finding: &Finding) -> String {
    let tool = finding.tool.as_deref().unwrap_or_default();
    hashed([finding.rule, &finding.server, tool, &finding.pointer, &finding.evidence])
}

/// First 16 hex digits of SHA-256 of a string that was judged.
#[must_use]
pub fn text_hash(text: &str) -> String {
    hashed([text])
}

fn hashed<'a>(parts: impl IntoIterator<Item = &'a str>) -> String {
    let mut hasher = Sha256::new();
    for (at, part) in parts.into_iter().enumerate() {
        if at > 0 {
            hasher.update([0]);
        }
        hasher.update(part);
    }
    let digest = hasher.finalize();
    digest.iter().take(DIGITS / 2).map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::rules::named;

    #[test]
    fn a_fingerprint_is_a_hash_of_what_was_judged_and_where() {
        let rule = named("description-missing").expect("a rule");
        let finding = Finding {
            server: "peta".to_owned(),
            tool: Some("cari".to_owned()),
            pointer: "/description".to_owned(),
            evidence: "é".to_owned(),
            ..rule.blank()
        };
        let whole = "description-missing\0peta\0cari\0/description\0é";
        assert_eq!(fingerprint(&finding), text_hash(whole));
        assert_eq!(fingerprint(&finding.clone().span(0..2).say("other words")), fingerprint(&finding));
        assert_ne!(fingerprint(&finding.clone().evidence("e")), fingerprint(&finding));
        // The value that `printf abc | sha256sum` prints.
        assert_eq!(text_hash("abc"), "ba7816bf8f01cfea");
    }
}
