//! Errors of each form, and the tools they are about.

use super::*;
use crate::catalog::saved;

const SERVERS: &str = r#"{"servers":[
 {"name":"gudang","tools":[
  {"name":"cari","description":"Mencari barang.","inputSchema":{"type":"object","properties":{"q":{"type":"string"}}}},
  {"name":"ubah","description":"Mengubah barang.","inputSchema":{"type":"object","properties":{"label":{"type":"array"},
   "jalur/baru":{"type":"string","format":"uri"}}}}]},
 {"name":"toko","tools":[
  {"name":"cari","description":"Mencari toko.","inputSchema":{"type":"object","properties":{}}},
  {"name":"pilih","description":"","inputSchema":{"type":"object","properties":{},"oneOf":[{"required":["a"]}]}}]}]}"#;

fn found(error: &str, host: &str) -> Vec<Blamed> {
    let catalog = saved::read("semua.json", SERVERS.as_bytes()).expect("servers");
    blame(error, &catalog, profile::named(host))
}

fn first(error: &str, host: &str) -> (String, String) {
    found(error, host)
        .first()
        .map_or_else(Default::default, |one| (format!("{}.{}", one.server, one.tool), one.pointer.clone()))
}

fn pair(tool: &str, pointer: &str) -> (String, String) {
    (tool.to_owned(), pointer.to_owned())
}

#[test]
fn a_number_counts_over_all_servers() {
    let error =
        "400 tools.3.custom.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level";
    assert_eq!(first(error, ""), pair("toko.pilih", "/inputSchema/oneOf"));
    assert!(found(error, "")[0].why.contains("host-root-combinator explains it"), "{}", found(error, "")[0].why);
    assert!(found(error, "claude-code")[0].why.contains("holds tools back"));
    assert_eq!(first("Invalid 'tools[1].function.name': string too long", ""), pair("gudang.ubah", "/name"));
    assert!(found("tools.99.custom.name: wrong", "").is_empty());
}

#[test]
fn a_function_is_named_with_its_context() {
    let error = "Invalid schema for function 'ubah': In context=('properties', 'label'), array schema missing items.";
    assert_eq!(first(error, ""), pair("gudang.ubah", "/inputSchema/properties/label"));
    let error = "Invalid schema for function 'mcp__gudang__ubah': In context=('properties', 'jalur/baru'), 'uri' is not a valid format.";
    assert_eq!(first(error, "openai-strict"), pair("gudang.ubah", "/inputSchema/properties/jalur~1baru/format"));
}

#[test]
fn gemini_and_bedrock_write_paths() {
    let error =
        "GenerateContentRequest.tools[0].function_declarations[1].parameters.properties[label].items: missing field.";
    assert_eq!(first(error, ""), pair("gudang.ubah", "/inputSchema/properties/label"));
    let error = "toolConfig.tools.4.member.toolSpec.description: Member must have length greater than or equal to 1";
    assert_eq!(first(error, ""), pair("toko.pilih", "/description"));
    assert_eq!(found("toolConfig.tools.2.member.toolSpec.name: odd", "").len(), 2, "from one or from nought");
}

#[test]
fn names_are_read_as_hosts_write_them() {
    let error = "Failed to validate tool mcp_gudang_ubah: Error: tool parameters array type must have items.";
    assert_eq!(first(error, ""), pair("gudang.ubah", "/inputSchema/properties/label"));
    assert_eq!(first("cannot call mcp__toko__pilih", ""), pair("toko.pilih", "/inputSchema/oneOf"));
    let both = found("unknown tool 'cari'", "");
    assert_eq!(both.iter().map(|one| one.server.as_str()).collect::<Vec<_>>(), ["gudang", "toko"]);
}

#[test]
fn without_a_number_or_a_name_the_rules_say_who_it_may_be() {
    assert_eq!(
        first("400: array schema missing items", "openai-api"),
        pair("gudang.ubah", "/inputSchema/properties/label")
    );
    let moved = found("tools.0.custom.input_schema: oneOf is not supported at the top level", "");
    let names: Vec<_> = moved.iter().map(|one| one.tool.as_str()).collect();
    assert_eq!(names, ["cari", "pilih"], "the number is off, and the cause is elsewhere");
    assert!(found("overloaded", "").is_empty());
}
