//! Unlocking: when somebody has done something, and when there is something new to achieve.

use base::Result;
use base::db::NucleoTx;
use base::id::UsuarioId;
use base::scope::Cargo;

use super::super::store::{self, Conquista};
use super::super::{ConquistaCriada, Metrica, avisos};
use super::progresso::{Progresso, contar};
use crate::areas::entregas::service::LOTE;
use crate::areas::membros;

/// Achievements belong to a nucleo, and so do those who reach them.
pub fn pode_desbloquear(cargo: Cargo) -> bool {
    cargo != Cargo::SuperAdmin
}

/// Somebody has done something once more: unlocks whatever that was enough for.
pub async fn conferir(tx: &mut NucleoTx, usuario: UsuarioId, metrica: Metrica) -> Result<()> {
    let faltantes = store::list_faltantes(tx, usuario, metrica).await?;
    if faltantes.is_empty() {
        return Ok(());
    }
    let vezes = Progresso::de(usuario).em(tx, metrica).await?;
    for conquista in faltantes.iter().take_while(|conquista| conquista.meta <= vezes) {
        conceder(tx, conquista, &[usuario]).await?;
    }
    Ok(())
}

/// Looks at the next people, unlocks the new achievement for those who have reached it, and leaves
/// word if there are more.
pub async fn percorrer(tx: &mut NucleoTx, evento: ConquistaCriada) -> Result<()> {
    let ConquistaCriada { conquista_id, depois_de } = evento;
    // Taken away again meanwhile.
    let Some(conquista) = store::find(tx, conquista_id).await? else { return Ok(()) };
    let pessoas = membros::service::ativos(tx, depois_de, LOTE).await?;
    let vezes = contar(tx, conquista.metrica, &pessoas).await?;
    let alcancaram = vezes.into_iter().filter(|(_, vezes)| *vezes >= conquista.meta);
    let alcancaram: Vec<_> = alcancaram.map(|(usuario, _)| usuario).collect();
    conceder(tx, &conquista, &alcancaram).await?;
    match pessoas.last() {
        Some(ultima) if pessoas.len() == LOTE => {
            let resto = ConquistaCriada { conquista_id, depois_de: Some(*ultima) };
            tx.publish(Some(conquista.nucleo_id), &resto).await
        }
        _ => Ok(()),
    }
}

/// Unlocks it for those who have not got it, and tells of it. Gives back how many that were.
pub async fn conceder(
    tx: &mut NucleoTx,
    conquista: &Conquista,
    pessoas: &[UsuarioId],
) -> Result<usize> {
    if pessoas.is_empty() {
        return Ok(0);
    }
    let autoras = store::unlock(tx, conquista.id, pessoas).await?;
    avisos::desbloqueada(tx, conquista, &autoras).await?;
    Ok(autoras.len())
}
