use base::db::{NucleoTx, SharedTx};
use base::id::UsuarioId;
use base::{Result, shared, tenant};
use sqlx::FromRow;

use super::rules::Macro;
use super::{MacroId, MicroId, Nivel};

#[derive(FromRow)]
pub struct Entrada {
    pub macro_id: MacroId,
    pub macro_nome: String,
    pub micro_id: MicroId,
    pub micro_nome: String,
}

#[derive(FromRow)]
pub struct CompetenciaDePessoa {
    pub nivel_proficiencia: Nivel,
    #[sqlx(flatten)]
    pub entrada: Entrada,
}

pub async fn upsert(tx: &mut SharedTx<'_>, entry: &Macro) -> Result<()> {
    let sql = shared!(
        "INSERT INTO competencias_macro (id, nome) VALUES ($1, $2)
         ON CONFLICT (id) DO UPDATE SET nome = $2"
    );
    tx.execute(sql, (entry.id, entry.nome)).await?;
    for (id, nome) in &entry.micros {
        let sql = shared!(
            "INSERT INTO competencias_micro (id, macro_id, nome) VALUES ($1, $2, $3)
             ON CONFLICT (id) DO UPDATE SET nome = $3"
        );
        tx.execute(sql, (*id, entry.id, *nome)).await?;
    }
    Ok(())
}

pub async fn list(tx: &mut SharedTx<'_>) -> Result<Vec<Entrada>> {
    let sql = shared!(
        "SELECT a.id AS macro_id, a.nome AS macro_nome, i.id AS micro_id, i.nome AS micro_nome
         FROM competencias_macro a
         JOIN competencias_micro i ON i.macro_id = a.id
         ORDER BY a.id, i.id"
    );
    tx.all(sql, ()).await
}

/// Whether there was such a competency to know.
pub async fn insert_de(
    tx: &mut NucleoTx,
    usuario: UsuarioId,
    micro: MicroId,
    nivel: Nivel,
) -> Result<bool> {
    let sql = tenant!(
        "INSERT INTO usuario_competencias (usuario_id, nucleo_id, micro_id, nivel_proficiencia)
         SELECT u.id, u.nucleo_id, i.id, $4
         FROM usuarios u
         JOIN competencias_micro i ON i.id = $3
         WHERE u.id = $2 AND u.nucleo_id = $1"
    );
    Ok(tx.execute(sql, (usuario, micro, nivel)).await? == 1)
}

pub async fn delete_de(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<()> {
    let sql = tenant!("DELETE FROM usuario_competencias WHERE nucleo_id = $1 AND usuario_id = $2");
    tx.execute(sql, (usuario,)).await?;
    Ok(())
}

pub async fn list_de(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<Vec<CompetenciaDePessoa>> {
    let sql = tenant!(
        "SELECT c.nivel_proficiencia, a.id AS macro_id, a.nome AS macro_nome, i.id AS micro_id,
             i.nome AS micro_nome
         FROM usuario_competencias c
         JOIN competencias_micro i ON i.id = c.micro_id
         JOIN competencias_macro a ON a.id = i.macro_id
         WHERE c.usuario_id = $2 AND c.nucleo_id = $1
         ORDER BY i.id"
    );
    tx.all(sql, (usuario,)).await
}
