//! Finds the program that a config names, and explains why one could not be started.

use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};

use crate::gather::contact::Launch;

/// The program as it is started. Windows starts `npx.cmd` only by its whole name, and configs say `npx`.
pub(crate) fn resolved(launch: &Launch) -> OsString {
    let found = if cfg!(windows) { found(launch, &endings()) } else { None };
    found.map_or_else(|| OsString::from(&launch.program), PathBuf::into_os_string)
}

/// The system's reason in terms of what the config says: it has one word for several things that can be missing.
pub(crate) fn explained(launch: &Launch, error: io::Error) -> io::Error {
    if !matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) {
        return error;
    }
    let why = match &launch.cwd {
        Some(cwd) if !cwd.is_dir() => format!("its working directory {} is not there", cwd.display()),
        _ if found(launch, &endings()).is_some() => {
            "it is there, but the interpreter that its first line names is not".to_owned()
        }
        _ if is_name(&launch.program) => "it is not on PATH".to_owned(),
        _ => "there is no such file".to_owned(),
    };
    io::Error::new(io::ErrorKind::NotFound, why)
}

fn found(launch: &Launch, endings: &[String]) -> Option<PathBuf> {
    let base = launch.cwd.clone().unwrap_or_default();
    if !is_name(&launch.program) {
        return with_ending(&base.join(&launch.program), endings);
    }
    let path = variable(launch, "PATH")?;
    std::env::split_paths(&path).find_map(|folder| with_ending(&base.join(folder).join(&launch.program), endings))
}

fn with_ending(path: &Path, endings: &[String]) -> Option<PathBuf> {
    endings.iter().find_map(|ending| {
        let mut name = OsString::from(path);
        name.push(ending);
        Some(PathBuf::from(name)).filter(|path| path.is_file())
    })
}

/// What may stand behind a program's name. On Windows a file without any ending is no program.
fn endings() -> Vec<String> {
    if !cfg!(windows) {
        return vec![String::new()];
    }
    let listed = std::env::var("PATHEXT").unwrap_or_else(|_| ".COM;.EXE;.BAT;.CMD".to_owned());
    // Last the name as it stands: it may have its ending already.
    listed.split(';').filter(|ending| !ending.is_empty()).chain([""]).map(str::to_owned).collect()
}

fn is_name(program: &str) -> bool {
    Path::new(program).parent().is_some_and(|parent| parent == Path::new(""))
}

fn variable(launch: &Launch, name: &str) -> Option<OsString> {
    let is = |other: &str| if cfg!(windows) { other.eq_ignore_ascii_case(name) } else { other == name };
    let own = launch.env.iter().rev().find(|(other, _)| is(other));
    own.map(|(_, value)| OsStr::new(value).to_owned()).or_else(|| std::env::var_os(name))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn why(launch: &Launch) -> String {
        explained(launch, io::Error::from(io::ErrorKind::NotFound)).to_string()
    }

    #[test]
    fn what_is_missing_is_named() {
        let folder = tempfile::tempdir().expect("a folder");
        let launch = |program: &str| Launch { program: program.to_owned(), ..Launch::default() };
        assert_eq!(why(&launch("tak-ada-program")), "it is not on PATH");
        assert_eq!(why(&launch("./tak/ada")), "there is no such file");
        let here = Launch { cwd: Some(folder.path().join("hilang")), ..launch("sh") };
        assert!(why(&here).starts_with("its working directory"));
        std::fs::write(folder.path().join("alat"), "#!/tak/ada\n").expect("written");
        let env = vec![("PATH".to_owned(), folder.path().display().to_string())];
        assert!(why(&Launch { env, ..launch("alat") }).contains("interpreter"));
        assert!(why(&Launch { cwd: Some(folder.path().to_owned()), ..launch("./alat") }).contains("interpreter"));
        let denied = explained(&launch("x"), io::Error::from(io::ErrorKind::PermissionDenied));
        assert_eq!(denied.kind(), io::ErrorKind::PermissionDenied);
    }

    #[test]
    fn a_name_gets_the_ending_that_is_there() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("npx.CMD"), "").expect("written");
        std::fs::write(folder.path().join("npx"), "").expect("written");
        let env = vec![("PATH".to_owned(), folder.path().display().to_string())];
        let launch = Launch { program: "npx".to_owned(), env, ..Launch::default() };
        let endings = [".EXE", ".CMD", ""].map(str::to_owned);
        assert_eq!(found(&launch, &endings), Some(folder.path().join("npx.CMD")));
        assert_eq!(
            found(&Launch { program: "npx.CMD".to_owned(), ..launch }, &endings),
            Some(folder.path().join("npx.CMD"))
        );
    }
}
