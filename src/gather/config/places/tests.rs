//! Paths of hosts' files, found and told apart.

use std::path::PathBuf;

use super::*;

fn surroundings() -> Surroundings {
    Surroundings {
        variables: Some(BTreeMap::new()),
        home: Some(PathBuf::from("/home/ani")),
        workspace: PathBuf::from("/kerja/toko"),
        inputs: BTreeMap::new(),
    }
}

fn told(source: &str) -> Option<(&'static str, Scope, Option<String>)> {
    let placed = of(source, &surroundings())?;
    Some((placed.host, placed.scope, placed.root.map(|root| root.to_string_lossy().into_owned())))
}

#[test]
fn the_table_is_whole() {
    for place in all() {
        let known = host(&place.host);
        assert!(known.is_some(), "{} is no host", place.host);
        assert!(place.also.iter().all(|also| host(also).is_some()), "{:?}", place.also);
        let start = place.path.split('/').next().unwrap_or_default();
        let known_start = match start.strip_prefix('$') {
            Some(name) => TABLE.variable.contains_key(name),
            None => matches!(start, "~" | "{workspace}" | "" | "C:"),
        };
        assert!(known_start, "{}", place.path);
        assert!(!place.source.is_empty() && place.as_of.starts_with("20"), "{}", place.path);
        assert!(!place.tail_parts().is_empty(), "{}", place.path);
        assert!(place.tail.as_ref().is_none_or(|tail| place.path.ends_with(tail) || place.path.starts_with('$')));
    }
    let without: Vec<_> = TABLE.host.iter().filter(|host| all().iter().all(|place| place.host != host.id)).collect();
    assert!(without.is_empty(), "{without:?}");
}

#[test]
fn every_row_is_found_by_its_own_path() {
    let surroundings = surroundings();
    for place in all().iter().filter(|place| !place.is_pattern()) {
        let Some(path) = place.on_this_machine(&surroundings) else { continue };
        let placed = of(&path.to_string_lossy(), &surroundings).expect("a known path");
        assert_eq!((placed.host, placed.scope), (place.host.as_str(), place.scope), "{}", path.display());
    }
}

#[test]
fn the_same_end_is_a_persons_at_home_and_a_projects_elsewhere() {
    let project = |host, root: &str| Some((host, Scope::Project, Some(root.to_owned())));
    assert_eq!(told(".cursor/mcp.json"), project("cursor", "/kerja/toko"));
    assert_eq!(told("./.cursor/mcp.json"), project("cursor", "/kerja/toko"));
    assert_eq!(told("lain/.cursor/mcp.json"), project("cursor", "/kerja/toko/lain"));
    assert_eq!(told("/home/ani/.cursor/mcp.json"), Some(("cursor", Scope::User, None)));
    assert_eq!(told("~/.cursor/mcp.json"), Some(("cursor", Scope::User, None)));
    assert_eq!(told("~/toko/.cursor/mcp.json"), project("cursor", "/home/ani/toko"));
    assert_eq!(told(".kiro/settings/mcp.json"), project("kiro", "/kerja/toko"));
}

#[test]
fn paths_of_other_systems_and_folders_are_known_too() {
    let user = |host| Some((host, Scope::User, None));
    assert_eq!(told(r"C:\Users\Ani\AppData\Roaming\Claude\claude_desktop_config.json"), user("claude-desktop"));
    assert_eq!(told("/Users/ani/Library/Application Support/Code/User/mcp.json"), user("vscode"));
    assert_eq!(told("cadangan/claude_desktop_config.json"), user("claude-desktop"));
    assert_eq!(told("~/.claude.json"), user("claude-code"));
    assert_eq!(told("/etc/claude-code/managed-mcp.json"), Some(("claude-code", Scope::Managed, None)));
    let project = Some(("continue", Scope::Project, Some("/kerja/toko".to_owned())));
    assert_eq!(told(".continue/mcpServers/toko.yaml"), project);
    for unknown in ["mcp.json", "settings.json", "config.toml", "x/cursor/mcp.json", "", "-"] {
        assert_eq!(told(unknown), None, "{unknown}");
    }
}

#[test]
fn variables_move_a_path() {
    let codex = all().iter().find(|place| place.path == "$CODEX_HOME/config.toml").expect("a row");
    let mut surroundings = surroundings();
    assert_eq!(codex.on_this_machine(&surroundings), Some(PathBuf::from("/home/ani/.codex/config.toml")));
    surroundings.variables = Some([("CODEX_HOME".to_owned(), "/data/codex".to_owned())].into());
    assert_eq!(codex.on_this_machine(&surroundings), Some(PathBuf::from("/data/codex/config.toml")));
    surroundings.variables = Some([("CODEX_HOME".to_owned(), String::new())].into());
    surroundings.home = None;
    assert_eq!(codex.on_this_machine(&surroundings), None);
}
