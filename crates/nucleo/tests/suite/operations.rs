//! Tests of operations.
