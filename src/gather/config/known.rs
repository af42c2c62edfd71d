//! The config files of hosts on this machine: read, never contacted.

use std::fs;
use std::path::{Path, PathBuf};

use crate::gather::config;
use crate::gather::config::document::Broken;
use crate::gather::config::places::{self, Os, Place};
use crate::gather::config::surroundings::Surroundings;
use crate::gather::contact::Scope;

/// Config files are small; what is larger is something else.
const LARGEST: u64 = 64 << 20;

/// A file that a host reads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The host's id.
    pub dialect: &'static str,
    /// The host's name.
    pub host: String,
    /// Whom the file is for.
    pub scope: Scope,
    /// Its path as people write it: `~` is the home folder, what lies in the workspace starts there.
    pub path: String,
    /// The path to open.
    pub file: PathBuf,
    /// Whether it exists.
    pub exists: bool,
    /// How many servers it names, or why that cannot be told.
    pub servers: Result<usize, String>,
    /// Where it was read that the host looks there.
    pub source: &'static str,
    /// Day that was true.
    pub as_of: &'static str,
    /// True when no page of the vendor was read for it.
    pub inferred: bool,
}

/// The files that exist on this machine.
#[must_use]
pub fn discover(surroundings: &Surroundings) -> Vec<Found> {
    let mut found = all(surroundings);
    found.retain(|found| found.exists);
    found
}

/// All files that hosts would read on this machine, whether they exist or not.
#[must_use]
pub fn all(surroundings: &Surroundings) -> Vec<Found> {
    let mut found: Vec<Found> = Vec::new();
    for (place, file) in on(Os::here(), surroundings) {
        if found.iter().all(|found| found.file != file) {
            found.push(look(place, file, surroundings));
        }
    }
    found
}

/// The paths of a system, patterns replaced by the files that fit.
fn on(os: Os, surroundings: &Surroundings) -> Vec<(&'static Place, PathBuf)> {
    let mut paths = Vec::new();
    for place in places::all().iter().filter(|place| place.os.includes(os)) {
        let folders = if place.is_of_a_project() { projects(surroundings) } else { vec![&*surroundings.workspace] };
        for folder in folders {
            let around = Surroundings { workspace: folder.to_owned(), ..surroundings.clone() };
            let Some(path) = place.on_this_machine(&around) else { continue };
            if place.is_pattern() {
                paths.extend(fitting(place, &path).into_iter().map(|path| (place, path)));
            } else {
                paths.push((place, path));
            }
        }
    }
    paths
}

/// The workspace, and the folders around it up to the root of its repository, when it is in one.
fn projects(surroundings: &Surroundings) -> Vec<&Path> {
    let around: Vec<&Path> = surroundings.workspace.ancestors().collect();
    let root = around.iter().position(|folder| folder.join(".git").exists()).unwrap_or(0);
    around.into_iter().take(root + 1).collect()
}

fn fitting(place: &Place, pattern: &Path) -> Vec<PathBuf> {
    let folder = pattern.parent().unwrap_or(Path::new(""));
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let fits = |path: &PathBuf| place.ends(&places::parts(&path.to_string_lossy()));
    let mut fitting: Vec<PathBuf> = entries.filter(fits).collect();
    fitting.sort_unstable();
    fitting
}

fn look(place: &'static Place, file: PathBuf, surroundings: &Surroundings) -> Found {
    let size = fs::metadata(&file).ok().filter(fs::Metadata::is_file).map(|metadata| metadata.len());
    let servers = match size {
        None => Err("no such file".to_owned()),
        Some(size) if size > LARGEST => Err("too large for a config file".to_owned()),
        Some(_) => count(&file, surroundings),
    };
    let host = places::host(&place.host);
    Found {
        dialect: &place.host,
        host: host.map_or_else(|| place.host.clone(), |host| host.name.clone()),
        scope: place.scope,
        path: shown(&file, surroundings),
        exists: size.is_some(),
        file,
        servers,
        source: &place.source,
        as_of: &place.as_of,
        inferred: place.inferred,
    }
}

fn count(file: &Path, surroundings: &Surroundings) -> Result<usize, String> {
    let bytes = fs::read(file).map_err(|error| error.to_string())?;
    match config::read(&file.to_string_lossy(), &bytes, surroundings) {
        Ok(config) => Ok(config.entries.len()),
        Err(Broken::NoServers) => Ok(0),
        Err(broken) => Err(broken.to_string()),
    }
}

fn shown(file: &Path, surroundings: &Surroundings) -> String {
    if let Ok(inside) = file.strip_prefix(&surroundings.workspace) {
        return inside.to_string_lossy().into_owned();
    }
    let around = projects(surroundings).into_iter().enumerate().skip(1);
    for (levels, folder) in around {
        if let Ok(inside) = file.strip_prefix(folder) {
            return format!("{}{}", "../".repeat(levels), inside.to_string_lossy());
        }
    }
    let home = surroundings.home.as_deref().and_then(|home| file.strip_prefix(home).ok());
    home.map_or_else(|| file.to_string_lossy().into_owned(), |inside| format!("~/{}", inside.to_string_lossy()))
}

#[cfg(test)]
mod tests;
