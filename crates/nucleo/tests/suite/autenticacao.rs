//! Tests of autenticacao.
