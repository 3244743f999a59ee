//! What people are told about their own standing.

use base::db::NucleoTx;
use base::id::{NucleoId, UsuarioId};
use base::scope::Cargo;
use base::{Result, Uuid};
use serde_json::Value;

use crate::areas::auditoria::Acao;
use crate::areas::economia::RegraDaMoedaAlterada;
use crate::areas::entregas::service::avisar;
use crate::areas::entregas::{Aviso, Canal, Publico};
use crate::areas::membros::service::pessoa;
use crate::areas::membros::{CargoAlterado, Segmento, Status, StatusAlterado};

pub async fn cargo_alterado(tx: &mut NucleoTx, evento: CargoAlterado) -> Result<()> {
    let pessoa = pessoa(tx, evento.usuario_id).await?;
    let corpo = format!("A partir de agora você é {} do núcleo.", por_extenso(evento.para));
    let titulo = "Seu cargo mudou".to_owned();
    na_conta(tx, pessoa.nucleo_id, evento.usuario_id, titulo, corpo).await
}

/// Only somebody who is active can read it: whoever comes back.
pub async fn status_alterado(tx: &mut NucleoTx, evento: StatusAlterado) -> Result<()> {
    if evento.para != Status::Ativo || evento.primeira_vez {
        return Ok(());
    }
    let pessoa = pessoa(tx, evento.usuario_id).await?;
    let corpo = "Sua conta está ativa de novo.".to_owned();
    na_conta(tx, pessoa.nucleo_id, evento.usuario_id, "Bom ter você de volta".to_owned(), corpo)
        .await
}

async fn na_conta(
    tx: &mut NucleoTx,
    nucleo: Option<NucleoId>,
    usuario: UsuarioId,
    titulo: String,
    corpo: String,
) -> Result<()> {
    // An event is delivered once, so each is a cause of its own.
    let causa: Uuid = tx.new_id();
    let canais = vec![
        (Canal::App, Publico::Pessoas(vec![usuario])),
        (Canal::Push, Publico::Pessoas(vec![usuario])),
    ];
    let aviso = Aviso {
        causa: format!("conta:{causa}"),
        nucleo,
        preferencia: None,
        titulo,
        corpo,
        url: "/perfil".to_owned(),
        email: None,
        canais,
    };
    avisar(tx, &aviso).await
}

/// The coordination answers for the currency, so it hears of other rules.
pub async fn regra_da_moeda_alterada(
    tx: &mut NucleoTx,
    evento: RegraDaMoedaAlterada,
) -> Result<()> {
    let causa: Uuid = tx.new_id();
    let gestao = Segmento::de_cargos(&[Cargo::Coordenador, Cargo::Administrador]);
    let aviso = Aviso {
        causa: format!("moeda:{causa}"),
        nucleo: Some(tx.nucleo()?),
        preferencia: None,
        titulo: "As regras da moeda mudaram".to_owned(),
        corpo: regra_por_extenso(&evento),
        url: "/economia".to_owned(),
        email: None,
        canais: vec![(Canal::App, Publico::Segmento(gestao))],
    };
    avisar(tx, &aviso).await
}

fn regra_por_extenso(evento: &RegraDaMoedaAlterada) -> String {
    let quanto = |lado: &str| match evento.detalhes.get(lado).and_then(Value::as_f64) {
        Some(numero) => numero.to_string().replace('.', ","),
        None => "sem limite".to_owned(),
    };
    let (de, para) = (quanto("de"), quanto("para"));
    match evento.regra == Acao::TetoAlterado.as_str() {
        true => format!("O teto mensal passou de {de} para {para}."),
        false => format!("O multiplicador passou de {de} para {para}."),
    }
}

fn por_extenso(cargo: Cargo) -> &'static str {
    match cargo {
        Cargo::Membro => "membro",
        Cargo::LiderProjeto => "líder de projeto",
        Cargo::PortaVoz => "porta-voz",
        Cargo::Coordenador => "da coordenação",
        Cargo::Administrador => "da administração",
        Cargo::SuperAdmin => "super admin",
    }
}
