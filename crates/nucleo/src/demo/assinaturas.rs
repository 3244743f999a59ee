//! Who supports the nucleos of the demonstration: subscriptions in every state, and what was paid for
//! them.

use base::Result;
use base::id::UsuarioId;
use base::page::Page;
use base::scope::{Caller, Cargo};
use base::validation::Field;

use super::Story;
use super::enquetes::Eleitor;
use crate::areas::assinaturas::pagamentos::service::{guardar, processar};
use crate::areas::assinaturas::pagamentos::{Notificacao, PagamentoNotificado, TipoDeEvento};
use crate::areas::assinaturas::service::{assinar, cancelar, definir, vencer};
use crate::areas::assinaturas::{DefinirPlanoInput, VencimentoDeAssinaturas};
use crate::areas::planos;
use crate::areas::planos::service::Plano;
use crate::errors::{PLANO_NAO_ENCONTRADO, USUARIO_NAO_ENCONTRADO};

/// One in this many supports the nucleo; the first of the team is among them.
const CADA: usize = 12;

/// What becomes of a subscription: when it was asked for and paid, in days ago.
enum Historia {
    /// Paid every month, and the next payment is not due yet.
    EmDia,
    /// Asked for the day before yesterday.
    Pendente,
    /// Paid once, long ago.
    Vencida,
    /// Paid and given up: it holds for some days more.
    Cancelada,
    /// Given by the administration, without end.
    Dada,
    /// Paid last month; this month's payment is late.
    EmAtraso,
}

const HISTORIAS: [Historia; 6] = [
    Historia::EmDia,
    Historia::Pendente,
    Historia::Vencida,
    Historia::Cancelada,
    Historia::Dada,
    Historia::EmAtraso,
];

pub async fn support(story: &mut Story<'_>, people: &[Eleitor]) -> Result<()> {
    let admin = people.iter().find(|(_, cargo)| *cargo == Cargo::Administrador);
    let (admin, cargo) = *admin.ok_or(USUARIO_NAO_ENCONTRADO)?;
    let caller = story.operator.acting_as(admin, cargo);
    let (_, planos) = planos::service::listar(story.tx, Page::first(10)).await?;
    let com_codigo = |codigo: &str| {
        let found = planos.iter().find(|plano| plano.codigo == codigo);
        found.cloned().ok_or(PLANO_NAO_ENCONTRADO)
    };
    let (apoiador, militante) = (com_codigo("APOIADOR")?, com_codigo("MILITANTE")?);
    for (number, (id, _)) in people.iter().step_by(CADA).enumerate() {
        let plano = if number % 4 == 3 { &militante } else { &apoiador };
        if let Some(historia) = HISTORIAS.get(number % HISTORIAS.len()) {
            tell(story, &caller, *id, plano, historia).await?;
        }
    }
    story.days_ago(0);
    vencer(story.tx, VencimentoDeAssinaturas {}).await
}

async fn tell(
    story: &mut Story<'_>,
    admin: &Caller,
    id: UsuarioId,
    plano: &Plano,
    historia: &Historia,
) -> Result<()> {
    match historia {
        Historia::EmDia => {
            ask(story, 50, id, plano).await?;
            pay(story, 50, id, plano).await?;
            pay(story, 21, id, plano).await
        }
        Historia::Pendente => ask(story, 2, id, plano).await,
        Historia::Vencida => {
            ask(story, 75, id, plano).await?;
            pay(story, 74, id, plano).await
        }
        Historia::Cancelada => {
            ask(story, 22, id, plano).await?;
            pay(story, 22, id, plano).await?;
            story.days_ago(6);
            cancelar(story.tx, id).await
        }
        Historia::Dada => {
            story.days_ago(33);
            let plano_id = Field::Value(plano.id);
            let input = DefinirPlanoInput { plano_id, validade: Field::Null };
            definir(story.tx, admin, id, input).await?;
            Ok(())
        }
        Historia::EmAtraso => {
            ask(story, 29, id, plano).await?;
            pay(story, 28, id, plano).await?;
            hear(story, 1, id, plano, TipoDeEvento::Atrasado).await
        }
    }
}

async fn ask(story: &mut Story<'_>, days: i64, id: UsuarioId, plano: &Plano) -> Result<()> {
    story.days_ago(days);
    assinar(story.tx, id, plano.id).await?;
    Ok(())
}

async fn pay(story: &mut Story<'_>, days: i64, id: UsuarioId, plano: &Plano) -> Result<()> {
    hear(story, days, id, plano, TipoDeEvento::Recebido).await
}

/// As if the provider had told of it that day.
async fn hear(
    story: &mut Story<'_>,
    days: i64,
    id: UsuarioId,
    plano: &Plano,
    tipo: TipoDeEvento,
) -> Result<()> {
    story.days_ago(days);
    let notificacao = Notificacao {
        id: format!("evt_demo_{id}_{days}"),
        tipo,
        provedor_id: format!("pay_demo_{id}_{days}"),
        centavos: plano.preco.centavos(),
        vencimento: Some(story.tx.now().dia()),
        referencia: None,
    };
    guardar(story.tx, id, &notificacao).await?;
    processar(story.tx, PagamentoNotificado { evento: notificacao.id }).await
}
