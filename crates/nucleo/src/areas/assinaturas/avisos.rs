//! What people are told about their payments.

use base::Result;
use base::db::NucleoTx;

use super::pagamentos::service::{self as pagamentos, Pagamento};
use super::pagamentos::{PagamentoAtrasado, PagamentoRecebido, StatusDePagamento};
use crate::areas::entregas::dados::{self, Dados};
use crate::areas::entregas::service::avisar;
use crate::areas::entregas::{Aviso, Canal, Mensagem, Preferencia, Publico};

pub async fn recebido(tx: &mut NucleoTx, evento: PagamentoRecebido) -> Result<()> {
    let Some(pagamento) = pagamentos::encontrar(tx, evento.pagamento_id).await? else {
        return Ok(());
    };
    let plano = pagamento.plano_nome.clone().unwrap_or_default();
    let ate = match pagamento.validade {
        Some(validade) => format!("Seu plano {plano} vale até {}.", validade.em_brasilia()),
        None => format!("Seu plano {plano} está ativo."),
    };
    let corpo = match pagamento.bonus_moedas {
        0 => ate,
        bonus => format!("{ate} Você ganhou {bonus} moedas."),
    };
    let texto = ("Recebemos o seu pagamento", corpo);
    contar(tx, &pagamento, "recebido", Dados::Pagamento(dados(&pagamento)), texto).await
}

/// Not if the money has come in since: late word of an earlier day would only alarm.
pub async fn atrasado(tx: &mut NucleoTx, evento: PagamentoAtrasado) -> Result<()> {
    let pagamento = pagamentos::encontrar(tx, evento.pagamento_id).await?;
    let atrasado = |pagamento: &Pagamento| pagamento.status == StatusDePagamento::Atrasado;
    let Some(pagamento) = pagamento.filter(atrasado) else { return Ok(()) };
    let plano = pagamento.plano_nome.as_deref().unwrap_or_default();
    let corpo = format!("Ainda não recebemos o pagamento do seu plano {plano}.");
    let texto = ("Seu pagamento está em atraso", corpo);
    contar(tx, &pagamento, "atrasado", Dados::PagamentoAtrasado(dados(&pagamento)), texto).await
}

/// Once per payment and kind of word, however often it is delivered.
async fn contar(
    tx: &mut NucleoTx,
    pagamento: &Pagamento,
    o_que: &str,
    dados: Dados,
    (titulo, corpo): (&str, String),
) -> Result<()> {
    // Whoever has left meanwhile is told nothing.
    let Some(usuario) = pagamento.usuario_id else { return Ok(()) };
    let publico = |canal| (canal, Publico::Pessoas(vec![usuario]));
    let aviso = Aviso {
        causa: format!("pagamento.{o_que}:{}", pagamento.id),
        nucleo: Some(pagamento.nucleo_id),
        preferencia: Some(Preferencia::Pagamento),
        titulo: titulo.to_owned(),
        corpo,
        url: "/assinatura".to_owned(),
        email: Some(Mensagem::automatica(titulo.to_owned(), &dados)?),
        canais: [Canal::App, Canal::Push, Canal::Email].map(publico).into(),
    };
    avisar(tx, &aviso).await
}

fn dados(pagamento: &Pagamento) -> dados::Pagamento {
    dados::Pagamento {
        plano: pagamento.plano_nome.clone().unwrap_or_default(),
        valor: pagamento.valor.centavos(),
        vencimento: pagamento.vencimento.clone(),
    }
}
