//! Tools about numbers: of the nucleo as a whole, of its currency, of its books.

use assistente::ferramentas::{HistoricoTransacoes, Periodo};
use base::Result;
use base::db::NucleoTx;
use base::page::Page;
use chrono::Duration;
use serde_json::{Map, Value, json};

use super::frases::{citado, cortado, dia, milhares, quantos, reais, topicos};
use super::pessoas::{mesmo, por_status};
use super::{Achado, Dica, Feito, MAX_LINHAS, entre, quem, sempre};
use crate::areas::economia::TipoTransacao;
use crate::areas::economia::service as economia;
use crate::areas::enquetes::service as enquetes;
use crate::areas::eventos::Intervalo;
use crate::areas::eventos::service as eventos;
use crate::areas::financeiro::service as financeiro;
use crate::areas::financeiro::{Categoria, Periodo as PeriodoDoLivro, TipoLancamento};
use crate::areas::membros::service::{self as membros, Procura};
use crate::areas::nucleos::service as nucleos;
use crate::areas::projetos::service as projetos;
use crate::areas::projetos::tarefas::service as tarefas;

const MES: Duration = Duration::days(30);

/// What the currency of the nucleo is called for short.
pub async fn sigla(tx: &mut NucleoTx) -> Result<String> {
    let nucleo = tx.nucleo()?;
    Ok(nucleos::obter(&mut tx.shared(), nucleo).await?.sigla_moeda)
}

pub async fn estatisticas(tx: &mut NucleoTx) -> Result<Feito> {
    let agora = tx.now();
    let contagens = membros::contar_por_status(tx, &Procura::default()).await?;
    let total: i64 = contagens.iter().map(|(_, quantos)| quantos).sum();
    let novos = membros::contar_aprovados(tx, (agora - MES, agora)).await?;
    let painel = economia::painel(tx).await?;
    let circulacao = painel.creditado - painel.debitado;
    let projetos = projetos::contar_ativos(tx).await?;
    let (tarefas, _) = tarefas::por_fazer(tx, None, None, 0).await?;
    let enquetes = enquetes::contar_abertas(tx).await?;
    let (eventos, _) = eventos::futuros(tx, Intervalo::default(), Page::first(0)).await?;
    let sigla = sigla(tx).await?;
    let dados = json!({
        "membros": {"total": total, "porStatus": por_status(&contagens), "novosEm30Dias": novos},
        "moeda": {
            "sigla": sigla, "totalEmitidas": painel.creditado, "totalGastas": painel.debitado,
            "saldoCirculacao": circulacao,
        },
        "projetosAtivos": projetos,
        "tarefasPendentes": tarefas,
        "enquetesAbertas": enquetes,
        "eventosFuturos": eventos,
    });
    let texto = format!(
        "Os números do núcleo:{}",
        topicos([
            format!(
                "{}; {} nos últimos 30 dias",
                quantos(total, "membro", "membros"),
                quantos(novos, "novo", "novos")
            ),
            format!("{} {sigla} em circulação", milhares(circulacao)),
            quantos(projetos, "projeto ativo", "projetos ativos"),
            quantos(tarefas, "tarefa por concluir ou validar", "tarefas por concluir ou validar"),
            quantos(enquetes, "enquete aberta", "enquetes abertas"),
            quantos(eventos, "evento por vir", "eventos por vir"),
        ])
    );
    let sugestoes = vec!["Quais tarefas estão pendentes?", "Resumo financeiro do mês"];
    Ok(Feito::Achou(Achado { sugestoes, ..Achado::novo(dados, texto) }))
}

pub async fn transacoes(
    tx: &mut NucleoTx,
    dica: Dica,
    pedido: HistoricoTransacoes,
) -> Result<Feito> {
    let pessoa = match &pedido.membro {
        None => None,
        Some(nome) => match quem::pessoa(tx, dica, nome).await? {
            Ok(pessoa) => Some(pessoa),
            Err(feito) => return Ok(feito),
        },
    };
    let (agora, (desde, ate)) = (tx.now(), sempre());
    // A wallet is asked about whole, the nucleo about its last month.
    let padrao = if pessoa.is_some() { (desde, ate) } else { (agora - MES, agora) };
    let periodo = entre(pedido.inicio, pedido.fim, padrao);
    let tipo: Option<TipoTransacao> = pedido.tipo.and_then(|tipo| mesmo(tipo.as_str()));
    let usuario = pessoa.as_ref().map(|pessoa| pessoa.id);
    let (somas, lista) = economia::movimentacoes(tx, usuario, tipo, periodo, MAX_LINHAS).await?;
    let sigla = sigla(tx).await?;
    let linha = |uma: &economia::Movimentacao| {
        json!({
            "id": uma.id, "membro": {"id": uma.usuario_id, "nome": uma.usuario_nome},
            "valor": uma.valor, "tipo": uma.tipo, "origem": uma.origem,
            "descricao": cortado(&uma.descricao, 200), "criado_em": uma.criado_em,
        })
    };
    let dados = json!({
        "total": somas.quantas, "creditado": somas.creditado, "debitado": somas.debitado,
        "transacoes": lista.iter().map(linha).collect::<Vec<_>>(),
    });
    let de_quem = match &pessoa {
        Some(pessoa) => format!(" de {}", citado(&pessoa.nome, 80)),
        None => String::new(),
    };
    let texto = match somas.quantas {
        0 => format!("Não há transações{de_quem} no período."),
        quantas => {
            let linhas = lista.iter().map(|uma| {
                let sinal = if uma.tipo == TipoTransacao::Credito { "+" } else { "−" };
                format!(
                    "{} {sinal}{} {sigla}, {}: {}",
                    dia(uma.criado_em),
                    milhares(uma.valor),
                    citado(&uma.usuario_nome, 60),
                    citado(&uma.descricao, 80)
                )
            });
            format!(
                "{}{de_quem}: {} {sigla} creditados e {} {sigla} debitados. As mais recentes:{}",
                quantos(quantas, "transação", "transações"),
                milhares(somas.creditado),
                milhares(somas.debitado),
                topicos(linhas)
            )
        }
    };
    let pessoas = lista.iter().map(|uma| uma.usuario_id).chain(usuario).collect();
    Ok(Feito::Achou(Achado { pessoas, ..Achado::novo(dados, texto) }))
}

pub async fn financeiro(tx: &mut NucleoTx, periodo: &Periodo) -> Result<Feito> {
    let aberto = (periodo.inicio.is_none(), periodo.fim.is_none());
    let (inicio, fim) = entre(periodo.inicio, periodo.fim, sempre());
    let do_livro =
        PeriodoDoLivro { inicio: (!aberto.0).then_some(inicio), fim: (!aberto.1).then_some(fim) };
    let livro = financeiro::resumir(tx, do_livro).await?;
    let (receitas, despesas) =
        (livro.total(TipoLancamento::Receita), livro.total(TipoLancamento::Despesa));
    let por_categoria: Map<String, Value> = Categoria::ALL
        .iter()
        .map(|categoria| (categoria.as_str().to_owned(), json!(livro.despesas_da(*categoria))))
        .collect();
    let dados = json!({
        "inicio": do_livro.inicio, "fim": do_livro.fim, "totalReceitas": receitas,
        "totalDespesas": despesas, "saldo": livro.saldo(), "despesasPorCategoria": por_categoria,
    });
    let quando = match aberto {
        (true, true) => "Desde o início".to_owned(),
        (false, true) => format!("Desde {}", dia(inicio)),
        (true, false) => format!("Até {}", dia(fim)),
        (false, false) => format!("De {} a {}", dia(inicio), dia(fim)),
    };
    let gastas = Categoria::ALL.iter().filter(|c| livro.despesas_da(**c).centavos() > 0);
    let gastas = gastas.map(|c| format!("{}: {}", c.as_str(), reais(livro.despesas_da(*c))));
    let texto = format!(
        "{quando}, o núcleo recebeu {} e gastou {}; o saldo é {}.{}",
        reais(receitas),
        reais(despesas),
        reais(livro.saldo()),
        topicos(gastas)
    );
    let sugestoes = vec!["Resumo financeiro do mês passado", "Números gerais do núcleo"];
    Ok(Feito::Achou(Achado { sugestoes, ..Achado::novo(dados, texto) }))
}
