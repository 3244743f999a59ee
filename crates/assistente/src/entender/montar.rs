//! From filled arguments to a call, or to the question for what is missing.

use super::Entendimento;
use super::lugares::Lugares;
use crate::ferramentas::Ferramenta::{self, *};
use crate::ferramentas::{
    self as f, AjusteDeMoedas, Chamada, Destinatarios, FiltroDeMembros, NovoStatus, Periodo, Status,
};
use crate::frases;

/// What a tool still needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Falta {
    Pessoa,
    Valor,
    Motivo,
    Cargo,
    Status,
    Titulo,
    Mensagem,
    Destinatarios,
}

pub fn montar(ferramenta: Ferramenta, lugares: &Lugares) -> Result<Chamada, Falta> {
    let l = lugares.clone();
    let periodo = Periodo { inicio: l.inicio, fim: l.fim };
    Ok(match ferramenta {
        ContarMembros => Chamada::ContarMembros(FiltroDeMembros {
            cargo: l.cargo,
            status: l.status,
            cidade: l.cidade,
            estado: l.estado,
        }),
        ListarMembros => Chamada::ListarMembros(f::ListarMembros {
            cargo: l.cargo,
            status: l.status,
            cidade: l.cidade,
            estado: l.estado,
            pagina: l.pagina,
        }),
        MembroPorNome => {
            Chamada::MembroPorNome(f::MembroPorNome { nome: l.pessoa.ok_or(Falta::Pessoa)? })
        }
        BuscarCompetencias => Chamada::BuscarCompetencias(f::BuscarCompetencias {
            competencias: l.competencias,
            nivel: l.nivel,
            cidade: l.cidade,
        }),
        RankingMembros => Chamada::RankingMembros(f::RankingMembros { limite: l.limite }),
        EstatisticasGerais => Chamada::EstatisticasGerais(f::Nenhum {}),
        EventosFuturos => Chamada::EventosFuturos(periodo),
        EventosPassados => Chamada::EventosPassados(periodo),
        TarefasPendentes => Chamada::TarefasPendentes(f::TarefasPendentes {
            projeto: l.projeto,
            responsavel: l.pessoa,
        }),
        ProjetosAtivos => Chamada::ProjetosAtivos(f::Nenhum {}),
        HistoricoTransacoes => Chamada::HistoricoTransacoes(f::HistoricoTransacoes {
            membro: l.pessoa,
            tipo: l.tipo,
            inicio: l.inicio,
            fim: l.fim,
        }),
        MembrosRecentes => Chamada::MembrosRecentes(periodo),
        EnquetesAbertas => Chamada::EnquetesAbertas(f::Nenhum {}),
        ResultadosEnquete => Chamada::ResultadosEnquete(f::ResultadosEnquete { enquete: l.titulo }),
        PedidosLoja => Chamada::PedidosLoja(f::PedidosLoja { status: l.pedido }),
        ProdutosLoja => Chamada::ProdutosLoja(f::ProdutosLoja { nome: l.titulo }),
        ComunicadosRecentes => Chamada::ComunicadosRecentes(periodo),
        FinanceiroResumo => Chamada::FinanceiroResumo(periodo),
        AssinaturasAtivas => Chamada::AssinaturasAtivas(f::AssinaturasAtivas { plano: l.plano }),
        CreditarMoedas => Chamada::CreditarMoedas(ajuste(l)?),
        DebitarMoedas => Chamada::DebitarMoedas(ajuste(l)?),
        AlterarCargoMembro => Chamada::AlterarCargoMembro(f::AlterarCargoMembro {
            membro: l.pessoa.ok_or(Falta::Pessoa)?,
            cargo: l.cargo.ok_or(Falta::Cargo)?,
        }),
        AlterarStatusMembro => Chamada::AlterarStatusMembro(f::AlterarStatusMembro {
            membro: l.pessoa.ok_or(Falta::Pessoa)?,
            status: match l.status {
                Some(Status::Ativo) => NovoStatus::Ativo,
                Some(Status::Inativo) => NovoStatus::Inativo,
                Some(Status::Suspenso) => NovoStatus::Suspenso,
                Some(Status::Pendente) | None => return Err(Falta::Status),
            },
        }),
        CriarNotificacao => {
            let mensagem = l.mensagem.ok_or(Falta::Mensagem)?;
            let titulo = l.titulo.unwrap_or_else(|| titulo_de(&mensagem));
            let destinatarios = dirigida(l.destinatarios)?;
            Chamada::CriarNotificacao(f::CriarNotificacao { titulo, mensagem, destinatarios })
        }
        CriarTarefa => Chamada::CriarTarefa(f::CriarTarefa {
            titulo: l.titulo.ok_or(Falta::Titulo)?,
            descricao: l.mensagem,
            dificuldade: l.dificuldade,
            recompensa: l.valor,
            prazo: l.prazo,
            responsavel: l.pessoa,
            projeto: l.projeto,
        }),
        PrepararEmail => Chamada::PrepararEmail(f::PrepararEmail {
            descricao: Some(l.mensagem.ok_or(Falta::Mensagem)?),
            assunto: None,
            html: None,
            destinatarios: dirigida(l.destinatarios)?,
        }),
        EnviarEmail => Chamada::EnviarEmail(f::EnviarEmail { rascunho: l.rascunho }),
    })
}

fn ajuste(lugares: Lugares) -> Result<AjusteDeMoedas, Falta> {
    Ok(AjusteDeMoedas {
        membro: lugares.pessoa.ok_or(Falta::Pessoa)?,
        valor: lugares.valor.ok_or(Falta::Valor)?,
        motivo: lugares.motivo.ok_or(Falta::Motivo)?,
    })
}

fn dirigida(destinatarios: Destinatarios) -> Result<Destinatarios, Falta> {
    if destinatarios == Destinatarios::default() {
        return Err(Falta::Destinatarios);
    }
    Ok(destinatarios)
}

/// The first sentence of a message, as far as a title reaches.
pub fn titulo_de(mensagem: &str) -> String {
    const TAMANHO: usize = 60;
    let primeira = mensagem.split(['.', '!', '?', '\n']).next().unwrap_or(mensagem).trim();
    if primeira.chars().count() <= TAMANHO {
        return primeira.to_owned();
    }
    let mut titulo = String::new();
    for palavra in primeira.split_whitespace() {
        if titulo.chars().count() + palavra.chars().count() >= TAMANHO {
            break;
        }
        if !titulo.is_empty() {
            titulo.push(' ');
        }
        titulo.push_str(palavra);
    }
    if titulo.is_empty() {
        titulo = primeira.chars().take(TAMANHO - 1).collect();
    }
    format!("{titulo}…")
}

/// The question for what is missing, with answers to choose from where there are usual ones.
pub fn perguntar(ferramenta: Ferramenta, falta: Falta, lugares: &Lugares) -> Entendimento {
    let quem = lugares.pessoa.as_deref().unwrap_or("essa pessoa");
    let moedas = |valor: Option<u32>| match valor {
        Some(valor) => frases::contagem(u64::from(valor), "moeda", "moedas"),
        None => "as moedas".to_owned(),
    };
    let (pergunta, respostas): (String, &[&str]) = match (falta, ferramenta) {
        (Falta::Pessoa, CreditarMoedas) => (
            format!("Para quem devo creditar {}? Diga o nome do membro.", moedas(lugares.valor)),
            &[],
        ),
        (Falta::Pessoa, DebitarMoedas) => {
            (format!("De quem devo debitar {}? Diga o nome do membro.", moedas(lugares.valor)), &[])
        }
        (Falta::Pessoa, _) => ("De qual membro você fala? Diga o nome.".to_owned(), &[]),
        (Falta::Valor, DebitarMoedas) => (
            format!("Quantas moedas devo debitar de {quem}?"),
            &["10 moedas", "50 moedas", "100 moedas"],
        ),
        (Falta::Valor, _) => (
            format!("Quantas moedas devo creditar para {quem}?"),
            &["10 moedas", "50 moedas", "100 moedas"],
        ),
        (Falta::Motivo, DebitarMoedas) => (
            format!("Por qual motivo devo debitar {} de {quem}?", moedas(lugares.valor)),
            &["Correção de lançamento", "Retirada de produto na sede", "Cancelar"],
        ),
        (Falta::Motivo, _) => (
            format!("Por qual motivo devo creditar {} para {quem}?", moedas(lugares.valor)),
            &["Ajuda em um evento", "Tarefa concluída", "Correção de lançamento", "Cancelar"],
        ),
        (Falta::Cargo, _) => (
            format!("Qual deve ser o novo cargo de {quem}?"),
            &["Membro", "Líder de projeto", "Porta-voz", "Coordenador", "Administrador"],
        ),
        (Falta::Status, _) => {
            (format!("Qual deve ser a situação de {quem}?"), &["Ativo", "Inativo", "Suspenso"])
        }
        (Falta::Titulo, _) => ("Qual é o título da tarefa?".to_owned(), &[]),
        (Falta::Mensagem, PrepararEmail) => ("Sobre o que é o e-mail?".to_owned(), &[]),
        (Falta::Mensagem, _) => ("O que a notificação deve dizer?".to_owned(), &[]),
        (Falta::Destinatarios, PrepararEmail) => (
            "Para quem é o e-mail?".to_owned(),
            &["Todos os membros", "Coordenadores", "Administradores", "Apoiadores"],
        ),
        (Falta::Destinatarios, _) => (
            "Quem deve receber a notificação?".to_owned(),
            &["Todos os membros", "Coordenadores", "Administradores"],
        ),
    };
    let respostas_rapidas = respostas.iter().map(|resposta| (*resposta).to_owned()).collect();
    Entendimento::Perguntar { ferramenta, pergunta, respostas_rapidas }
}
