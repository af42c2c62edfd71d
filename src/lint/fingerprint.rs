//! What a finding and a judged text are known by, independent of lines, hosts and order.

use sha2::{Digest, Sha256};

use crate::lint::finding::Finding;

/// First 16 hex digits of SHA-256 over rule, server, tool, pointer and judged string, joined by NUL.
#[must_use]
pub fn fingerprint(finding: &Finding) -> String {
    let tool = finding.tool.as_deref().unwrap_or_default();
    hash(&[finding.rule, &finding.server, tool, &finding.pointer, &finding.evidence])
}

/// First 16 hex digits of SHA-256 of a judged string.
#[must_use]
pub fn text_hash(text: &str) -> String {
    hash(&[text])
}

fn hash(parts: &[&str]) -> String {
    let mut hasher = Sha256::new();
    for (at, part) in parts.iter().enumerate() {
        if at > 0 {
            hasher.update([0]);
        }
        hasher.update(part.as_bytes());
    }
    hasher.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}
