//! Models whose chat template is public, or whose host adds a fixed frame: one file a rule.

pub mod deepseek;
pub mod flat;
pub mod harmony;
pub mod marked;
pub mod mistral;
pub mod qwen;
pub mod turn;
