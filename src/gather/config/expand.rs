//! Expands the variables in a config's texts, each dialect's own forms and no others.
//!
//! Nothing is guessed: a variable that is not set leaves its text as it stands and is told, so that the server is not
//! contacted with it; a form that only other hosts know is told too.

use std::path::Path;

use crate::gather::config::dialect::Form;
use crate::gather::config::surroundings::Surroundings;

/// Defaults within defaults; nobody writes more than two.
const NESTING: usize = 8;

/// What one file's texts are expanded with.
#[derive(Debug)]
pub(crate) struct Context<'a> {
    /// Variables, inputs, home and workspace.
    pub(crate) surroundings: &'a Surroundings,
    /// The folder of the file.
    pub(crate) folder: &'a Path,
    /// The forms its host expands.
    pub(crate) forms: &'a [Form],
    /// Variables that the host sets itself.
    pub(crate) given: &'a [(String, String)],
}

/// A text after expansion.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Expanded {
    /// The text; what could not be resolved stands in it as it was written.
    pub(crate) text: String,
    /// What variables, files and inputs gave, each with its name.
    pub(crate) values: Vec<(String, String)>,
    /// Inputs among them: whatever a person is asked for is nobody else's business.
    pub(crate) inputs: Vec<String>,
    /// What could not be resolved.
    pub(crate) lacks: Vec<Lack>,
    /// Variables that are set, but to nothing.
    pub(crate) empty: Vec<String>,
    /// Forms that this host does not expand and others do, without their defaults.
    pub(crate) foreign: Vec<String>,
    /// Names in `$NAME`, where the host leaves that as it is.
    pub(crate) dollars: Vec<String>,
}

/// Something that is not there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Lack {
    /// A variable.
    Variable(String),
    /// A value that a person is asked for.
    Input(String),
    /// A file.
    File(String),
}

impl Lack {
    /// The reason why a server is not contacted.
    pub(crate) fn reason(&self) -> String {
        match self {
            Lack::Variable(name) => format!("unresolved variable {name}"),
            Lack::Input(id) => format!("unresolved input {id}"),
            Lack::File(path) => format!("unresolved file {path}"),
        }
    }
}

impl Context<'_> {
    /// The text with everything resolved that this host resolves.
    pub(crate) fn expand(&self, text: &str) -> Expanded {
        let mut expanded = Expanded::default();
        self.expand_into(text, &mut expanded, 0);
        expanded
    }

    /// A variable's value: that of the process, else what the host sets.
    pub(crate) fn variable(&self, name: &str) -> Option<String> {
        let given = || self.given.iter().find(|(given, _)| given == name).map(|(_, value)| value.clone());
        self.surroundings.variable(name).or_else(given)
    }

    fn expand_into(&self, text: &str, expanded: &mut Expanded, level: usize) {
        let mut rest = text;
        while let Some(at) = rest.find(['$', '{']) {
            let (before, found) = rest.split_at(at);
            expanded.text.push_str(before);
            let Some((reference, length)) = self.reference(found) else {
                expanded.text.push_str(found.get(..1).unwrap_or_default());
                rest = found.get(1..).unwrap_or_default();
                continue;
            };
            let (literal, behind) = found.split_at(length);
            self.resolve(reference, literal, expanded, level);
            rest = behind;
        }
        expanded.text.push_str(rest);
    }

    fn resolve(&self, reference: Reference<'_>, literal: &str, expanded: &mut Expanded, level: usize) {
        let value = match reference {
            Reference::Variable { name, default } => {
                match (self.variable(name).filter(|value| default.is_none() || !value.is_empty()), default) {
                    (Some(value), _) => {
                        if value.is_empty() {
                            expanded.empty.push(name.to_owned());
                        }
                        Ok((name, value))
                    }
                    (None, Some(default)) if level < NESTING => {
                        let start = expanded.text.len();
                        self.expand_into(default, expanded, level + 1);
                        let value = expanded.text.get(start..).unwrap_or_default().to_owned();
                        expanded.values.push((name.to_owned(), value));
                        return;
                    }
                    (None, _) => Err(Lack::Variable(name.to_owned())),
                }
            }
            Reference::Input(id) => match self.surroundings.input(id) {
                Some(value) => {
                    expanded.inputs.push(value.clone());
                    Ok((id, value))
                }
                None => Err(Lack::Input(id.to_owned())),
            },
            Reference::File(path) => match self.surroundings.file(self.folder, path) {
                Ok(text) => Ok((path, text.trim().to_owned())),
                Err(_) => Err(Lack::File(path.to_owned())),
            },
            Reference::Known(value) => {
                expanded.text.push_str(&value);
                return;
            }
            Reference::Foreign => {
                expanded.foreign.push(without_default(literal));
                expanded.text.push_str(literal);
                return;
            }
            Reference::Dollar(name) => {
                expanded.dollars.push(name.to_owned());
                expanded.text.push_str(literal);
                return;
            }
        };
        match value {
            Ok((name, value)) => {
                expanded.text.push_str(&value);
                expanded.values.push((name.to_owned(), value));
            }
            Err(lack) => {
                expanded.lacks.push(lack);
                expanded.text.push_str(literal);
            }
        }
    }

    /// The reference at the start of a text that starts with `$` or `{`, and its length.
    fn reference<'t>(&self, text: &'t str) -> Option<(Reference<'t>, usize)> {
        if let Some(rest) = text.strip_prefix("${{") {
            let inner = rest.get(..rest.find("}}")?)?;
            let secret = inner.trim().strip_prefix("secrets.").filter(|_| self.has(Form::ContinueSecret));
            return Some((secret.map_or(Reference::Foreign, Reference::variable), inner.len() + 5));
        }
        if let Some(rest) = text.strip_prefix("${") {
            let inner = rest.get(..closing_brace(rest)?)?;
            return Some((self.in_braces(inner), inner.len() + 3));
        }
        if let Some(rest) = text.strip_prefix('$') {
            let name = identifier(rest)?;
            let reference = if self.has(Form::Dollar) { Reference::variable(name) } else { Reference::Dollar(name) };
            return Some((reference, name.len() + 1));
        }
        if let Some(rest) = text.strip_prefix("{{") {
            let inner = rest.get(..rest.find("}}")?)?;
            let (head, _) = inner.trim().split_once('.')?;
            identifier(head)?;
            let is_ours = self.has(Form::DockerTemplate);
            return Some((if is_ours { Reference::Input(inner.trim()) } else { Reference::Foreign }, inner.len() + 4));
        }
        let inner = text.get(1..text.find('}')?)?;
        let reference = match (inner.strip_prefix("env:"), inner.strip_prefix("file:")) {
            (Some(name), _) if self.has(Form::OpencodeEnv) => Reference::variable(name),
            (_, Some(path)) if self.has(Form::OpencodeFile) => Reference::File(path),
            (Some(_), _) | (_, Some(_)) => Reference::Foreign,
            _ if self.has(Form::RegistryVariable) && identifier(inner) == Some(inner) => Reference::Input(inner),
            _ => return None,
        };
        Some((reference, inner.len() + 2))
    }

    /// What stands between `${` and `}`.
    fn in_braces<'t>(&self, inner: &'t str) -> Reference<'t> {
        if let Some(id) = inner.strip_prefix("input:") {
            return if self.has(Form::Input) { Reference::Input(id) } else { Reference::Foreign };
        }
        if let Some(variable) = inner.strip_prefix("env://") {
            return if self.has(Form::EnvSlashes) { with_default(variable) } else { Reference::Foreign };
        }
        if let Some(variable) = inner.strip_prefix("env:") {
            return match (self.has(Form::EnvColon), variable.contains(":-"), self.has(Form::BracesDefault)) {
                (true, true, true) => with_default(variable),
                (true, false, _) if !variable.is_empty() => Reference::variable(variable),
                _ => Reference::Foreign,
            };
        }
        if let Some(value) = self.editor(inner).or_else(|| self.bundle(inner)) {
            return value;
        }
        let name = identifier(inner).unwrap_or_default();
        match inner.get(name.len()..) {
            Some("") if !name.is_empty() && self.has(Form::Braces) => Reference::variable(name),
            Some(rest) if !name.is_empty() && rest.starts_with(":-") && self.has(Form::BracesDefault) => {
                with_default(inner)
            }
            _ => Reference::Foreign,
        }
    }

    fn editor<'t>(&self, inner: &'t str) -> Option<Reference<'t>> {
        let workspace = &self.surroundings.workspace;
        let value = match inner {
            _ if !self.has(Form::Editor) => return None,
            "workspaceFolder" | "cwd" => workspace.to_string_lossy().into_owned(),
            "workspaceFolderBasename" => workspace.file_name()?.to_string_lossy().into_owned(),
            "userHome" => match &self.surroundings.home {
                Some(home) => home.to_string_lossy().into_owned(),
                None => return Some(Reference::variable("HOME")),
            },
            "pathSeparator" | "/" => std::path::MAIN_SEPARATOR.to_string(),
            _ => return None,
        };
        Some(Reference::Known(value))
    }

    /// What an MCPB manifest may refer to.
    fn bundle<'t>(&self, inner: &'t str) -> Option<Reference<'t>> {
        if !self.has(Form::Mcpb) {
            return None;
        }
        if let Some(id) = inner.strip_prefix("user_config.") {
            return Some(Reference::Input(id));
        }
        let under_home = match inner {
            "__dirname" => return Some(Reference::Known(self.folder.to_string_lossy().into_owned())),
            "pathSeparator" | "/" => return Some(Reference::Known(std::path::MAIN_SEPARATOR.to_string())),
            "HOME" => "",
            "DESKTOP" => "Desktop",
            "DOCUMENTS" => "Documents",
            "DOWNLOADS" => "Downloads",
            _ => return None,
        };
        let Some(home) = &self.surroundings.home else { return Some(Reference::variable("HOME")) };
        let folder = if under_home.is_empty() { home.clone() } else { home.join(under_home) };
        Some(Reference::Known(folder.to_string_lossy().into_owned()))
    }

    fn has(&self, form: Form) -> bool {
        self.forms.contains(&form)
    }
}

/// The text for people: a default stands for its value, so that of a variable with a secret's name is hidden.
pub(crate) fn without_secret_defaults(text: &str, is_secret_name: fn(&str) -> bool, hidden: &str) -> String {
    shown_defaults(text, is_secret_name, hidden, 0)
}

fn shown_defaults(text: &str, is_secret_name: fn(&str) -> bool, hidden: &str, level: usize) -> String {
    let mut shown = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("${") {
        let (before, found) = rest.split_at(at + 2);
        shown.push_str(before);
        let end = closing_brace(found).unwrap_or(found.len());
        let (inner, behind) = found.split_at(end);
        match inner.split_once(":-") {
            Some((name, _)) if level >= NESTING || is_secret_name(name) => shown.extend([name, ":-", hidden]),
            Some((name, default)) => {
                let default = shown_defaults(default, is_secret_name, hidden, level + 1);
                shown.extend([name, ":-", &default]);
            }
            None => shown.push_str(inner),
        }
        rest = behind;
    }
    shown + rest
}

/// A form as it is told, its default left out.
fn without_default(literal: &str) -> String {
    literal.split_once(":-").map_or_else(|| literal.to_owned(), |(name, _)| format!("{name}:-…}}"))
}

enum Reference<'t> {
    Variable { name: &'t str, default: Option<&'t str> },
    Input(&'t str),
    File(&'t str),
    Known(String),
    Foreign,
    Dollar(&'t str),
}

impl<'t> Reference<'t> {
    fn variable(name: &'t str) -> Self {
        Reference::Variable { name, default: None }
    }
}

fn with_default(variable: &str) -> Reference<'_> {
    match variable.split_once(":-") {
        Some((name, default)) => Reference::Variable { name, default: Some(default) },
        None => Reference::variable(variable),
    }
}

/// The name that a text starts with, as shells write variables.
fn identifier(text: &str) -> Option<&str> {
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(text.len());
    text.get(..end).filter(|name| name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_'))
}

/// Where the brace closes that was opened before the text; braces of `${` within are counted.
fn closing_brace(text: &str) -> Option<usize> {
    let mut open = 1_usize;
    let mut before = ' ';
    for (at, character) in text.char_indices() {
        match character {
            '{' if before == '$' => open += 1,
            '}' => open -= 1,
            _ => {}
        }
        if open == 0 {
            return Some(at);
        }
        before = character;
    }
    None
}

#[cfg(test)]
mod tests;
