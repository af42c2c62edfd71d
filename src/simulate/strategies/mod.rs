//! One file a strategy: what stands up front, how tools are found, where they are loaded.
