//! Proves that the kept numbers are those of the rows, that no event has given out more places than
//! it has, and that whoever was there was credited once; used by the command `nucleo check`.

use base::Result;
use base::db::NucleoTx;

use super::store;

/// What is wrong, in a sentence that names the first wrong row; `None` if all adds up.
pub async fn primeira_divergencia(tx: &mut NucleoTx) -> Result<Option<String>> {
    if let Some(errado) = store::find_contagem_errada(tx).await? {
        return Ok(Some(format!(
            "eventos: o evento {} diz {} inscritos, {} em espera e {} presentes, e há {}, {} e {}",
            errado.id,
            errado.inscritos,
            errado.esperando,
            errado.presentes,
            errado.ha_inscritos,
            errado.ha_esperando,
            errado.ha_presentes,
        )));
    }
    if let Some((id, inscritos, vagas)) = store::find_lotado_demais(tx).await? {
        let sentence = format!("eventos: o evento {id} tem {inscritos} inscritos em {vagas} vagas");
        return Ok(Some(sentence));
    }
    let mal_paga = store::find_presenca_mal_paga(tx).await?;
    Ok(mal_paga.map(|(evento, usuario, creditos)| {
        format!("eventos: a presença de {usuario} no evento {evento} tem {creditos} créditos")
    }))
}
