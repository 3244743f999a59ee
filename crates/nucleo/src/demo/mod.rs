//! Demonstration data: enough for every page to show something. Loaded once, into an empty
//! database.

pub const SENHA: &str = "Nucleo2026";

/// E-mail and who it is.
pub const LOGINS: &[(&str, &str)] = &[
    ("membro@demo.nucleo.local", "Membro"),
    ("lider@demo.nucleo.local", "Líder de projeto"),
    ("portavoz@demo.nucleo.local", "Porta-voz"),
    ("coord@demo.nucleo.local", "Coordenação"),
    ("admin@demo.nucleo.local", "Administração"),
    ("super@demo.nucleo.local", "Super admin"),
];

pub async fn load(_operator: &base::Operator) -> base::Result<()> {
    Ok(())
}
