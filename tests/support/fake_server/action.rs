//! What a script can have a fake server do, one action after the other.
//!
//! `"answer"`, `{"result"}`, `{"result_text"}` (text or `{"build"}`), `{"error"}`; `{"line"}`, `{"raw"}`, `{"latin1"}`,
//! `{"repeat":{"text","times"}}`, `{"forever"}` (all with `$ID` and `$ANSWER`); `{"notify"}`, `{"ask"}` (a request of
//! the server's own, whose answer it waits for), `{"tell"}` (one that it does not wait for); `{"stderr"}`,
//! `{"stderr_repeat"}`; `{"sleep_ms"}`, `{"exit"}`, `{"grandchild"}` (`quiet`, `deaf`, `holding`: its streams are ours);
//! over HTTP `{"status","headers","type","body"}`.

use std::io::{self, Write};
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

use crate::mind::{Asked, Mind};
use crate::mouth::Mouth;
use crate::script::{built, whole};

/// Does what the script says about this call.
pub(crate) fn respond(mind: &Mind, asked: &Asked, mouth: &mut dyn Mouth) -> io::Result<()> {
    let call = mind.count(&asked.method);
    let actions = mind.script.actions(&asked.method, call);
    perform(&actions, mind, asked, mouth)
}

/// Does these things in turn.
pub(crate) fn perform(actions: &[Value], mind: &Mind, asked: &Asked, mouth: &mut dyn Mouth) -> io::Result<()> {
    for action in actions {
        match action {
            Value::String(name) if name == "answer" => {
                if let Some(message) = answer(mind, asked) {
                    mouth.say(&filled(mind, asked, message))?;
                }
            }
            Value::Object(action) => {
                for (kind, value) in action {
                    one(kind, value, action.contains_key("status"), mind, asked, mouth)?;
                }
                if action.contains_key("status") {
                    let filled = filled(mind, asked, Value::Object(action.clone()).to_string());
                    mouth.reply(&serde_json::from_str(&filled).unwrap_or_default())?;
                }
            }
            _ => {}
        }
    }
    Ok(())
}

fn one(kind: &str, value: &Value, reply: bool, mind: &Mind, asked: &Asked, mouth: &mut dyn Mouth) -> io::Result<()> {
    let text = || filled(mind, asked, value.as_str().unwrap_or_default().to_owned());
    match kind {
        _ if reply => Ok(()),
        "result" => mouth.say(&filled(mind, asked, success(mind, asked, &value.to_string()))),
        "result_text" if value.is_object() => mouth.say(&success(mind, asked, &built(&value["build"]))),
        "result_text" => mouth.say(&success(mind, asked, &text())),
        "error" => mouth.say(&filled(mind, asked, failure(mind, asked, value))),
        "line" => mouth.bytes(format!("{}\n", text()).as_bytes()),
        "raw" => mouth.bytes(text().as_bytes()),
        "latin1" => {
            mouth.bytes(&text().chars().map(|c| u8::try_from(u32::from(c)).unwrap_or(b'?')).collect::<Vec<_>>())
        }
        "repeat" => repeat(value, &mut |bytes| mouth.bytes(bytes)),
        "forever" => loop {
            mouth.bytes(text().repeat(4096).as_bytes())?;
        },
        "notify" => {
            mouth.stream();
            mouth.say(&json!({"jsonrpc": "2.0", "method": value, "params": {}}).to_string())
        }
        "ask" | "tell" => {
            mouth.stream();
            let id = format!("tanya-{}", mind.count("a request of ours"));
            mouth.say(&json!({"jsonrpc": "2.0", "id": id, "method": value, "params": {}}).to_string())?;
            if kind == "ask" { mouth.hear(&format!("\"{id}\"")) } else { Ok(()) }
        }
        "stderr" => io::stderr().write_all(format!("{}\n", text()).as_bytes()),
        "stderr_repeat" => repeat(value, &mut |bytes| io::stderr().write_all(bytes)),
        "sleep_ms" => {
            std::thread::sleep(Duration::from_millis(value.as_u64().unwrap_or(0)));
            Ok(())
        }
        "exit" => {
            io::stdout().flush()?;
            std::process::exit(i32::try_from(whole(value)).unwrap_or(1))
        }
        "grandchild" => grandchild(value.as_str().unwrap_or_default()),
        unknown => panic!("no such action: {unknown}"),
    }
}

fn repeat(about: &Value, write: &mut dyn FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
    let text = about["text"].as_str().unwrap_or_default();
    let (mut left, block) = (whole(&about["times"]), (65536 / text.len().max(1)).max(1));
    while left > 0 {
        write(text.repeat(left.min(block)).as_bytes())?;
        left -= left.min(block);
    }
    Ok(())
}

/// A process of the server's own that would outlive it by far.
fn grandchild(kind: &str) -> io::Result<()> {
    let script = if kind == "deaf" { "trap '' TERM INT HUP; sleep 300" } else { "sleep 300" };
    let mut command = Command::new("sh");
    command.args(["-c", script]).stdin(Stdio::null());
    if kind != "holding" {
        command.stdout(Stdio::null()).stderr(Stdio::null());
    }
    command.spawn().map(drop)
}

fn answer(mind: &Mind, asked: &Asked) -> Option<String> {
    match (mind.answer(asked), &asked.id) {
        (_, None) => None,
        (Ok(result), Some(_)) => Some(success(mind, asked, &result)),
        (Err(error), Some(_)) => Some(failure(mind, asked, &error)),
    }
}

fn success(mind: &Mind, asked: &Asked, result: &str) -> String {
    format!("{{\"jsonrpc\":\"2.0\",\"id\":{},\"result\":{result}}}", id(mind, asked))
}

fn failure(mind: &Mind, asked: &Asked, error: &Value) -> String {
    format!("{{\"jsonrpc\":\"2.0\",\"id\":{},\"error\":{error}}}", id(mind, asked))
}

fn id(mind: &Mind, asked: &Asked) -> String {
    let id = asked.id.as_deref().unwrap_or("null");
    if mind.script.text("ids") == Some("text") && !id.starts_with('"') { format!("\"{id}\"") } else { id.to_owned() }
}

/// The text with its places filled in.
fn filled(mind: &Mind, asked: &Asked, mut text: String) -> String {
    if text.contains("$ANSWER") {
        text = text.replace("$ANSWER", &answer(mind, asked).unwrap_or_default());
    }
    if text.contains("$ID") {
        text = text.replace("$ID", &id(mind, asked));
    }
    if !mind.script.is("echo") {
        return text;
    }
    text = each(text, "$ENV{", |name| std::env::var(name).unwrap_or_default());
    text = each(text, "$ARG{", |number| {
        number.parse().ok().and_then(|number| std::env::args().nth(number)).unwrap_or_default()
    });
    text = each(text, "$HEADER{", |name| asked.headers.get(name).cloned().unwrap_or_default());
    text.replace("$TARGET", &asked.target)
}

fn each(mut text: String, open: &str, value: impl Fn(&str) -> String) -> String {
    while let Some(start) = text.find(open) {
        let Some(length) = text[start..].find('}') else { break };
        let value = value(&text[start + open.len()..start + length]);
        text.replace_range(start..=start + length, &value);
    }
    text
}
