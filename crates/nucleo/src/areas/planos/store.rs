use base::db::{NucleoTx, list};
use base::error::OnDuplicate;
use base::id::NucleoId;
use base::page::Page;
use base::reais::Reais;
use base::{Result, tenant};
use sqlx::FromRow;

use super::PlanoId;
use super::rules::{Mudanca, NovoPlano};
use crate::errors::CODIGO_DE_PLANO_EM_USO;

#[derive(Clone, Debug, FromRow)]
pub struct Plano {
    pub id: PlanoId,
    pub nucleo_id: NucleoId,
    pub codigo: String,
    pub nome: String,
    pub preco: Reais,
    pub periodo_dias: i64,
    pub bonus_moedas: i64,
}

macro_rules! planos {
    ($rest:literal) => {
        tenant!(concat!(
            "SELECT p.id, p.nucleo_id, p.codigo, p.nome, p.preco_centavos AS preco, p.periodo_dias,
                 p.bonus_moedas
             FROM planos p
             WHERE p.nucleo_id = $1 ",
            $rest
        ))
    };
}

pub async fn list(tx: &mut NucleoTx, page: Page) -> Result<Vec<Plano>> {
    let sql = planos!("ORDER BY p.criado_em DESC, p.id DESC LIMIT $2 OFFSET $3");
    tx.all(sql, (page.limit(), page.offset())).await
}

pub async fn count(tx: &mut NucleoTx) -> Result<i64> {
    tx.count(tenant!("SELECT count(*) FROM planos p WHERE p.nucleo_id = $1"), ()).await
}

pub async fn find(tx: &mut NucleoTx, id: PlanoId) -> Result<Option<Plano>> {
    tx.optional(planos!("AND p.id = $2"), (id,)).await
}

pub async fn insert(tx: &mut NucleoTx, nucleo: NucleoId, plano: &NovoPlano) -> Result<PlanoId> {
    let sql = tenant!(
        "INSERT INTO planos (nucleo_id, id, codigo, nome, preco_centavos, periodo_dias,
             bonus_moedas, criado_em)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)"
    );
    let id: PlanoId = tx.new_id();
    let NovoPlano { preco, periodo_dias, bonus_moedas, .. } = *plano;
    let (codigo, nome) = (plano.codigo.as_str(), plano.nome.as_str());
    let params = (id, codigo, nome, preco, periodo_dias, bonus_moedas, tx.now());
    tx.execute_for(Some(nucleo), sql, params)
        .await
        .on_duplicate("planos_nucleo_id_codigo", CODIGO_DE_PLANO_EM_USO)?;
    Ok(id)
}

pub async fn update(tx: &mut NucleoTx, id: PlanoId, mudanca: &Mudanca) -> Result<()> {
    let sql = tenant!(
        "UPDATE planos SET nome = COALESCE($3, nome), preco_centavos = COALESCE($4, preco_centavos),
             periodo_dias = COALESCE($5, periodo_dias), bonus_moedas = COALESCE($6, bonus_moedas)
         WHERE nucleo_id = $1 AND id = $2"
    );
    let Mudanca { nome, preco, periodo_dias, bonus_moedas } = mudanca.clone();
    tx.execute(sql, (id, nome, preco, periodo_dias, bonus_moedas)).await?;
    Ok(())
}

pub async fn list_codigos(tx: &mut NucleoTx, codigos: &[String]) -> Result<Vec<String>> {
    let sql = tenant!(
        "SELECT DISTINCT p.codigo FROM planos p
         WHERE p.nucleo_id = $1 AND p.codigo IN (SELECT value FROM json_each($2))"
    );
    let rows: Vec<(String,)> = tx.all(sql, (list::texts(codigos),)).await?;
    Ok(rows.into_iter().map(|(codigo,)| codigo).collect())
}
