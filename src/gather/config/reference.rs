//! The forms in which configs write variables: recognised in a text, not yet resolved.

use std::path::{MAIN_SEPARATOR_STR, Path};

use crate::gather::config::dialect::Form;

/// Something in a text that stands for something else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Reference<'t> {
    /// A variable, and what counts when it is not set.
    Variable {
        /// Its name.
        name: &'t str,
        /// The default; it may hold references itself.
        default: Option<&'t str>,
    },
    /// A value that a person is asked for.
    Input(&'t str),
    /// The text of a file.
    File(&'t str),
    /// Something that is known without looking.
    Known(String),
    /// A form of other hosts.
    Foreign,
    /// `$NAME` where that is no form.
    Dollar(&'t str),
}

impl<'t> Reference<'t> {
    fn variable(name: &'t str) -> Self {
        Reference::Variable { name, default: None }
    }
}

/// The forms that a host expands, and the folders that some of them mean.
#[derive(Debug)]
pub(crate) struct Forms<'a> {
    /// The forms.
    pub(crate) known: &'a [Form],
    /// The folder of the file.
    pub(crate) folder: &'a Path,
    /// The project's folder.
    pub(crate) workspace: &'a Path,
    /// The home folder.
    pub(crate) home: Option<&'a Path>,
}

impl Forms<'_> {
    /// The reference at the start of a text that starts with `$` or `{`, and its length.
    pub(crate) fn reference<'t>(&self, text: &'t str) -> Option<(Reference<'t>, usize)> {
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
        let value = match inner {
            _ if !self.has(Form::Editor) => return None,
            "workspaceFolder" | "cwd" => self.workspace.to_string_lossy().into_owned(),
            "workspaceFolderBasename" => self.workspace.file_name()?.to_string_lossy().into_owned(),
            "userHome" => match self.home {
                Some(home) => home.to_string_lossy().into_owned(),
                None => return Some(Reference::variable("HOME")),
            },
            "pathSeparator" | "/" => MAIN_SEPARATOR_STR.to_owned(),
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
            "pathSeparator" | "/" => return Some(Reference::Known(MAIN_SEPARATOR_STR.to_owned())),
            "HOME" => "",
            "DESKTOP" => "Desktop",
            "DOCUMENTS" => "Documents",
            "DOWNLOADS" => "Downloads",
            _ => return None,
        };
        let Some(home) = self.home else { return Some(Reference::variable("HOME")) };
        let folder = if under_home.is_empty() { home.to_owned() } else { home.join(under_home) };
        Some(Reference::Known(folder.to_string_lossy().into_owned()))
    }

    fn has(&self, form: Form) -> bool {
        self.known.contains(&form)
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
pub(crate) fn closing_brace(text: &str) -> Option<usize> {
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
