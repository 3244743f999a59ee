//! The channel of e-mail: what is due becomes messages, messages leave, and the log says how.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::path::Path;
use std::sync::Arc;

use base::clock::Timestamp;
use base::db::NucleoTx;
use base::id::NucleoId;
use base::token::Tokens;
use base::{Result, Uuid};

use super::carta::Carta;
use super::marca::Marca;
use super::modelos::{Conteudo, Pedido, Pronta, preencher};
use super::store::{self, NovoLog};
use super::transporte::{Pasta, Transporte};
use super::{StatusDoLog, descadastro};
use crate::areas::entregas::{
    AvisoId, Canal, Concluida, Desfecho, Entrega, Mensagem, Remetente, StatusDeEntrega, TipoDeEmail,
};
use crate::areas::nucleos;
use crate::settings::{Mail, Settings};

/// Makes the link to a new password out of the id of its request.
pub type LinkDeRecuperacao = fn(&Tokens, &str, Uuid) -> String;

pub struct Correio {
    transporte: Transporte,
    remetente: String,
    public_url: String,
    tokens: Tokens,
    link_de_recuperacao: LinkDeRecuperacao,
}

impl Correio {
    pub fn new(settings: &Settings, tokens: Tokens, link: LinkDeRecuperacao) -> Self {
        let Settings { mail, data_dir, public_url, .. } = settings;
        Self::with(mail, data_dir, public_url, tokens, link)
    }

    fn with(
        mail: &Mail,
        data_dir: &Path,
        public_url: &str,
        tokens: Tokens,
        link_de_recuperacao: LinkDeRecuperacao,
    ) -> Self {
        Self {
            transporte: Transporte::new(mail, data_dir),
            remetente: mail.sender.clone(),
            public_url: public_url.to_owned(),
            tokens,
            link_de_recuperacao,
        }
    }

    /// Where messages stay, if they do.
    pub fn pasta(&self) -> Option<Pasta> {
        self.transporte.pasta()
    }

    fn escrever(&self, entrega: &Entrega, envio: &Envio) -> Result<Carta> {
        let Envio { para, mensagem, conteudo, marca, quando } = envio;
        let link = |id| (self.link_de_recuperacao)(&self.tokens, &self.public_url, id);
        let link = conteudo.recuperacao.map(link);
        let descadastro = self.descadastro(entrega);
        let Pronta { html, texto } = preencher(&Pedido {
            assunto: &mensagem.assunto,
            conteudo,
            marca,
            nacional: entrega.nacional,
            nome_usuario: entrega.nome.as_deref(),
            url: &entrega.url,
            link: link.as_deref(),
            descadastro: descadastro.as_deref().zip(entrega.preferencia),
            public_url: &self.public_url,
        })?;
        Ok(Carta {
            id: entrega.id,
            nome: marca.nome_nucleo.clone(),
            remetente: self.remetente.clone(),
            para: para.clone(),
            assunto: mensagem.assunto.clone(),
            html,
            texto,
            descadastro,
            automatica: mensagem.tipo != TipoDeEmail::Manual,
            quando: *quando,
        })
    }

    /// What a person has to know in any case has no preference, and so offers no way out.
    fn descadastro(&self, entrega: &Entrega) -> Option<String> {
        let (usuario, preferencia) = entrega.usuario_id.zip(entrega.preferencia)?;
        Some(descadastro::link(&self.tokens, &self.public_url, usuario, preferencia))
    }

    /// What each notice says. The same data would fail tomorrow, so those that say nothing have
    /// failed for good.
    fn conteudos(&self, entregas: &[Entrega]) -> HashMap<AvisoId, Result<Arc<Conteudo>, String>> {
        let mut conteudos = HashMap::new();
        for entrega in entregas {
            let (Some(mensagem), Entry::Vacant(vaga)) =
                (&entrega.email, conteudos.entry(entrega.aviso_id))
            else {
                continue;
            };
            vaga.insert(match mensagem.dados() {
                Ok(dados) => Ok(Arc::new(Conteudo::new(&dados, &self.public_url))),
                Err(erro) => Err(nao_escrita(entrega, &erro)),
            });
        }
        conteudos
    }

    async fn marcas(
        &self,
        tx: &mut NucleoTx,
        entregas: &[Entrega],
    ) -> Result<HashMap<Option<NucleoId>, Arc<Marca>>> {
        let mut marcas = HashMap::from([(None, Arc::new(Marca::nacional()))]);
        for nucleo in entregas.iter().filter_map(nucleo_da_marca) {
            if let Entry::Vacant(vaga) = marcas.entry(Some(nucleo)) {
                let encontrado = nucleos::service::obter(&mut tx.shared(), nucleo).await?;
                vaga.insert(Arc::new(Marca::de(&encontrado, &self.public_url)));
            }
        }
        Ok(marcas)
    }
}

/// What is national looks so in every nucleo.
fn nucleo_da_marca(entrega: &Entrega) -> Option<NucleoId> {
    entrega.nucleo_id.filter(|_| !entrega.nacional)
}

fn nao_escrita(entrega: &Entrega, erro: &base::Error) -> String {
    tracing::error!(?erro, id = %entrega.id, "an e-mail cannot be written");
    format!("o e-mail não pôde ser escrito: {erro:?}")
}

pub struct Envio {
    para: String,
    mensagem: Mensagem,
    conteudo: Arc<Conteudo>,
    marca: Arc<Marca>,
    quando: Timestamp,
}

impl Remetente for Correio {
    const CANAL: Canal = Canal::Email;

    type Envio = Envio;

    async fn preparar(
        &self,
        tx: &mut NucleoTx,
        entregas: &[Entrega],
    ) -> Result<Vec<Result<Envio, Desfecho>>> {
        let marcas = self.marcas(tx, entregas).await?;
        let conteudos = self.conteudos(entregas);
        let quando = tx.now();
        let envio = |entrega: &Entrega| {
            let Some(para) = entrega.endereco.clone() else {
                return Err(Desfecho::Dispensada("não há endereço de e-mail"));
            };
            let mensagem = entrega.email.clone().zip(conteudos.get(&entrega.aviso_id));
            let Some((mensagem, conteudo)) = mensagem else {
                return Err(Desfecho::Dispensada("o aviso não tem texto para e-mail"));
            };
            let conteudo = Arc::clone(conteudo.as_ref().map_err(|m| Desfecho::Falhou(m.clone()))?);
            let marca = marcas.get(&nucleo_da_marca(entrega)).cloned();
            let marca = marca.unwrap_or_else(|| Arc::new(Marca::nacional()));
            Ok(Envio { para, mensagem: mensagem.0, conteudo, marca, quando })
        };
        Ok(entregas.iter().map(envio).collect())
    }

    async fn enviar(&self, entrega: &Entrega, envio: Envio) -> Desfecho {
        match self.escrever(entrega, &envio) {
            Ok(carta) => self.transporte.enviar(&carta).await,
            Err(erro) => Desfecho::Falhou(nao_escrita(entrega, &erro)),
        }
    }

    async fn registrar(&self, tx: &mut NucleoTx, concluidas: &[Concluida<'_>]) -> Result<()> {
        for Concluida { entrega, status } in concluidas {
            let status = match status {
                StatusDeEntrega::Enviada => StatusDoLog::Enviado,
                StatusDeEntrega::Falhou | StatusDeEntrega::Morta => StatusDoLog::Falhou,
                StatusDeEntrega::Dispensada | StatusDeEntrega::Pendente => continue,
            };
            let Some(mensagem) = &entrega.email else { continue };
            let log = NovoLog {
                usuario: entrega.usuario_id,
                destinatario: entrega.endereco.clone().unwrap_or_default(),
                assunto: &mensagem.assunto,
                tipo: mensagem.tipo,
                status,
                remetente: mensagem.remetente_id,
                origem: origem(entrega, mensagem.tipo),
            };
            store::insert(tx, nucleo_da_marca(entrega), log).await?;
        }
        Ok(())
    }
}

/// What a message comes from, as the log names it.
fn origem(entrega: &Entrega, tipo: TipoDeEmail) -> &'static str {
    match tipo {
        _ if entrega.nacional => "nacional",
        TipoDeEmail::Pagamento | TipoDeEmail::PagamentoAtrasado => "webhook",
        tipo => tipo.as_str(),
    }
}
