//! Tests of nucleos.
