//! Would a tool search find it: where the wanted tools stand for each query, why not higher, and which words would help.

pub mod alike;
pub mod answer;
pub mod fix;
pub mod note;
pub mod question;
pub mod said;
pub mod scene;
pub mod summary;
pub mod tasks;
