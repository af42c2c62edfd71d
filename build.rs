//! Packs the vocabularies, the character classes and the linter's words into tables that the program reads in place.
//!
//! The vocabularies of OpenAI, Qwen, Mistral, DeepSeek and Meta come from the crate `tiktoken`, so this repository has
//! no copy of them; Claude's and Gemma's are packed files of our own (see THIRD_PARTY.md for how they were made).

use std::path::PathBuf;
use std::{env, fs};

#[path = "build/classes.rs"]
mod classes;
#[path = "build/pack.rs"]
mod pack;
#[path = "src/meter/packed.rs"]
mod packed;
#[path = "build/source.rs"]
mod source;
#[path = "build/trie.rs"]
mod trie;
#[path = "build/words.rs"]
mod words;

#[expect(unreachable_pub, reason = "these files are written for the program")]
#[path = "build/lint.rs"]
mod lint;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=src/meter/packed.rs");
    println!("cargo::rerun-if-changed=src/meter/vocab");
    println!("cargo::rerun-if-changed=src/lint/fold.rs");
    println!("cargo::rerun-if-changed=src/lint/fold");
    println!("cargo::rerun-if-changed=src/lint/words/edge.rs");
    println!("cargo::rerun-if-changed=src/lint/words/languages");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let write = |name: &str, bytes: Vec<u8>| fs::write(out.join(name), bytes).expect("OUT_DIR can be written");

    write("classes.bin", classes::table());
    for encoding in source::ENCODINGS {
        if encoding.feature.is_none_or(|feature| env::var_os(feature).is_some()) {
            write(&format!("{}.bin", encoding.name), pack::table(&encoding.tokens()));
        }
    }
    write("claude2.bin", pack::table(&source::claude()));
    let gemma = source::gemma();
    write("gemma3.bin", pack::table(&gemma.learned));
    write("gemma3.whole.bin", pack::table(&gemma.whole));
    write("gemma3.joins.bin", pack::joins(&gemma.learned));
    let words = words::tables();
    write("words.keys", words.keys.join("\n").into_bytes());
    write("words.bin", trie::table(&words.at_word_starts));
    write("words.anywhere.bin", trie::table(&words.anywhere));
    write("words.glued.bin", trie::table(&words.glued));
}
