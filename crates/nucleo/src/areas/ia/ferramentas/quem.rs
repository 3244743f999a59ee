//! Whom does a name mean? One person, nobody, or several: then it is asked back, never guessed.

use base::db::NucleoTx;
use base::id::UsuarioId;
use base::{Result, Uuid, text};

use super::frases::{citado, quantos};
use super::{Duvida, Feito};
use crate::areas::membros::service::{self as membros, Cartao};

/// Whom the person has just picked from those of one name, if they have.
pub type Dica = Option<UsuarioId>;

/// How many people with a name are looked at.
const MAX_ACHADOS: i64 = 50;
const MAX_OPCOES: usize = 6;

/// The one person whom a name or an id means, or what to say instead.
pub async fn pessoa(tx: &mut NucleoTx, dica: Dica, dito: &str) -> Result<Result<Cartao, Feito>> {
    let mut achadas = achar(tx, dito).await?;
    if achadas.iter().any(|pessoa| Some(pessoa.id) == dica) {
        achadas.retain(|pessoa| Some(pessoa.id) == dica);
    }
    Ok(match achadas.len() {
        0 => Err(ninguem(dito)),
        1 => achadas.pop().ok_or_else(|| ninguem(dito)),
        _ => Err(qual(dito, &achadas)),
    })
}

fn ninguem(dito: &str) -> Feito {
    let dito = citado(dito, 80);
    Feito::Recusou(format!("Não encontrei ninguém chamado “{dito}” neste núcleo."))
}

fn qual(dito: &str, achadas: &[Cartao]) -> Feito {
    let quantas = match achadas.len() as i64 >= MAX_ACHADOS {
        true => format!("pelo menos {MAX_ACHADOS} pessoas"),
        false => quantos(achadas.len() as i64, "pessoa", "pessoas"),
    };
    let dito = citado(dito, 80);
    Feito::Duvidou(Duvida {
        pergunta: format!("Encontrei {quantas} para “{dito}”. Qual delas?"),
        opcoes: achadas.iter().take(MAX_OPCOES).map(|pessoa| rotulo(pessoa, achadas)).collect(),
        significam: achadas.iter().map(|pessoa| (pessoa.id, pessoa.nome.clone())).collect(),
        pessoas: achadas.iter().map(|pessoa| pessoa.id).collect(),
    })
}

/// The name, with as much beside it as tells two of one name apart.
fn rotulo(pessoa: &Cartao, todas: &[Cartao]) -> String {
    let mesma = |outra: &&Cartao| text::normalized(&outra.nome) == text::normalized(&pessoa.nome);
    let chamadas_assim: Vec<_> = todas.iter().filter(mesma).collect();
    if chamadas_assim.len() < 2 {
        return pessoa.nome.clone();
    }
    let na_cidade = chamadas_assim.iter().filter(|outra| outra.cidade == pessoa.cidade).count();
    match &pessoa.cidade {
        Some(cidade) if na_cidade == 1 => format!("{} ({cidade})", pessoa.nome),
        _ => format!("{} ({})", pessoa.nome, sufixo(pessoa)),
    }
}

/// The last characters of the id: no two people of a nucleo are likely to share them.
fn sufixo(pessoa: &Cartao) -> String {
    let id = Uuid::from(pessoa.id).simple().to_string();
    id.chars().skip(24).collect()
}

async fn achar(tx: &mut NucleoTx, dito: &str) -> Result<Vec<Cartao>> {
    let dito = dito.trim();
    if let Ok(id) = Uuid::parse_str(dito) {
        return membros::cartoes_de(tx, &[id.into()]).await;
    }
    let (nome, marca) = match dito.strip_suffix(')').and_then(|inicio| inicio.rsplit_once(" (")) {
        Some((nome, marca)) => (nome, Some(text::normalized(marca))),
        None => (dito, None),
    };
    let nome = text::normalized(nome);
    let mut achadas = membros::procurar(tx, &nome, MAX_ACHADOS).await?;
    if achadas.is_empty() {
        achadas = com_todas_as_palavras(tx, &nome).await?;
    }
    if let Some(marca) = marca {
        achadas.retain(|pessoa| {
            let cidade = pessoa.cidade.as_deref().map(text::normalized);
            cidade.as_ref() == Some(&marca) || sufixo(pessoa) == marca
        });
    }
    Ok(preferir(achadas, &nome))
}

/// "Ana Souza" is also Ana Maria Souza.
async fn com_todas_as_palavras(tx: &mut NucleoTx, nome: &str) -> Result<Vec<Cartao>> {
    let palavras: Vec<&str> = nome.split(' ').collect();
    let [primeira, _, ..] = palavras.as_slice() else { return Ok(Vec::new()) };
    let mut achadas = membros::procurar(tx, primeira, MAX_ACHADOS * 4).await?;
    achadas.retain(|pessoa| {
        let inteiro = text::normalized(&pessoa.nome);
        palavras.iter().all(|palavra| inteiro.split(' ').any(|parte| parte == *palavra))
    });
    Ok(achadas)
}

/// Whoever is called exactly so; else those with these very words; else all.
fn preferir(achadas: Vec<Cartao>, nome: &str) -> Vec<Cartao> {
    let exatas: Vec<Cartao> =
        achadas.iter().filter(|pessoa| text::normalized(&pessoa.nome) == nome).cloned().collect();
    if !exatas.is_empty() {
        return exatas;
    }
    let inteiras: Vec<Cartao> = achadas
        .iter()
        .filter(|pessoa| {
            let inteiro = text::normalized(&pessoa.nome);
            nome.split(' ').all(|palavra| inteiro.split(' ').any(|parte| parte == palavra))
        })
        .cloned()
        .collect();
    if inteiras.is_empty() { achadas } else { inteiras }
}
