//! Saved conversations: whoever had one, and the management where it was shared.

use std::collections::HashMap;

use base::Result;
use base::db::NucleoTx;
use base::id::UsuarioId;
use base::page::Page;
use base::scope::Caller;
use chrono::Duration;

use super::super::ferramentas::Ocasiao;
use super::super::rules::Pergunta;
use super::super::store::{self, Acao, Conversa, Mensagem};
use super::super::{AcaoId, ConversaId, Fala, Papel};
use super::{chat, embutida};
use crate::errors::{CONVERSA_DE_OUTRA_PESSOA, CONVERSA_NAO_ENCONTRADA};

/// The most conversations that a person's own copy of their data holds.
const MAX_EXPORTADAS: i64 = 1000;
/// How long what was not confirmed is kept after its time, so that it is known to be late.
const GUARDA: Duration = Duration::days(1);

/// A conversation with everything that was said in it.
pub struct Aberta {
    pub conversa: Conversa,
    pub mensagens: Vec<Mensagem>,
    /// What was proposed to whoever reads: nobody else is shown it.
    pub acoes: HashMap<AcaoId, Acao>,
}

/// One's own and the shared ones, the latest first.
pub async fn listar(
    tx: &mut NucleoTx,
    caller: &Caller,
    page: Page,
) -> Result<(i64, Vec<Conversa>)> {
    let total = store::count_conversas(tx, caller.id).await?;
    Ok((total, store::list_conversas(tx, caller.id, page).await?))
}

pub async fn detalhar(tx: &mut NucleoTx, caller: &Caller, id: ConversaId) -> Result<Aberta> {
    let conversa = achar(tx, caller, id).await?;
    let mensagens = store::list_mensagens(tx, id).await?;
    let acoes = store::list_acoes(tx, caller.id, id).await?;
    let acoes = acoes.into_iter().map(|acao| (acao.id, acao)).collect();
    Ok(Aberta { conversa, mensagens, acoes })
}

async fn achar(tx: &mut NucleoTx, caller: &Caller, id: ConversaId) -> Result<Conversa> {
    Ok(store::find_conversa(tx, caller.id, id).await?.ok_or(CONVERSA_NAO_ENCONTRADA)?)
}

/// One's own, or one that somebody shared: that can be taken back by any administrator.
pub async fn compartilhar(
    tx: &mut NucleoTx,
    caller: &Caller,
    id: ConversaId,
    compartilhada: bool,
) -> Result<Conversa> {
    let antes = achar(tx, caller, id).await?;
    store::share(tx, id, compartilhada).await?;
    // Not read again: one that was taken back is out of sight for whoever did not have it.
    let desde = antes.compartilhada_em.unwrap_or(tx.now());
    Ok(Conversa { compartilhada, compartilhada_em: compartilhada.then_some(desde), ..antes })
}

pub async fn excluir(tx: &mut NucleoTx, caller: &Caller, id: ConversaId) -> Result<()> {
    let conversa = achar(tx, caller, id).await?;
    if conversa.usuario_id != caller.id {
        return Err(CONVERSA_DE_OUTRA_PESSOA.into());
    }
    store::delete_conversa(tx, id).await
}

/// Everything that one person said and was answered, for their own copy of their data.
pub async fn exportar(
    tx: &mut NucleoTx,
    usuario: UsuarioId,
) -> Result<Vec<(Conversa, Vec<Mensagem>)>> {
    let conversas = store::list_de(tx, usuario, MAX_EXPORTADAS).await?;
    let ids: Vec<_> = conversas.iter().map(|conversa| conversa.id).collect();
    let mut mensagens: HashMap<ConversaId, Vec<Mensagem>> = HashMap::new();
    if !ids.is_empty() {
        for mensagem in store::list_mensagens_de(tx, &ids).await? {
            mensagens.entry(mensagem.conversa_id).or_default().push(mensagem);
        }
    }
    let com_mensagens = |conversa: Conversa| {
        let ditas = mensagens.remove(&conversa.id).unwrap_or_default();
        (conversa, ditas)
    };
    Ok(conversas.into_iter().map(com_mensagens).collect())
}

/// Whoever has left for good leaves no conversation behind, and is spoken of in none.
pub async fn esquecer(tx: &mut NucleoTx, usuario: UsuarioId) -> Result<()> {
    for conversa in store::list_ids_de(tx, usuario).await? {
        store::delete_conversa(tx, conversa).await?;
    }
    store::erase_mencoes(tx, usuario).await?;
    store::erase_acoes(tx, usuario).await
}

/// Removes what nobody confirmed in time.
pub async fn limpar(tx: &mut NucleoTx) -> Result<()> {
    store::delete_vencidas(tx, tx.now() - GUARDA).await
}

/// A conversation of the demonstration: what the built-in assistant answers to these questions.
pub async fn conversar_na_demonstracao(
    tx: &mut NucleoTx,
    caller: &Caller,
    perguntas: &[&str],
) -> Result<Option<ConversaId>> {
    let (mut conversa, mut historico) = (None, Vec::new());
    for texto in perguntas {
        let texto = (*texto).to_owned();
        historico.push(Fala { papel: Papel::User, texto: texto.clone() });
        let ocasiao = Ocasiao { caller, conversa, propoe: true, escolhida: None };
        let resposta = embutida::responder(tx, &ocasiao, &historico).await?;
        let pergunta = Pergunta { conversa, antes: Vec::new(), texto };
        let guardada = chat::guardar(tx, caller, &pergunta, conversa, resposta).await?;
        historico.push(Fala { papel: Papel::Assistant, texto: guardada.texto });
        conversa = Some(guardada.conversa);
    }
    Ok(conversa)
}
