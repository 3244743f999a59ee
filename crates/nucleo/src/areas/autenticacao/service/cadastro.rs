use base::Result;
use base::error::ERRO_INTERNO;
use base::id::{NucleoId, UsuarioId};
use base::scope::PublicScope;
use base::validation::Field;

use super::super::rules::{Cadastro, CadastroInput, Contexto};
use super::super::store;
use crate::areas::membros::service::Procedencia;
use crate::areas::nucleos::service::{Nucleo, Pistas};
use crate::areas::{competencias, membros, nucleos, sessoes};

type Indicador = (UsuarioId, Option<NucleoId>);

/// Somebody who now waits for approval.
pub struct Cadastrado {
    pub id: UsuarioId,
    pub nome: String,
    pub email: String,
    pub codigo_referral: String,
}

/// `headers` are `Origin` and `Host`, which may name the nucleo.
pub async fn cadastrar(
    scope: &PublicScope,
    input: CadastroInput,
    headers: Vec<String>,
) -> Result<Cadastrado> {
    let indicador = indicador(scope, &input).await?;
    let nucleo = escolher_nucleo(scope, &input, headers, indicador).await?;
    let contexto = Contexto {
        ha_nucleo: nucleo.is_some(),
        indicado_por: indicador,
        address: scope.address(),
        agora: scope.now(),
    };
    let Cadastro { pessoa, senha, competencias } = Cadastro::parse(input, contexto)?;
    let nucleo = nucleo.ok_or(ERRO_INTERNO)?;
    let hash = scope.passwords().hash(senha.reveal()).await?;

    let door = scope.at_the_door_of(nucleo.id);
    let (id, codigo_referral) = door
        .write(async |tx| {
            let procedencia = Procedencia { slug: &nucleo.slug, estado: &nucleo.estado };
            let (id, codigo) = membros::service::cadastrar(tx, &pessoa, procedencia).await?;
            sessoes::service::definir_senha(tx, id, &hash).await?;
            competencias::service::declarar(tx, id, &competencias).await?;
            Ok((id, codigo))
        })
        .await?;
    Ok(Cadastrado { id, nome: pessoa.nome, email: pessoa.email, codigo_referral })
}

/// Whoever owns the code, in whichever nucleo. An unknown code costs nobody their sign-up.
async fn indicador(scope: &PublicScope, input: &CadastroInput) -> Result<Option<Indicador>> {
    let Field::Value(codigo) = &input.codigo_referral else { return Ok(None) };
    scope.find_person(store::DONO_DO_CODIGO, (codigo.trim().to_uppercase(),)).await
}

async fn escolher_nucleo(
    scope: &PublicScope,
    input: &CadastroInput,
    headers: Vec<String>,
    indicador: Option<Indicador>,
) -> Result<Option<Nucleo>> {
    let text = |field: &Field<String>| match field {
        Field::Value(text) if !text.trim().is_empty() => Some(text.trim().to_owned()),
        _ => None,
    };
    let pistas = Pistas {
        nucleo: match input.nucleo_id {
            Field::Value(id) => Some(id),
            _ => None,
        },
        slug: text(&input.nucleo_slug),
        headers,
        nucleo_do_indicador: indicador.and_then(|(_, nucleo)| nucleo),
        estado: match &input.endereco {
            Field::Value(endereco) => text(&endereco.estado),
            _ => None,
        },
    };
    scope.read(async |tx| nucleos::service::escolher(tx, &pistas).await).await
}
