//! A person as projects and tasks show them.

use base::id::UsuarioId;
use serde::Serialize;
use sqlx::FromRow;
use utoipa::ToSchema;

/// Selected as `u.id AS usuario_id, u.nome, u.foto_url, u.status = 'ATIVO' AS ativo`.
#[derive(FromRow)]
pub struct Pessoa {
    pub usuario_id: UsuarioId,
    pub nome: String,
    pub foto_url: Option<String>,
    pub ativo: bool,
}

/// Uma pessoa em um projeto.
#[derive(Serialize, ToSchema)]
#[schema(as = PessoaDoProjetoView)]
pub struct PessoaView {
    id: UsuarioId,
    nome: String,
    foto_url: Option<String>,
    /// Falso quando a pessoa foi suspensa, inativada ou saiu: não age mais.
    ativo: bool,
}

impl From<Pessoa> for PessoaView {
    fn from(pessoa: Pessoa) -> Self {
        Self {
            id: pessoa.usuario_id,
            nome: pessoa.nome,
            foto_url: pessoa.foto_url,
            ativo: pessoa.ativo,
        }
    }
}
