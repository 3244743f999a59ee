use base::db::{NucleoTx, SharedTx, list};
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

/// A competency of somebody among several.
#[derive(FromRow)]
pub struct Sabida {
    pub usuario_id: UsuarioId,
    pub micro_id: MicroId,
    pub nome: String,
    pub nivel: Nivel,
}

/// Those of all these people, each person's in the order of the catalogue.
pub async fn list_de_todos(tx: &mut NucleoTx, usuarios: &[UsuarioId]) -> Result<Vec<Sabida>> {
    let sql = tenant!(
        "SELECT c.usuario_id, c.micro_id, i.nome, c.nivel_proficiencia AS nivel
         FROM usuario_competencias c
         JOIN competencias_micro i ON i.id = c.micro_id
         WHERE c.nucleo_id = $1 AND c.usuario_id IN (SELECT unhex(value) FROM json_each($2))
         ORDER BY c.usuario_id, i.id"
    );
    tx.all(sql, (list::ids(usuarios),)).await
}

/// Active people who know some of these, whoever knows most and best first: how many of them, and
/// the sum of the levels.
pub async fn list_conhecedores(
    tx: &mut NucleoTx,
    micros: &[MicroId],
    nivel: Option<Nivel>,
    cidades: Option<&[String]>,
    limite: i64,
) -> Result<Vec<(UsuarioId, i64, i64)>> {
    let sql = tenant!(
        "SELECT c.usuario_id, count(*), CAST(sum(CASE c.nivel_proficiencia
             WHEN 'AVANCADO' THEN 3 WHEN 'INTERMEDIARIO' THEN 2 ELSE 1 END) AS bigint) AS pontos
         FROM usuario_competencias c
         JOIN usuarios u ON u.id = c.usuario_id
         WHERE c.nucleo_id = $1 AND c.micro_id IN (SELECT unhex(value) FROM json_each($2))
           AND ($3 IS NULL OR c.nivel_proficiencia = $3)
           AND u.status = 'ATIVO' AND u.excluido_em IS NULL
           AND ($4 IS NULL OR u.cidade IN (SELECT value FROM json_each($4)))
         GROUP BY c.usuario_id, u.nome_busca
         ORDER BY pontos DESC, u.nome_busca, c.usuario_id
         LIMIT $5"
    );
    let cidades = cidades.map(list::texts);
    tx.all(sql, (list::ids(micros), nivel, cidades, limite)).await
}

/// How many active people know some of these.
pub async fn count_conhecedores(
    tx: &mut NucleoTx,
    micros: &[MicroId],
    nivel: Option<Nivel>,
    cidades: Option<&[String]>,
) -> Result<i64> {
    let sql = tenant!(
        "SELECT count(DISTINCT c.usuario_id)
         FROM usuario_competencias c
         JOIN usuarios u ON u.id = c.usuario_id
         WHERE c.nucleo_id = $1 AND c.micro_id IN (SELECT unhex(value) FROM json_each($2))
           AND ($3 IS NULL OR c.nivel_proficiencia = $3)
           AND u.status = 'ATIVO' AND u.excluido_em IS NULL
           AND ($4 IS NULL OR u.cidade IN (SELECT value FROM json_each($4)))"
    );
    let cidades = cidades.map(list::texts);
    tx.count(sql, (list::ids(micros), nivel, cidades)).await
}

/// How many people have declared each, the most frequent first.
pub async fn count_por_micro(tx: &mut NucleoTx, limite: i64) -> Result<Vec<(String, i64)>> {
    let sql = tenant!(
        "SELECT i.nome, s.quantos
         FROM (SELECT c.micro_id, count(*) AS quantos FROM usuario_competencias c
               WHERE c.nucleo_id = $1 GROUP BY c.micro_id) s
         JOIN competencias_micro i ON i.id = s.micro_id
         ORDER BY s.quantos DESC, i.id LIMIT $2"
    );
    tx.all(sql, (limite,)).await
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
