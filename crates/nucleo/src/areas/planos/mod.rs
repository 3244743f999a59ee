//! The plans of a nucleo. Every nucleo begins with the same three.

mod rules;
pub mod service;
mod store;

base::id!(PlanoId);
