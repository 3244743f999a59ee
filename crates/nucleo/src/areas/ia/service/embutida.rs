//! The built-in assistant: it recognises a Portuguese question, runs one tool, and answers in words
//! of its own. Nothing leaves the machine.

use assistente::{Contexto, Entendimento, Fala as Dita, Papel as Quem, entender};
use base::Result;
use base::db::NucleoTx;
use chrono::NaiveDate;

use super::super::ferramentas::{Ocasiao, executar_ou_explicar, oferecida};
use super::super::{Fala, Papel, store};
use super::resposta::Resposta;
use crate::areas::competencias::service as competencias;
use crate::areas::membros::service as membros;
use crate::areas::nucleos::service as nucleos;

const SAUDACAO: &str = "Olá! Sou a assistente do núcleo. Pergunte sobre membros, tarefas, projetos, \
    enquetes, eventos, moedas ou finanças.";
const AJUDA: &str = "Respondo com os dados do núcleo e, para quem administra, preparo ações que só \
    acontecem depois de confirmadas. Posso, por exemplo:\n\
    - contar e listar membros, por cargo, situação ou cidade, e procurar pelo nome\n\
    - achar quem sabe alguma coisa, o ranking de moedas e as transações\n\
    - mostrar tarefas pendentes, projetos ativos, eventos, enquetes e comunicados\n\
    - resumir as finanças, a loja e as assinaturas\n\
    - propor créditos, débitos, mudanças de cargo ou situação, notificações, tarefas e e-mails";
const SO_ADMIN: &str = "Só quem administra o núcleo pode pedir isto à assistente.";

pub async fn responder(
    tx: &mut NucleoTx,
    ocasiao: &Ocasiao<'_>,
    historico: &[Fala],
) -> Result<Resposta> {
    let contexto = contexto(tx).await?;
    Ok(match entender(&ditas(historico), &contexto) {
        Entendimento::Chamar(chamada) => {
            let ferramenta = chamada.ferramenta();
            Resposta::de(ferramenta, executar_ou_explicar(tx, ocasiao, chamada).await?)
        }
        Entendimento::Perguntar { ferramenta, pergunta, respostas_rapidas } => {
            match oferecida(ocasiao, ferramenta) {
                true => Resposta::escolha(pergunta, respostas_rapidas),
                false => Resposta::texto(SO_ADMIN),
            }
        }
        Entendimento::Saudar => Resposta::escolha(SAUDACAO, exemplos()),
        Entendimento::Ajudar => Resposta::escolha(AJUDA, exemplos()),
        Entendimento::Confirmar => match pendente(tx, ocasiao).await? {
            Some(resposta) => resposta,
            None => Resposta::texto("Não há nenhuma ação esperando confirmação."),
        },
        Entendimento::Cancelar => cancelar(tx, ocasiao).await?,
        Entendimento::NaoEntendi { exemplos } => Resposta::escolha(
            "Não entendi. Tente perguntar de outro jeito, por exemplo como nas sugestões.",
            exemplos,
        ),
    })
}

fn exemplos() -> Vec<String> {
    ["Quantos membros ativos temos?", "Quais tarefas estão pendentes?", "Números gerais do núcleo"]
        .map(str::to_owned)
        .to_vec()
}

fn ditas(historico: &[Fala]) -> Vec<Dita> {
    let dita = |fala: &Fala| Dita {
        papel: match fala.papel {
            Papel::User => Quem::Usuario,
            Papel::Assistant => Quem::Assistente,
        },
        texto: fala.texto.clone(),
    };
    historico.iter().map(dita).collect()
}

/// Today where the nucleo is; a clock that is out of every calendar is at its beginning.
pub fn hoje(tx: &NucleoTx) -> NaiveDate {
    tx.now().dia().parse().unwrap_or_default()
}

async fn contexto(tx: &mut NucleoTx) -> Result<Contexto> {
    let nucleo = tx.nucleo()?;
    let nucleo = nucleos::obter(&mut tx.shared(), nucleo).await?;
    let catalogo = competencias::listar(&mut tx.shared()).await?;
    Ok(Contexto {
        hoje: hoje(tx),
        cidades: membros::cidades(tx).await?,
        competencias: catalogo.into_iter().map(|entrada| entrada.micro_nome).collect(),
        moedas: vec![nucleo.nome_moeda, nucleo.sigla_moeda],
    })
}

/// Whether the person says yes to something, in words. Asked before any model is: words run
/// nothing, whoever reads them.
pub fn diz_sim(tx: &NucleoTx, historico: &[Fala]) -> bool {
    let nada = Vec::new;
    let contexto =
        Contexto { hoje: hoje(tx), cidades: nada(), competencias: nada(), moedas: nada() };
    entender(&ditas(historico), &contexto) == Entendimento::Confirmar
}

/// The action that still waits, shown once more.
pub async fn pendente(tx: &mut NucleoTx, ocasiao: &Ocasiao<'_>) -> Result<Option<Resposta>> {
    let Some(conversa) = ocasiao.conversa else { return Ok(None) };
    let acao = store::find_pendente(tx, ocasiao.caller.id, conversa, None).await?;
    Ok(acao.map(|acao| Resposta::lembranca(Box::new(acao))))
}

async fn cancelar(tx: &mut NucleoTx, ocasiao: &Ocasiao<'_>) -> Result<Resposta> {
    let acao = match ocasiao.conversa {
        Some(conversa) => store::find_pendente(tx, ocasiao.caller.id, conversa, None).await?,
        None => None,
    };
    Ok(match acao {
        Some(acao) => {
            let texto = format!("Cancelado, nada foi feito: {}", acao.resumo);
            Resposta { cancelada: Some(acao.id), ..Resposta::texto(texto) }
        }
        None => Resposta::texto("Tudo bem. Não há nenhuma ação esperando."),
    })
}
