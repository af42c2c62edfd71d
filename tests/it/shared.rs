//! The shared folder of recorded material, where it is present.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use serde_json::Value;

/// The shared folder, or a loud note that a test did not run.
pub(crate) fn folder() -> Option<PathBuf> {
    let folder = std::env::var_os("TOOLRENT_SHARED").map(PathBuf::from);
    if folder.is_none() {
        // Written past the test harness, which would swallow what a passing test prints.
        let test = std::thread::current().name().unwrap_or("a test").to_owned();
        // One write, so that lines of other threads stay apart.
        let line = format!("\nSKIPPED: {test}: TOOLRENT_SHARED does not name the shared folder\n");
        let _ = std::io::stderr().write_all(line.as_bytes());
    }
    folder
}

/// The test case of that number.
pub(crate) fn case(number: &str) -> Option<Value> {
    let cases = folder()?.join("cases");
    let files = fs::read_dir(cases).expect("the cases");
    let mut paths = files.map(|file| file.expect("a file").path());
    let path = paths.find(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(number)));
    let text = fs::read_to_string(path.expect("a case of that number")).expect("a case");
    Some(serde_json::from_str(&text).expect("JSON"))
}
