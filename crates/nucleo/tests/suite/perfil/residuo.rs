//! After an account is removed, nothing in the whole database tells who it was, nor in a file.

use std::path::PathBuf;

use base::scope::Cargo::Administrador;
use base::testing::{Engine, TestApp, run};
use base::{App, Service};
use nucleo::areas::membros::Status::{Ativo, Pendente};
use nucleo::settings::Settings;
use serde_json::json;

use super::{EXCLUIR, catalogo};
use crate::apoio::pessoa;
use crate::autenticacao::{entrar, id};

const SENHA: &str = "Jabuticaba7Distinta";
const EMAIL: &str = "zoraide.quintanilha@exemplo.org";
const ENDERECO: &str = "203.0.113.77";

#[tokio::test(flavor = "multi_thread")]
async fn nada_da_pessoa_resta_no_sqlite() {
    let com_pasta_propria = |app: App| com_pasta(app, Engine::Sqlite);
    run(Engine::Sqlite, com_pasta_propria, async |app| nada_resta(app, Engine::Sqlite).await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nada_da_pessoa_resta_no_postgres() {
    let com_pasta_propria = |app: App| com_pasta(app, Engine::Postgres);
    let teste = async |app: &TestApp| nada_resta(app, Engine::Postgres).await;
    run(Engine::Postgres, com_pasta_propria, teste).await;
}

fn com_pasta(app: App, engine: Engine) -> Service {
    nucleo::service(app, &Settings { data_dir: pasta(engine), ..crate::settings() })
}

fn pasta(engine: Engine) -> PathBuf {
    crate::pasta_de_teste().join(format!("residuo_{engine:?}"))
}

async fn nada_resta(app: &TestApp, engine: Engine) {
    let catalogo = catalogo(app).await;
    let nucleo = app.nucleo().await;
    let admin = pessoa(app, &nucleo, "Ana", (Administrador, Ativo)).await;
    let visitante = app.anonymous().from_address(ENDERECO);
    let cadastro = json!({
        "nome": "Zoraide Quintanilha", "email": EMAIL, "senha": SENHA, "cpf": "987.654.321-98",
        "telefone": "21 91234-8765", "dataNascimento": "1987-06-05", "consentimentoLgpd": true,
        "endereco": {
            "cep": "40026-280", "rua": "Ladeira do Pelourinho", "numero": "casa 31415",
            "complemento": "fundos azuis", "bairro": "Santo Antonio Alem", "cidade": "Cachoeira",
            "estado": "BA",
        },
        "competencias": [{"microId": catalogo[0]["micros"][0]["id"], "nivel": "AVANCADO"}],
    });
    let cadastrada = visitante.post("/api/auth/signup", cadastro).await.expect(201);
    let codigo = cadastrada["usuario"]["codigoReferral"].as_str().unwrap().to_owned();
    let usuario = id(&cadastrada["usuario"]["id"]);
    admin.post("/api/auth/approve", json!({"usuarioId": usuario})).await.expect(200);
    let cargo = json!({"cargo": "ADMINISTRADOR"});
    admin.patch(&format!("/api/membros/{usuario}/cargo"), cargo).await.expect(200);

    // She uses whatever leaves traces, from the address that must be forgotten.
    let entrou = entrar(app, EMAIL, SENHA).await.expect(200);
    let token = entrou["accessToken"].as_str().unwrap();
    let zoraide = visitante.clone().with_token(token);
    let foto = json!({"fotoUrl": "https://exemplo.org/fotos/zoraide.png"});
    zoraide.patch("/api/perfil/dados", foto).await.expect(200);
    let preferencias = json!({"preferencias": {"whatsapp": true}});
    zoraide.patch("/api/perfil/preferencias", preferencias).await.expect(200);
    let pendente = pessoa(app, &nucleo, "Bia", (base::scope::Cargo::Membro, Pendente)).await;
    zoraide.post("/api/auth/approve", json!({"usuarioId": pendente.id})).await.expect(200);
    let ajuste =
        json!({"usuarioId": usuario, "valor": 9, "tipo": "CREDITO", "justificativa": "Mutirao"});
    let com_chave = zoraide.clone().with_header("idempotency-key", "chave-1");
    com_chave.post("/api/economia/ajuste-manual", ajuste).await.expect(201);
    zoraide.patch("/api/economia/multiplicador", json!({"multiplicador": 2})).await.expect(200);
    let multiplicador = json!({"transparenciaFinanceira": true});
    zoraide.patch("/api/nucleo/configuracoes", multiplicador).await.expect(200);
    let lancamento = crate::financeiro::corpo("RECEITA", json!(10.5), "DOACAO", "2026-03-02");
    zoraide.post("/api/financeiro", lancamento).await.expect(201);
    let projeto = zoraide.post("/api/projetos", json!({"nome": "Horta"})).await.expect(201);
    let projeto = format!("/api/projetos/{}", projeto["id"].as_str().unwrap());
    let membro = json!({ "usuarioId": usuario });
    zoraide.post(&format!("{projeto}/membros"), membro).await.expect(201);
    let tarefa = json!({"titulo": "Rega", "responsavelId": usuario});
    zoraide.post(&format!("{projeto}/tarefas"), tarefa).await.expect(201);
    let comentario =
        json!({"texto": "Levo as mudas", "imagemUrl": "https://exemplo.org/zoraide/horta.png"});
    zoraide.post(&format!("{projeto}/comentarios"), comentario).await.expect(201);
    let dispositivo = json!({
        "endpoint": "https://push.exemplo.org/aparelho-da-pessoa", "keys": {
            "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
            "auth": "BTBZMqHH6r4Tts7J_aSIgg",
        },
    });
    zoraide.post("/push/subscribe", dispositivo).await.expect(201);
    let porta_voz = json!({ "usuarioId": usuario });
    let porta_voz = admin.post("/api/porta-vozes", porta_voz).await.expect(201);
    let porta_voz = format!("/api/porta-vozes/{}", porta_voz["id"].as_str().unwrap());
    let rede = json!({
        "plataforma": "X", "username": "fala.quintanilha",
        "urlPerfil": "https://x.com/fala.quintanilha",
    });
    admin.post(&format!("{porta_voz}/redes"), rede).await.expect(201);
    let postagem = json!({"url": "https://x.com/fala_quintanilha/status/77"});
    admin.post(&format!("{porta_voz}/postagens"), postagem).await.expect(201);
    let caneca = json!({"nome": "Caneca", "preco": 1});
    let caneca = admin.post("/api/loja/produtos", caneca).await.expect(201);
    let pedido = json!({"produtoId": caneca["id"], "quantidade": 1});
    let outra_chave = zoraide.clone().with_header("idempotency-key", "chave-2");
    outra_chave.post("/api/loja/pedidos", pedido).await.expect(201);
    let conquista = json!({"nome": "Urna", "metrica": "VOTOS", "meta": 1});
    admin.post("/api/conquistas", conquista).await.expect(201);
    let enquete = json!({
        "pergunta": "Onde?", "tipoEscolha": "UNICA", "opcoes": ["Aqui", "Ali"],
        "dataEncerramento": app.now() + chrono::Duration::days(1),
    });
    let enquete = admin.post("/api/enquetes", enquete).await.expect(201);
    let voto = json!({"opcaoId": enquete["opcoes"][0]["id"]});
    let votar = format!("/api/enquetes/{}/votar", enquete["id"].as_str().unwrap());
    zoraide.post(&votar, voto).await.expect(201);
    // The assistant speaks of her, does something for her, and answers her.
    let sobre = json!({"messages": [{"role": "user", "content": "Quem é Zoraide Quintanilha?"}]});
    admin.post("/api/ia/chat", sobre.clone()).await.expect(200);
    let credito = "Credite 3 moedas para Zoraide Quintanilha por ajudar na sede";
    let credito = json!({"messages": [{"role": "user", "content": credito}]});
    let proposta = admin.post("/api/ia/chat", credito.clone()).await.expect(200);
    let acao = json!({"action": "confirmar", "payload": {"acaoId": proposta["acao"]["id"]}});
    admin.post("/api/ia/chat/action", acao).await.expect(200);
    admin.post("/api/ia/chat", credito).await.expect(200);
    zoraide.post("/api/ia/chat", sobre).await.expect(200);
    visitante.post("/api/auth/forgot-password", json!({"email": EMAIL})).await.expect(200);
    let plano = json!({"nome": "Ouro", "codigo": "OURO", "preco": 20, "periodoDias": 30});
    let plano = admin.post("/api/planos", plano).await.expect(201);
    zoraide.post("/api/assinaturas", json!({"planoId": plano["id"]})).await.expect(201);
    let provedor = app.anonymous().with_header("asaas-access-token", crate::WEBHOOK_TOKEN);
    let pagamento = json!({
        "id": "evt-so-dela-2718", "event": "PAYMENT_RECEIVED",
        "payment": {"id": "pay-so-dela-2718", "value": 20, "externalReference": usuario},
    });
    provedor.post("/api/webhooks/pagamentos", pagamento).await.expect(200);
    app.deliver().await;

    let dados = [
        "Zoraide",
        "Quintanilha",
        EMAIL,
        "987.654.321-98",
        "(21) 91234-8765",
        "1987-06-05",
        "40026-280",
        "Ladeira do Pelourinho",
        "casa 31415",
        "fundos azuis",
        "Santo Antonio Alem",
        "Cachoeira",
        "https://exemplo.org/fotos/zoraide.png",
        "https://exemplo.org/zoraide/horta.png",
        "https://push.exemplo.org/aparelho-da-pessoa",
        "BTBZMqHH6r4Tts7J_aSIgg",
        "fala.quintanilha",
        "https://x.com/fala_quintanilha/status/77",
        "evt-so-dela-2718",
        "pay-so-dela-2718",
        &codigo,
        ENDERECO,
    ];
    let antes = tudo(app, engine).await;
    for dado in dados {
        assert!(!onde(&antes, dado).is_empty(), "{dado} was never stored: the test proves nothing");
    }
    assert!(onde(&antes, EMAIL).contains(&"emails"), "nothing was ever written to her");
    assert_eq!(onde(&antes, SENHA), [""; 0], "a password is never stored");

    zoraide.post(EXCLUIR, json!({"senha": SENHA})).await.expect(200);
    app.deliver().await;
    let depois = tudo(app, engine).await;
    for dado in dados.into_iter().chain([SENHA, "zoraide"]) {
        assert_eq!(onde(&depois, dado), [""; 0], "{dado} is still there");
    }
    for tabela in [
        "credenciais",
        "sessoes",
        "usuario_trigramas",
        "usuario_competencias",
        "push_subscriptions",
        "porta_vozes",
        "conquistas_desbloqueadas",
        "idempotencia",
        "assinaturas",
        "pagamentos",
        "pagamento_eventos",
    ] {
        let sql = format!("SELECT count(*) FROM {tabela} WHERE usuario_id = $1").leak();
        assert_eq!(app.count(sql, (usuario,)).await, 0, "{tabela}");
    }
    // What others did from elsewhere is theirs.
    let linhas = "SELECT count(*) FROM auditoria WHERE endereco IS NOT NULL";
    assert!(app.count(linhas, ()).await > 0);
}

/// Every value of every column of every table, as text, with the place it stands in; and every
/// message that was written to a file.
async fn tudo(app: &TestApp, engine: Engine) -> Vec<(String, String)> {
    let colunas = match engine {
        Engine::Sqlite => {
            "SELECT m.name, c.name FROM sqlite_master m JOIN pragma_table_info(m.name) c
             WHERE m.type = 'table'"
        }
        Engine::Postgres => {
            "SELECT CAST(table_name AS text), CAST(column_name AS text)
             FROM information_schema.columns WHERE table_schema = current_schema()"
        }
    };
    let colunas: Vec<(String, String)> = app.rows(colunas, ()).await;
    let nomes = ["usuarios", "auditoria", "outbox", "transacoes", "idempotencia", "sessoes"];
    assert!(nomes.iter().all(|nome| colunas.iter().any(|(tabela, _)| tabela == nome)));
    let mut valores = Vec::new();
    for (tabela, coluna) in colunas {
        let texto = match engine {
            Engine::Sqlite => format!(
                "CASE typeof(\"{coluna}\") WHEN 'blob' THEN hex(\"{coluna}\")
                 ELSE CAST(\"{coluna}\" AS text) END"
            ),
            Engine::Postgres => format!("CAST(\"{coluna}\" AS text)"),
        };
        let sql = format!("SELECT {texto} FROM \"{tabela}\" WHERE \"{coluna}\" IS NOT NULL").leak();
        let linhas: Vec<(String,)> = app.rows(sql, ()).await;
        let lugar = format!("{tabela}.{coluna}");
        valores.extend(linhas.into_iter().map(|(valor,)| (lugar.clone(), valor)));
    }
    for carta in std::fs::read_dir(pasta(engine).join("emails")).unwrap() {
        let carta = carta.unwrap().path();
        valores.push(("emails".to_owned(), std::fs::read_to_string(&carta).unwrap()));
        valores.push(("emails".to_owned(), carta.display().to_string()));
    }
    valores
}

/// Where this stands, however it is written: case and punctuation do not count.
fn onde<'a>(valores: &'a [(String, String)], dado: &str) -> Vec<&'a str> {
    let liso = |texto: &str| -> String {
        texto.chars().filter(|letra| letra.is_alphanumeric()).collect::<String>().to_lowercase()
    };
    let procurado = liso(dado);
    let achados = valores.iter().filter(|(_, valor)| liso(valor).contains(&procurado));
    let mut lugares: Vec<_> = achados.map(|(lugar, _)| lugar.as_str()).collect();
    lugares.dedup();
    lugares
}
