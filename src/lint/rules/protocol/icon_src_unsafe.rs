//! An icon is loaded from an address that clients should not load.
//!
//! ## Why
//!
//! Clients take icons over `https:` or as `data:`; other schemes are refused or downgraded, and an SVG with a script runs
//! in whoever shows it.
//!
//! ## Examples
//!
//! ```json bad
//! {"name":"peta","description":"Menggambar peta.","icons":[{"src":"http://ikon.example/peta.png"}]}
//! ```
//!
//! ```json good
//! {"name":"peta","description":"Menggambar peta.","icons":[{"src":"https://ikon.example/peta.png"}]}
//! ```
//!
//! ## References
//!
//! MCP 2026-07-28, icons: consumers must reject unsafe schemes and handle SVG with care.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::catalog::text::Kind;
use crate::lint::cx::Cx;
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::rule::{Check, Rule};
use crate::lint::scene::TextView;

/// The rule.
pub static RULE: Rule = Rule {
    id: "icon-src-unsafe",
    group: Group::Protocol,
    severity: Severity::Info,
    confidence: Confidence::High,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("icon_src_unsafe.rs"),
    check: Check::Text(check),
};

fn check(view: &TextView<'_>, cx: &mut Cx<'_>) {
    let icon = matches!(view.text.kind, Kind::Icon | Kind::Offer) && view.text.pointer.contains("/icons/");
    if !icon || !view.text.pointer.ends_with("/src") || view.text.text == "src" {
        return;
    }
    let Some(why) = unsafe_for(view.text.text) else { return };
    let finding = cx
        .at(view.text.pointer.clone())
        .say(why)
        .evidence(view.text.text)
        .help("serve it over https, or embed it as a data: image without scripts");
    cx.report(finding);
}

fn unsafe_for(src: &str) -> Option<String> {
    let (scheme, rest) = src.split_once(':')?;
    match scheme.to_ascii_lowercase().as_str() {
        "https" => None,
        "data" => {
            let (kind, body) = rest.split_once(',')?;
            let plain = if kind.ends_with(";base64") {
                STANDARD.decode(body.trim()).ok().and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default()
            } else {
                body.replace("%3C", "<").replace("%3c", "<")
            };
            let script = kind.to_ascii_lowercase().contains("svg") && plain.to_ascii_lowercase().contains("<script");
            script.then(|| "the icon is an SVG with a script".to_owned())
        }
        other => Some(format!("the icon is loaded over {other}:")),
    }
}

#[cfg(test)]
mod tests {
    use super::unsafe_for;

    #[test]
    fn schemes_and_scripts() {
        assert_eq!(unsafe_for("https://ikon.example/a.svg"), None);
        assert_eq!(unsafe_for("data:image/png;base64,AAAA"), None);
        assert!(unsafe_for("data:image/svg+xml,%3Csvg>%3Cscript>").is_some());
        assert!(unsafe_for("javascript:0").is_some_and(|why| why.contains("javascript")));
    }
}
