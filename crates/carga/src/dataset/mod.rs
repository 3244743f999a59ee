//! The data that is measured on: made once per engine, through the same services that people use,
//! and copied for every server.

mod names;

use base::address::Proxies;
use base::clock::Clock;
use base::db::{Db, NucleoTx};
use base::id::{NucleoId, UsuarioId};
use base::scope::Cargo;
use base::token::Tokens;
use base::{App, Operator, Result};
use chrono::Duration;
use futures::future::try_join_all;
use nucleo::areas::economia::Origem;
use nucleo::areas::economia::service::{self as economia, Movimento};
use nucleo::areas::membros::service::{self as membros, Procedencia};
use nucleo::areas::membros::{DadosPessoais, Endereco, NovaPessoa, Status};
use nucleo::areas::nucleos::NovoNucleo;
use nucleo::areas::nucleos::service::{self as nucleos, Nucleo};
use nucleo::areas::{competencias, sessoes};

pub use names::BUSCAS;

pub const SENHA: &str = "Nucleo2026";
const ESTADOS: [&str; 5] = ["SP", "RJ", "MG", "BA", "RS"];
/// Of each nucleo: members who log in. Their statements fill more than one page.
const CALLERS: usize = 20;
const TRANSACTIONS_OF_A_CALLER: usize = 50;
/// How many people one transaction of the database makes: few enough that the other nucleos do not
/// wait long for SQLite's one writer, many enough that commits do not count.
const BATCH: usize = 100;
/// How far back the past goes, in days.
const PAST: i64 = 360;

#[derive(Clone, Copy)]
pub struct Size {
    pub members: usize,
    pub transactions: usize,
}

/// Who is in the data set, nucleo by nucleo.
pub struct People(pub Vec<Community>);

pub struct Community {
    pub nucleo: NucleoId,
    pub coordenador: Person,
    pub administrador: Person,
    pub callers: Vec<Person>,
    /// Everybody, the above included.
    pub members: Vec<UsuarioId>,
}

#[derive(Clone)]
pub struct Person {
    pub id: UsuarioId,
    pub email: String,
}

/// Fills an empty database.
pub async fn create(url: &str, size: Size) -> Result<People> {
    let db = Db::open(url).await?;
    db.migrate().await?;
    let tokens = Tokens::new(b"nobody logs in while the data set is made");
    let (app, operator) = App::new(db, Clock::system(), tokens, Proxies::default());
    let hash = operator.passwords().hash(SENHA.to_owned()).await?;
    let author = Author { operator, hash, size };
    let people = author.write().await;
    app.close().await;
    people
}

struct Author {
    operator: Operator,
    /// Of the one password that all have: hashing ten thousand would take minutes.
    hash: String,
    size: Size,
}

impl Author {
    async fn write(&self) -> Result<People> {
        let seed = async |tx: &mut NucleoTx| competencias::service::semear(&mut tx.shared()).await;
        self.operator.write(seed).await?;
        // Together: PostgreSQL works on several at once.
        let nucleos = ESTADOS.iter().enumerate().map(|(index, estado)| self.nucleo(index, estado));
        Ok(People(try_join_all(nucleos).await?))
    }

    async fn nucleo(&self, index: usize, estado: &str) -> Result<Community> {
        let novo = novo_nucleo(estado);
        let founded = async |tx: &mut NucleoTx| {
            self.travel(tx, PAST);
            nucleos::criar(tx, None, &novo).await
        };
        let nucleo = self.operator.write(founded).await?;
        self.populate(index, &nucleo).await
    }

    async fn populate(&self, index: usize, nucleo: &Nucleo) -> Result<Community> {
        let count = self.size.members / ESTADOS.len();
        let first = index * count;
        let mut members = Vec::with_capacity(count);
        while members.len() < count {
            let begin = members.len();
            let end = (begin + BATCH).min(count);
            let batch = async |tx: &mut NucleoTx| {
                self.operator.enter(tx, nucleo.id).await?;
                let mut made = Vec::with_capacity(BATCH);
                for number in begin..end {
                    made.push(self.member(tx, nucleo, first, number).await?);
                }
                Ok(made)
            };
            members.extend(self.operator.write(batch).await?);
        }
        let person = |number: usize| {
            let id = *members.get(number).ok_or(base::error::ERRO_INTERNO)?;
            Result::Ok(Person { id, email: email(first + number) })
        };
        Ok(Community {
            nucleo: nucleo.id,
            coordenador: person(0)?,
            administrador: person(1)?,
            callers: (2..2 + CALLERS).map(person).collect::<Result<_>>()?,
            members,
        })
    }

    async fn member(
        &self,
        tx: &mut NucleoTx,
        nucleo: &Nucleo,
        first: usize,
        number: usize,
    ) -> Result<UsuarioId> {
        self.travel(tx, PAST);
        let pessoa = pessoa(first + number, cargo(number), &nucleo.estado);
        let procedencia = Procedencia { slug: &nucleo.slug, estado: &nucleo.estado };
        let (id, _) = membros::cadastrar(tx, &pessoa, procedencia).await?;
        sessoes::service::definir_senha(tx, id, &self.hash).await?;
        let count = self.transactions_of(number);
        for step in 0..count {
            self.travel(tx, PAST - PAST * (step + 1) as i64 / (count + 1) as i64);
            self.transaction(tx, id, step).await?;
        }
        Ok(id)
    }

    /// Three credits of various causes, then a debit that they cover.
    async fn transaction(&self, tx: &mut NucleoTx, usuario: UsuarioId, step: usize) -> Result<()> {
        let valor = 20 + (step % 9) as i64;
        let movimento = |origem, valor, descricao| Movimento {
            usuario,
            origem,
            valor,
            descricao,
            referencia: None,
        };
        match step % 4 {
            0 => economia::creditar(tx, movimento(Origem::Evento, valor, "Presença em evento")),
            1 => economia::creditar(tx, movimento(Origem::Tarefa, valor, "Tarefa concluída")),
            2 => economia::creditar(tx, movimento(Origem::Manual, valor, "Ajuste manual")),
            _ => return debit(tx, movimento(Origem::Loja, valor, "Resgate na loja")).await,
        }
        .await?;
        Ok(())
    }

    /// Callers have many; the others share the rest evenly, which comes out exact.
    fn transactions_of(&self, number: usize) -> usize {
        if (2..2 + CALLERS).contains(&number) {
            return TRANSACTIONS_OF_A_CALLER;
        }
        let nucleos = ESTADOS.len();
        let others = (self.size.members / nucleos).saturating_sub(CALLERS).max(1);
        let left =
            (self.size.transactions / nucleos).saturating_sub(CALLERS * TRANSACTIONS_OF_A_CALLER);
        let rank = if number < 2 { number } else { number - CALLERS };
        (rank + 1) * left / others - rank * left / others
    }

    fn travel(&self, tx: &mut NucleoTx, days_ago: i64) {
        self.operator.travel(tx, self.operator.now() - Duration::days(days_ago));
    }
}

async fn debit(tx: &mut NucleoTx, movimento: Movimento<'_>) -> Result<()> {
    economia::debitar(tx, movimento).await?;
    Ok(())
}

fn cargo(number: usize) -> Cargo {
    match number {
        0 => Cargo::Coordenador,
        1 => Cargo::Administrador,
        _ => Cargo::Membro,
    }
}

fn email(serial: usize) -> String {
    format!("pessoa{serial}@carga.nucleo.local")
}

fn pessoa(serial: usize, cargo: Cargo, estado: &str) -> NovaPessoa {
    NovaPessoa {
        nome: names::nome(serial),
        email: email(serial),
        cpf: Some(format!("{:03}.{:03}.700-{:02}", serial / 1000, serial % 1000, serial % 100)),
        dados: DadosPessoais {
            telefone: Some(format!("(11) 9{:04}-{:04}", serial / 10, serial % 10_000)),
            data_nascimento: Some(format!("{}-06-{:02}", 1955 + serial % 50, 1 + serial % 28)),
            endereco: Endereco {
                cidade: Some("Capital".to_owned()),
                estado: Some(estado.to_owned()),
                ..Endereco::default()
            },
        },
        indicado_por: None,
        consentimento: None,
        status: Status::Ativo,
        cargo,
    }
}

fn novo_nucleo(estado: &str) -> NovoNucleo {
    NovoNucleo {
        nome: format!("Núcleo {estado}"),
        estado: estado.to_owned(),
        slug: format!("carga-{}", estado.to_lowercase()),
        dominio: None,
        logo_url: None,
        cor_primaria: "#1F6F5C".to_owned(),
        cor_secundaria: "#F2B544".to_owned(),
        nome_moeda: "Moeda".to_owned(),
        sigla_moeda: "MOE".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_finds_a_full_page_in_every_nucleo() {
        for nucleo in 0..5 {
            for busca in BUSCAS {
                let nomes = (nucleo * 2000..(nucleo + 1) * 2000).map(names::nome);
                let normal = nomes.map(|nome| base::text::normalized(&nome));
                let found = normal.filter(|nome| nome.contains(busca)).count();
                assert!((20..500).contains(&found), "{busca} finds {found}");
            }
        }
    }
}
