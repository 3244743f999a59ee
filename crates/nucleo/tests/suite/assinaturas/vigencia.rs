//! Which plan is in force, to the millisecond, whether or not anything has run.

use base::scope::Cargo::{Administrador, Coordenador, Membro};
use base::testing::{TestApp, TestCaller};
use chrono::Duration;
use nucleo::areas::entregas::service::contar_segmento;
use nucleo::areas::membros::Segmento;
use serde_json::{Value, json};

use super::*;
use crate::apoio::coluna;

base::both_engines! { crate::service;
    de_pendente_a_ativa,
    quem_nao_assina_tem_o_plano_gratuito,
    o_ultimo_milissegundo_ainda_vale,
    o_vencimento_e_marcado_depois,
    cancelar_guarda_o_que_foi_pago,
    o_que_nao_se_assina,
    um_plano_sem_preco_vale_na_hora,
    outra_escolha_troca_a_que_esperava,
    o_segmento_pergunta_ao_relogio,
}

async fn de_pendente_a_ativa(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let plano = apoiador(&nucleo.caller(Administrador).await).await;
    let ana = nucleo.caller(Membro).await;
    let criada = assinar(&ana, &plano).await.expect(201);
    let esperada = json!({
        "id": criada["id"], "status": "PENDENTE", "validade": null,
        "plano": {"id": plano["id"], "nome": "APOIADOR", "codigo": "APOIADOR"},
        "criado_em": "2026-03-02T12:00:00.000Z",
    });
    assert_eq!(criada, esperada);
    assert_eq!(resumo(&ana).await, esperado("APOIADOR", "PENDENTE", None));
    assert_eq!(perfil(&ana).await, ("Free".to_owned(), Value::Null), "not in force yet");
    pagar(app, "pay_1", 20, &ana).await;
    let fim = "2026-04-01T12:00:00.000Z";
    assert_eq!(resumo(&ana).await, esperado("APOIADOR", "ATIVA", Some(fim)));
    assert_eq!(minha(&ana).await["id"], criada["id"]);
    assert_eq!(perfil(&ana).await, ("APOIADOR".to_owned(), json!(fim)));
}

/// The name of the plan and its end, as the profile has them.
async fn perfil(pessoa: &TestCaller) -> (String, Value) {
    let perfil = pessoa.get("/api/perfil").await.expect(200);
    (perfil["planos"]["nome"].as_str().unwrap().to_owned(), perfil["plano_validade"].clone())
}

async fn quem_nao_assina_tem_o_plano_gratuito(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let ana = nucleo.caller(Membro).await;
    let planos = ana.get(PLANOS).await.expect(200);
    let esperada = json!({
        "id": null, "status": "ATIVA", "validade": null, "criado_em": null, "pendente": null,
        "plano": {"id": planos[0]["id"], "nome": "Free", "codigo": "FREE"},
    });
    assert_eq!(minha(&ana).await, esperada);
    let super_admin = app.super_admin().await;
    super_admin.get(MINHA).await.expect_problem(404, "NAO_ENCONTRADO");
    assinar(&super_admin, &planos[0]).await.expect_problem(403, "ASSINATURA_SO_DO_NUCLEO");
}

async fn o_ultimo_milissegundo_ainda_vale(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let admin = nucleo.caller(Administrador).await;
    let (plano, ana) = (apoiador(&admin).await, nucleo.caller(Membro).await);
    let fim = "2026-03-02T12:30:00.000Z";
    definir(&admin, ana.id, json!({"planoId": plano["id"], "validade": fim})).await.expect(200);
    let coord = nucleo.caller(Coordenador).await;
    let na_lista = async || {
        let lista = coord.get("/api/membros?limit=100").await.expect(200);
        let linhas = lista["data"].as_array().unwrap().clone();
        let dela = linhas.into_iter().find(|linha| linha["id"] == json!(ana.id)).unwrap();
        dela["planos"]["nome"].as_str().unwrap().to_owned()
    };
    ate(app, "2026-03-02T12:29:59.999Z");
    assert_eq!(resumo(&ana).await, esperado("APOIADOR", "ATIVA", Some(fim)));
    assert_eq!(perfil(&ana).await, ("APOIADOR".to_owned(), json!(fim)));
    assert_eq!(na_lista().await, "APOIADOR");
    assert_eq!(quantas(&coord, "ATIVA").await, 1);
    assert_eq!(quantas(&coord, "VENCIDA").await, 0);
    ate(app, fim);
    assert_eq!(resumo(&ana).await, esperado("FREE", "ATIVA", None));
    assert_eq!(perfil(&ana).await, ("Free".to_owned(), Value::Null));
    assert_eq!(na_lista().await, "Free");
    assert_eq!(quantas(&coord, "ATIVA").await, 0);
    assert_eq!(quantas(&coord, "VENCIDA").await, 1, "by the clock, before it is marked");
    assert_eq!(app.count("SELECT count(*) FROM assinaturas WHERE vale", ()).await, 1);
    assinar(&ana, &plano).await.expect(201);
}

async fn quantas(coord: &TestCaller, status: &str) -> usize {
    let lista = coord.get(&format!("{ASSINATURAS}?status={status}")).await;
    let total = lista.headers["x-total-count"].to_str().unwrap().to_owned();
    let lista = lista.expect(200);
    assert!(coluna(&lista, "status").iter().all(|este| *este == status));
    assert_eq!(total, coluna(&lista, "id").len().to_string());
    coluna(&lista, "id").len()
}

async fn o_vencimento_e_marcado_depois(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let admin = nucleo.caller(Administrador).await;
    let plano = apoiador(&admin).await;
    let (ana, bia) = (nucleo.caller(Membro).await, nucleo.caller(Membro).await);
    for pessoa in [&ana, &bia] {
        let corpo = json!({"planoId": plano["id"], "validade": "2026-03-02T12:10:00Z"});
        definir(&admin, pessoa.id, corpo).await.expect(200);
    }
    bia.send("DELETE", MINHA, "".into()).await.expect(200);
    let guardados = async || -> Vec<(String, bool)> {
        app.rows("SELECT status, vale FROM assinaturas ORDER BY status", ()).await
    };
    app.deliver().await;
    let antes = [("ATIVA".to_owned(), true), ("CANCELADA".to_owned(), true)];
    assert_eq!(guardados().await, antes);
    app.advance(Duration::hours(1));
    app.deliver().await;
    let depois = [("CANCELADA".to_owned(), false), ("VENCIDA".to_owned(), false)];
    assert_eq!(guardados().await, depois);
}

async fn cancelar_guarda_o_que_foi_pago(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let plano = apoiador(&nucleo.caller(Administrador).await).await;
    let ana = nucleo.caller(Membro).await;
    let cancelar = async || ana.send("DELETE", MINHA, "".into()).await;
    cancelar().await.expect_problem(409, "SEM_ASSINATURA");
    // What waits to be paid waits no more.
    assinar(&ana, &plano).await.expect(201);
    assert!(cancelar().await.expect(200)["message"].is_string());
    assert_eq!(resumo(&ana).await, esperado("FREE", "ATIVA", None));
    cancelar().await.expect_problem(409, "SEM_ASSINATURA");
    // What was paid for holds to the end.
    assinar(&ana, &plano).await.expect(201);
    pagar(app, "pay_1", 20, &ana).await;
    cancelar().await.expect(200);
    let fim = "2026-04-01T12:00:00.000Z";
    assert_eq!(resumo(&ana).await, esperado("APOIADOR", "CANCELADA", Some(fim)));
    assert_eq!(perfil(&ana).await, ("APOIADOR".to_owned(), json!(fim)));
    cancelar().await.expect_problem(409, "SEM_ASSINATURA");
    // Taken up again before its end, nothing of it is lost.
    assinar(&ana, &plano).await.expect(201);
    let depois = minha(&ana).await;
    assert_eq!(depois["status"], "CANCELADA");
    assert_eq!(depois["pendente"]["status"], "PENDENTE");
    pagar(app, "pay_2", 20, &ana).await;
    let fim = "2026-05-01T12:00:00.000Z";
    assert_eq!(resumo(&ana).await, esperado("APOIADOR", "ATIVA", Some(fim)));
    ate(app, fim);
    let ana = app.login(&ana).await;
    assert_eq!(resumo(&ana).await, esperado("FREE", "ATIVA", None));
}

async fn o_que_nao_se_assina(app: &TestApp) {
    let (nucleo, outro) = (app.nucleo().await, app.nucleo().await);
    let admin = nucleo.caller(Administrador).await;
    let (apoiador, militante) = (apoiador(&admin).await, militante(&admin).await);
    let free = admin.get(PLANOS).await.expect(200)[2].clone();
    let ana = nucleo.caller(Membro).await;
    assinar(&ana, &free).await.expect_problem(409, "PLANO_JA_ATIVO");
    let vizinha = outro.caller(Membro).await;
    assinar(&vizinha, &apoiador).await.expect_problem(404, "PLANO_NAO_ENCONTRADO");
    for corpo in [json!({}), json!({"planoId": null}), json!({"planoId": "x"})] {
        ana.post(ASSINATURAS, corpo).await.expect_problem(400, "DADOS_INVALIDOS");
    }
    assert_eq!(app.count("SELECT count(*) FROM assinaturas", ()).await, 0);
    assinar(&ana, &apoiador).await.expect(201);
    assinar(&ana, &apoiador).await.expect_problem(409, "ASSINATURA_JA_PENDENTE");
    pagar(app, "pay_1", 20, &ana).await;
    assinar(&ana, &apoiador).await.expect_problem(409, "PLANO_JA_ATIVO");
    assinar(&ana, &free).await.expect_problem(409, "PLANO_GRATUITO");
    // Another plan may be asked for; the one in force goes on until it is paid.
    assinar(&ana, &militante).await.expect(201);
    let mostrada = minha(&ana).await;
    assert_eq!(mostrada["plano"]["codigo"], "APOIADOR");
    assert_eq!(mostrada["pendente"]["plano"]["codigo"], "MILITANTE");
    pagar(app, "pay_2", 50, &ana).await;
    let fim = Some("2026-04-01T12:00:00.000Z");
    assert_eq!(resumo(&ana).await, esperado("MILITANTE", "ATIVA", fim));
    assert_eq!(minha(&ana).await["pendente"], Value::Null);
}

async fn um_plano_sem_preco_vale_na_hora(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let admin = nucleo.caller(Administrador).await;
    let estudante = plano(&admin, "ESTUDANTE", json!(0), 500).await;
    let ana = nucleo.caller(Membro).await;
    let criada = assinar(&ana, &estudante).await.expect(201);
    assert_eq!(
        (&criada["status"], &criada["validade"]),
        (&json!("ATIVA"), &json!("2026-04-01T12:00:00.000Z"))
    );
    assinar(&ana, &estudante).await.expect_problem(409, "PLANO_JA_ATIVO");
    assert_eq!(crate::apoio::saldo(app, ana.id).await, 0, "a bonus is for a payment");
}

async fn outra_escolha_troca_a_que_esperava(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let admin = nucleo.caller(Administrador).await;
    let (apoiador, militante) = (apoiador(&admin).await, militante(&admin).await);
    let ana = nucleo.caller(Membro).await;
    assinar(&ana, &apoiador).await.expect(201);
    assinar(&ana, &militante).await.expect(201);
    assert_eq!(resumo(&ana).await, esperado("MILITANTE", "PENDENTE", None));
    let lista = admin.get(ASSINATURAS).await.expect(200);
    assert_eq!(coluna(&lista, "status"), ["PENDENTE", "CANCELADA"]);
    pagar(app, "pay_1", 20, &ana).await;
    assert_eq!(resumo(&ana).await.1, "PENDENTE", "too little for what was chosen");
}

/// Announcements, their notices and e-mails by hand address the same people at the same moment.
async fn o_segmento_pergunta_ao_relogio(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let admin = nucleo.caller(Administrador).await;
    let plano = apoiador(&admin).await;
    let (ana, bia) = (nucleo.caller(Membro).await, nucleo.caller(Membro).await);
    let corpo = json!({"planoId": plano["id"], "validade": "2026-03-02T12:30:00Z"});
    definir(&admin, ana.id, corpo).await.expect(200);
    let corpo = json!({"titulo": "Aos apoiadores", "conteudo": "Obrigado",
                       "segmentoAlvo": {"plano": "APOIADOR"}});
    let criado = admin.post("/api/comunicados", corpo).await.expect(201);
    let caminho = format!("/api/comunicados/{}", criado["id"].as_str().unwrap());
    app.deliver().await;
    let ve = async |pessoa: &TestCaller| {
        let lista = pessoa.get("/api/comunicados").await.expect(200);
        let feed = pessoa.get("/api/feed").await.expect(200);
        let detalhe = pessoa.get(&caminho).await.status;
        (lista.as_array().unwrap().len(), feed["pagination"]["total"].as_i64().unwrap(), detalhe)
    };
    let segmento = Segmento { cargos: vec![], planos: vec!["APOIADOR".to_owned()] };
    let quantos = async || {
        let contados = app.operator.read(async |tx| contar_segmento(tx, &segmento).await);
        contados.await.unwrap()
    };
    assert_eq!((ve(&ana).await, ve(&bia).await, quantos().await), ((1, 1, 200), (0, 0, 404), 1));
    let notificadas = "SELECT usuario_id FROM notificacoes";
    let notificadas: Vec<(base::id::UsuarioId,)> = app.rows(notificadas, ()).await;
    assert_eq!(notificadas, [(ana.id,)]);
    ate(app, "2026-03-02T12:29:59.999Z");
    assert_eq!((ve(&ana).await, quantos().await), ((1, 1, 200), 1));
    ate(app, "2026-03-02T12:30:00.000Z");
    assert_eq!((ve(&ana).await, quantos().await), ((0, 0, 404), 0));
}
