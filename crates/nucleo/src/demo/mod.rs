//! Demonstration data: enough for every page to show something. Loaded once, into an empty
//! database, through the same services that people use.

mod assinaturas;
mod comunicados;
mod conquistas;
mod enquetes;
mod eventos;
mod financeiro;
mod ia;
mod imagens;
mod loja;
mod moeda;
mod nucleos;
mod pessoas;
mod porta_vozes;
mod projetos;

use base::db::NucleoTx;
use base::page::Page;
use base::scope::Cargo;
use base::{Operator, Result};
use chrono::Duration;
use enquetes::Eleitor;
use imagens::Imagens;
use pessoas::Pessoa;

use crate::areas::arquivos::service::Arquivos;
use crate::areas::membros::Status;
use crate::areas::nucleos::service::{self as nucleos_service, Nucleo};
use crate::errors::SLUG_EM_USO;

pub const SENHA: &str = "Nucleo2026";

/// E-mail, who it is, cargo: what the greeting shows.
pub const LOGINS: &[(&str, &str, Cargo)] = &[
    ("membro@demo.nucleo.local", "Membro", Cargo::Membro),
    ("lider@demo.nucleo.local", "Líder de projeto", Cargo::LiderProjeto),
    ("portavoz@demo.nucleo.local", "Porta-voz", Cargo::PortaVoz),
    ("coord@demo.nucleo.local", "Coordenação", Cargo::Coordenador),
    ("admin@demo.nucleo.local", "Administração", Cargo::Administrador),
    ("super@demo.nucleo.local", "Super admin", Cargo::SuperAdmin),
];

const MEMBROS: [usize; 2] = [280, 140];
/// Of them, how many applied yesterday, and how many of those still wait.
const APPLICANTS: usize = 15;
const WAITING: usize = 10;
/// How long ago the first nucleo was founded, in days; people joined ever since.
const IDADE: i64 = 400;

/// All of it or nothing: a demonstration that is interrupted starts anew.
pub async fn load(operator: &Operator, arquivos: &Arquivos) -> Result<()> {
    if !is_empty(operator).await? {
        return Ok(());
    }
    let hash = operator.passwords().hash(SENHA.to_owned()).await?;
    let drawn = imagens::draw(operator, arquivos).await?;
    let loaded = operator
        .write(async |tx| write(&mut Story { operator, tx, hash: &hash }, &drawn).await)
        .await;
    match loaded {
        Ok(()) => tracing::info!("demonstration data loaded"),
        // Another instance that starts at the same time was faster.
        Err(error) if error.code() == SLUG_EM_USO => {}
        Err(error) => return Err(error),
    }
    Ok(())
}

async fn is_empty(operator: &Operator) -> Result<bool> {
    let one = Page::first(1);
    let listed = operator.read(async |tx| nucleos_service::listar(&mut tx.shared(), one).await);
    let (nucleos, _) = listed.await?;
    Ok(nucleos == 0)
}

/// One transaction that moves through time and from nucleo to nucleo.
pub struct Story<'a> {
    operator: &'a Operator,
    tx: &'a mut NucleoTx,
    hash: &'a str,
}

impl Story<'_> {
    fn days_ago(&mut self, days: i64) {
        self.operator.travel(self.tx, self.operator.now() - Duration::days(days));
    }
}

async fn write(story: &mut Story<'_>, drawn: &[Imagens]) -> Result<()> {
    imagens::keep(story, drawn).await?;
    story.days_ago(IDADE);
    let created = nucleos::create(story, drawn).await?;
    let super_admin = pessoas::create_super_admin(story).await?;
    let mut populated = Vec::new();
    for (index, (nucleo, count)) in created.iter().zip(MEMBROS).enumerate() {
        let team = if index == 0 { logins() } else { neighbours() };
        story.operator.enter(story.tx, nucleo.id).await?;
        let people = populate(story, nucleo, &team, count).await?;
        if let Some(imagens) = drawn.get(index) {
            pessoas::show_faces(story, &people, &imagens.rostos).await?;
        }
        assinaturas::support(story, &people).await?;
        enquetes::ask(story, &people).await?;
        eventos::create(story, &people).await?;
        projetos::create(story, &people).await?;
        porta_vozes::create(story, &people).await?;
        financeiro::keep_books(story, &people).await?;
        let logo = drawn.get(index).map(|imagens| &imagens.logo);
        loja::open(story, &people, logo).await?;
        conquistas::create(story, &people).await?;
        ia::talk(story, &people).await?;
        story.operator.leave(story.tx).await?;
        populated.push((nucleo.id, people));
    }
    enquetes::ask_everybody(story, super_admin, &populated).await?;
    comunicados::create_national(story, super_admin).await
}

fn logins() -> Vec<(&'static str, Cargo)> {
    let of_nucleo = LOGINS.iter().filter(|(.., cargo)| *cargo != Cargo::SuperAdmin);
    of_nucleo.map(|(email, _, cargo)| (*email, *cargo)).collect()
}

/// The team of the second nucleo, to see that nothing crosses over.
fn neighbours() -> Vec<(&'static str, Cargo)> {
    vec![
        ("membro.rio@demo.nucleo.local", Cargo::Membro),
        ("coord.rio@demo.nucleo.local", Cargo::Coordenador),
        ("admin.rio@demo.nucleo.local", Cargo::Administrador),
    ]
}

/// The team first, then the members over time, and last those who applied yesterday: some of them
/// approved today, the others waiting. Gives back who is active, the team first.
async fn populate(
    story: &mut Story<'_>,
    nucleo: &Nucleo,
    team: &[(&str, Cargo)],
    count: usize,
) -> Result<Vec<Eleitor>> {
    let (mut known, mut active) = (Vec::new(), Vec::new());
    story.days_ago(IDADE - 1);
    for (number, (email, cargo)) in team.iter().enumerate() {
        let pessoa = Pessoa::of_team(nucleo, number, email, *cargo);
        let id = pessoas::create(story, nucleo, &pessoa).await?;
        pessoas::welcome_gift(story, id).await?;
        known.push((id, *cargo));
        active.push((id, *cargo));
    }
    let coord = known.iter().copied().find(|(_, cargo)| *cargo == Cargo::Coordenador);

    for number in 0..count {
        let mut pessoa = Pessoa::of_crowd(nucleo, number);
        if number % 3 == 0 {
            // Somebody who was there before brought them.
            pessoa.indicado_por = known.get(number / 3 % known.len()).map(|(id, _)| *id);
        }
        let left = count - number;
        if left > APPLICANTS {
            story.days_ago((IDADE - 2) * left as i64 / count as i64);
            let id = pessoas::create(story, nucleo, &pessoa).await?;
            pessoas::pay_sponsor(story, &pessoa, id).await?;
            known.push((id, pessoa.cargo));
            if pessoa.status == Status::Ativo {
                active.push((id, pessoa.cargo));
            }
            continue;
        }
        pessoa.status = Status::Pendente;
        pessoa.cargo = Cargo::Membro;
        story.days_ago(1);
        let id = pessoas::create(story, nucleo, &pessoa).await?;
        if let (Some(coord), true) = (coord, left > WAITING) {
            story.days_ago(0);
            pessoas::approve(story, coord, id).await?;
        }
    }
    let admin = known.iter().find(|(_, cargo)| *cargo == Cargo::Administrador);
    if let Some((admin, _)) = admin.copied() {
        let people: Vec<_> = known.iter().map(|(id, _)| *id).collect();
        moeda::adjust(story, admin, &people).await?;
        moeda::set_rules(story, admin).await?;
    }
    comunicados::create(story, &known).await?;
    Ok(active)
}
