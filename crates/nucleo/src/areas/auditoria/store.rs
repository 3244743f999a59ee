use base::clock::Timestamp;
use base::db::NucleoTx;
use base::id::{NucleoId, UsuarioId};
use base::page::Page;
use base::scope::Caller;
use base::{Result, Uuid, tenant, tenant_or_national};
use serde_json::Value;
use sqlx::FromRow;
use sqlx::types::Json;

use super::{Acao, Filtro, Registro, RegistroId, TipoAlvo};

#[derive(FromRow)]
pub struct Linha {
    pub id: RegistroId,
    pub nucleo_id: Option<NucleoId>,
    pub acao: Acao,
    pub autor_id: Option<UsuarioId>,
    pub autor_nome: Option<String>,
    pub endereco: Option<String>,
    pub alvo_tipo: TipoAlvo,
    pub alvo_id: Option<Uuid>,
    pub alvo_nome: Option<String>,
    pub detalhes: Json<Value>,
    /// In whose words an action of the assistant was asked for. Not part of the trail: it goes with
    /// the account of whoever said it, or of whom it was said.
    pub pedido: Option<String>,
    pub criado_em: Timestamp,
}

pub async fn insert(tx: &mut NucleoTx, autor: Option<&Caller>, registro: Registro) -> Result<()> {
    let sql = tenant_or_national!(
        "INSERT INTO auditoria (nucleo_id, id, acao, autor_id, endereco, alvo_tipo, alvo_id,
             detalhes, criado_em)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)"
    );
    let id: RegistroId = tx.new_id();
    let (tipo, alvo) = registro.alvo;
    let params = (
        id,
        registro.acao,
        autor.map(|autor| autor.id),
        autor.map(|autor| autor.address.to_string()),
        tipo,
        alvo,
        Json(registro.detalhes),
        tx.now(),
    );
    tx.execute_for(registro.nucleo, sql, params).await?;
    Ok(())
}

pub async fn erase_enderecos(tx: &mut NucleoTx, autor: UsuarioId) -> Result<()> {
    let sql = tenant!(
        "UPDATE auditoria SET endereco = NULL
         WHERE nucleo_id = $1 AND autor_id = $2 AND endereco IS NOT NULL"
    );
    tx.execute(sql, (autor,)).await?;
    Ok(())
}

pub async fn list(tx: &mut NucleoTx, filtro: &Filtro, page: Page) -> Result<Vec<Linha>> {
    let sql = tenant!(
        "SELECT a.id, a.nucleo_id, a.acao, a.autor_id, autor.nome AS autor_nome, a.endereco,
             a.alvo_tipo, a.alvo_id, COALESCE(pessoa.nome, nucleo.nome,
                 a.detalhes ->> 'titulo') AS alvo_nome, a.detalhes, ia.pedido, a.criado_em
         FROM auditoria a
         LEFT JOIN usuarios autor ON autor.id = a.autor_id
         LEFT JOIN usuarios pessoa ON pessoa.id = a.alvo_id AND a.alvo_tipo = 'USUARIO'
         LEFT JOIN nucleos nucleo ON nucleo.id = a.alvo_id AND a.alvo_tipo = 'NUCLEO'
         LEFT JOIN ia_acoes ia ON ia.id = a.alvo_id AND a.alvo_tipo = 'ACAO_IA'
         WHERE a.nucleo_id = $1
           AND ($2 IS NULL OR a.acao = $2)
           AND ($3 IS NULL OR a.autor_id = $3 OR a.alvo_id = $3)
           AND ($4 IS NULL OR a.criado_em >= $4)
           AND ($5 IS NULL OR a.criado_em <= $5)
         ORDER BY a.criado_em DESC, a.id DESC
         LIMIT $6 OFFSET $7"
    );
    let Filtro { acao, usuario, inicio, fim } = *filtro;
    tx.all(sql, (acao, usuario, inicio, fim, page.limit(), page.offset())).await
}

pub async fn count(tx: &mut NucleoTx, filtro: &Filtro) -> Result<i64> {
    let sql = tenant!(
        "SELECT count(*)
         FROM auditoria a
         WHERE a.nucleo_id = $1
           AND ($2 IS NULL OR a.acao = $2)
           AND ($3 IS NULL OR a.autor_id = $3 OR a.alvo_id = $3)
           AND ($4 IS NULL OR a.criado_em >= $4)
           AND ($5 IS NULL OR a.criado_em <= $5)"
    );
    let Filtro { acao, usuario, inicio, fim } = *filtro;
    tx.count(sql, (acao, usuario, inicio, fim)).await
}
