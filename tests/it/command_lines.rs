//! Whole command lines and what they print, as files that read like a session at a terminal.

#![cfg(feature = "app")]

#[test]
fn print_what_the_files_say() {
    trycmd::TestCases::new().case("tests/cmd/*.trycmd");
}
