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

#[test]
fn a_broken_config_costs_an_error_and_never_a_panic() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/configs");
    let surroundings = Surroundings { variables: Some(BTreeMap::new()), ..Surroundings::default() };
    let mut seed: u32 = 7;
    let mut random = move |below: usize| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 8) as usize % below
    };
    let mut read = 0;
    for (file, ..) in SAMPLES {
        let whole = fs::read(folder.join(file)).expect(file);
        for _ in 0..200 {
            let mut bytes = whole.clone();
            match random(3) {
                0 => bytes.truncate(random(whole.len())),
                1 => bytes[random(whole.len())] = u8::try_from(random(256)).expect("a byte"),
                _ => drop(bytes.splice(random(whole.len()).., b"\"{[null,1e400,\xff".iter().copied())),
            }
            let named = config::is_config(&bytes, file);
            // What is taken for a config can say why it is none.
            read += usize::from(config::read(file, &bytes, &surroundings).is_ok() && named);
        }
    }
    assert!(read > 500, "hardly any was read: {read}");
}
