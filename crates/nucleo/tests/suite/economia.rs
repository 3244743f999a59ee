//! Tests of economia.
