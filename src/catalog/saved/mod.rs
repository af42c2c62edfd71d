//! The saved forms a catalog is read from, sniffed by content, one file a shape family.
