//! What the page of templates shows of each type.

use base::Uuid;
use base::clock::Timestamp;
use chrono::Duration;

use crate::areas::entregas::TipoDeEmail;
use crate::areas::entregas::dados::{
    Comunicado, Conquista, Convite, Dados, Enquete, Evento, Manual, Pagamento, Recuperacao, Tarefa,
};

pub fn exemplo(tipo: TipoDeEmail) -> Dados {
    let texto = |texto: &str| texto.to_owned();
    match tipo {
        TipoDeEmail::Aprovacao => Dados::Aprovacao {},
        TipoDeEmail::Rejeicao => Dados::Rejeicao {},
        TipoDeEmail::Recuperacao => {
            Dados::Recuperacao(Recuperacao { recuperacao_id: Uuid::nil(), valido_minutos: 60 })
        }
        TipoDeEmail::Comunicado => Dados::Comunicado(Comunicado {
            titulo: texto("Plenária no sábado, às 9h"),
            conteudo: texto(
                "<p>Vamos fechar o calendário do semestre e votar o orçamento. Quem vem de \
                 longe pode pedir carona até quinta.</p><ul><li>Calendário</li>\
                 <li>Orçamento da biblioteca</li></ul>",
            ),
            foto_url: None,
        }),
        TipoDeEmail::Enquete => Dados::Enquete(Enquete {
            pergunta: texto("Qual deve ser o tema do próximo encontro?"),
            opcoes: vec![texto("Clima e cidades"), texto("Trabalho e tecnologia")],
            encerra_em: None,
            resultados: Vec::new(),
            total_votos: None,
        }),
        TipoDeEmail::Convite => {
            Dados::Convite(Convite { projeto: texto("Biblioteca comunitária") })
        }
        TipoDeEmail::Tarefa => Dados::Tarefa(Tarefa {
            titulo: texto("Levantar preços de tinta"),
            texto: texto("Sua entrega foi aprovada. Você recebeu 150 moedas."),
        }),
        TipoDeEmail::Evento => Dados::Evento(Evento {
            titulo: texto("Plenária de abril"),
            texto: texto("Abriu uma vaga: ela é sua."),
            inicio: Timestamp::EPOCH + Duration::days(20_544),
            local: Some(texto("Sede")),
            cancelado: false,
        }),
        TipoDeEmail::Conquista => Dados::Conquista(Conquista {
            nome: texto("Dez tarefas"),
            descricao: Some(texto("Concluir dez tarefas aprovadas.")),
        }),
        TipoDeEmail::Pagamento => Dados::Pagamento(pagamento_de_exemplo()),
        TipoDeEmail::PagamentoAtrasado => Dados::PagamentoAtrasado(pagamento_de_exemplo()),
        TipoDeEmail::Manual => {
            Dados::Manual(Manual { html: texto("<p>Aqui entra o texto que você escrever.</p>") })
        }
    }
}

fn pagamento_de_exemplo() -> Pagamento {
    Pagamento {
        plano: "Apoiador".to_owned(),
        valor: 3000,
        vencimento: Some("2027-01-10".to_owned()),
    }
}
