//! From a draft to an entry: variables expanded, what is sent checked, what is shown without secrets.

use std::path::Path;

use crate::gather::config::draft::{Draft, Setting};
use crate::gather::config::entry::{Entry, State};
use crate::gather::config::env_file;
use crate::gather::config::expand::{Context, Expanded, Lack};
use crate::gather::config::places;
use crate::gather::config::sendable;
use crate::gather::config::shown;
use crate::gather::config::surroundings::input_variable;
use crate::gather::contact::{Contact, Launch, Origin, Remote, Way};
use crate::gather::note::{Note, Severity};
use crate::gather::secret;

/// What all entries of one file share.
#[derive(Debug)]
pub(crate) struct File<'a> {
    /// How texts are expanded.
    pub(crate) context: Context<'a>,
    /// Where its entries stand; a draft may know its scope better.
    pub(crate) origin: Origin,
    /// The folder its programs run in, when that is not this process's own.
    pub(crate) cwd: Option<&'a Path>,
}

/// The entry that a draft becomes.
pub(crate) fn entry(draft: Draft, file: &File<'_>) -> Entry {
    let origin = Origin { scope: draft.scope.unwrap_or(file.origin.scope), ..file.origin.clone() };
    let mut entry = Entry {
        name: draft.name.clone(),
        origin,
        state: State::Skipped(String::new()),
        shown: shown::of(&draft),
        filter: draft.filter.clone(),
        notes: draft.notes.clone(),
    };
    entry.state = match (&draft.disabled, &draft.skipped) {
        (Some(reason), _) => State::Disabled(reason.clone()),
        (None, Some(reason)) => State::Skipped(reason.clone()),
        (None, None) => {
            let mut work = Work { file, name: &draft.name, notes: Vec::new(), lacks: Vec::new(), secrets: Vec::new() };
            let way = work.way(&draft);
            entry.notes.append(&mut work.notes);
            work.state(way, &entry)
        }
    };
    entry
}

/// Where an expanded text goes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    /// Over the network: what is not resolved must not leave this machine.
    Sent,
    /// To a program that runs here, and may expand it itself.
    Kept,
}

struct Work<'a> {
    file: &'a File<'a>,
    name: &'a str,
    notes: Vec<Note>,
    lacks: Vec<String>,
    secrets: Vec<String>,
}

impl Work<'_> {
    fn state(self, way: Result<Way, String>, entry: &Entry) -> State {
        if !self.lacks.is_empty() {
            return State::Unresolved(self.lacks.join("; "));
        }
        match way {
            Err(reason) => State::Skipped(reason),
            Ok(way) => {
                let mut secrets = self.secrets;
                secrets.extend(secret::secrets_of(&way));
                secrets.retain(|secret| !secret.is_empty());
                secrets.sort_unstable();
                secrets.dedup();
                let (name, origin, filter) = (entry.name.clone(), entry.origin.clone(), entry.filter.clone());
                State::Ready(Contact { name, way, origin, filter, secrets })
            }
        }
    }

    fn way(&mut self, draft: &Draft) -> Result<Way, String> {
        match (&draft.url, draft.command.as_slice()) {
            (Some(_), [_, ..]) => Err("has both a command and an address".to_owned()),
            (Some(url), []) => self.remote(url, draft).map(Way::Http),
            (None, [program, args @ ..]) => self.launch(program, args, draft).map(Way::Stdio),
            (None, []) => Err("has neither a command nor an address".to_owned()),
        }
    }

    fn launch(&mut self, program: &Setting, args: &[Setting], draft: &Draft) -> Result<Launch, String> {
        let program = self.setting("command", program, Fate::Kept, false);
        if program.trim().is_empty() {
            return Err("its command is empty".to_owned());
        }
        if args.is_empty() && program.contains(' ') && !program.split(' ').next().is_some_and(is_path) {
            self.note("command", "config.command_line", Severity::Warning, {
                "is one text with spaces, which most hosts take for the name of a program; split it into args"
                    .to_owned()
            });
        }
        let mut words = Vec::with_capacity(args.len());
        let mut flag_is_secret = false;
        for (index, arg) in args.iter().enumerate() {
            let word = self.setting(&format!("args[{index}]"), arg, Fate::Kept, flag_is_secret);
            flag_is_secret = word.starts_with('-') && !word.contains('=') && secret::is_secret_name(&word);
            words.push(word);
        }
        let env = self.environment(draft);
        let cwd = match &draft.cwd {
            Some(cwd) => {
                let cwd = self.text("cwd", cwd, Fate::Kept, false);
                Some(self.file.context.surroundings.resolve(&self.file.context.surroundings.workspace, &cwd))
            }
            None => self.file.cwd.map(Path::to_owned),
        };
        Ok(Launch { program, args: words, env, cwd })
    }

    fn environment(&mut self, draft: &Draft) -> Vec<(String, String)> {
        let mut env: Vec<(String, String)> = self.file.context.given.to_vec();
        if let Some(path) = &draft.env_file {
            let path = self.text("envFile", path, Fate::Kept, false);
            let context = &self.file.context;
            let text = context.surroundings.file(&context.surroundings.workspace, &path);
            match text.map(|text| env_file::read(&text)) {
                Ok(read) => {
                    for line in read.odd_lines {
                        let detail = format!("line {line} of {path} is no NAME=value and was passed over");
                        self.note("envFile", "config.env_file", Severity::Warning, detail);
                    }
                    for (name, value) in read.found {
                        self.came(&name, &value, false);
                        set(&mut env, name, value);
                    }
                }
                Err(error) => {
                    let detail = format!("unusable envFile {path}: {error}");
                    self.note("envFile", "config.env_file", Severity::Error, detail.clone());
                    self.lack(detail);
                }
            }
        }
        for (name, setting) in &draft.env {
            if let Setting::Inherited(variable) = setting
                && self.file.context.variable(variable).is_none()
            {
                continue;
            }
            let value = self.setting(&format!("env.{name}"), setting, Fate::Kept, secret::is_secret_name(name));
            set(&mut env, name.clone(), value);
        }
        env
    }

    fn remote(&mut self, url: &str, draft: &Draft) -> Result<Remote, String> {
        let url = self.text("url", url, Fate::Sent, false).trim().to_owned();
        let mut headers = Vec::new();
        for (name, setting) in &draft.headers {
            let is_secret = sendable::is_secret_header(name, setting);
            let known_lacks = self.lacks.len();
            let value = self.setting(&format!("headers.{name}"), setting, Fate::Sent, is_secret);
            if self.lacks.len() == known_lacks && sendable::is_empty_credential(name, &value) {
                let detail = format!("the header {} would be sent without its credentials", name.trim());
                self.note(&format!("headers.{name}"), "config.empty_credentials", Severity::Error, detail);
                self.lack(format!("unresolved header {}", name.trim()));
            }
            headers.push((name.trim().to_owned(), value.trim().to_owned()));
        }
        if self.lacks.is_empty() {
            sendable::check_url(&url)?;
            sendable::check_headers(&headers)?;
        }
        Ok(Remote { url, headers, speaks: draft.speaks })
    }

    fn setting(&mut self, path: &str, setting: &Setting, fate: Fate, is_secret: bool) -> String {
        match setting {
            Setting::Text(text) => self.text(path, text, fate, is_secret),
            Setting::Secret(text) => self.text(path, text, fate, true),
            Setting::Variable(name) | Setting::Inherited(name) => self.variable(path, name, is_secret),
            Setting::Bearer(name) => format!("Bearer {}", self.variable(path, name, true)),
            Setting::Asked(id) => match self.file.context.surroundings.input(id) {
                Some(value) => {
                    self.secrets.push(value.clone());
                    value
                }
                None => {
                    self.lacking(path, &Lack::Input(id.clone()));
                    String::new()
                }
            },
        }
    }

    fn variable(&mut self, path: &str, name: &str, is_secret: bool) -> String {
        match self.file.context.variable(name).filter(|value| !value.is_empty()) {
            Some(value) => {
                self.came(name, &value, is_secret);
                value
            }
            None => {
                self.lacking(path, &Lack::Variable(name.to_owned()));
                String::new()
            }
        }
    }

    fn text(&mut self, path: &str, text: &str, fate: Fate, is_secret: bool) -> String {
        let Expanded { text, values, inputs, lacks, empty, foreign, dollars } = self.file.context.expand(text);
        for lack in &lacks {
            self.lacking(path, lack);
        }
        for name in empty.iter().filter(|_| fate == Fate::Sent) {
            self.lacking(path, &Lack::Variable(name.clone()));
        }
        let host = places::host(&self.file.origin.host).map_or("most hosts", |host| &host.name);
        for form in foreign {
            let detail = format!("{form} stays as it is: {host} would not expand it");
            let severity = if fate == Fate::Sent { Severity::Error } else { Severity::Warning };
            self.note(path, "config.literal_placeholder", severity, detail);
            if fate == Fate::Sent {
                self.lack(format!("unresolved {form}"));
            }
        }
        for name in dollars {
            // Behind a `$` in a password stands a part of the password.
            let form = if is_secret { "$NAME".to_owned() } else { format!("${name}") };
            let detail = format!("{form} stays as it is: {host} would not expand it");
            self.note(path, "config.dollar_variable", Severity::Info, detail);
        }
        self.secrets.extend(inputs);
        for (name, value) in values {
            self.came(&name, &value, is_secret);
        }
        if is_secret {
            self.secrets.push(text.clone());
        }
        text
    }

    /// Keeps what came from elsewhere out of reports, unless it says where things are or is an ordinary text.
    fn came(&mut self, name: &str, value: &str, is_secret: bool) {
        let is_told = secret::names_a_place(name) || secret::is_ordinary(value);
        if is_secret || secret::is_secret_name(name) || !is_told {
            self.secrets.push(value.to_owned());
        }
    }

    fn lacking(&mut self, path: &str, lack: &Lack) {
        let reason = lack.reason();
        match lack {
            Lack::Variable(name) => {
                let detail = format!("{reason}; set {name}, the server is not contacted without it");
                self.note(path, "config.unset_variable", Severity::Error, detail);
            }
            Lack::Input(id) => {
                let variable = input_variable(id);
                let detail = format!("{reason}; give it in {variable}");
                self.note(path, "config.unresolved_input", Severity::Warning, detail);
            }
            Lack::File(_) => self.note(path, "config.unresolved_file", Severity::Error, reason.clone()),
        }
        self.lack(reason);
    }

    fn lack(&mut self, reason: String) {
        if !self.lacks.contains(&reason) {
            self.lacks.push(reason);
        }
    }

    fn note(&mut self, path: &str, class: &'static str, severity: Severity, detail: String) {
        let note = Note { subject: format!("{}.{path}", self.name), class, severity, detail };
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }
}

fn set(env: &mut Vec<(String, String)>, name: String, value: String) {
    env.retain(|(given, _)| *given != name);
    env.push((name, value));
}

fn is_path(word: &str) -> bool {
    word.contains(['/', '\\'])
}

#[cfg(test)]
mod tests;
