//! Tools about events.

use assistente::ferramentas::Periodo;
use base::Result;
use base::clock::{end_of_day, start_of_day};
use base::db::NucleoTx;
use base::page::Page;
use serde_json::json;

use super::frases::{citado, cortado, quantos, topicos};
use super::{Achado, Feito, MAX_LINHAS};
use crate::areas::eventos::Intervalo;
use crate::areas::eventos::service::{self as eventos, Evento};

pub async fn futuros(tx: &mut NucleoTx, periodo: &Periodo) -> Result<Feito> {
    let page = Page::first(MAX_LINHAS);
    let (total, lista) = eventos::futuros(tx, intervalo(periodo), page).await?;
    let titulo = quantos(total, "evento por vir", "eventos por vir");
    Ok(mostrar(total, &lista, &titulo, "Não há eventos por vir no período."))
}

pub async fn passados(tx: &mut NucleoTx, periodo: &Periodo) -> Result<Feito> {
    let page = Page::first(MAX_LINHAS);
    let (total, lista) = eventos::passados(tx, intervalo(periodo), page).await?;
    let titulo = quantos(total, "evento já aconteceu", "eventos já aconteceram");
    Ok(mostrar(total, &lista, &titulo, "Nenhum evento aconteceu no período."))
}

fn intervalo(periodo: &Periodo) -> Intervalo {
    Intervalo {
        de: periodo.inicio.and_then(|dia| start_of_day(&dia.to_string())),
        ate: periodo.fim.and_then(|dia| end_of_day(&dia.to_string())),
    }
}

fn mostrar(total: i64, lista: &[Evento], titulo: &str, nenhum: &str) -> Feito {
    let item = |evento: &Evento| {
        json!({
            "id": evento.id, "titulo": evento.titulo,
            "descricao": evento.descricao.as_deref().map(|texto| cortado(texto, 300)),
            "local": evento.local, "inicio": evento.inicio, "fim": evento.fim,
            "vagas": evento.vagas, "inscritos": evento.inscritos,
            "recompensa": evento.recompensa, "cancelado": evento.cancelado,
        })
    };
    let itens: Vec<_> = lista.iter().map(item).collect();
    let linhas = lista.iter().map(|evento| {
        let local = evento.local.as_deref();
        let local = local.map(|local| format!(", em {}", citado(local, 80))).unwrap_or_default();
        let cancelado = if evento.cancelado { " (cancelado)" } else { "" };
        format!(
            "{}{cancelado}: {}{local}, {}",
            citado(&evento.titulo, 100),
            evento.inicio.em_brasilia(),
            quantos(evento.inscritos, "inscrito", "inscritos")
        )
    });
    let texto = match total {
        0 => nenhum.to_owned(),
        _ => format!("{titulo}:{}", topicos(linhas)),
    };
    Feito::Achou(Achado {
        sugestoes: vec!["Quais eventos já aconteceram?", "Quais são os próximos eventos?"],
        ..Achado::novo(json!({"total": total, "eventos": itens}), texto)
    })
}
