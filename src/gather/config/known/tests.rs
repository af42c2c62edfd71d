//! Config files on this machine, in folders made for the test.

use std::collections::BTreeMap;

use super::*;

fn write(folder: &Path, path: &str, text: &str) {
    let file = folder.join(path);
    fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
    fs::write(file, text).expect("a file");
}

#[test]
fn files_that_exist_are_told_with_how_many_servers_they_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let (home, workspace) = (folder.path().join("rumah"), folder.path().join("kerja"));
    write(&home, ".cursor/mcp.json", r#"{"mcpServers": {"a": {"command": "a"}, "b": 5}}"#);
    write(&home, ".gemini/settings.json", r#"{"theme": "gelap"}"#);
    write(&home, ".claude.json", "{\n\"mcpServers\": {\n");
    write(&workspace, ".vscode/mcp.json", r#"{"servers": {"c": {"command": "c"}}}"#);
    write(&workspace, ".continue/mcpServers/dua.json", r#"{"mcpServers": {"d": {"command": "d"}}}"#);
    write(&workspace, ".continue/mcpServers/satu.json", r#"{"mcpServers": {}}"#);
    write(&workspace, ".continue/mcpServers/catatan.txt", "bukan");
    let surroundings =
        Surroundings { variables: Some(BTreeMap::new()), home: Some(home), workspace, inputs: BTreeMap::new() };
    let found = discover(&surroundings);
    let told: Vec<_> = found
        .iter()
        .map(|found| (found.path.as_str(), found.dialect, found.scope, found.servers.clone().ok()))
        .collect();
    assert_eq!(
        told,
        [
            ("~/.claude.json", "claude-code", Scope::User, None),
            ("~/.cursor/mcp.json", "cursor", Scope::User, Some(2)),
            (".vscode/mcp.json", "vscode", Scope::Project, Some(1)),
            ("~/.gemini/settings.json", "gemini-cli", Scope::User, Some(0)),
            (".continue/mcpServers/dua.json", "continue", Scope::Project, Some(1)),
            (".continue/mcpServers/satu.json", "continue", Scope::Project, Some(0)),
        ]
    );
    assert!(found[0].servers.as_ref().is_err_and(|reason| reason.contains("line")), "{:?}", found[0].servers);
    assert!(found.iter().all(|found| found.exists && found.file.is_absolute()));
    let all = all(&surroundings);
    assert!(all.len() > 30 && all.iter().any(|found| !found.exists && found.path == ".mcp.json"));
}

#[test]
fn the_files_of_a_project_are_found_from_within_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let (home, outside) = (folder.path().join("rumah"), folder.path().join("luar"));
    let workspace = outside.join("toko/src/dalam");
    fs::create_dir_all(&workspace).expect("a folder");
    fs::create_dir_all(outside.join("toko/.git")).expect("a folder");
    let one = r#"{"mcpServers": {"a": {"command": "a"}}}"#;
    write(&outside, ".mcp.json", one);
    write(&outside, "toko/.mcp.json", one);
    write(&outside, "toko/src/.cursor/mcp.json", one);
    write(&home, ".continue/mcpServers/peta.yaml", "mcpServers:\n  - {name: a, command: b}\n");
    let surroundings =
        Surroundings { variables: Some(BTreeMap::new()), home: Some(home), workspace, inputs: BTreeMap::new() };
    let told = |surroundings: &Surroundings| -> Vec<(String, Scope)> {
        discover(surroundings).into_iter().map(|found| (found.path, found.scope)).collect()
    };
    let expected = [
        ("../../.mcp.json", Scope::Project),
        ("../.cursor/mcp.json", Scope::Project),
        ("~/.continue/mcpServers/peta.yaml", Scope::User),
    ];
    assert_eq!(told(&surroundings), expected.map(|(path, scope)| (path.to_owned(), scope)));
    fs::remove_dir(outside.join("toko/.git")).expect("a folder");
    assert_eq!(told(&surroundings), [("~/.continue/mcpServers/peta.yaml".to_owned(), Scope::User)]);
}

#[test]
fn each_system_has_its_paths() {
    let surroundings = Surroundings {
        variables: Some([("APPDATA".to_owned(), "C:/Data".to_owned())].into()),
        home: Some(PathBuf::from("/home/ani")),
        ..Surroundings::default()
    };
    let paths = |os: Os| -> Vec<String> {
        on(os, &surroundings).into_iter().map(|(_, path)| path.to_string_lossy().replace('\\', "/")).collect()
    };
    let name = "claude_desktop_config.json";
    let expected = [
        (Os::Linux, format!("/home/ani/.config/Claude/{name}"), "/home/ani/.config/Code/User/mcp.json"),
        (
            Os::Macos,
            format!("/home/ani/Library/Application Support/Claude/{name}"),
            "/home/ani/Library/Application Support/Code/User/mcp.json",
        ),
        (Os::Windows, format!("C:/Data/Claude/{name}"), "C:/Data/Code/User/mcp.json"),
    ];
    for (os, claude, code) in expected {
        let paths = paths(os);
        assert!(paths.contains(&claude) && paths.iter().any(|path| path == code), "{os:?}: {paths:#?}");
        assert!(paths.iter().any(|path| path.ends_with("cline_mcp_settings.json")), "{os:?}");
    }
}
