use base::db::NucleoTx;
use base::error::ERRO_INTERNO;
use base::page::Page;
use base::scope::{Caller, PublicScope};
use base::validation::{Field, FieldErrors};
use base::{Error, Result, Uuid};
use serde_json::{Map, Value, json};

use super::exemplos;
use super::marca::Marca;
use super::modelos::{self, Conteudo, Pedido};
use super::rules::{Destino, EmailManual, Texto};
use super::{EnderecoEsquecido, Filtro, Pasta, descadastro, store};
use crate::areas::auditoria::{self, Acao, Registro, TipoAlvo};
use crate::areas::entregas::dados::{Dados, Manual};
use crate::areas::entregas::{self, Aviso, Canal, Mensagem, Preferencia, Publico, TipoDeEmail};
use crate::areas::membros::MudancaDePreferencias;
use crate::areas::membros::service as membros;
use crate::areas::nucleos;
use crate::errors::TOKEN_INVALIDO;

pub use super::store::Log;

pub async fn listar(tx: &mut NucleoTx, filtro: &Filtro, page: Page) -> Result<(i64, Vec<Log>)> {
    Ok((store::count(tx, filtro).await?, store::list(tx, filtro, page).await?))
}

/// Has what somebody wrote sent, and says to how many. Without a nucleo it is national.
pub async fn enviar(tx: &mut NucleoTx, caller: &Caller, email: EmailManual) -> Result<i64> {
    let EmailManual { texto, destino } = email;
    let (publico, destinatarios) = match destino {
        Destino::Enderecos(enderecos) => {
            let quantos = i64::try_from(enderecos.len()).unwrap_or(i64::MAX);
            (Publico::Enderecos(enderecos), quantos)
        }
        Destino::Segmento(segmento) => {
            let mut erros = FieldErrors::default();
            membros::conferir_segmento(tx, &mut erros, "segmento", &segmento).await?;
            erros.finish(Some(()))?;
            let quantos = entregas::service::contar_segmento(tx, &segmento).await?;
            (Publico::Segmento(segmento), quantos)
        }
    };
    if destinatarios == 0 {
        return Ok(0);
    }
    let (id, nucleo): (Uuid, _) = (tx.new_id(), tx.nucleo().ok());
    let detalhes = match &publico {
        Publico::Segmento(segmento) => {
            json!({"destinatarios": destinatarios, "segmento": segmento})
        }
        _ => json!({ "destinatarios": destinatarios }),
    };
    let acoes: &[Acao] = match nucleo {
        Some(_) => &[Acao::EmailManual],
        None => &[Acao::EmailManual, Acao::ConteudoNacional],
    };
    for acao in acoes {
        let alvo = (TipoAlvo::Email, id);
        let registro = Registro { acao: *acao, nucleo, alvo, detalhes: detalhes.clone() };
        auditoria::registrar(tx, Some(caller), registro).await?;
    }
    let mensagem = Mensagem::manual(texto.assunto.clone(), texto.html, caller.id)?;
    let aviso = Aviso {
        causa: format!("email.manual:{id}"),
        nucleo,
        preferencia: None,
        titulo: texto.assunto,
        corpo: String::new(),
        url: "/".to_owned(),
        email: Some(mensagem),
        canais: vec![(Canal::Email, publico)],
    };
    entregas::service::avisar(tx, &aviso).await?;
    Ok(destinatarios)
}

/// How messages look that are sent from where the caller stands.
pub async fn marca(tx: &mut NucleoTx, public_url: &str) -> Result<Marca> {
    match tx.nucleo() {
        Ok(id) => {
            let nucleo = nucleos::service::obter(&mut tx.shared(), id).await?;
            Ok(Marca::de(&nucleo, public_url))
        }
        Err(_) => Ok(Marca::nacional()),
    }
}

/// What the recipients of a text would see.
pub fn previa(marca: &Marca, texto: Texto, public_url: &str) -> Result<String> {
    let dados = Dados::Manual(Manual { html: texto.html });
    mostrar(marca, &texto.assunto, &dados, None, public_url)
}

/// What a type looks like, filled with an example.
pub fn exemplo(marca: &Marca, tipo: TipoDeEmail, public_url: &str) -> Result<String> {
    let dados = exemplos::exemplo(tipo);
    mostrar(marca, nome_do_modelo(tipo), &dados, Some("Ana Souza"), public_url)
}

fn mostrar(
    marca: &Marca,
    assunto: &str,
    dados: &Dados,
    nome_usuario: Option<&str>,
    public_url: &str,
) -> Result<String> {
    let pedido = Pedido {
        assunto,
        conteudo: &Conteudo::new(dados, public_url),
        marca,
        nacional: false,
        nome_usuario,
        url: "/",
        link: Some(public_url),
        descadastro: None,
        public_url,
    };
    Ok(modelos::preencher(&pedido)?.html)
}

pub fn nome_do_modelo(tipo: TipoDeEmail) -> &'static str {
    match tipo {
        TipoDeEmail::Aprovacao => "Cadastro aprovado",
        TipoDeEmail::Rejeicao => "Cadastro não aprovado",
        TipoDeEmail::Recuperacao => "Senha nova",
        TipoDeEmail::Comunicado => "Comunicado",
        TipoDeEmail::Enquete => "Enquete",
        TipoDeEmail::Convite => "Convite para projeto",
        TipoDeEmail::Tarefa => "Tarefa",
        TipoDeEmail::Evento => "Evento",
        TipoDeEmail::Conquista => "Conquista",
        TipoDeEmail::Pagamento => "Pagamento recebido",
        TipoDeEmail::PagamentoAtrasado => "Pagamento em atraso",
        TipoDeEmail::Manual => "E-mail livre",
    }
}

/// What a link out of an e-mail turns off; changes nothing.
pub fn conferir_descadastro(scope: &PublicScope, token: &str) -> Result<Preferencia> {
    let (_, preferencia) = descadastro::conferir(scope.tokens(), token).ok_or(TOKEN_INVALIDO)?;
    Ok(preferencia)
}

/// Turns it off. As often as the link is used, since it stays in the mailbox.
pub async fn descadastrar(scope: &PublicScope, token: &str) -> Result<Preferencia> {
    let (usuario, preferencia) =
        descadastro::conferir(scope.tokens(), token).ok_or(TOKEN_INVALIDO)?;
    let pessoa = scope.identify(store::DONO_DO_LINK, (usuario,)).await?.ok_or(TOKEN_INVALIDO)?;
    let chave = descadastro::chave(preferencia).to_owned();
    let mudanca = Map::from_iter([(chave, Value::Bool(false))]);
    let mudanca = MudancaDePreferencias::parse(Field::Value(mudanca))
        .map_err(|erros| Error::from(ERRO_INTERNO).because(Error::from(erros)))?;
    pessoa.write(async |tx| membros::alterar_preferencias(tx, pessoa.id(), &mudanca).await).await?;
    Ok(preferencia)
}

/// Has an address forgotten everywhere, for somebody whose account is being removed.
pub async fn esquecer(tx: &mut NucleoTx, endereco: Option<String>) -> Result<()> {
    match endereco {
        Some(endereco) => tx.publish_nationally(&EnderecoEsquecido { endereco }).await,
        None => Ok(()),
    }
}

/// Takes an address out of the log, what is on its way to it, and what was written to it where
/// messages stay. Over every nucleo.
pub async fn apagar(
    tx: &mut NucleoTx,
    evento: EnderecoEsquecido,
    pasta: Option<Pasta>,
) -> Result<()> {
    if let Some(pasta) = pasta {
        pasta.esquecer(&evento.endereco).await?;
    }
    store::erase_destinatario(tx, &evento.endereco).await?;
    entregas::service::esquecer_endereco(tx, &evento.endereco).await
}
