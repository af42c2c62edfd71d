//! What each definition and each result costs per turn on a host.
