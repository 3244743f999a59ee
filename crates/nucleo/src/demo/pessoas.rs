//! The people of the demonstration: names, addresses and a little history.

use base::Result;
use base::id::UsuarioId;
use base::scope::Cargo;

use super::{LOGINS, Story};
use crate::areas::competencias::{self, Declarada, Nivel};
use crate::areas::economia::Origem;
use crate::areas::economia::service::{self as economia, Movimento};
use crate::areas::membros::service::{self as membros, Procedencia};
use crate::areas::membros::{DadosPessoais, Endereco, MudancaDeDados, NovaPessoa, Status};
use crate::areas::nucleos::service::Nucleo;
use crate::areas::{sessoes, super_admins};
use crate::errors::USUARIO_NAO_ENCONTRADO;

#[rustfmt::skip]
const NOMES: [&str; 40] = [
    "Ana", "João", "Maria", "José", "Antônia", "Francisco", "Luíza", "Paulo", "Beatriz", "Carlos",
    "Conceição", "Álvaro", "Júlia", "Rui", "Débora", "Caio", "Íris", "Otávio", "Sônia", "Tomé",
    "Márcia", "Vinícius", "Zélia", "Estêvão", "Lívia", "Gonçalo", "Raquel", "Inácio", "Cecília", "Davi",
    "Noêmia", "Murilo", "Valquíria", "Heitor", "Jandira", "Ubiratan", "Quitéria", "Wagner", "Yara", "Éder",
];
#[rustfmt::skip]
const SOBRENOMES: [&str; 37] = [
    "Silva", "Souza", "Araújo", "Conceição", "Gonçalves", "Lima", "Ramos", "Assunção", "Pereira", "Falcão",
    "Nóbrega", "Batista", "Cardoso", "Magalhães", "Teixeira", "Brandão", "Moraes", "Sá", "Figueirêdo", "Paixão",
    "Guimarães", "Nascimento", "Tavares", "Xavier", "Benício", "Camargo", "Dornelles", "Évora", "Freitas", "Holanda",
    "Jordão", "Kubota", "Leitão", "Mourão", "Nakamura", "Ogawa", "Pataxó",
];
const CIDADES: [(&str, &[&str]); 2] = [
    ("SP", &["São Paulo", "Campinas", "Santos", "Guarulhos", "Ribeirão Preto", "Sorocaba"]),
    ("RJ", &["Rio de Janeiro", "Niterói", "Petrópolis", "Volta Redonda", "Cabo Frio"]),
];

pub struct Pessoa {
    nome: String,
    email: String,
    cpf: String,
    dados: DadosPessoais,
    pub cargo: Cargo,
    pub status: Status,
    pub indicado_por: Option<UsuarioId>,
    number: usize,
}

impl Pessoa {
    pub fn of_team(nucleo: &Nucleo, number: usize, email: &str, cargo: Cargo) -> Self {
        Self { email: email.to_owned(), cargo, ..Self::numbered(nucleo, 900 + number) }
    }

    /// Most are active members; a few hold a cargo, have left or are suspended.
    pub fn of_crowd(nucleo: &Nucleo, number: usize) -> Self {
        let (cargo, status) = match number % 40 {
            7 => (Cargo::LiderProjeto, Status::Ativo),
            13 => (Cargo::PortaVoz, Status::Ativo),
            19 => (Cargo::Membro, Status::Inativo),
            31 => (Cargo::Membro, Status::Suspenso),
            _ => (Cargo::Membro, Status::Ativo),
        };
        Self { cargo, status, ..Self::numbered(nucleo, number) }
    }

    fn numbered(nucleo: &Nucleo, number: usize) -> Self {
        let nome = format!(
            "{} {} {}",
            pick(&NOMES, number * 7),
            pick(&SOBRENOMES, number * 11),
            pick(&SOBRENOMES, number * 5 + 3)
        );
        let uf = nucleo.estado.as_str();
        let offset = if uf == "SP" { 0 } else { 5000 };
        let serial = number + offset;
        Self {
            email: format!("pessoa{serial}@demo.nucleo.local"),
            cpf: format!(
                "{:03}.{:03}.{:03}-{:02}",
                100 + serial / 1000,
                serial % 1000,
                700,
                serial % 100
            ),
            dados: DadosPessoais {
                telefone: Some(format!("(11) 9{:04}-{:04}", 5000 + number, 1000 + number)),
                data_nascimento: Some(format!(
                    "{}-{:02}-{:02}",
                    1955 + number % 50,
                    1 + number % 12,
                    1 + number % 28
                )),
                endereco: endereco(uf, number),
            },
            nome,
            cargo: Cargo::Membro,
            status: Status::Ativo,
            indicado_por: None,
            number,
        }
    }
}

fn pick<'a>(list: &[&'a str], number: usize) -> &'a str {
    list.get(number % list.len()).copied().unwrap_or_default()
}

fn endereco(uf: &str, number: usize) -> Endereco {
    let cidades =
        CIDADES.iter().find(|(estado, _)| *estado == uf).map_or(&[][..], |(_, list)| list);
    Endereco {
        cep: Some(format!("{:05}-{:03}", 1000 + number, number % 1000)),
        rua: Some(format!("Rua {}", pick(&SOBRENOMES, number))),
        numero: Some((number + 1).to_string()),
        complemento: None,
        bairro: Some("Centro".to_owned()),
        cidade: cidades.get(number % cidades.len().max(1)).map(|cidade| (*cidade).to_owned()),
        estado: Some(uf.to_owned()),
    }
}

pub async fn create(story: &mut Story<'_>, nucleo: &Nucleo, pessoa: &Pessoa) -> Result<UsuarioId> {
    let nova = NovaPessoa {
        nome: pessoa.nome.clone(),
        email: pessoa.email.clone(),
        cpf: Some(pessoa.cpf.clone()),
        dados: pessoa.dados.clone(),
        indicado_por: pessoa.indicado_por.map(|id| (id, Some(nucleo.id))),
        consentimento: None,
        status: pessoa.status,
        cargo: pessoa.cargo,
    };
    let procedencia = Procedencia { slug: &nucleo.slug, estado: &nucleo.estado };
    let (id, _) = membros::cadastrar(story.tx, &nova, procedencia).await?;
    sessoes::service::definir_senha(story.tx, id, story.hash).await?;
    competencias::service::declarar(story.tx, id, &skills(pessoa.number)).await?;
    Ok(id)
}

/// The first ones have a picture of themselves; the team is among them.
pub async fn show_faces(
    story: &mut Story<'_>,
    people: &[(UsuarioId, Cargo)],
    rostos: &[String],
) -> Result<()> {
    for ((id, _), rosto) in people.iter().zip(rostos) {
        let mudanca =
            MudancaDeDados { foto_url: Some(Some(rosto.clone())), ..MudancaDeDados::default() };
        membros::alterar_dados(story.tx, *id, &mudanca).await?;
    }
    Ok(())
}

/// None to three of the catalogue, at various levels.
fn skills(number: usize) -> Vec<Declarada> {
    let known = competencias::rules::catalogo().flat_map(|entry| entry.micros);
    let chosen = known.skip(number % 35).step_by(4).take(number % 4).map(|(id, _)| id);
    let niveis = Nivel::ALL.iter().copied().cycle().skip(number % 3);
    let declarada = |(posicao, (micro, nivel))| Declarada { micro, nivel, posicao };
    chosen.zip(niveis).enumerate().map(declarada).collect()
}

pub async fn create_super_admin(story: &mut Story<'_>) -> Result<UsuarioId> {
    let login = LOGINS.iter().find(|(.., cargo)| *cargo == Cargo::SuperAdmin);
    let (email, ..) = login.ok_or(USUARIO_NAO_ENCONTRADO)?;
    let nova = NovaPessoa {
        nome: "Helena Prado".to_owned(),
        email: (*email).to_owned(),
        cpf: Some("999.999.999-99".to_owned()),
        dados: DadosPessoais::default(),
        indicado_por: None,
        consentimento: None,
        status: Status::Ativo,
        cargo: Cargo::SuperAdmin,
    };
    let super_admin = super_admins::service::criar(story.tx, None, &nova, story.hash).await?;
    Ok(super_admin.id)
}

pub async fn welcome_gift(story: &mut Story<'_>, id: UsuarioId) -> Result<()> {
    let movimento = Movimento {
        usuario: id,
        origem: Origem::Manual,
        valor: 500,
        descricao: "Fundação do núcleo",
        referencia: None,
    };
    economia::creditar(story.tx, movimento).await?;
    Ok(())
}

pub async fn pay_sponsor(story: &mut Story<'_>, pessoa: &Pessoa, id: UsuarioId) -> Result<()> {
    match pessoa.indicado_por {
        Some(sponsor) => economia::creditar_indicacao(story.tx, sponsor, id).await,
        None => Ok(()),
    }
}

pub async fn approve(
    story: &mut Story<'_>,
    (coord, cargo): (UsuarioId, Cargo),
    id: UsuarioId,
) -> Result<()> {
    let caller = story.operator.acting_as(coord, cargo);
    membros::aprovar(story.tx, &caller, id).await
}
