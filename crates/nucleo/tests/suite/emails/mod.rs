//! E-mail: what reaches people, how it leaves, and what the log says.

mod automaticos;
pub mod correspondencia;
mod descadastro;
mod esquecimento;
mod exemplos;
mod logs;
mod manual;
mod provedor;
mod smtp;

use base::Uuid;
use base::id::{NucleoId, UsuarioId};
use base::testing::{TestApp, TestCaller};
use nucleo::areas::entregas::dados::{Dados, Enquete};
use nucleo::areas::entregas::service::avisar;
use nucleo::areas::entregas::{Aviso, Canal, Mensagem, Preferencia, Publico};
use serde_json::{Value, json};

pub const ENVIAR: &str = "/api/admin/emails/enviar";
pub const LOGS: &str = "/api/admin/emails/logs";

/// The address that people of the harness have.
pub fn endereco(pessoa: &TestCaller) -> String {
    format!("{}@teste.org", pessoa.id)
}

/// One line of the table, as far as tests look at it.
pub type Linha = (String, String, String, String, Option<UsuarioId>, bool, String);

/// Destinatario, assunto, tipo, status, remetente, manual, origem; oldest first.
pub async fn tabela(app: &TestApp) -> Vec<Linha> {
    let sql = "SELECT destinatario, assunto, tipo, status, remetente_id, manual, origem
               FROM email_logs ORDER BY criado_em, id";
    app.rows(sql, ()).await
}

pub async fn status_das_entregas(app: &TestApp) -> Vec<String> {
    let sql = "SELECT status FROM entregas WHERE canal = 'EMAIL' ORDER BY status";
    app.rows(sql, ()).await.into_iter().map(|(status,): (String,)| status).collect()
}

/// Tells these people of a poll by e-mail, as the area of polls would.
pub async fn avisar_de_enquete(app: &TestApp, nucleo: Option<NucleoId>, pessoas: &[&TestCaller]) {
    let dados = Dados::Enquete(Enquete {
        pergunta: "Praça ou parque?".to_owned(),
        opcoes: vec!["Praça".to_owned(), "Parque".to_owned()],
        encerra_em: None,
        resultados: Vec::new(),
        total_votos: None,
    });
    let assunto = "Nova enquete: praça ou parque?".to_owned();
    let email = Mensagem::automatica(assunto, &dados).unwrap();
    let causa: Uuid = app.new_id();
    let aviso = Aviso {
        causa: format!("teste:{causa}"),
        nucleo,
        preferencia: Some(Preferencia::Enquete),
        titulo: "Nova enquete".to_owned(),
        corpo: "Praça ou parque?".to_owned(),
        url: "/enquetes/1".to_owned(),
        email: Some(email),
        canais: vec![(
            Canal::Email,
            Publico::Pessoas(pessoas.iter().map(|pessoa| pessoa.id).collect()),
        )],
    };
    app.operator.write(async |tx| avisar(tx, &aviso).await).await.unwrap();
}

/// A body for `enviar`.
pub fn email_para(destinatarios: Value) -> Value {
    json!({"assunto": "Mutirão de sábado", "html": "<p>Às 9h.</p>", "destinatarios": destinatarios})
}
