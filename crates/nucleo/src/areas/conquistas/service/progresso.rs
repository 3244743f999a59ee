//! How often people have done what is counted. The areas where it happens know.

use base::Result;
use base::db::NucleoTx;
use base::id::UsuarioId;

use super::super::Metrica;
use crate::areas::economia::Origem;
use crate::areas::projetos::tarefas;
use crate::areas::{economia, enquetes, eventos};

/// Of each of these people; who has never done it is left out.
pub async fn contar(
    tx: &mut NucleoTx,
    metrica: Metrica,
    pessoas: &[UsuarioId],
) -> Result<Vec<(UsuarioId, i64)>> {
    match metrica {
        Metrica::Tarefas => tarefas::service::contar_feitas(tx, pessoas).await,
        Metrica::Eventos => eventos::service::contar_presencas_de(tx, pessoas).await,
        // Everybody brought and approved was paid for once, wherever they have joined: the wallet
        // knows of those in other nucleos, whom no statement reaches.
        Metrica::Indicacoes => {
            economia::service::contar_da_origem(tx, pessoas, Origem::Referral).await
        }
        Metrica::Votos => enquetes::service::contar_votos(tx, pessoas).await,
    }
}

/// The counts of one person, each asked for once.
pub struct Progresso {
    usuario: UsuarioId,
    contados: Vec<(Metrica, i64)>,
}

impl Progresso {
    pub fn de(usuario: UsuarioId) -> Self {
        Self { usuario, contados: Vec::new() }
    }

    pub async fn em(&mut self, tx: &mut NucleoTx, metrica: Metrica) -> Result<i64> {
        if let Some((_, vezes)) = self.contados.iter().find(|(contada, _)| *contada == metrica) {
            return Ok(*vezes);
        }
        let contados = contar(tx, metrica, &[self.usuario]).await?;
        let vezes = contados.first().map_or(0, |(_, vezes)| *vezes);
        self.contados.push((metrica, vezes));
        Ok(vezes)
    }
}
