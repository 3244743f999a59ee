//! What people are told about getting in.

use base::Result;
use base::db::NucleoTx;
use serde_json::json;

use super::RecuperacaoPedida;
use super::service::senha;
use crate::areas::entregas::dados::{Dados, Recuperacao};
use crate::areas::entregas::service::avisar;
use crate::areas::entregas::{Aviso, Canal, Mensagem, Publico};
use crate::areas::feed::{self, Entrada, TipoDeEntrada};
use crate::areas::membros::service::pessoa;
use crate::areas::membros::{Segmento, UsuarioAprovado, UsuarioRejeitado};

/// The contract's words.
const BOAS_VINDAS: &str = "Bem-vindo ao nucleo!";

pub async fn aprovado(tx: &mut NucleoTx, evento: UsuarioAprovado) -> Result<()> {
    let pessoa = pessoa(tx, evento.usuario_id).await?;
    if pessoa.excluido {
        return Ok(());
    }
    let entrada = Entrada {
        nucleo: pessoa.nucleo_id,
        tipo: TipoDeEntrada::BoasVindas,
        origem: pessoa.id.into(),
        conteudo: json!({
            "texto": BOAS_VINDAS,
            "usuario": {"id": pessoa.id, "nome": pessoa.nome, "foto_url": pessoa.foto_url},
        }),
        segmento: Segmento::default(),
    };
    feed::service::publicar(tx, &entrada).await?;
    let assunto = "Seu cadastro foi aprovado".to_owned();
    let email = Mensagem::automatica(assunto, &Dados::Aprovacao {})?;
    let so_ela = || Publico::Pessoas(vec![pessoa.id]);
    let aviso = Aviso {
        causa: format!("usuario.aprovado:{}", pessoa.id),
        nucleo: pessoa.nucleo_id,
        preferencia: None,
        titulo: "Bem-vindo ao núcleo!".to_owned(),
        corpo: "Seu cadastro foi aprovado. Complete seu perfil e conheça o núcleo.".to_owned(),
        url: "/".to_owned(),
        email: Some(email),
        canais: vec![(Canal::App, so_ela()), (Canal::Push, so_ela()), (Canal::Email, so_ela())],
    };
    avisar(tx, &aviso).await
}

pub async fn rejeitado(tx: &mut NucleoTx, evento: UsuarioRejeitado) -> Result<()> {
    let pessoa = pessoa(tx, evento.usuario_id).await?;
    let assunto = "Sobre o seu cadastro".to_owned();
    let email = Mensagem::automatica(assunto, &Dados::Rejeicao {})?;
    let aviso = Aviso {
        causa: format!("usuario.rejeitado:{}", pessoa.id),
        nucleo: pessoa.nucleo_id,
        preferencia: None,
        titulo: "Cadastro não aprovado".to_owned(),
        corpo: "Seu cadastro não foi aprovado.".to_owned(),
        url: "/".to_owned(),
        email: Some(email),
        canais: vec![(Canal::Email, Publico::Pessoas(vec![pessoa.id]))],
    };
    avisar(tx, &aviso).await
}

/// The link is made when the e-mail is: a reader of the database finds none.
pub async fn recuperacao(tx: &mut NucleoTx, evento: RecuperacaoPedida) -> Result<()> {
    let RecuperacaoPedida { recuperacao_id, usuario_id } = evento;
    let pessoa = pessoa(tx, usuario_id).await?;
    let assunto = "Redefina sua senha".to_owned();
    let dados = Dados::Recuperacao(Recuperacao {
        recuperacao_id: recuperacao_id.into(),
        valido_minutos: senha::VALIDADE.num_minutes(),
    });
    let email = Mensagem::automatica(assunto, &dados)?;
    let aviso = Aviso {
        causa: format!("recuperacao.pedida:{recuperacao_id}"),
        nucleo: pessoa.nucleo_id,
        preferencia: None,
        titulo: "Redefinição de senha".to_owned(),
        corpo: "Alguém pediu uma nova senha para a sua conta.".to_owned(),
        url: "/".to_owned(),
        email: Some(email),
        canais: vec![(Canal::Email, Publico::Pessoas(vec![usuario_id]))],
    };
    avisar(tx, &aviso).await
}
