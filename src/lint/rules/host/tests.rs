//! What the rules about hosts find, what they leave alone, and for whom.

use crate::catalog::saved;
use crate::host::profile;
use crate::lint::finding::Finding;
use crate::lint::fix::FixLevel;
use crate::lint::grade::{Persona, Severity};
use crate::lint::levels::Levels;
use crate::lint::run::{Config, lint};
use crate::lint::scene::Input;

/// What a rule finds in a list of tools or servers, for these hosts or for the ones that count when none is asked for.
fn findings(rule: &str, hosts: &str, json: &str) -> Vec<Finding> {
    let text = if json.starts_with("{\"name\"") { format!("{{\"tools\":[{json}]}}") } else { json.to_owned() };
    let catalog = saved::read("tes.json", text.as_bytes()).expect("a list");
    let hosts: Vec<_> = match hosts {
        "" => profile::lint_defaults().collect(),
        ids => ids.split(' ').map(|id| profile::named(id).expect(id)).collect(),
    };
    let config = Config { levels: Levels { persona: Persona::Auditor, set: Vec::new() }, ..Config::default() };
    let found = lint(Input { catalog: Some(&catalog), hosts: &hosts, ..Input::default() }, &config).findings;
    found.into_iter().filter(|finding| finding.rule == rule).collect()
}

/// The same in a tool whose input schema is an object with these further keywords.
fn in_schema(rule: &str, hosts: &str, keywords: &str) -> Vec<Finding> {
    let json =
        format!("{{\"name\":\"uji\",\"description\":\"Menguji.\",\"inputSchema\":{{\"type\":\"object\",{keywords}}}}}");
    findings(rule, hosts, &json)
}

fn places(found: &[Finding]) -> Vec<&str> {
    found.iter().map(|finding| finding.pointer.as_str()).collect()
}

fn hosts(finding: &Finding) -> Vec<&str> {
    finding.hosts.iter().map(|says| says.host.as_str()).collect()
}

#[test]
fn an_array_without_items_is_told_once_for_all_hosts() {
    let schema = r#""properties":{"label":{"type":"array"},"kunci":{"type":"array","items":{"type":"string"}},
        "lain":{"type":"object","properties":{"daftar":{"type":["array","null"]}}},"items":{"type":"string"}}"#;
    let found = in_schema("host-array-items", "", schema);
    let nested = "/inputSchema/properties/lain/properties/daftar";
    assert_eq!(places(&found), ["/inputSchema/properties/label", nested]);
    assert_eq!(hosts(&found[0]), ["openai-api", "vscode"]);
    assert_eq!(found[0].severity, Severity::Error);
    assert_eq!(found[0].message, "openai-api and vscode refuse an array without items (valid MCP 2026-07-28)");
    assert_eq!(found[0].fix.as_ref().map(|fix| fix.level), Some(FixLevel::Safe));
    assert!(in_schema("host-array-items", "claude-api", schema).is_empty());
    assert_eq!(
        in_schema("host-array-items", "gemini-api", r#""properties":{"a":{"type":"array","items":{}}}"#).len(),
        1
    );
    assert!(
        in_schema("host-array-items", "gemini-cli", r#""properties":{"a":{"type":"array","items":{}}}"#).is_empty()
    );
}

#[test]
fn a_root_combinator_is_told_by_host_and_by_position() {
    let one_of = in_schema("host-root-combinator", "", r#""properties":{},"oneOf":[{"required":["a"]}]"#);
    assert_eq!(places(&one_of), ["/inputSchema/oneOf"]);
    assert_eq!(hosts(&one_of[0]), ["claude-api", "openai-api", "claude-code", "vscode"]);
    let on_api = |keywords: &str| in_schema("host-root-combinator", "claude-api", keywords).len();
    assert_eq!(on_api(r#""allOf":[{"if":{},"then":{}}]"#), 1);
    assert_eq!(on_api(r#""if":{},"then":{}"#), 0);
    assert_eq!(on_api(r#""not":{"required":["a","b"]}"#), 0);
    assert_eq!(on_api(r#""properties":{"a":{"oneOf":[{"type":"string"}]}}"#), 0);
    let stripped = in_schema("host-root-combinator", "vscode", r#""if":{},"then":{},"else":{}"#);
    assert_eq!((stripped.len(), stripped[0].severity), (1, Severity::Warning));
}

#[test]
fn keys_are_judged_by_character_and_length_and_twins_are_named() {
    let long = "k".repeat(65);
    let schema = format!(
        r#""properties":{{"mulai<":{{}},"mulai>":{{}},"saring[kota]":{{}},"papan.semua":{{}},"データ":{{}},"{long}":{{}}}}"#
    );
    let found = in_schema("host-property-key", "claude-api", &schema);
    assert_eq!(found.len(), 5);
    let of = |key: &str| found.iter().find(|finding| finding.evidence == key).expect(key);
    assert!(of("mulai<").message.contains("becomes one with \"mulai>\""), "{}", of("mulai<").message);
    assert_eq!(of("mulai<").span, Some(5..6));
    assert_eq!(of("saring[kota]").help, "call it saring_kota and map the name back in the server");
    assert_eq!(of(&long).span, Some(64..65));
    assert!(in_schema("host-property-key", "openai-api", &schema).is_empty());
}

#[test]
fn names_are_judged_as_each_host_shows_them() {
    let name = |hosts: &str, name: &str| {
        let json = format!("{{\"name\":\"{name}\",\"description\":\"d\",\"inputSchema\":{{\"type\":\"object\"}}}}");
        findings("host-tool-name", hosts, &json)
    };
    assert_eq!(hosts(&name("", "dokumen.ubah")[0]), ["claude-api", "openai-api"]);
    assert!(name("", "dokumen.ubah")[0].message.ends_with("(valid MCP 2026-07-28)"));
    assert!(!name("", "dokumen/ubah")[0].message.contains("valid MCP"));
    assert!(name("", "dokumen_ubah-1").is_empty());
    assert_eq!(name("gemini-api moonshot", "3d").len(), 1);
    assert_eq!(hosts(&name("claude-api openai-api", &"n".repeat(70))[0]), ["openai-api"]);
    assert_eq!(name("bedrock", "naïve_set")[0].span, Some(2..4));
    assert_eq!(name("claude-desktop", "baca-stok")[0].span, Some(4..5));
}

#[test]
fn a_prefix_counts_when_the_server_has_a_name() {
    let list = |server: &str, tool: usize| {
        let tool = "n".repeat(tool);
        let servers = format!(
            "{{\"servers\":[{{\"name\":\"{server}\",\"tools\":[{{\"name\":\"{tool}\",\"description\":\"d\",\
             \"inputSchema\":{{\"type\":\"object\"}}}}]}}]}}"
        );
        findings("host-combined-name", "claude-code", &servers).len()
    };
    assert_eq!((list("gudang", 51), list("gudang", 52)), (0, 1));
    let alone = |tool: usize| {
        let name = "n".repeat(tool);
        findings("host-combined-name", "claude-code", &format!("{{\"name\":\"{name}\",\"inputSchema\":{{}}}}")).len()
    };
    assert_eq!((alone(56), alone(57)), (0, 1));
}

#[test]
fn equal_names_are_told_within_and_across_servers() {
    let tool =
        |name: &str| format!("{{\"name\":\"{name}\",\"description\":\"d\",\"inputSchema\":{{\"type\":\"object\"}}}}");
    let list = format!(
        "{{\"servers\":[{{\"name\":\"uji\",\"tools\":[{},{},{}]}},{{\"name\":\"asli\",\"tools\":[{}]}},\
         {{\"name\":\"ganda\",\"tools\":[{},{}]}}]}}",
        tool("jalan"),
        tool("ambil data"),
        tool("ambil-data"),
        tool("jalan"),
        tool("x"),
        tool("x")
    );
    let found = findings("host-name-collision", "", &list);
    let told: Vec<_> = found.iter().map(|one| (one.server.as_str(), one.tool.as_deref(), one.severity)).collect();
    assert_eq!(
        told,
        [
            ("uji", Some("ambil-data"), Severity::Warning),
            ("asli", Some("jalan"), Severity::Error),
            ("ganda", Some("x"), Severity::Error),
        ]
    );
    assert_eq!(found[1].also[0].server, "uji");
    let prefixed = findings("host-name-collision", "claude-code", &list);
    assert_eq!(prefixed.iter().map(|one| one.server.as_str()).collect::<Vec<_>>(), ["ganda"]);
}

#[test]
fn a_cut_names_what_is_lost() {
    let sentence = "Menghitung ongkos kirim satu paket. ";
    let text = format!("{}tanpaspasi {}", sentence.repeat(56), "z".repeat(400));
    let json = format!("{{\"name\":\"ongkos\",\"description\":\"{text}\",\"inputSchema\":{{\"type\":\"object\"}}}}");
    let found = findings("description-truncated-by-host", "", &json);
    assert_eq!(
        found[0].message,
        "claude-code shows 2,048 of 2,427 characters and loses 379 (15 %), after \"ongkos kirim satu paket. tanpaspasi\""
    );
    assert_eq!(found[0].span, Some(2048..2427));
    assert!(found[0].help.ends_with("\"Menghitung ongkos kirim satu paket.\""), "{}", found[0].help);
    let shorter = json.replace(&"z".repeat(400), "z");
    assert!(findings("description-truncated-by-host", "", &shorter).is_empty());
    assert!(findings("description-truncated-by-host", "openai-api", &json).is_empty());
    assert_eq!(findings("host-description-length", "", &json)[0].severity, Severity::Warning);
}

#[test]
fn geminis_older_door_takes_a_subset() {
    let schema = r#""properties":{"a":{"type":["string","null"],"const":"x"},"b":{"type":"integer","enum":[1,""]},
        "c":{"type":"string","format":"uri"},"const":{"type":"string"}},"additionalProperties":false"#;
    let count = |rule: &str, host: &str| in_schema(rule, host, schema).len();
    let older = ["host-null-type", "host-unsupported-keyword", "host-enum-string", "host-format"];
    assert_eq!(older.map(|rule| count(rule, "gemini-api")), [1, 2, 3, 1]);
    // A list of types is a note about hosts that nobody asked for.
    assert_eq!(older.map(|rule| count(rule, "gemini-cli")), [1, 0, 0, 0]);
    assert_eq!(older.map(|rule| count(rule, "claude-api")), [1, 0, 0, 0]);
    assert_eq!(count("host-format", "vertex"), 0);
}

#[test]
fn lists_of_types_are_told_place_by_place_or_once_for_hosts_nobody_asked_for() {
    let schema = r#""properties":{"a":{"type":["string","null"]},"b":{"type":["integer","null"]},"type":{}}"#;
    let of = |host: &str| in_schema("host-null-type", host, schema);
    let asked = of("gemini-api");
    assert_eq!(places(&asked), ["/inputSchema/properties/a/type", "/inputSchema/properties/b/type"]);
    assert_eq!(asked[1].severity, Severity::Error);
    let noted = of("");
    assert_eq!((noted.len(), noted[0].severity), (1, Severity::Info));
    assert_eq!(noted[0].also[0].pointer, "/inputSchema/properties/b/type");
    assert!(noted[0].message.contains("gemini-api"), "{}", noted[0].message);
    assert!(noted[0].message.contains("in 2 places"), "{}", noted[0].message);
    assert_eq!(noted[0].fix.as_ref().map(|fix| fix.patch.len()), Some(2));
}

#[test]
fn a_pattern_is_read_construct_by_construct() {
    let of = |host: &str, pattern: &str| {
        let schema = format!(r#""properties":{{"a":{{"type":"string","pattern":"{pattern}"}}}}"#);
        in_schema("host-pattern-grammar", host, &schema).first().map(|one| one.span.clone().unwrap_or_default())
    };
    assert_eq!(of("vscode", "(?i)^a$"), Some(0..4));
    assert_eq!(of("vscode", r"^\\Aa$"), Some(1..3));
    assert_eq!(of("vscode", r"^[(?i)]\\\\A(?<tahun>x)(?i:y)$"), None);
    assert_eq!(of("llama-cpp", r"^\\\\d$"), None);
    assert_eq!(of("llama-cpp", r"^\\d$"), Some(1..3));
    assert_eq!(of("ollama", "^[a-z]+"), Some(0..7));
    assert_eq!(of("openai-strict", "^(?!x)a$"), Some(1..4));
}

#[test]
fn close_to_a_limit_is_a_note() {
    let of = |count: usize| {
        let tools: Vec<_> =
            (0..count).map(|n| format!("{{\"name\":\"t{n}\",\"inputSchema\":{{\"type\":\"object\"}}}}")).collect();
        let found = findings("host-tool-count", "openai-api xai", &format!("{{\"tools\":[{}]}}", tools.join(",")));
        found.iter().map(|one| (one.severity, hosts(one).join(" "))).collect::<Vec<_>>()
    };
    assert_eq!(of(115), []);
    assert_eq!(of(116), [(Severity::Info, "openai-api".to_owned())]);
    assert_eq!(of(128), [(Severity::Info, "openai-api".to_owned())]);
    assert_eq!(of(129), [(Severity::Error, "openai-api".to_owned())]);
    assert_eq!(of(201), [(Severity::Error, "openai-api xai".to_owned())]);
}

#[test]
fn a_dialect_is_a_note_and_an_old_form_breaks() {
    let marked = |uri: &str| in_schema("host-schema-dialect", "", &format!(r#""$schema":"{uri}","properties":{{}}"#));
    for uri in ["http://json-schema.org/draft-07/schema#", "https://json-schema.org/draft/2020-12/schema"] {
        let found = marked(uri);
        assert_eq!((found.len(), found[0].severity), (1, Severity::Info), "{uri}");
        assert_eq!(found[0].fix.as_ref().map(|fix| fix.level), Some(FixLevel::Safe));
    }
    let old = r#""properties":{"a":{"type":"array","items":[{"type":"float"}]},"b":{"type":"number",
        "exclusiveMinimum":true},"c":{"required":true},"d":{"nullable":true,"example":1}}"#;
    let found = in_schema("host-schema-dialect", "", old);
    assert_eq!(found.len(), 4);
    assert!(found.iter().all(|one| one.severity == Severity::Error && hosts(one) == ["claude-api", "claude-code"]));
    assert!(in_schema("host-schema-dialect", "openai-api", old).is_empty());
}

#[test]
fn depth_is_counted_and_its_path_printed() {
    let deep = |levels: usize| {
        let open: String = (0..levels).map(|n| format!(r#""properties":{{"t{n}":{{"#)).collect();
        let schema = format!("{open}\"type\":\"string\"{}", "}}".repeat(levels));
        in_schema("host-nesting-depth", "meta", &schema)
    };
    assert!(deep(10).is_empty());
    assert_eq!(places(&deep(12)), ["/inputSchema"]);
    assert!(deep(12)[0].message.contains("12 levels deep") && deep(12)[0].evidence.ends_with("/t11"));
    assert_eq!(deep(200).len(), 1);
}

#[test]
fn a_reference_is_written_out_with_what_stands_beside_it() {
    let schema = r##""properties":{"a":{"$ref":"#/$defs/J","description":"Milik sendiri"},"b":{"$ref":"#/$defs/J"},
        "c":{"$ref":"#/$defs/R"},"d":{"$ref":"#/$defs/Hilang"}},"$defs":{"J":{"type":"string","description":"Umum"},
        "R":{"properties":{"r":{"$ref":"#/$defs/R"}}}}"##;
    let found = in_schema("host-ref", "vscode", schema);
    assert_eq!(places(&found), ["/inputSchema/properties/a/$ref", "/inputSchema/properties/c/$ref"]);
    assert_eq!(found[0].also.len(), 1);
    let patch = &found[0].fix.as_ref().expect("a fix").patch;
    assert!(format!("{patch:?}").contains("Milik sendiri") && patch.len() == 2, "{patch:?}");
    assert_eq!(found[1].fix.as_ref().map(|fix| fix.level), Some(FixLevel::Display));
    assert_eq!(in_schema("host-ref", "gemini-api", schema).len(), 3, "one refused, whether it leads anywhere or not");
}

#[test]
fn strict_functions_want_each_thing_at_its_place() {
    let schema = r#""properties":{"alamat":{"type":"string","format":"uri"},"batas":{"type":"integer","default":9},
        "saring":{"type":"array","items":{"type":"object","properties":{"k":{"type":"string"}},"required":["k"]}},
        "sejak":{"type":"string","format":"date"}},"required":["alamat"]"#;
    let found = in_schema("host-strict", "openai-strict", schema);
    let places = places(&found);
    let wanted = [
        "/inputSchema",
        "/inputSchema/properties/alamat/format",
        "/inputSchema/properties/batas/default",
        "/inputSchema/properties/saring/items",
        "/inputSchema/required",
    ];
    assert_eq!(places, wanted);
    assert!(found.iter().all(|one| one.severity == Severity::Error));
    assert!(in_schema("host-strict", "", schema).is_empty());
}

#[test]
fn objects_and_output_schemas_are_judged_for_who_asks() {
    let of = |schema: &str| {
        let found = in_schema("host-object-properties", "openai-api", schema);
        found.first().map(|one| (one.severity, one.persona))
    };
    let refused = Some((Severity::Error, Persona::Regular));
    assert_eq!(of(r#""additionalProperties":false"#), refused);
    assert_eq!(of(r#""properties":{"a":{"type":"object"}}"#), refused);
    let map = r#""properties":{"a":{"type":"object","additionalProperties":{"type":"string"}}}"#;
    assert_eq!(of(map), Some((Severity::Info, Persona::Pedantic)));
    assert_eq!(of(r#""properties":{"a":{"type":"object","properties":{}}}"#), None);
    assert!(in_schema("host-object-properties", "claude-api", r#""additionalProperties":false"#).is_empty());
    assert_eq!(in_schema("host-object-properties", "ollama", r#""properties":[]"#).len(), 1);
    let output = r#"{"name":"x","inputSchema":{"type":"object"},"outputSchema":{"$id":"hasil"}}"#;
    assert_eq!(places(&findings("host-output-schema", "mcp-ts-sdk", output)), ["/outputSchema/type"]);
    assert!(findings("host-output-schema", "", output).is_empty());
    let untyped = r#"{"name":"x","inputSchema":{"properties":{}}}"#;
    let found = findings("host-root-type", "mcp-ts-sdk moonshot", untyped);
    assert_eq!(
        found[0].message,
        "moonshot refuses an input schema without a type; mcp-ts-sdk loses the whole server over it"
    );
}

#[test]
fn a_host_that_was_not_asked_for_says_nothing() {
    let json = r#"{"name":"a.b","description":"","inputSchema":{"$schema":"http://json-schema.org/draft-07/schema#",
        "oneOf":[],"properties":{"ключ":{"type":"array"}}}}"#;
    let catalog = saved::read("tes.json", format!("{{\"tools\":[{json}]}}").as_bytes()).expect("a list");
    let found = lint(Input { catalog: Some(&catalog), ..Input::default() }, &Config::default()).findings;
    assert!(found.iter().all(|one| one.hosts.is_empty() && !one.rule.starts_with("host-")), "{found:?}");
}
