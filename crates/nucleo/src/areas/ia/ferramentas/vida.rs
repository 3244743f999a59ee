//! Tools about what the members are asked and told.

use assistente::ferramentas::{Periodo, ResultadosEnquete};
use base::db::NucleoTx;
use base::scope::Caller;
use base::{Result, Uuid, text};
use serde_json::json;

use super::frases::{citado, dia, quantos, topicos};
use super::{Achado, Duvida, Feito, MAX_LINHAS, entre, sempre};
use crate::areas::comunicados::service as comunicados;
use crate::areas::enquetes::EnqueteId;
use crate::areas::enquetes::service as enquetes;

/// How many of the newest polls are known by what they ask.
const MAX_ENQUETES: i64 = 1000;
const MAX_OPCOES: usize = 6;

pub async fn enquetes(tx: &mut NucleoTx, caller: &Caller) -> Result<Feito> {
    let (total, lista) = enquetes::abertas(tx, caller, MAX_LINHAS).await?;
    let linha = |enquete: &enquetes::Enquete| {
        json!({
            "id": enquete.id, "pergunta": enquete.pergunta, "tipoEscolha": enquete.tipo_escolha,
            "dataEncerramento": enquete.data_encerramento, "totalVotos": enquete.total_votos,
            "nacional": enquete.nucleo_id.is_none(),
        })
    };
    let itens: Vec<_> = lista.iter().map(linha).collect();
    let linhas = lista.iter().map(|enquete| {
        format!(
            "{}: {}, até {}",
            citado(&enquete.pergunta, 120),
            quantos(enquete.total_votos, "voto", "votos"),
            dia(enquete.data_encerramento)
        )
    });
    let texto = match total {
        0 => "Não há enquetes abertas.".to_owned(),
        total => {
            let total = quantos(total, "enquete aberta", "enquetes abertas");
            format!("{total}:{}", topicos(linhas))
        }
    };
    Ok(Feito::Achou(Achado {
        sugestoes: vec!["Qual o resultado da última enquete?"],
        ..Achado::novo(json!({"total": total, "enquetes": itens}), texto)
    }))
}

pub async fn resultados(
    tx: &mut NucleoTx,
    caller: &Caller,
    pedido: ResultadosEnquete,
) -> Result<Feito> {
    let id = match enquete(tx, pedido.enquete.as_deref()).await? {
        Ok(id) => id,
        Err(feito) => return Ok(feito),
    };
    let detalhe = enquetes::detalhar(tx, caller, id).await?;
    let enquete = &detalhe.resumo.enquete;
    let resultados = detalhe.resultados.unwrap_or_default();
    let itens: Vec<_> = resultados
        .iter()
        .map(|um| json!({"opcaoId": um.opcao, "texto": um.texto, "percentual": um.percentual}))
        .collect();
    let dados = json!({
        "id": enquete.id, "pergunta": enquete.pergunta, "encerrada": detalhe.resumo.encerrada,
        "dataEncerramento": enquete.data_encerramento, "totalVotos": enquete.total_votos,
        "resultados": itens,
    });
    let linhas = resultados.iter().map(|um| {
        let percentual = um.percentual.to_string().replace('.', ",");
        format!("{}: {percentual}%", citado(&um.texto, 100))
    });
    let situacao = if detalhe.resumo.encerrada { "encerrada" } else { "ainda aberta" };
    let texto = format!(
        "“{}” ({situacao}), {}:{}",
        citado(&enquete.pergunta, 200),
        quantos(enquete.total_votos, "pessoa votou", "pessoas votaram"),
        topicos(linhas)
    );
    Ok(Feito::Achou(Achado::novo(dados, texto)))
}

/// The newest poll, or the one that these words mean.
async fn enquete(tx: &mut NucleoTx, dito: Option<&str>) -> Result<Result<EnqueteId, Feito>> {
    let id = dito.and_then(|dito| Uuid::parse_str(dito.trim()).ok()).map(EnqueteId::from);
    let mut achadas = enquetes::perguntas(tx, MAX_ENQUETES).await?;
    let Some(dito) = dito else {
        let ultima = achadas.first().map(|(id, _)| *id);
        let nenhuma = || Feito::Recusou("O núcleo ainda não fez nenhuma enquete.".to_owned());
        return Ok(ultima.ok_or_else(nenhuma));
    };
    let procurada = text::normalized(dito);
    achadas.retain(|(outra, pergunta)| {
        id.map_or_else(|| text::normalized(pergunta).contains(&procurada), |id| *outra == id)
    });
    let dito = citado(dito, 80);
    Ok(match achadas.as_slice() {
        [] => Err(Feito::Recusou(format!("Não encontrei uma enquete sobre “{dito}”."))),
        [(id, _)] => Ok(*id),
        varias => Err(Feito::Duvidou(Duvida {
            pergunta: format!("Há mais de uma enquete sobre “{dito}”. Qual delas?"),
            opcoes: varias.iter().take(MAX_OPCOES).map(|(_, pergunta)| pergunta.clone()).collect(),
            significam: Vec::new(),
            pessoas: Vec::new(),
        })),
    })
}

pub async fn comunicados(tx: &mut NucleoTx, periodo: &Periodo) -> Result<Feito> {
    let periodo = entre(periodo.inicio, periodo.fim, sempre());
    let lista = comunicados::publicados_entre(tx, periodo, MAX_LINHAS).await?;
    let linha = |(comunicado, resumo): &(comunicados::Comunicado, String)| {
        json!({
            "id": comunicado.id, "titulo": comunicado.titulo, "resumo": resumo,
            "publicado_em": comunicado.publicado_em, "nacional": comunicado.nucleo_id.is_none(),
            "autor": {"id": comunicado.autor_id, "nome": comunicado.autor_nome},
        })
    };
    let itens: Vec<_> = lista.iter().map(linha).collect();
    let linhas = lista.iter().map(|(comunicado, _)| {
        let quando = comunicado.publicado_em.map(dia).unwrap_or_default();
        format!(
            "{quando}: {}, por {}",
            citado(&comunicado.titulo, 120),
            citado(&comunicado.autor_nome, 60)
        )
    });
    let texto = match lista.is_empty() {
        true => "Nenhum comunicado foi publicado no período.".to_owned(),
        false => format!("Os comunicados mais recentes:{}", topicos(linhas)),
    };
    let pessoas = lista.iter().filter(|(um, _)| um.nucleo_id.is_some());
    let pessoas = pessoas.map(|(comunicado, _)| comunicado.autor_id).collect();
    let dados = json!({"total": lista.len(), "comunicados": itens});
    Ok(Feito::Achou(Achado { pessoas, ..Achado::novo(dados, texto) }))
}
