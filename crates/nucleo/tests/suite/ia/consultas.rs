//! Questions that stand alone, answered by the built-in assistant.

use base::scope::Cargo::{Coordenador, LiderProjeto, Membro, PortaVoz};
use base::testing::{TestApp, TestCaller};
use chrono::Duration;
use nucleo::areas::membros::Status::Ativo;
use serde_json::{Value, json};

use super::{nucleo_com_ana, rastro};
use crate::apoio::{coluna, pessoa};
use crate::perfil::catalogo;

base::both_engines! { crate::service;
    o_matching_ordena_por_quem_sabe_mais,
    o_resumo_e_dos_ultimos_sete_dias,
    a_consulta_responde_em_markdown,
    textos_e_emails_sem_modelo,
    quem_pode_o_que,
}

/// Says of oneself what one knows.
async fn declarar(quem: &TestCaller, catalogo: &Value, sabe: &[(&str, &str)]) {
    let micros =
        catalogo.as_array().unwrap().iter().flat_map(|uma| uma["micros"].as_array().unwrap());
    let micros: Vec<_> = micros.collect();
    let id = |nome: &str| micros.iter().find(|micro| micro["nome"] == nome).unwrap()["id"].clone();
    let lista: Vec<_> =
        sabe.iter().map(|(nome, nivel)| json!({"microId": id(nome), "nivel": nivel})).collect();
    quem.patch("/api/perfil/competencias", json!({"competencias": lista})).await.expect(200);
}

async fn o_matching_ordena_por_quem_sabe_mais(app: &TestApp) {
    let catalogo = catalogo(app).await;
    let (nucleo, admin, ana) = nucleo_com_ana(app).await;
    let bia = pessoa(app, &nucleo, "Bia Reis", (Membro, Ativo)).await;
    let caio = pessoa(app, &nucleo, "Caio Dias", (Membro, Ativo)).await;
    declarar(&ana, &catalogo, &[("Fotografia", "BASICO")]).await;
    declarar(&bia, &catalogo, &[("Fotografia", "AVANCADO"), ("Redação", "BASICO")]).await;
    declarar(&caio, &catalogo, &[("Teatro", "AVANCADO")]).await;
    let vizinho = app.nucleo().await.caller(Membro).await;
    declarar(&vizinho, &catalogo, &[("Fotografia", "AVANCADO")]).await;

    let corpo = json!({"prompt": "Preciso de alguém que saiba fotografia e redação para cobrir a assembleia"});
    let achados = admin.post("/api/ia/matching", corpo).await.expect(200);
    assert_eq!(coluna(&achados["membros"], "nome"), ["Bia Reis", "Ana Souza"]);
    assert_eq!(achados["membros"][0]["competencias"], json!(["Redação", "Fotografia"]));
    assert_eq!(achados["membros"][0]["cargo"], "MEMBRO");
    let justificativa = achados["justificativa"].as_str().unwrap();
    assert!(justificativa.contains("Bia Reis") && justificativa.contains("Fotografia"));

    let ninguem = json!({"prompt": "Quem sabe culinária molecular?"});
    let ninguem = admin.post("/api/ia/matching", ninguem).await.expect(200);
    assert_eq!(ninguem["membros"], json!([]));
    let status = json!({"status": "INATIVO"});
    admin.patch(&format!("/api/membros/{}/status", bia.id), status).await.expect(200);
    let corpo = json!({"prompt": "fotografia"});
    let achados = admin.post("/api/ia/matching", corpo).await.expect(200);
    assert_eq!(coluna(&achados["membros"], "nome"), ["Ana Souza"]);
}

async fn o_resumo_e_dos_ultimos_sete_dias(app: &TestApp) {
    let (nucleo, admin, _) = nucleo_com_ana(app).await;
    app.advance(Duration::days(8));
    let admin = app.login(&admin).await;
    let quieta = admin.post("/api/ia/resumo-semanal", json!({})).await.expect(200);
    let nada = json!({"novosMembros": 0, "tarefasConcluidas": 0, "eventosFinalizados": 0});
    assert_eq!(quieta["dados"], nada);
    pessoa(app, &nucleo, "Bia Reis", (Membro, Ativo)).await;
    let evento = json!({
        "titulo": "Assembleia", "inicio": app.now() - Duration::hours(5),
        "fim": app.now() - Duration::hours(3),
    });
    admin.post("/api/eventos", evento).await.expect(201);
    let semana = admin.post("/api/ia/resumo-semanal", json!({})).await.expect(200);
    let esperado = json!({"novosMembros": 1, "tarefasConcluidas": 0, "eventosFinalizados": 1});
    assert_eq!(semana["dados"], esperado);
    let resumo = semana["resumo"].as_str().unwrap();
    assert!(resumo.contains("1 membro novo") && resumo.contains("1 evento"), "{resumo}");
}

async fn a_consulta_responde_em_markdown(app: &TestApp) {
    let (_, admin, _) = nucleo_com_ana(app).await;
    let antes = rastro(app).await;
    let corpo = json!({"pergunta": "Liste os membros ativos"});
    let resposta = admin.post("/api/ia/consulta-membros", corpo).await.expect(200);
    assert!(resposta["resposta"].as_str().unwrap().contains("\n- Ana Souza"), "{resposta}");
    let escrita = json!({"pergunta": "Credite 5 moedas para Ana Souza por ajuda na sede"});
    let escrita = admin.post("/api/ia/consulta-membros", escrita).await.expect(200);
    assert!(escrita["resposta"].as_str().unwrap().contains("Só quem administra"), "{escrita}");
    assert_eq!(rastro(app).await, antes);
    assert_eq!(app.count("SELECT count(*) FROM ia_conversas", ()).await, 0);
}

async fn textos_e_emails_sem_modelo(app: &TestApp) {
    let (_, admin, _) = nucleo_com_ana(app).await;
    let corpo = json!({"texto": "ola  pessoal , voce vem na reuniao ?"});
    let melhor = admin.post("/api/ia/melhorar-texto", corpo.clone()).await.expect(200);
    assert_eq!(melhor["original"], corpo["texto"]);
    assert_ne!(melhor["melhorado"], melhor["original"]);
    let corpo = json!({"descricao": "convite para o mutirão de sábado às 9h na sede"});
    let gerado = admin.post("/api/admin/emails/gerar", corpo).await.expect(200);
    assert!(gerado["html"].as_str().unwrap().contains("mutirão"), "{gerado}");
    assert!(!gerado["assunto"].as_str().unwrap().is_empty());
    // What was generated can be sent as it is.
    let previa = admin.post("/api/admin/emails/previa", gerado).await.expect(200);
    assert!(previa["html"].as_str().unwrap().contains("mutirão"));
}

async fn quem_pode_o_que(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let texto = json!({"texto": "Oi", "pergunta": "Oi", "prompt": "Oi", "descricao": "Oi, gente"});
    for (cargo, admitido) in [(Membro, 0), (LiderProjeto, 0), (PortaVoz, 2), (Coordenador, 5)] {
        let quem = nucleo.caller(cargo).await;
        let mut entrou = 0;
        for caminho in [
            "/api/ia/consulta-membros",
            "/api/ia/matching",
            "/api/ia/resumo-semanal",
            "/api/ia/melhorar-texto",
            "/api/admin/emails/gerar",
        ] {
            let resposta = quem.post(caminho, texto.clone()).await;
            assert!([200, 403].contains(&resposta.status), "{caminho}: {}", resposta.body);
            entrou += usize::from(resposta.status == 200);
        }
        assert_eq!(entrou, admitido, "{cargo:?}");
    }
}
