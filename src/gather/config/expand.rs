//! Expands the variables in a config's texts, each dialect's own forms and no others.
//!
//! Nothing is guessed: a variable that is not set leaves its text as it stands and is told, so that the server is not
//! contacted with it; a form that only other hosts know is told too.

use std::path::Path;

use crate::gather::config::dialect::Form;
use crate::gather::config::reference::{Forms, Reference};
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

    fn references(&self) -> Forms<'_> {
        Forms {
            known: self.forms,
            folder: self.folder,
            workspace: &self.surroundings.workspace,
            home: self.surroundings.home.as_deref(),
        }
    }

    fn expand_into(&self, text: &str, expanded: &mut Expanded, level: usize) {
        let forms = self.references();
        let mut rest = text;
        while let Some(at) = rest.find(['$', '{']) {
            let (before, found) = rest.split_at(at);
            expanded.text.push_str(before);
            let Some((reference, length)) = forms.reference(found) else {
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
}

/// A form as it is told, its default left out.
fn without_default(literal: &str) -> String {
    literal.split_once(":-").map_or_else(|| literal.to_owned(), |(name, _)| format!("{name}:-…}}"))
}

#[cfg(test)]
mod tests;
