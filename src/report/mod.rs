//! From results to bytes: one document, many dresses.
