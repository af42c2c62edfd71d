//! What a host's own screen says its tools cost: the file of `--claimed`.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::Value;

/// The figures of a host's own screen.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Claims {
    /// The host, as the file names it.
    pub host: Option<String>,
    /// The total, when the file has one.
    pub total: Option<i64>,
    /// The tools, in file order.
    pub tools: Vec<Claim>,
}

/// One claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// Which tool.
    pub subject: Subject,
    /// What the host says it costs.
    pub tokens: i64,
}

/// How a claim names its tool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Subject {
    /// `server.tool` in one; both may hold dots.
    Key(String),
    /// Both apart.
    Pair {
        /// The server.
        server: String,
        /// The tool.
        tool: String,
    },
}

impl Subject {
    /// Server and tool in one, as the key of a JSON file has them.
    #[must_use]
    pub fn name(&self) -> Cow<'_, str> {
        match self {
            Subject::Key(key) => Cow::Borrowed(key),
            Subject::Pair { server, tool } => Cow::Owned(format!("{server}.{tool}")),
        }
    }
}

/// Why a file of claims cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ClaimsError {
    /// It begins like JSON and is none of the expected form.
    #[error("not of the form {{\"host\", \"total\", \"tools\": {{\"server.tool\": tokens}}}}")]
    Json(#[source] serde_json::Error),
    /// A figure that is no number of tokens.
    #[error("{figure} for {subject:?} is no number of tokens")]
    Figure {
        /// The tool, or `total`.
        subject: String,
        /// What stands there.
        figure: String,
    },
    /// A line that is not `server,tool,tokens`.
    #[error("line {line} is not server,tool,tokens")]
    Line {
        /// From 1.
        line: usize,
    },
    /// Neither a tool nor a total.
    #[error("no claim in it")]
    Empty,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    host: Option<String>,
    total: Option<Value>,
    #[serde(default)]
    tools: serde_json::Map<String, Value>,
}

/// Reads a file of claims, JSON or CSV, told apart by its first character.
///
/// # Errors
/// When it is neither, or names no figure.
pub fn read(text: &str) -> Result<Claims, ClaimsError> {
    let text = text.trim_start_matches('\u{feff}').trim();
    let claims = if text.starts_with('{') { json(text)? } else { csv(text)? };
    if claims.tools.is_empty() && claims.total.is_none() { Err(ClaimsError::Empty) } else { Ok(claims) }
}

fn json(text: &str) -> Result<Claims, ClaimsError> {
    let file: File = serde_json::from_str(text).map_err(ClaimsError::Json)?;
    let total = file.total.filter(|total| !total.is_null()).map(|total| figure("total", &total)).transpose()?;
    let claim =
        |(key, value): (String, Value)| figure(&key, &value).map(|tokens| Claim { subject: Subject::Key(key), tokens });
    Ok(Claims { host: file.host, total, tools: file.tools.into_iter().map(claim).collect::<Result<_, _>>()? })
}

fn figure(subject: &str, value: &Value) -> Result<i64, ClaimsError> {
    let whole = value.as_i64().or_else(|| value.as_f64().and_then(rounded));
    whole
        .filter(|tokens| *tokens >= 0)
        .ok_or_else(|| ClaimsError::Figure { subject: subject.to_owned(), figure: value.to_string() })
}

/// Screens round to hundreds and write `6.1e3`; nothing they show is near 2^53.
fn rounded(tokens: f64) -> Option<i64> {
    #[expect(clippy::cast_possible_truncation, reason = "the range is checked")]
    (0.0..9e15).contains(&tokens).then(|| tokens.round() as i64)
}

fn csv(text: &str) -> Result<Claims, ClaimsError> {
    let mut claims = Claims::default();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let cells = cells(line);
        let [server, tool, tokens] = cells.as_slice() else { return Err(ClaimsError::Line { line: number + 1 }) };
        match tokens.trim().parse::<i64>() {
            Ok(tokens) if tokens >= 0 => {
                let subject = Subject::Pair { server: server.clone(), tool: tool.clone() };
                claims.tools.push(Claim { subject, tokens });
            }
            // The first line may name the columns.
            Err(_) if number == 0 && tokens.trim() == "tokens" => {}
            _ => return Err(ClaimsError::Line { line: number + 1 }),
        }
    }
    Ok(claims)
}

/// The cells of one CSV line; a quoted cell may hold commas and doubled quotes.
fn cells(line: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut quoted = false;
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        let cell = cells.last_mut().expect("there is always a last cell");
        match c {
            '"' if quoted && chars.peek() == Some(&'"') => {
                chars.next();
                cell.push('"');
            }
            '"' if quoted || cell.is_empty() => quoted = !quoted,
            ',' if !quoted => cells.push(String::new()),
            _ => cell.push(c),
        }
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_json() {
        let claims = read(r#"{"host": "claude-code", "total": 6.7e3, "tools": {"toko.cari": 290, "toko.beli": 290}}"#);
        let claims = claims.expect("claims");
        assert_eq!((claims.host.as_deref(), claims.total, claims.tools.len()), (Some("claude-code"), Some(6_700), 2));
        assert_eq!(claims.tools[0], Claim { subject: Subject::Key("toko.cari".to_owned()), tokens: 290 });
    }

    #[test]
    fn reads_csv_with_and_without_a_head() {
        let pair = |server: &str, tool: &str| Subject::Pair { server: server.to_owned(), tool: tool.to_owned() };
        let claims = read("\u{feff}server,tool,tokens\r\ntoko,cari,290\n\n\"to,ko\",\"be\"\"li\",0\n").expect("claims");
        let subjects: Vec<_> = claims.tools.iter().map(|claim| (claim.subject.clone(), claim.tokens)).collect();
        assert_eq!(subjects, [(pair("toko", "cari"), 290), (pair("to,ko", "be\"li"), 0)]);
        assert_eq!(read("toko,cari,1").expect("claims").tools.len(), 1);
    }

    #[test]
    fn says_what_is_wrong_and_where() {
        assert!(matches!(read("toko,cari,1\ntoko,beli"), Err(ClaimsError::Line { line: 2 })));
        assert!(matches!(read("toko,cari,many"), Err(ClaimsError::Line { line: 1 })));
        assert!(matches!(read("toko,cari,-1"), Err(ClaimsError::Line { line: 1 })));
        assert!(matches!(read(r#"{"tools": {"a.b": "6.1k"}}"#), Err(ClaimsError::Figure { .. })));
        assert!(matches!(read(r#"{"tool": {}}"#), Err(ClaimsError::Json(_))));
        assert!(matches!(read("{}"), Err(ClaimsError::Empty)));
        assert!(matches!(read(""), Err(ClaimsError::Empty)));
    }
}
