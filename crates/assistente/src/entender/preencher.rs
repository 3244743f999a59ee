//! Fills a tool's arguments from a sentence.

use super::analise::Analise;
use super::livres;
use super::lugares::Preenchido;
use crate::citacoes;
use crate::datas::Sentido;
use crate::ferramentas::Ferramenta::{self, *};
use crate::ferramentas::{Nivel, Status, StatusDoPedido, TipoDeTransacao};
use crate::lexico::Conceito;

pub fn preencher(ferramenta: Ferramenta, analise: &Analise) -> Preenchido {
    let mut saida = Preenchido::default();
    match ferramenta {
        ContarMembros | ListarMembros => membros(analise, &mut saida),
        MembroPorNome => pessoa(analise, &mut saida),
        BuscarCompetencias => competencias(analise, &mut saida),
        RankingMembros => saida.lugares.limite = limite(analise),
        EventosFuturos => periodo(analise, Sentido::Futuro, &mut saida),
        EventosPassados | MembrosRecentes | ComunicadosRecentes | FinanceiroResumo => {
            periodo(analise, Sentido::Passado, &mut saida);
        }
        TarefasPendentes => {
            livres::projeto(analise, &mut saida);
            pessoa(analise, &mut saida);
        }
        HistoricoTransacoes => {
            periodo(analise, Sentido::Passado, &mut saida);
            pessoa(analise, &mut saida);
            saida.lugares.tipo = match (credita(analise), debita(analise)) {
                (true, false) => Some(TipoDeTransacao::Credito),
                (false, true) => Some(TipoDeTransacao::Debito),
                _ => None,
            };
        }
        ResultadosEnquete => livres::enquete(analise, &mut saida),
        PedidosLoja => saida.lugares.pedido = pedido(analise),
        ProdutosLoja => livres::produto(analise, &mut saida),
        AssinaturasAtivas => plano(analise, &mut saida),
        CreditarMoedas | DebitarMoedas => {
            livres::motivo(analise, &mut saida);
            valor(analise, &mut saida);
            pessoa(analise, &mut saida);
        }
        AlterarCargoMembro => {
            pessoa(analise, &mut saida);
            saida.lugares.cargo = livres::novo_cargo(analise);
        }
        AlterarStatusMembro => {
            pessoa(analise, &mut saida);
            saida.lugares.status = novo_status(analise);
        }
        CriarNotificacao => livres::notificacao(analise, &mut saida),
        CriarTarefa => livres::tarefa(analise, &mut saida),
        PrepararEmail => livres::email(analise, &mut saida),
        EnviarEmail => pessoa(analise, &mut saida),
        EstatisticasGerais | ProjetosAtivos | EnquetesAbertas => {}
    }
    saida
}

fn membros(analise: &Analise, saida: &mut Preenchido) {
    let lugares = &mut saida.lugares;
    lugares.cargo = analise.cargo().map(|(cargo, _)| cargo);
    lugares.status = analise.status();
    lugares.pagina = analise.frase.posicao_de(&["pagina", "pag"]).and_then(|pagina| {
        let (numero, _) = analise.numeros.iter().find(|(_, onde)| onde.start == pagina + 1)?;
        u32::try_from(*numero).ok().filter(|numero| (1..=10_000).contains(numero))
    });
    lugar(analise, saida);
}

fn lugar(analise: &Analise, saida: &mut Preenchido) {
    if let Some((sigla, onde)) = &analise.estado {
        saida.lugares.estado = Some((*sigla).to_owned());
        saida.usar(onde.clone());
    } else if let Some((cidade, onde)) = &analise.cidade {
        saida.lugares.cidade = Some(cidade.clone());
        saida.usar(onde.clone());
    }
}

/// The first person whose words are not used for something else.
pub fn pessoa(analise: &Analise, saida: &mut Preenchido) {
    let achada = analise
        .pessoas
        .iter()
        .chain(&analise.provaveis)
        .find(|onde| !saida.usou(onde.start))
        .cloned();
    if let Some(onde) = achada {
        saida.lugares.pessoa = Some(analise.frase.trecho(onde.clone()).to_owned());
        saida.usar(onde);
    }
}

fn periodo(analise: &Analise, sentido: Sentido, saida: &mut Preenchido) {
    if let Some(achado) = analise.periodo(sentido) {
        saida.lugares.inicio = achado.inicio;
        saida.lugares.fim = achado.fim;
        saida.usar(achado.palavras);
    }
}

fn competencias(analise: &Analise, saida: &mut Preenchido) {
    let parciais = match &analise.saber {
        Some(saber) if analise.competencias.is_empty() => {
            citacoes::parciais(&analise.frase, saber.clone(), &analise.contexto.competencias)
        }
        _ => Vec::new(),
    };
    for citacao in analise.competencias.iter().chain(&parciais) {
        if let Some(nome) = analise.contexto.competencias.get(citacao.indice) {
            saida.lugares.competencias.push(nome.clone());
        }
        saida.usar(citacao.palavras.clone());
    }
    saida.lugares.competencias.truncate(10);
    saida.lugares.nivel = [
        (Conceito::Basico, Nivel::Basico),
        (Conceito::Intermediario, Nivel::Intermediario),
        (Conceito::Avancado, Nivel::Avancado),
    ]
    .into_iter()
    .find_map(|(conceito, nivel)| analise.algum(conceito).then_some(nivel));
    if let Some((cidade, onde)) = &analise.cidade {
        saida.lugares.cidade = Some(cidade.clone());
        saida.usar(onde.clone());
    }
    if let Some(saber) = &analise.saber {
        saida.usar(saber.clone());
    }
    if saida.lugares.competencias.is_empty() {
        livres::competencia(analise, saida);
    }
}

fn limite(analise: &Analise) -> Option<u32> {
    analise.numeros.iter().find_map(|(numero, _)| {
        u32::try_from(*numero).ok().filter(|numero| (1..=100).contains(numero))
    })
}

fn valor(analise: &Analise, saida: &mut Preenchido) {
    // "30 moedas" rather than another number of the sentence.
    let com_moeda = analise.numeros.iter().find(|(_, onde)| analise.tem(onde.end, Conceito::Moeda));
    let solto = analise.numeros.iter().find(|(_, onde)| !saida.usou(onde.start));
    if let Some((numero, onde)) = com_moeda.or(solto) {
        saida.lugares.valor = u32::try_from(*numero).ok().filter(|n| (1..=1_000_000).contains(n));
        saida.usar(onde.clone());
    }
}

fn credita(analise: &Analise) -> bool {
    analise.algum(Conceito::Credito) || analise.algum(Conceito::Receber)
}

fn debita(analise: &Analise) -> bool {
    analise.algum(Conceito::Debito) || analise.algum(Conceito::Gastar)
}

fn pedido(analise: &Analise) -> Option<StatusDoPedido> {
    let negado = analise.frase.posicao_de(&["nao"]).is_some()
        || [Conceito::Falta, Conceito::Pendente, Conceito::Validacao, Conceito::Aberto]
            .iter()
            .any(|conceito| analise.algum(*conceito));
    let entregar = analise.frase.posicao_de(&["entregar", "entrega"]).is_some();
    if negado || entregar {
        Some(StatusDoPedido::Pedido)
    } else if analise.algum(Conceito::Entregue) {
        Some(StatusDoPedido::Entregue)
    } else if analise.algum(Conceito::Cancelado) {
        Some(StatusDoPedido::Cancelado)
    } else {
        None
    }
}

pub fn plano(analise: &Analise, saida: &mut Preenchido) {
    for (conceito, codigo) in [(Conceito::Apoiador, "APOIADOR"), (Conceito::Militante, "MILITANTE")]
    {
        if let Some(posicao) = analise.primeira_com(&[conceito]) {
            saida.lugares.plano = Some(codigo.to_owned());
            saida.usar(posicao..posicao + 1);
            return;
        }
    }
    let palavra = analise.primeira_com(&[Conceito::Plano]).map(|posicao| posicao + 1);
    if let Some(posicao) = palavra.filter(|posicao| analise.livre(*posicao)) {
        saida.lugares.plano = Some(analise.frase.trecho(posicao..posicao + 1).to_owned());
        saida.usar(posicao..posicao + 1);
    }
}

fn novo_status(analise: &Analise) -> Option<Status> {
    let verbo = [
        (Conceito::Suspender, Status::Suspenso),
        (Conceito::Inativar, Status::Inativo),
        (Conceito::Ativar, Status::Ativo),
    ]
    .into_iter()
    .find_map(|(conceito, status)| analise.algum(conceito).then_some(status));
    verbo.or_else(|| analise.status())
}
