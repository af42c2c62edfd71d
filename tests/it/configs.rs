//! The sample configs: one a dialect, each read by its own reader.

#![cfg(feature = "gather")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use toolrent::gather::config;
use toolrent::gather::config::entry::{Entry, State};
use toolrent::gather::config::surroundings::Surroundings;

/// File, dialect, and for each entry its name and state: `+` ready, `-` turned off, `?` not resolved, `x` nothing to ask.
const SAMPLES: [(&str, &str, &str); 15] = [
    ("claude-code.json", "mcpServers", "+kalender +forge"),
    ("claude-desktop.json", "mcpServers", "+berkas -pajak"),
    ("codex.toml", "codex", "+toko +forge -lama"),
    ("continue.yaml", "continue", "+gudang +peta"),
    ("cursor.json", "mcpServers", "+gudang +peta"),
    ("docker-catalog.yaml", "docker", "?gudang +peta"),
    ("gemini.json", "gemini-cli", "+perpustakaan -cuaca +hitung"),
    ("goose.yaml", "goose", "xdeveloper +catatan -cuaca"),
    ("mcpb-manifest.json", "mcpb", "+arsip"),
    ("mcphost.yml", "mcphost", "+peta +forge xfs"),
    ("opencode.jsonc", "opencode", "+perpustakaan -jauh"),
    ("server.json", "registry", "?id.example/pajak"),
    ("vscode.json", "vscode", "?forge +catatan"),
    ("windsurf.json", "mcpServers", "+cuaca +catatan"),
    ("zed.json", "zed", "+peta -jam xdari-ekstensi"),
];

/// What the samples refer to. `GUDANG_KUNCI` in Docker's and `PAJAK_KUNCI` are left unset on purpose.
const VARIABLES: [&str; 6] =
    ["KALENDER_TOKEN", "FORGE_TOKEN", "GUDANG_KOTA", "CATATAN_TOKEN", "PERPUSTAKAAN_TOKEN", "PERPUSTAKAAN_KUNCI"];

fn told(entry: &Entry) -> String {
    let mark = match entry.state {
        State::Ready(_) => '+',
        State::Disabled(_) => '-',
        State::Unresolved(_) => '?',
        _ => 'x',
    };
    format!("{mark}{}", entry.name)
}

#[test]
fn every_sample_config_is_read_by_its_dialect() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/configs");
    let mut variables: BTreeMap<String, String> =
        VARIABLES.iter().map(|name| ((*name).to_owned(), format!("nilai-{name}"))).collect();
    let files = fs::read_dir(&folder).expect("the samples").count();
    assert_eq!(files, SAMPLES.len(), "a sample without a row here");
    for (file, dialect, entries) in SAMPLES {
        // Continue's secret has the name of Docker's.
        match file {
            "continue.yaml" => variables.insert("GUDANG_KUNCI".to_owned(), "nilai".to_owned()),
            _ => variables.remove("GUDANG_KUNCI"),
        };
        let surroundings = Surroundings {
            variables: Some(variables.clone()),
            home: Some("/home/orang".into()),
            workspace: "/kerja".into(),
            ..Surroundings::default()
        };
        let bytes = fs::read(folder.join(file)).expect(file);
        assert!(config::is_config(&bytes, file), "{file}");
        let config = config::read(file, &bytes, &surroundings).expect(file);
        assert!(config.entries.iter().all(|entry| entry.origin.host == dialect), "{file}: {:?}", config.entries);
        assert_eq!(config.entries.iter().map(told).collect::<Vec<_>>().join(" "), entries, "{file}");
        assert!(config.entries.iter().all(|entry| !entry.shown.contains("nilai")), "{file}: a value is shown");
    }
}
