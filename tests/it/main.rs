//! What only shows from outside: counts against other tokenizers.

mod tokenizer;
