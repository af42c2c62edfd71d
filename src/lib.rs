//! What tools cost the model on every turn, what is wrong with their words, and what other ways of loading cost.
//!
//! The pipeline is the module list, from the ground up; a module names only modules on a lower floor.
//!
//! ```
//! use toolrent::{catalog::saved, meter::meter::Meter, meter::shown::Shown};
//!
//! let text = r#"{"tools":[{"name":"cari","description":"Cari barang.","inputSchema":{"type":"object"}}]}"#;
//! let catalog = saved::read("toko.json", text.as_bytes()).expect("a tools/list result");
//! let tools: Vec<Shown> = catalog.servers[0].tools.iter().map(Shown::from).collect();
//! let meter = Meter::named("raw-o200k").expect("a built-in profile");
//! assert_eq!(meter.shares(&tools).len(), 1);
//! ```

pub mod catalog;
pub mod host;
#[cfg(feature = "gather")]
pub mod gather;
pub mod session;
pub mod meter;
pub mod rent;
pub mod drift;
pub mod lint;
pub mod simulate;
pub mod report;
