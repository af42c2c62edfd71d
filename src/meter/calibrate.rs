//! Our prediction against recorded usage.
