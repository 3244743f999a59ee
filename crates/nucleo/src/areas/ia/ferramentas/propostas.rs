//! Tools that write: each only proposes. What is proposed names everything that would be done, in
//! words of our own, so that whoever confirms knows what they confirm.

use assistente::ferramentas::{
    AjusteDeMoedas, AlterarCargoMembro, AlterarStatusMembro, CriarNotificacao, CriarTarefa,
};
use base::Result;
use base::clock::end_of_day;
use base::db::NucleoTx;
use serde_json::{Value, json};

use super::contas::sigla;
use super::frases::{self, citado, dia, milhares};
use super::pessoas::mesmo;
use super::{Dica, Feito, Proposta, destinatarios, quem, trabalho};
use crate::areas::ia::{
    Ajuste, Ato, Notificacao, NovaTarefa, NovoCargo, NovoStatus, TipoDeResposta,
};
use crate::areas::membros::Status;
use crate::areas::membros::service::Cartao;
use crate::areas::projetos::tarefas::Dificuldade;

fn propor(ato: Ato, tipo: TipoDeResposta, resumo: String, dados: Value) -> Feito {
    let pessoas = ato.alvo().into_iter().collect();
    Feito::Propos(Box::new(Proposta { ato, tipo, resumo, dados, pessoas }))
}

fn cartao(pessoa: &Cartao) -> Value {
    json!({
        "id": pessoa.id, "nome": pessoa.nome, "cargo": pessoa.cargo, "status": pessoa.status,
        "foto_url": pessoa.foto_url, "saldo_moeda": pessoa.saldo_moeda,
    })
}

pub async fn ajuste(
    tx: &mut NucleoTx,
    dica: Dica,
    pedido: AjusteDeMoedas,
    credito: bool,
) -> Result<Feito> {
    let pessoa = match quem::pessoa(tx, dica, &pedido.membro).await? {
        Ok(pessoa) => pessoa,
        Err(feito) => return Ok(feito),
    };
    let valor = i64::from(pedido.valor);
    let (nome, sigla) = (citado(&pessoa.nome, 80), sigla(tx).await?);
    if !credito && valor > pessoa.saldo_moeda {
        let saldo = milhares(pessoa.saldo_moeda);
        return Ok(Feito::Recusou(format!(
            "O saldo de {nome} é de {saldo} {sigla} e não cobre este débito."
        )));
    }
    let (fazer, preposicao) = if credito { ("Creditar", "a") } else { ("Debitar", "de") };
    let motivo = pedido.motivo.trim().to_owned();
    let resumo = format!(
        "{fazer} {} {sigla} {preposicao} {nome}. Motivo: {}",
        milhares(valor),
        citado(&motivo, 500)
    );
    let dados = json!({"membro": cartao(&pessoa), "valor": valor, "motivo": motivo});
    let ajuste = Ajuste { membro_id: pessoa.id, membro: pessoa.nome, valor, motivo };
    let ato = if credito { Ato::Creditar(ajuste) } else { Ato::Debitar(ajuste) };
    Ok(propor(ato, TipoDeResposta::ActionConfirm, resumo, dados))
}

pub async fn cargo(tx: &mut NucleoTx, dica: Dica, pedido: AlterarCargoMembro) -> Result<Feito> {
    let pessoa = match quem::pessoa(tx, dica, &pedido.membro).await? {
        Ok(pessoa) => pessoa,
        Err(feito) => return Ok(feito),
    };
    let cargo = mesmo(pedido.cargo.as_str()).unwrap_or(pessoa.cargo);
    let nome = citado(&pessoa.nome, 80);
    let (antes, depois) = (frases::cargo(pessoa.cargo), frases::cargo(cargo));
    if cargo == pessoa.cargo {
        return Ok(Feito::Recusou(format!("{nome} já tem o cargo de {antes}.")));
    }
    let resumo = format!("Mudar o cargo de {nome}: de {antes} para {depois}.");
    let dados = json!({"membro": cartao(&pessoa), "de": pessoa.cargo, "para": cargo});
    let ato = Ato::AlterarCargo(NovoCargo { membro_id: pessoa.id, membro: pessoa.nome, cargo });
    Ok(propor(ato, TipoDeResposta::ActionConfirm, resumo, dados))
}

pub async fn status(tx: &mut NucleoTx, dica: Dica, pedido: AlterarStatusMembro) -> Result<Feito> {
    let pessoa = match quem::pessoa(tx, dica, &pedido.membro).await? {
        Ok(pessoa) => pessoa,
        Err(feito) => return Ok(feito),
    };
    let status: Status = mesmo(pedido.status.as_str()).unwrap_or(pessoa.status);
    let nome = citado(&pessoa.nome, 80);
    let (antes, depois) = (frases::status(pessoa.status), frases::status(status));
    if status == pessoa.status {
        return Ok(Feito::Recusou(format!("{nome} já está {antes}.")));
    }
    let resumo = format!("Mudar a situação de {nome}: de {antes} para {depois}.");
    let dados = json!({"membro": cartao(&pessoa), "de": pessoa.status, "para": status});
    let ato = Ato::AlterarStatus(NovoStatus { membro_id: pessoa.id, membro: pessoa.nome, status });
    Ok(propor(ato, TipoDeResposta::ActionConfirm, resumo, dados))
}

pub async fn notificacao(tx: &mut NucleoTx, dica: Dica, pedido: CriarNotificacao) -> Result<Feito> {
    let publico = match destinatarios::entender(tx, dica, &pedido.destinatarios).await? {
        Ok(publico) => publico,
        Err(feito) => return Ok(feito),
    };
    let (titulo, mensagem) = (em_uma_linha(&pedido.titulo), pedido.mensagem.trim().to_owned());
    let resumo = format!(
        "Notificar {}: “{}” — {}",
        publico.por_extenso,
        citado(&titulo, 200),
        citado(&mensagem, 300)
    );
    let dados = json!({
        "titulo": titulo, "mensagem": mensagem, "destinatarios": publico.alvos,
        "total": publico.total,
    });
    let destinatarios = publico.alvos;
    let ato = Ato::Notificar(Notificacao { titulo, mensagem, destinatarios });
    let tipo = TipoDeResposta::ActionConfirm;
    let pessoas = publico.pessoas;
    Ok(Feito::Propos(Box::new(Proposta { ato, tipo, resumo, dados, pessoas })))
}

/// A title has no line breaks.
pub fn em_uma_linha(texto: &str) -> String {
    let palavras = texto.split(|letra: char| letra.is_whitespace() || letra.is_control());
    palavras.filter(|palavra| !palavra.is_empty()).collect::<Vec<_>>().join(" ")
}

pub async fn tarefa(tx: &mut NucleoTx, dica: Dica, pedido: CriarTarefa) -> Result<Feito> {
    let responsavel = match &pedido.responsavel {
        None => None,
        Some(nome) => match quem::pessoa(tx, dica, nome).await? {
            Ok(pessoa) if pessoa.status != Status::Ativo => {
                let nome = citado(&pessoa.nome, 80);
                let porque = format!("{nome} não está ativo(a) e não pode receber tarefas.");
                return Ok(Feito::Recusou(porque));
            }
            Ok(pessoa) => Some(pessoa),
            Err(feito) => return Ok(feito),
        },
    };
    let projeto = match &pedido.projeto {
        None => None,
        Some(nome) => match trabalho::projeto(tx, nome).await? {
            Ok(projeto) => Some(projeto),
            Err(feito) => return Ok(feito),
        },
    };
    let dificuldade = pedido.dificuldade.and_then(|dificuldade| mesmo(dificuldade.as_str()));
    let nova = NovaTarefa {
        titulo: em_uma_linha(&pedido.titulo),
        descricao: pedido.descricao.filter(|texto| !texto.trim().is_empty()),
        dificuldade: dificuldade.unwrap_or(Dificuldade::Media),
        recompensa: pedido.recompensa.map_or(0, i64::from),
        prazo: pedido.prazo.and_then(|prazo| end_of_day(&prazo.to_string())),
        responsavel_id: responsavel.as_ref().map(|pessoa| pessoa.id),
        responsavel: responsavel.map(|pessoa| pessoa.nome),
        projeto_id: projeto.as_ref().map(|(id, _)| *id),
        projeto: projeto.map(|(_, nome)| nome),
    };
    let mut resumo = match &nova.projeto {
        Some(projeto) => format!("Criar no projeto {} a tarefa", citado(projeto, 80)),
        None => "Criar a tarefa avulsa".to_owned(),
    };
    resumo.push_str(&format!(" “{}”", citado(&nova.titulo, 200)));
    match &nova.responsavel {
        Some(nome) => resumo.push_str(&format!(", com {}", citado(nome, 80))),
        None => resumo.push_str(", aberta a candidaturas"),
    }
    resumo.push_str(&format!(", recompensa de {}", milhares(nova.recompensa)));
    if let Some(prazo) = nova.prazo {
        resumo.push_str(&format!(", até {}", dia(prazo)));
    }
    resumo.push('.');
    let dados = serde_json::to_value(&nova)?;
    Ok(propor(Ato::CriarTarefa(nova), TipoDeResposta::TaskPreview, resumo, dados))
}
