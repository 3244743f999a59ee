//! The tools: what each of the 27 finds or proposes, within the nucleo of the transaction it is
//! given. A tool has nothing else to reach the data with, whoever chose its arguments.

mod agenda;
mod comercio;
mod contas;
mod destinatarios;
mod email;
pub mod frases;
mod pessoas;
mod propostas;
mod quem;
mod trabalho;
mod vida;

use assistente::{Chamada, Ferramenta};
use base::Result;
use base::clock::{Timestamp, end_of_day, start_of_day};
use base::db::NucleoTx;
use base::id::UsuarioId;
use base::scope::Caller;
use chrono::NaiveDate;
use serde_json::Value;

pub use pessoas::{Membro, completar, membros_que_sabem, mesmo};
pub use quem::Dica;

use super::store::Acao;
use super::{Ato, ConversaId, TipoDeResposta};
use crate::policy::AgirPelaAssistente;

/// How many rows a tool shows at most.
pub const MAX_LINHAS: i64 = 20;
/// How much of them, in bytes of JSON.
const MAX_BYTES: usize = 16 * 1024;

/// What a tool has to say.
#[derive(Debug)]
pub enum Feito {
    Achou(Achado),
    /// To be confirmed by whoever asked.
    Propos(Box<Proposta>),
    /// A proposal that was made before and still waits.
    Lembrou(Box<Acao>),
    /// Something has to be asked back.
    Duvidou(Duvida),
    /// Why it is not done, in words for a person.
    Recusou(String),
}

/// What was found: for a program, and for a person.
#[derive(Debug, Default)]
pub struct Achado {
    pub dados: Value,
    /// Markdown.
    pub texto: String,
    pub cartoes: bool,
    /// Who is spoken of.
    pub pessoas: Vec<UsuarioId>,
    pub sugestoes: Vec<&'static str>,
}

#[derive(Debug)]
pub struct Duvida {
    pub pergunta: String,
    pub opcoes: Vec<String>,
    /// Where the options are people: whom each of them means, and their name.
    pub significam: Vec<(UsuarioId, String)>,
    /// Everybody whom it could have been.
    pub pessoas: Vec<UsuarioId>,
}

/// Something to be done, once, if it is confirmed.
#[derive(Debug)]
pub struct Proposta {
    pub ato: Ato,
    pub tipo: TipoDeResposta,
    pub resumo: String,
    pub dados: Value,
    pub pessoas: Vec<UsuarioId>,
}

impl Achado {
    fn novo(dados: Value, texto: String) -> Self {
        Self { dados, texto, ..Self::default() }
    }

    pub fn tipo(&self) -> TipoDeResposta {
        if self.cartoes { TipoDeResposta::MemberCards } else { TipoDeResposta::Text }
    }
}

/// Who asks, and where.
pub struct Ocasiao<'a> {
    pub caller: &'a Caller,
    pub conversa: Option<ConversaId>,
    /// Whether there is anywhere to confirm a proposal.
    pub propoe: bool,
    /// Whom the person has just picked from those of one name.
    pub escolhida: Option<UsuarioId>,
}

/// Runs a tool that reads, prepares one that writes. Nothing is written here.
async fn executar(tx: &mut NucleoTx, ocasiao: &Ocasiao<'_>, chamada: Chamada) -> Result<Feito> {
    let ferramenta = chamada.ferramenta();
    if !oferecida(ocasiao, ferramenta) {
        let so_admin = "Só quem administra o núcleo pode pedir isto à assistente, e na conversa.";
        return Ok(Feito::Recusou(so_admin.to_owned()));
    }
    // A tool without a nucleo would reach all of them.
    tx.nucleo()?;
    let dica = ocasiao.escolhida;
    let mut feito = match chamada {
        Chamada::ContarMembros(filtro) => pessoas::contar(tx, filtro).await,
        Chamada::ListarMembros(pedido) => pessoas::listar(tx, pedido).await,
        Chamada::MembroPorNome(pedido) => pessoas::por_nome(tx, &pedido.nome).await,
        Chamada::BuscarCompetencias(pedido) => pessoas::por_competencia(tx, pedido).await,
        Chamada::RankingMembros(pedido) => pessoas::ranking(tx, pedido.limite).await,
        Chamada::MembrosRecentes(periodo) => pessoas::recentes(tx, &periodo).await,
        Chamada::EstatisticasGerais(_) => contas::estatisticas(tx).await,
        Chamada::HistoricoTransacoes(pedido) => contas::transacoes(tx, dica, pedido).await,
        Chamada::FinanceiroResumo(periodo) => contas::financeiro(tx, &periodo).await,
        Chamada::TarefasPendentes(pedido) => trabalho::tarefas(tx, dica, pedido).await,
        Chamada::ProjetosAtivos(_) => trabalho::projetos(tx).await,
        Chamada::EnquetesAbertas(_) => vida::enquetes(tx, ocasiao.caller).await,
        Chamada::ResultadosEnquete(pedido) => vida::resultados(tx, ocasiao.caller, pedido).await,
        Chamada::ComunicadosRecentes(periodo) => vida::comunicados(tx, &periodo).await,
        Chamada::CreditarMoedas(pedido) => propostas::ajuste(tx, dica, pedido, true).await,
        Chamada::DebitarMoedas(pedido) => propostas::ajuste(tx, dica, pedido, false).await,
        Chamada::AlterarCargoMembro(pedido) => propostas::cargo(tx, dica, pedido).await,
        Chamada::AlterarStatusMembro(pedido) => propostas::status(tx, dica, pedido).await,
        Chamada::CriarNotificacao(pedido) => propostas::notificacao(tx, dica, pedido).await,
        Chamada::CriarTarefa(pedido) => propostas::tarefa(tx, dica, pedido).await,
        Chamada::PrepararEmail(pedido) => email::preparar(tx, dica, pedido).await,
        Chamada::EnviarEmail(pedido) => email::enviar(tx, ocasiao, pedido).await,
        Chamada::EventosFuturos(periodo) => agenda::futuros(tx, &periodo).await,
        Chamada::EventosPassados(periodo) => agenda::passados(tx, &periodo).await,
        Chamada::PedidosLoja(pedido) => comercio::pedidos(tx, &pedido).await,
        Chamada::ProdutosLoja(pedido) => comercio::produtos(tx, &pedido).await,
        Chamada::AssinaturasAtivas(pedido) => comercio::assinaturas(tx, &pedido).await,
    }?;
    if let Feito::Achou(achado) = &mut feito {
        limitar(&mut achado.dados);
    }
    Ok(feito)
}

/// The same; what an area refuses (a poll that is gone) is told instead of failing the question.
pub async fn executar_ou_explicar(
    tx: &mut NucleoTx,
    ocasiao: &Ocasiao<'_>,
    chamada: Chamada,
) -> Result<Feito> {
    match executar(tx, ocasiao, chamada).await {
        Err(error) if error.code().status.is_client_error() => {
            Ok(Feito::Recusou(error.code().detail.to_owned()))
        }
        outro => outro,
    }
}

/// Whether this person's assistant has this tool at all.
pub fn oferecida(ocasiao: &Ocasiao<'_>, ferramenta: Ferramenta) -> bool {
    !ferramenta.escreve() || (ocasiao.propoe && ocasiao.caller.can::<AgirPelaAssistente>())
}

/// From the first instant of one day to the last of another; what is left open is filled in.
fn entre(
    inicio: Option<NaiveDate>,
    fim: Option<NaiveDate>,
    (de, ate): (Timestamp, Timestamp),
) -> (Timestamp, Timestamp) {
    let inicio = inicio.and_then(|dia| start_of_day(&dia.to_string()));
    let fim = fim.and_then(|dia| end_of_day(&dia.to_string()));
    (inicio.unwrap_or(de), fim.unwrap_or(ate))
}

/// Before and after everything that ever happened here.
fn sempre() -> (Timestamp, Timestamp) {
    let dia = chrono::Duration::days(1);
    (Timestamp::EPOCH - dia * 20_000, Timestamp::EPOCH + dia * 100_000)
}

/// Takes items off the end of lists until all of it is short enough, and says so.
fn limitar(dados: &mut Value) {
    let mut tamanho = dados.to_string().len();
    while tamanho > MAX_BYTES {
        let Some(campos) = dados.as_object_mut() else { return };
        let listas = campos.values_mut().filter_map(Value::as_array_mut);
        let Some(maior) = listas.max_by_key(|lista| lista.len()).filter(|lista| !lista.is_empty())
        else {
            *dados = serde_json::json!({"cortado": true});
            return;
        };
        maior.pop();
        campos.insert("cortado".to_owned(), Value::Bool(true));
        tamanho = dados.to_string().len();
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_too_long_is_cut_and_says_so() {
        let item = json!({"texto": "x".repeat(2000)});
        let mut dados = json!({"total": 20, "itens": vec![item; 20]});
        limitar(&mut dados);
        assert!(dados.to_string().len() <= MAX_BYTES);
        assert_eq!(dados["itens"].as_array().unwrap().len(), 8);
        assert_eq!((&dados["total"], &dados["cortado"]), (&json!(20), &json!(true)));
        let mut curto = json!({"itens": [1]});
        limitar(&mut curto);
        assert_eq!(curto, json!({"itens": [1]}));
        let mut texto = json!({"texto": "x".repeat(MAX_BYTES)});
        limitar(&mut texto);
        assert_eq!(texto, json!({"cortado": true}));
    }
}
