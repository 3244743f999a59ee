//! The currency of the demonstration: rules of its own, and adjustments by hand.

use base::Result;
use base::id::UsuarioId;
use base::scope::Cargo;

use super::Story;
use crate::areas::economia::service::{ajustar, alterar_multiplicador, alterar_teto};
use crate::areas::economia::{Ajuste, Multiplicador, Teto, TipoTransacao};

const AJUSTES: [(TipoTransacao, i64, &str); 3] = [
    (TipoTransacao::Credito, 120, "Ajuda na mudança da sede"),
    (TipoTransacao::Credito, 60, "Oficina de redação"),
    (TipoTransacao::Debito, 45, "Camiseta retirada na sede"),
];

/// One and a half times for tasks and events, at most 10,000 a month.
pub async fn set_rules(story: &mut Story<'_>, admin: UsuarioId) -> Result<()> {
    let caller = story.operator.acting_as(admin, Cargo::Administrador);
    let multiplicador = Multiplicador::from_ppm(1_500_000);
    alterar_multiplicador(story.tx, &caller, multiplicador).await?;
    alterar_teto(story.tx, &caller, Teto(Some(10_000))).await?;
    Ok(())
}

/// Every fifth person has a little history.
pub async fn adjust(story: &mut Story<'_>, admin: UsuarioId, people: &[UsuarioId]) -> Result<()> {
    let caller = story.operator.acting_as(admin, Cargo::Administrador);
    for (number, usuario) in people.iter().step_by(5).enumerate() {
        for (step, (tipo, valor, justificativa)) in AJUSTES.into_iter().enumerate() {
            story.days_ago(90 - (number % 60 + step * 10) as i64);
            let justificativa = justificativa.to_owned();
            let ajuste = Ajuste { usuario: *usuario, valor, tipo, justificativa };
            ajustar(story.tx, &caller, &ajuste, None, |_| Ok(serde_json::Value::Null)).await?;
        }
    }
    Ok(())
}
