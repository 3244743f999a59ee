//! What one can do to get in. These use cases span more than one transaction: no password is
//! hashed while the write lock is held.

pub mod cadastro;
pub mod login;
pub mod senha;
