//! The board of the demonstration: projects in every column, tasks in every state.

use base::Result;
use base::error::ERRO_INTERNO;
use base::id::UsuarioId;
use base::scope::{Caller, Cargo};
use base::validation::Field;
use chrono::Duration;

use super::Story;
use crate::areas::membros::Status;
use crate::areas::membros::service::alterar_status;
use crate::areas::projetos::comentarios::{self, NovoComentario};
use crate::areas::projetos::tarefas::{
    Dificuldade, Entrega, Lugar, NovoStatus, TarefaId, TarefaInput, service as tarefas,
};
use crate::areas::projetos::{
    NovoProjeto, ProjetoId, StatusProjeto, candidaturas, convites, service,
};

/// Who is active, the team first, and what they may do.
pub type Gente = [(UsuarioId, Cargo)];

/// How a task of the demonstration ends.
#[derive(Clone, Copy)]
enum Fim {
    Aberta,
    Disputada,
    Atribuida,
    Iniciada,
    Entregue,
    Rejeitada,
    Aprovada,
    /// Whoever is responsible was suspended in the middle of it.
    Abandonada,
}

use Dificuldade::{Dificil, Facil, Media};
use Fim::{Abandonada, Aberta, Aprovada, Atribuida, Disputada, Entregue, Iniciada, Rejeitada};
use StatusProjeto::{Cancelado, Concluido, EmAndamento, Planejamento};

type Esboco = (&'static str, Dificuldade, i64, Fim);

const PROJETOS: &[(&str, &str, StatusProjeto, &[Esboco])] = &[
    (
        "Horta comunitária",
        "Canteiros no terreno ao lado da sede, abertos ao bairro.",
        EmAndamento,
        &[
            ("Preparar os canteiros", Dificil, 120, Aprovada),
            ("Comprar mudas e adubo", Facil, 40, Entregue),
            ("Montar o sistema de irrigação", Dificil, 150, Iniciada),
            ("Escala de rega do mês", Facil, 30, Atribuida),
            ("Oficina de compostagem", Media, 80, Disputada),
            ("Placas com os nomes das plantas", Facil, 30, Rejeitada),
        ],
    ),
    (
        "Biblioteca itinerante",
        "Uma kombi com livros, cada semana em uma praça.",
        EmAndamento,
        &[
            ("Catalogar as doações", Media, 70, Aprovada),
            ("Combinar o roteiro com as escolas", Media, 60, Abandonada),
            ("Pintar a kombi", Dificil, 140, Aberta),
            ("Contação de histórias de sábado", Media, 60, Entregue),
        ],
    ),
    (
        "Formação de novos membros",
        "Quatro encontros para quem acabou de chegar.",
        Planejamento,
        &[
            ("Roteiro do primeiro encontro", Media, 60, Iniciada),
            ("Convidar palestrantes", Media, 50, Aberta),
        ],
    ),
    (
        "Rádio do núcleo",
        "Um programa por semana, feito por nós.",
        Planejamento,
        &[("Levantar os equipamentos", Facil, 30, Disputada)],
    ),
    (
        "Mutirão de pintura da sede",
        "Dois fins de semana, tinta doada.",
        Concluido,
        &[
            ("Pedir a tinta às lojas do bairro", Media, 60, Aprovada),
            ("Lixar as paredes", Media, 70, Aprovada),
            ("Pintar a fachada", Dificil, 120, Aprovada),
        ],
    ),
    (
        "Festival de inverno",
        "Adiado para o próximo ano.",
        Cancelado,
        &[("Reservar o coreto", Facil, 20, Atribuida)],
    ),
];

const AVULSAS: &[Esboco] = &[
    ("Abrir e fechar a sede no sábado", Facil, 25, Atribuida),
    ("Fotografar a assembleia", Media, 50, Disputada),
    ("Traduzir o panfleto para o espanhol", Media, 60, Aberta),
    ("Atualizar a lista de contatos", Facil, 30, Iniciada),
    ("Distribuir o jornal na feira", Facil, 35, Entregue),
    ("Revisar a ata de março", Media, 40, Aprovada),
];

const COMENTARIOS: &[&str] = &[
    "Consegui mais duas pessoas para ajudar no sábado.",
    "Alguém tem uma furadeira para emprestar?",
    "Ficou ótimo, parabéns a todo mundo!",
    "A reunião desta semana passa para quinta, às 19h.",
];

pub async fn create(story: &mut Story<'_>, gente: &Gente) -> Result<()> {
    let mut elenco = Elenco { gente, proxima: 0 };
    for (numero, (nome, descricao, status, esbocos)) in PROJETOS.iter().enumerate() {
        story.days_ago(60 - numero as i64 * 5);
        let fim = story.tx.now() + Duration::days(120);
        let novo = NovoProjeto {
            nome: (*nome).to_owned(),
            descricao: Some((*descricao).to_owned()),
            status: *status,
            data_fim: Some(fim),
        };
        let projeto = service::criar(story.tx, &novo).await?.id;
        people(story, &mut elenco, projeto, numero).await?;
        for esboco in *esbocos {
            task(story, &mut elenco, Some(projeto), esboco).await?;
        }
        comment(story, &mut elenco, projeto, None, 1 + numero % COMENTARIOS.len()).await?;
    }
    for esboco in AVULSAS {
        task(story, &mut elenco, None, esboco).await?;
    }
    Ok(())
}

/// Whoever acts next: everybody in turn, so that the pages of the demonstration's log-ins show
/// something too.
struct Elenco<'a> {
    gente: &'a Gente,
    proxima: usize,
}

impl Elenco<'_> {
    /// The first members, over and over; the management does other things.
    fn alguem(&mut self, story: &Story<'_>) -> Result<Caller> {
        let membros = self.gente.iter().filter(|(_, cargo)| *cargo == Cargo::Membro);
        let (id, cargo) = membros.take(12).cycle().nth(self.proxima).ok_or(ERRO_INTERNO)?;
        self.proxima += 1;
        Ok(story.operator.acting_as(*id, *cargo))
    }

    fn com_cargo(&self, story: &Story<'_>, cargo: Cargo) -> Result<Caller> {
        let pessoa = self.gente.iter().find(|(_, dela)| *dela == cargo).ok_or(ERRO_INTERNO)?;
        Ok(story.operator.acting_as(pessoa.0, cargo))
    }

    /// Somebody whom no task is given to otherwise.
    fn ultima(&self) -> Result<UsuarioId> {
        let mut membros = self.gente.iter().filter(|(_, cargo)| *cargo == Cargo::Membro);
        Ok(membros.next_back().ok_or(ERRO_INTERNO)?.0)
    }
}

/// Some are in, some accepted and wait, some have not answered, one said no.
async fn people(
    story: &mut Story<'_>,
    elenco: &mut Elenco<'_>,
    projeto: ProjetoId,
    numero: usize,
) -> Result<()> {
    let convidados: Vec<_> =
        elenco.gente.iter().step_by(numero + 2).take(9).map(|(id, _)| *id).collect();
    convites::service::convidar(story.tx, projeto, &convidados).await?;
    for (posicao, usuario) in convidados.iter().enumerate().skip(2) {
        convites::service::responder(story.tx, projeto, *usuario, posicao != 8).await?;
        if posicao < 6 {
            convites::service::confirmar(story.tx, projeto, *usuario).await?;
        }
    }
    let alguem = elenco.alguem(story)?.id;
    if !convidados.contains(&alguem) {
        convites::service::adicionar(story.tx, projeto, alguem).await?;
    }
    Ok(())
}

async fn task(
    story: &mut Story<'_>,
    elenco: &mut Elenco<'_>,
    projeto: Option<ProjetoId>,
    (titulo, dificuldade, recompensa, fim): &Esboco,
) -> Result<()> {
    story.days_ago(20);
    let coord = elenco.com_cargo(story, Cargo::Coordenador)?;
    let alguem = elenco.alguem(story)?;
    let responsavel = match fim {
        Aberta | Disputada => None,
        Abandonada => Some(elenco.ultima()?),
        _ => Some(alguem.id),
    };
    let input = TarefaInput {
        titulo: Field::Value((*titulo).to_owned()),
        descricao: Field::Value(format!("{titulo}: combine os detalhes nos comentários.")),
        dificuldade: Field::Value(*dificuldade),
        recompensa: Field::Value(*recompensa),
        prazo: Field::Value((story.operator.now() + Duration::days(15)).to_string()),
        responsavel_id: responsavel.map_or(Field::Absent, Field::Value),
    };
    let criada = match projeto {
        Some(projeto) => tarefas::criar_no_projeto(story.tx, &coord, projeto, input).await?,
        None => tarefas::criar_avulsa(story.tx, &coord, input).await?,
    };
    walk(story, elenco, projeto, criada.id, &alguem, *fim).await?;
    match projeto {
        Some(projeto) if elenco.proxima.is_multiple_of(3) => {
            comment(story, elenco, projeto, Some(criada.id), 2).await
        }
        _ => Ok(()),
    }
}

/// The way of one task, each step a while after the one before.
async fn walk(
    story: &mut Story<'_>,
    elenco: &mut Elenco<'_>,
    projeto: Option<ProjetoId>,
    id: TarefaId,
    alguem: &Caller,
    fim: Fim,
) -> Result<()> {
    story.days_ago(12);
    match fim {
        Aberta | Atribuida => return Ok(()),
        Disputada => {
            let lugar = projeto.map_or(Lugar::Avulsa, Lugar::Projeto);
            for _ in 0..3 {
                let candidata = elenco.alguem(story)?;
                candidaturas::service::candidatar(story.tx, &candidata, lugar, id).await?;
            }
            return Ok(());
        }
        Abandonada => {
            let coord = elenco.com_cargo(story, Cargo::Coordenador)?;
            let ultima = elenco.ultima()?;
            return alterar_status(story.tx, &coord, ultima, Status::Suspenso).await;
        }
        Iniciada | Entregue | Rejeitada | Aprovada => {
            tarefas::mover(story.tx, alguem, id, NovoStatus::EmAndamento).await?;
        }
    }
    if matches!(fim, Iniciada) {
        return Ok(());
    }
    story.days_ago(6);
    let entrega = Entrega {
        comprovacao: "Feito, com fotos na pasta do projeto.".to_owned(),
        comprovacao_url: None,
    };
    tarefas::concluir(story.tx, alguem, id, &entrega).await?;
    tarefas::encaminhar(story.tx, id).await?;
    story.days_ago(3);
    let validador = elenco.com_cargo(story, Cargo::Coordenador)?;
    match fim {
        Aprovada => drop(tarefas::aprovar(story.tx, &validador, id).await?),
        Rejeitada => {
            let feedback = "Faltaram o hortelã e a cidreira. O resto está ótimo!";
            tarefas::rejeitar(story.tx, &validador, id, feedback).await?;
        }
        _ => {}
    }
    Ok(())
}

async fn comment(
    story: &mut Story<'_>,
    elenco: &mut Elenco<'_>,
    projeto: ProjetoId,
    tarefa: Option<TarefaId>,
    quantos: usize,
) -> Result<()> {
    for (numero, texto) in COMENTARIOS.iter().take(quantos).enumerate() {
        story.days_ago(10 - numero as i64 * 2);
        let autor = elenco.alguem(story)?;
        let novo = NovoComentario { texto: (*texto).to_owned(), imagem_url: None };
        comentarios::service::criar(story.tx, &autor, projeto, tarefa, &novo).await?;
    }
    Ok(())
}
