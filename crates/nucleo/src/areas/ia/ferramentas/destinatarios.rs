//! To whom something goes: everybody, a part of the members, or people by their names.

use assistente::ferramentas::Destinatarios;
use base::Result;
use base::db::NucleoTx;
use base::id::UsuarioId;

use super::frases::{self, citado, lista, quantos};
use super::pessoas::mesmo;
use super::{Dica, Feito, quem};
use crate::areas::entregas::service as entregas;
use crate::areas::membros::{Segmento, Status};
use crate::areas::planos::service as planos;

use super::super::Alvos;

/// Who was meant, in a few words, and how many active people that are.
pub struct Publico {
    pub alvos: Alvos,
    pub por_extenso: String,
    pub total: i64,
    pub pessoas: Vec<UsuarioId>,
}

pub async fn entender(
    tx: &mut NucleoTx,
    dica: Dica,
    pedido: &Destinatarios,
) -> Result<Result<Publico, Feito>> {
    if !pedido.membros.is_empty() {
        return pelo_nome(tx, dica, &pedido.membros).await;
    }
    let cargos: Vec<_> = pedido.cargos.iter().filter_map(|cargo| mesmo(cargo.as_str())).collect();
    let codigos: Vec<_> = pedido.planos.iter().map(|plano| plano.trim().to_uppercase()).collect();
    if let Some(posicao) = planos::desconhecidos(tx, &codigos).await?.first() {
        let codigo = codigos.get(*posicao).map(|codigo| citado(codigo, 60)).unwrap_or_default();
        return Ok(Err(Feito::Recusou(format!("O plano “{codigo}” não existe neste núcleo."))));
    }
    let segmento = Segmento { cargos, planos: codigos };
    let total = entregas::contar_segmento(tx, &segmento).await?;
    if total == 0 {
        return Ok(Err(Feito::Recusou("Não há nenhuma pessoa ativa nesse grupo.".to_owned())));
    }
    let quantas = quantos(total, "pessoa", "pessoas");
    let mut partes: Vec<String> =
        segmento.cargos.iter().map(|cargo| frases::cargo(*cargo).to_owned()).collect();
    partes.extend(segmento.planos.iter().map(|plano| format!("plano {plano}")));
    let por_extenso = match partes.is_empty() {
        true => format!("todos os membros ativos ({quantas})"),
        false => format!("{} ({quantas})", lista(&partes)),
    };
    let alvos = match (segmento.cargos.is_empty(), segmento.planos.is_empty()) {
        (true, true) => Alvos::Todos,
        (false, true) => Alvos::Cargos(segmento.cargos),
        (_, false) => Alvos::Segmento(segmento),
    };
    Ok(Ok(Publico { alvos, por_extenso, total, pessoas: Vec::new() }))
}

async fn pelo_nome(
    tx: &mut NucleoTx,
    dica: Dica,
    nomes: &[String],
) -> Result<Result<Publico, Feito>> {
    let (mut ids, mut chamadas) = (Vec::new(), Vec::new());
    for nome in nomes {
        let pessoa = match quem::pessoa(tx, dica, nome).await? {
            Ok(pessoa) => pessoa,
            Err(feito) => return Ok(Err(feito)),
        };
        if pessoa.status != Status::Ativo {
            let nome = citado(&pessoa.nome, 80);
            let porque = format!("{nome} não está ativo(a) e não receberia a mensagem.");
            return Ok(Err(Feito::Recusou(porque)));
        }
        if !ids.contains(&pessoa.id) {
            ids.push(pessoa.id);
            chamadas.push(citado(&pessoa.nome, 60));
        }
    }
    let total = ids.len() as i64;
    let por_extenso = lista(&chamadas);
    Ok(Ok(Publico { alvos: Alvos::Membros(ids.clone()), por_extenso, total, pessoas: ids }))
}
