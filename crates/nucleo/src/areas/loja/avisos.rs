//! What people are told about orders. Nobody is named in a notice: it would outlive their account.

use base::Result;
use base::db::NucleoTx;
use base::outbox::Event;
use base::scope::Capability;

use super::service::{self, Pedido};
use super::{PedidoDecidido, PedidoFeito, StatusPedido, rules};
use crate::areas::entregas::service::avisar;
use crate::areas::entregas::{Aviso, Canal, Publico};
use crate::areas::membros::Segmento;
use crate::areas::nucleos;
use crate::policy::GerirLoja;

/// Whoever runs the store has something to hand over.
pub async fn feito(tx: &mut NucleoTx, evento: PedidoFeito) -> Result<()> {
    let pedido = service::obter(tx, evento.pedido_id).await?;
    let item = rules::item(pedido.quantidade, &pedido.produto_nome);
    let texto = ("Novo pedido na loja", format!("Para entregar: {item}."));
    let publico = Publico::Segmento(Segmento::de_cargos(GerirLoja::CARGOS));
    contar(tx, &pedido, PedidoFeito::NAME, texto, "/loja/pedidos/admin", publico).await
}

/// Nobody is told what they have done themselves.
pub async fn decidido(tx: &mut NucleoTx, evento: PedidoDecidido) -> Result<()> {
    let pedido = service::obter(tx, evento.pedido_id).await?;
    if pedido.usuario_id == evento.decidido_por {
        return Ok(());
    }
    let item = rules::item(pedido.quantidade, &pedido.produto_nome);
    let texto = match pedido.status {
        StatusPedido::Pedido => return Ok(()),
        StatusPedido::Entregue => ("Pedido entregue", format!("Entregue: {item}. Aproveite!")),
        StatusPedido::Cancelado => {
            let nucleo = nucleos::service::obter(&mut tx.shared(), pedido.nucleo_id).await?;
            let (total, moeda) = (pedido.total, nucleo.sigla_moeda);
            let corpo = format!("Cancelado: {item}. {total} {moeda} voltaram ao seu saldo.");
            ("Pedido cancelado", corpo)
        }
    };
    let publico = Publico::Pessoas(vec![pedido.usuario_id]);
    contar(tx, &pedido, PedidoDecidido::NAME, texto, "/loja/pedidos", publico).await
}

/// Inside the app alone. What happened to an order names the cause: it is made once and ends once.
async fn contar(
    tx: &mut NucleoTx,
    pedido: &Pedido,
    evento: &str,
    (titulo, corpo): (&str, String),
    url: &str,
    publico: Publico,
) -> Result<()> {
    let aviso = Aviso {
        causa: format!("{evento}:{}", pedido.id),
        nucleo: Some(pedido.nucleo_id),
        preferencia: None,
        titulo: titulo.to_owned(),
        corpo,
        url: url.to_owned(),
        email: None,
        canais: vec![(Canal::App, publico)],
    };
    avisar(tx, &aviso).await
}
