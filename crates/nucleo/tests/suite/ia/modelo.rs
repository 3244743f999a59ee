//! A model that means well.

use base::scope::Cargo::{Administrador, Coordenador, PortaVoz};
use base::testing::{Engine, TestApp, run};
use serde_json::json;

use super::roteiro::{Roteiro, Vez, chama, com_modelo, texto};
use super::{CHAT, continuar, nucleo_com_ana, pergunta, perguntar};
use crate::apoio::saldo;

base::both_engines! { crate::ia::roteiro::com_modelo;
    ferramentas_rodam_e_o_modelo_responde,
    a_conversa_volta_ao_modelo,
    tropecos_passam,
    um_sim_nao_chega_ao_modelo,
    o_consumo_e_contado_por_nucleo,
    textos_e_emails_vem_do_modelo,
    o_matching_do_modelo_e_conferido,
}

async fn ferramentas_rodam_e_o_modelo_responde(app: &TestApp) {
    let (_, admin, ana) = nucleo_com_ana(app).await;
    let roteiro = Roteiro::novo(vec![
        chama("membroPorNome", json!({"nome": "ana"})),
        texto("Achei a Ana Souza.\nOPÇÕES: Ver tarefas | Ver saldo"),
    ]);
    let resposta = perguntar(&admin, &roteiro.pergunta("Quem é Ana?")).await;
    assert_eq!(resposta["resposta"], "Achei a Ana Souza.");
    assert_eq!(resposta["tipo"], "member_cards");
    assert_eq!(resposta["quick_replies"], json!(["Ver tarefas", "Ver saldo"]));
    assert_eq!(resposta["tool_calls"], json!(["membroPorNome"]));
    assert_eq!(resposta["dados"]["membros"][0]["id"], json!(ana.id));
    let (cabecalhos, primeiro) = roteiro.trocas().remove(0);
    assert_eq!(cabecalhos["authorization"], "Bearer chave-do-modelo");
    assert_eq!(primeiro["model"], "roteirista");
    assert_eq!(primeiro["messages"][0]["role"], "system");
    assert_eq!(primeiro["tools"].as_array().unwrap().len(), 27);
    let segundo = &roteiro.pedidos()[1];
    let ultima = segundo["messages"].as_array().unwrap().last().unwrap().clone();
    assert_eq!((&ultima["role"], &ultima["tool_call_id"]), (&json!("tool"), &json!("c0")));
}

async fn a_conversa_volta_ao_modelo(app: &TestApp) {
    let (_, admin, _) = nucleo_com_ana(app).await;
    let (um, dois) =
        (Roteiro::novo(vec![texto("Primeira resposta")]), Roteiro::novo(vec![texto("Segunda")]));
    let primeira = perguntar(&admin, &um.pergunta("Primeira pergunta")).await;
    continuar(&admin, &primeira, &dois.pergunta("E depois?")).await;
    let pedido = dois.pedidos().remove(0);
    let papeis: Vec<_> =
        pedido["messages"].as_array().unwrap().iter().map(|m| &m["role"]).collect();
    assert_eq!(papeis, ["system", "user", "assistant", "user"]);
    assert_eq!(pedido["messages"][2]["content"], "Primeira resposta");
}

async fn tropecos_passam(app: &TestApp) {
    let (_, admin, _) = nucleo_com_ana(app).await;
    let roteiro =
        Roteiro::novo(vec![Vez::Status(429, "0"), Vez::Status(503, "0"), texto("Agora sim.")]);
    let resposta = perguntar(&admin, &roteiro.pergunta("Oi, tudo?")).await;
    assert_eq!(resposta["resposta"], "Agora sim.");
    assert_eq!(roteiro.pedidos().len(), 3);
}

async fn um_sim_nao_chega_ao_modelo(app: &TestApp) {
    let (_, admin, ana) = nucleo_com_ana(app).await;
    let roteiro = Roteiro::novo(vec![
        chama("creditarMoedas", json!({"membro": "Ana Souza", "valor": 5, "motivo": "Mutirão"})),
        texto("Creditado!"),
    ]);
    let proposta = perguntar(&admin, &roteiro.pergunta("Credite 5 a Ana pelo mutirão")).await;
    assert_eq!(roteiro.pedidos().len(), 1);
    let sim = continuar(&admin, &proposta, "sim, confirmo").await;
    assert_eq!(
        (&sim["acao"]["id"], &sim["tipo"]),
        (&proposta["acao"]["id"], &json!("action_confirm"))
    );
    assert_eq!((roteiro.pedidos().len(), saldo(app, ana.id).await), (1, 0));
    super::confirmar(&admin, &proposta).await;
    assert_eq!(saldo(app, ana.id).await, 5);
}

async fn o_consumo_e_contado_por_nucleo(app: &TestApp) {
    let (nucleo, admin, _) = nucleo_com_ana(app).await;
    let vizinho = app.nucleo().await.caller(Administrador).await;
    let roteiro = Roteiro::novo(vec![chama("contarMembros", json!({})), texto("Dois.")]);
    perguntar(&admin, &roteiro.pergunta("Quantos?")).await;
    let lista = admin.get("/api/ia/consumo").await.expect(200);
    // Two exchanges of 100 tokens in and 10 out, at 2 and 10 per million.
    let esperado = json!([{
        "mes": "2026-03", "perguntas": 1, "chamadas": 2, "tokensEntrada": 200, "tokensSaida": 20,
        "custo": 0.0006,
    }]);
    assert_eq!(lista, esperado);
    assert_eq!(vizinho.get("/api/ia/consumo").await.expect(200), json!([]));
    let coord = nucleo.caller(Coordenador).await;
    coord.get("/api/ia/consumo").await.expect_problem(403, "SEM_PERMISSAO");
    let metricas = app.anonymous().get("/metrics").await.text;
    assert!(metricas.contains("ia_tokens_entrada_total"), "{metricas}");
    assert!(!metricas.contains("chave-do-modelo"));
}

async fn textos_e_emails_vem_do_modelo(app: &TestApp) {
    let (nucleo, admin, _) = nucleo_com_ana(app).await;
    let porta_voz = nucleo.caller(PortaVoz).await;
    let roteiro = Roteiro::novo(vec![texto("Vamos fazer o mutirão no sábado.")]);
    let original = roteiro.pergunta("vamo faze mutirao");
    let corpo = json!({ "texto": original });
    let melhor = porta_voz.post("/api/ia/melhorar-texto", corpo).await.expect(200);
    let esperado = json!({"original": original, "melhorado": "Vamos fazer o mutirão no sábado."});
    assert_eq!(melhor, esperado);

    let email = "Claro:\n{\"assunto\": \"Mutirão\", \"html\": \"<p onclick='x'>Sábado</p><script>y</script>\"}";
    let roteiro = Roteiro::novo(vec![texto(email)]);
    let corpo = json!({"descricao": roteiro.pergunta("Convite")});
    let gerado = porta_voz.post("/api/admin/emails/gerar", corpo).await.expect(200);
    assert_eq!(gerado, json!({"assunto": "Mutirão", "html": "<p>Sábado</p>"}));
    let roteiro = Roteiro::novo(vec![texto("Não sei escrever e-mails.")]);
    let corpo = json!({"descricao": roteiro.pergunta("Convite")});
    let erro = admin.post("/api/admin/emails/gerar", corpo).await;
    erro.expect_problem(503, "IA_INDISPONIVEL");

    let semana = admin.post("/api/ia/resumo-semanal", json!({})).await.expect(200);
    assert_eq!(semana["resumo"], "Sem roteiro.");
    assert_eq!(semana["dados"]["novosMembros"], 1);
}

async fn o_matching_do_modelo_e_conferido(app: &TestApp) {
    let (nucleo, admin, ana) = nucleo_com_ana(app).await;
    let inativa = nucleo.person("INATIVO").await;
    let deles = app.nucleo().await.person("ATIVO").await;
    let escolha = json!({
        "membroIds": [deles.id, inativa.id, "x", ana.id, app.new_id::<base::Uuid>()],
        "justificativa": "Ana sabe.",
    });
    let roteiro = Roteiro::novo(vec![texto(&escolha.to_string())]);
    let corpo = json!({"prompt": roteiro.pergunta("Quem fotografa?")});
    let combinados = admin.post("/api/ia/matching", corpo).await.expect(200);
    assert_eq!(combinados["membros"].as_array().unwrap().len(), 1);
    assert_eq!(combinados["membros"][0]["id"], json!(ana.id));
    assert_eq!(combinados["justificativa"], "Ana sabe.");
    // One that proposes writes where nothing can be confirmed is refused them.
    let roteiro = Roteiro::novo(vec![
        chama("creditarMoedas", json!({"membro": ana.id, "valor": 5, "motivo": "m"})),
        texto("Não deu."),
    ]);
    let corpo = json!({"pergunta": roteiro.pergunta("Credite")});
    let resposta = admin.post("/api/ia/consulta-membros", corpo).await.expect(200);
    assert_eq!(resposta, json!({"resposta": "Não deu."}));
    assert_eq!(app.count("SELECT count(*) FROM ia_acoes", ()).await, 0);
}

/// The key goes to the provider and nowhere else.
#[tokio::test(flavor = "multi_thread")]
async fn a_chave_nao_aparece_em_lugar_nenhum() {
    run(Engine::Sqlite, com_modelo, async |app| {
        let (_, admin, _) = nucleo_com_ana(app).await;
        let roteiro = Roteiro::novo(vec![texto("Oi.")]);
        let resposta = admin.post(CHAT, pergunta(&roteiro.pergunta("Oi, tudo?"))).await;
        assert!(!resposta.text.contains("chave-do-modelo"));
        assert!(!roteiro.visto().contains("chave-do-modelo"));
    })
    .await;
}
