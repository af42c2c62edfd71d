//! Each form of a variable, alone and nested.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::*;

const ALL: &[Form] = &[
    Form::Braces,
    Form::BracesDefault,
    Form::Dollar,
    Form::EnvColon,
    Form::EnvSlashes,
    Form::OpencodeEnv,
    Form::OpencodeFile,
    Form::Input,
    Form::Editor,
    Form::ContinueSecret,
    Form::DockerTemplate,
    Form::Mcpb,
    Form::RegistryVariable,
];

fn surroundings() -> Surroundings {
    let pairs = [("KOTA", "solo"), ("KOSONG", ""), ("KUNCI", "k-1"), ("TOOLRENT_INPUT_MY_ID", "asked")];
    let variables: BTreeMap<_, _> = pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
    Surroundings {
        variables: Some(variables),
        home: Some(PathBuf::from("/home/ani")),
        workspace: PathBuf::from("/kerja/toko"),
        inputs: BTreeMap::from([("nama".to_owned(), "ani".to_owned())]),
    }
}

fn expand(text: &str, forms: &[Form]) -> Expanded {
    let surroundings = surroundings();
    let context = Context { surroundings: &surroundings, folder: Path::new("/kerja/toko/x"), forms, given: &[] };
    context.expand(text)
}

#[test]
fn every_form_is_expanded_by_the_dialects_that_have_it_and_by_no_other() {
    let cases: [(&str, &[Form], &str); 21] = [
        ("a${KOTA}b", &[Form::Braces], "asolob"),
        ("${KOTA}${KOTA}", &[Form::Braces], "solosolo"),
        ("${TAK:-x}", &[Form::BracesDefault], "x"),
        ("${KOSONG:-x}", &[Form::BracesDefault], "x"),
        ("${KOTA:-x}", &[Form::BracesDefault], "solo"),
        ("${TAK:-${KOTA}/}", &[Form::BracesDefault, Form::Braces], "solo/"),
        ("${TAK:-}", &[Form::BracesDefault], ""),
        ("$KOTA/x", &[Form::Dollar], "solo/x"),
        ("${env:KOTA}", &[Form::EnvColon], "solo"),
        ("${env://KOTA}", &[Form::EnvSlashes], "solo"),
        ("${env://TAK:-y}", &[Form::EnvSlashes], "y"),
        ("{env:KOTA}", &[Form::OpencodeEnv], "solo"),
        ("${input:nama}", &[Form::Input], "ani"),
        ("${input:my-id}", &[Form::Input], "asked"),
        ("${workspaceFolder}/a", &[Form::Editor], "/kerja/toko/a"),
        ("${workspaceFolderBasename}", &[Form::Editor], "toko"),
        ("${userHome}", &[Form::Editor], "/home/ani"),
        ("${{ secrets.KUNCI }}", &[Form::ContinueSecret], "k-1"),
        ("${__dirname}/s.js", &[Form::Mcpb], "/kerja/toko/x/s.js"),
        ("${DESKTOP}", &[Form::Mcpb], "/home/ani/Desktop"),
        ("${user_config.nama}", &[Form::Mcpb], "ani"),
    ];
    for (text, forms, expected) in cases {
        assert_eq!(expand(text, forms).text, expected, "{text}");
        assert_eq!(expand(text, forms).lacks, [], "{text}");
        let others: Vec<Form> = ALL.iter().copied().filter(|form| !forms.contains(form)).collect();
        let other = expand(text, if text.starts_with('$') && !text.contains(['{']) { &others } else { &[] });
        assert_eq!(other.text, text, "left as it is by others");
        assert!(!other.foreign.is_empty() || !other.dollars.is_empty(), "{text}: told");
    }
}

#[test]
fn what_is_no_form_of_anybody_is_left_alone_and_not_told() {
    for text in ["$5", "100 $", "a{b}c", "{\"a\":{\"b\":1}}", "{{.Names}}", "${", "{", "$$", "${tak tertutup", "é${"] {
        for forms in [&[Form::Braces, Form::EnvColon][..], &[]] {
            let expanded = expand(text, forms);
            assert_eq!(expanded, Expanded { text: text.to_owned(), ..Expanded::default() }, "{text}");
        }
    }
}

#[test]
fn what_is_not_set_is_told_and_stays_as_written() {
    let expanded = expand("${TAK}-${env:TAK2}-${input:tak}-{env:TAK3}-{file:tak.txt}-${user_config.k}", ALL);
    let reasons: Vec<_> = expanded.lacks.iter().map(Lack::reason).collect();
    let expected = [
        "unresolved variable TAK",
        "unresolved variable TAK2",
        "unresolved input tak",
        "unresolved variable TAK3",
        "unresolved file tak.txt",
        "unresolved input k",
    ];
    assert_eq!(reasons, expected);
    assert!(expanded.text.starts_with("${TAK}-${env:TAK2}-"), "{}", expanded.text);
    assert_eq!(expand("${KOSONG}", ALL).empty, ["KOSONG"]);
}

#[test]
fn values_are_told_with_their_names_defaults_included() {
    let expanded = expand("${KOTA}/${TAK:-bawaan}/${input:nama}", ALL);
    let named = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    assert_eq!(expanded.values, [named("KOTA", "solo"), named("TAK", "bawaan"), named("nama", "ani")]);
    assert_eq!(expanded.inputs, ["ani"]);
}

#[test]
fn foreign_forms_are_told_without_their_defaults() {
    assert_eq!(expand("${env:K:-rahasia}", &[Form::Braces]).foreign, ["${env:K:-…}"]);
    assert_eq!(expand("${command:pick}", ALL).foreign, ["${command:pick}"]);
    assert_eq!(expand("x $RUMAH $5", &[Form::Braces]).dollars, ["RUMAH"]);
}

#[test]
fn defaults_that_nest_without_end_are_stopped() {
    let text = "${A:-".repeat(4000) + "x" + &"}".repeat(4000);
    assert!(!expand(&text, ALL).lacks.is_empty());
}
