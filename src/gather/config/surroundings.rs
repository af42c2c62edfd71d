//! What config files may refer to: environment, home, workspace, prompted inputs, files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The world around a config file. Tests build their own; [`Surroundings::of_this_process`] is the real one.
#[derive(Debug, Clone, Default)]
pub struct Surroundings {
    /// Variables; `None` reads those of this process.
    pub variables: Option<BTreeMap<String, String>>,
    /// The home folder.
    pub home: Option<PathBuf>,
    /// The folder that `${workspaceFolder}` and project files mean.
    pub workspace: PathBuf,
    /// Values for `${input:id}`, by id.
    pub inputs: BTreeMap<String, String>,
}

impl Surroundings {
    /// Those of this process, in its working directory.
    #[must_use]
    pub fn of_this_process() -> Surroundings {
        Surroundings {
            variables: None,
            home: std::env::home_dir(),
            workspace: std::env::current_dir().unwrap_or_default(),
            inputs: BTreeMap::new(),
        }
    }

    /// A variable's value; one that is not UTF-8 counts as not set.
    #[must_use]
    pub fn variable(&self, name: &str) -> Option<String> {
        match &self.variables {
            Some(variables) => variables.get(name).cloned(),
            None => std::env::var(name).ok(),
        }
    }

    /// The value of an input: given, or in `TOOLRENT_INPUT_<ID>` (upper case, other characters as `_`).
    #[must_use]
    pub fn input(&self, id: &str) -> Option<String> {
        self.inputs.get(id).cloned().or_else(|| self.variable(&input_variable(id)))
    }

    /// A file that a config names: `~` is the home folder, a relative path stands in `folder`.
    ///
    /// # Errors
    /// Those of reading it.
    pub fn file(&self, folder: &Path, path: &str) -> std::io::Result<String> {
        std::fs::read_to_string(self.resolve(folder, path))
    }

    /// The same path, absolute.
    #[must_use]
    pub fn resolve(&self, folder: &Path, path: &str) -> PathBuf {
        match (path.strip_prefix("~/"), &self.home) {
            (Some(rest), Some(home)) => home.join(rest),
            _ => folder.join(path),
        }
    }
}

/// The variable that may hold an input's value.
#[must_use]
pub fn input_variable(id: &str) -> String {
    let upper = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_uppercase() } else { '_' };
    format!("TOOLRENT_INPUT_{}", id.chars().map(upper).collect::<String>())
}
