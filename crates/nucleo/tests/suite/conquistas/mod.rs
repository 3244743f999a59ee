//! Achievements through the real router, on both engines.

mod criacao;
mod desbloqueio;
mod metricas;
mod paralelo;

use base::scope::Cargo::Administrador;
use base::testing::{TestApp, TestCaller, TestNucleo};
use chrono::Duration;
use serde_json::{Value, json};

const CONQUISTAS: &str = "/api/conquistas";

fn corpo(metrica: &str, meta: i64) -> Value {
    json!({
        "nome": format!("{metrica} {meta}"), "descricao": "Vale a pena", "icone": "🗳️",
        "metrica": metrica, "meta": meta,
    })
}

async fn criar(admin: &TestCaller, metrica: &str, meta: i64) -> Value {
    admin.post(CONQUISTAS, corpo(metrica, meta)).await.expect(201)
}

async fn lista(quem: &TestCaller) -> Value {
    quem.get(CONQUISTAS).await.expect(200)
}

/// Progress and whether it is unlocked, in the order of the list.
async fn situacao(quem: &TestCaller) -> Vec<(i64, bool)> {
    let lista = lista(quem).await;
    let linha = |c: &Value| (c["progresso"].as_i64().unwrap(), !c["desbloqueada_em"].is_null());
    lista.as_array().unwrap().iter().map(linha).collect()
}

/// Polls that everybody of the nucleo may vote in.
async fn enquetes(app: &TestApp, admin: &TestCaller, quantas: usize) -> Vec<Value> {
    let mut criadas = Vec::new();
    for numero in 0..quantas {
        let corpo = json!({
            "pergunta": format!("Pauta {numero}?"), "tipoEscolha": "UNICA",
            "opcoes": ["Sim", "Não"], "dataEncerramento": app.now() + Duration::days(1),
            "enviarPush": false, "enviarEmail": false,
        });
        criadas.push(admin.post("/api/enquetes", corpo).await.expect(201));
    }
    criadas
}

async fn votar(quem: &TestCaller, enquete: &Value) {
    let caminho = format!("/api/enquetes/{}/votar", enquete["id"].as_str().unwrap());
    let voto = json!({ "opcaoId": enquete["opcoes"][0]["id"] });
    quem.post(&caminho, voto).await.expect(201);
}

/// What became of it: rows, feed entries, notifications, pushes, e-mails.
async fn contagem(app: &TestApp) -> [i64; 5] {
    let entregas = "SELECT count(*) FROM entregas e JOIN avisos a ON a.id = e.aviso_id
                    WHERE a.causa LIKE 'conquista.desbloqueada:%' AND e.canal = $1";
    let notificacoes = "SELECT count(*) FROM notificacoes n JOIN avisos a ON a.id = n.aviso_id
                        WHERE a.causa LIKE 'conquista.desbloqueada:%'";
    let feed = "SELECT count(*) FROM feed_atividades WHERE tipo = 'CONQUISTA'";
    [
        app.count("SELECT count(*) FROM conquistas_desbloqueadas", ()).await,
        app.count(feed, ()).await,
        app.count(notificacoes, ()).await,
        app.count(entregas, ("PUSH",)).await,
        app.count(entregas, ("EMAIL",)).await,
    ]
}

async fn perfil(quem: &TestCaller) -> Value {
    quem.get("/api/perfil").await.expect(200)["conquistas"].take()
}

async fn excluir(admin: &TestCaller, conquista: &Value) {
    let caminho = format!("{CONQUISTAS}/{}", conquista["id"].as_str().unwrap());
    let excluida = admin.send("DELETE", &caminho, "".into()).await.expect(200);
    assert_eq!(excluida, json!({ "message": "Conquista excluída." }));
}

/// A request of this shape about an achievement of theirs.
pub async fn deles(theirs: &TestNucleo<'_>, path: &str) -> (String, Value) {
    let criada = criar(&theirs.caller(Administrador).await, "VOTOS", 3).await;
    (path.replace("{id}", criada["id"].as_str().unwrap()), json!({}))
}
