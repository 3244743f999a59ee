use base::db::{NucleoTx, list};
use base::id::{NucleoId, UsuarioId};
use base::{Result, tenant};
use sqlx::FromRow;

use super::PlanoId;
use super::rules::{GRATUITO, PlanoInicial};

#[derive(FromRow)]
pub struct Plano {
    pub id: PlanoId,
    pub nome: String,
}

pub async fn insert(tx: &mut NucleoTx, nucleo: NucleoId, plano: &PlanoInicial) -> Result<()> {
    let sql = tenant!(
        "INSERT INTO planos (nucleo_id, id, codigo, nome, preco_centavos, periodo_dias,
             bonus_moedas, criado_em)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)"
    );
    let id: PlanoId = tx.new_id();
    let PlanoInicial { codigo, nome, preco_centavos, periodo_dias, bonus_moedas } = *plano;
    let params = (id, codigo, nome, preco_centavos, periodo_dias, bonus_moedas, tx.now());
    tx.execute_for(Some(nucleo), sql, params).await?;
    Ok(())
}

/// The plan that a person has by belonging to their nucleo.
pub async fn find_gratuito_de(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<Option<Plano>> {
    let sql = tenant!(
        "SELECT p.id, p.nome
         FROM usuarios u
         JOIN planos p ON p.nucleo_id = u.nucleo_id AND p.codigo = $3
         WHERE u.nucleo_id = $1 AND u.id = $2"
    );
    tx.optional(sql, (usuario, GRATUITO)).await
}

pub async fn list_codigos(tx: &mut NucleoTx, codigos: &[String]) -> Result<Vec<String>> {
    let sql = tenant!(
        "SELECT DISTINCT p.codigo FROM planos p
         WHERE p.nucleo_id = $1 AND p.codigo IN (SELECT value FROM json_each($2))"
    );
    let rows: Vec<(String,)> = tx.all(sql, (list::texts(codigos),)).await?;
    Ok(rows.into_iter().map(|(codigo,)| codigo).collect())
}
