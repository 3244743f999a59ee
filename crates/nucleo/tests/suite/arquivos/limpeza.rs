//! What nothing refers to goes after a day; what something refers to stays, however it is spelled.

use base::scope::Cargo::{Administrador, Coordenador, Membro, PortaVoz};
use base::testing::{TestApp, TestCaller};
use chrono::Duration;
use serde_json::json;

use super::{bytes_de, caminho, existe, guardados, imagem, linhas, no_disco};

base::both_engines! { crate::arquivos::com_pasta_propria;
    o_que_ninguem_usa_sai_depois_de_um_dia,
    o_que_esta_em_uso_fica_ate_deixar_de_estar,
    uma_imagem_dentro_de_um_texto_esta_em_uso,
    o_endereco_inteiro_tambem_e_uma_referencia,
    o_que_saiu_por_email_fica,
    uma_referencia_de_outro_nucleo_conta,
    o_que_ficou_pela_metade_se_desfaz,
    uma_remocao_interrompida_e_terminada,
    muitos_arquivos_saem_em_lotes,
}

/// Lets a day pass, and then what is done every hour and every day.
async fn um_dia_depois(app: &TestApp) {
    app.advance(Duration::hours(25));
    app.deliver().await;
}

async fn dias_depois(app: &TestApp) {
    for _ in 0..3 {
        um_dia_depois(app).await;
    }
}

async fn some(app: &TestApp, url: &str) {
    app.anonymous().get(url).await.expect_problem(404, "ARQUIVO_NAO_ENCONTRADO");
    assert!(!existe(&caminho(url)), "{url}");
}

async fn o_que_ninguem_usa_sai_depois_de_um_dia(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let ana = nucleo.caller(Membro).await;
    let url = imagem(&ana, "avatars").await;
    let comprovante = super::comprovante(&nucleo.caller(Coordenador).await).await;
    app.advance(Duration::hours(23));
    app.deliver().await;
    bytes_de(app, &url).await;
    assert_eq!(guardados(app).await, 2);
    app.advance(Duration::hours(2));
    app.deliver().await;
    some(app, &url).await;
    assert!(!existe(&caminho(&comprovante)));
    assert_eq!(guardados(app).await, 0);
}

/// Puts the picture somewhere, and takes it away again.
async fn usar(app: &TestApp, de: &TestCaller, bucket: &str) -> (String, &'static str) {
    let url = imagem(de, bucket).await;
    match bucket {
        "avatars" => {
            de.patch("/api/perfil/dados", json!({ "fotoUrl": url })).await.expect(200);
            (url, "UPDATE usuarios SET foto_url = NULL")
        }
        "comunicados" => {
            let corpo = json!({"titulo": "Oi", "conteudo": "Oi", "fotoUrl": url});
            de.post("/api/comunicados", corpo).await.expect(201);
            (url, "UPDATE comunicados SET foto_url = NULL")
        }
        "enquetes" => {
            let fim = app.now() + Duration::days(90);
            let corpo = json!({
                "pergunta": "Sim?", "tipoEscolha": "UNICA", "opcoes": ["Sim", "Não"],
                "dataEncerramento": fim, "fotoUrl": url, "enviarEmail": false,
            });
            de.post("/api/enquetes", corpo).await.expect(201);
            (url, "UPDATE enquetes SET foto_url = NULL")
        }
        "comentarios" => {
            let projeto = de.post("/api/projetos", json!({"nome": "Horta"})).await.expect(201);
            let path = format!("/api/projetos/{}/comentarios", projeto["id"].as_str().unwrap());
            de.post(&path, json!({"texto": "Veja", "imagemUrl": url})).await.expect(201);
            (url, "UPDATE projeto_comentarios SET imagem_url = NULL")
        }
        other => panic!("{other}"),
    }
}

async fn o_que_esta_em_uso_fica_ate_deixar_de_estar(app: &TestApp) {
    let admin = app.nucleo().await.caller(Administrador).await;
    let mut usados = Vec::new();
    for bucket in ["avatars", "comunicados", "enquetes", "comentarios"] {
        usados.push(usar(app, &admin, bucket).await);
    }
    let logo = imagem(&admin, "comunicados").await;
    let mudanca = json!({ "logoUrl": logo });
    admin.patch("/api/nucleo/configuracoes", mudanca).await.expect(200);
    usados.push((logo, "UPDATE nucleos SET logo_url = NULL"));
    dias_depois(app).await;
    for (url, _) in &usados {
        bytes_de(app, url).await;
    }
    assert_eq!(guardados(app).await, usados.len());

    // What the feed still shows of a poll or an announcement is a reference too.
    app.execute("DELETE FROM feed_atividades", ()).await;
    for (left, (url, sql)) in usados.iter().enumerate() {
        app.execute(sql, ()).await;
        um_dia_depois(app).await;
        // Somebody may have shown it a moment ago: it has a day from when that was noticed.
        bytes_de(app, url).await;
        um_dia_depois(app).await;
        some(app, url).await;
        assert_eq!(guardados(app).await, usados.len() - left - 1);
    }
}

async fn uma_imagem_dentro_de_um_texto_esta_em_uso(app: &TestApp) {
    let coord = app.nucleo().await.caller(Coordenador).await;
    let (dentro, fora) = (imagem(&coord, "comunicados").await, imagem(&coord, "comunicados").await);
    let conteudo = format!("<p>Veja:</p><img src=\"{dentro}\" alt=\"a praça\">");
    let corpo = json!({"titulo": "Mutirão", "conteudo": conteudo});
    let criado = coord.post("/api/comunicados", corpo).await.expect(201);
    dias_depois(app).await;
    bytes_de(app, &dentro).await;
    some(app, &fora).await;
    let path = format!("/api/comunicados/{}", criado["id"].as_str().unwrap());
    let coord = app.login(&coord).await;
    coord.send("DELETE", &path, Vec::new().into()).await.expect(200);
    dias_depois(app).await;
    some(app, &dentro).await;
}

async fn o_endereco_inteiro_tambem_e_uma_referencia(app: &TestApp) {
    let ana = app.nucleo().await.caller(Membro).await;
    let url = imagem(&ana, "avatars").await;
    for spelled in [
        format!("https://nucleo.org{url}"),
        format!("http://sp.nucleo.org{url}?v=2"),
        format!("https://nucleo.org/app{url}#x"),
        url.clone(),
    ] {
        let ana = app.login(&ana).await;
        ana.patch("/api/perfil/dados", json!({ "fotoUrl": spelled })).await.expect(200);
        dias_depois(app).await;
        bytes_de(app, &url).await;
    }
}

/// A mail reader shows the picture for years, and nobody can send the message again.
async fn o_que_saiu_por_email_fica(app: &TestApp) {
    let porta_voz = app.nucleo().await.caller(PortaVoz).await;
    let url = imagem(&porta_voz, "comunicados").await;
    let corpo = json!({
        "assunto": "Oi", "html": format!("<p>Oi</p><img src=\"{url}\">"),
        "destinatarios": ["ana@exemplo.org"],
    });
    porta_voz.post("/api/admin/emails/enviar", corpo).await.expect(200);
    app.deliver().await;
    dias_depois(app).await;
    app.advance(Duration::days(100));
    app.deliver().await;
    assert_eq!(app.count("SELECT count(*) FROM avisos", ()).await, 0, "they are kept for a while");
    dias_depois(app).await;
    bytes_de(app, &url).await;
}

async fn uma_referencia_de_outro_nucleo_conta(app: &TestApp) {
    let ana = app.nucleo().await.caller(Membro).await;
    let rui = app.nucleo().await.caller(Membro).await;
    let url = imagem(&ana, "avatars").await;
    rui.patch("/api/perfil/dados", json!({ "fotoUrl": url })).await.expect(200);
    dias_depois(app).await;
    bytes_de(app, &url).await;
}

/// The row is there before the bytes: whatever the moment of a crash, both go.
async fn o_que_ficou_pela_metade_se_desfaz(app: &TestApp) {
    let ana = app.nucleo().await.caller(Membro).await;
    let (com_bytes, sem_bytes) = (imagem(&ana, "avatars").await, imagem(&ana, "avatars").await);
    // As if the process had ended before the upload was confirmed.
    let daqui_a_pouco = app.now() + Duration::hours(1);
    app.execute("UPDATE arquivos SET remover_em = $1", (daqui_a_pouco,)).await;
    std::fs::remove_file(caminho(&sem_bytes)).unwrap();
    app.deliver().await;
    assert!(existe(&caminho(&com_bytes)), "it may still be on its way");
    app.advance(Duration::minutes(61));
    app.deliver().await;
    assert_eq!((linhas(app).await, no_disco()), (0, vec![]));
}

async fn uma_remocao_interrompida_e_terminada(app: &TestApp) {
    let ana = app.nucleo().await.caller(Membro).await;
    let url = imagem(&ana, "avatars").await;
    // As if another instance had claimed it, removed the bytes, and ended there.
    std::fs::remove_file(caminho(&url)).unwrap();
    let posse = app.now() + Duration::minutes(10);
    app.execute("UPDATE arquivos SET remover_em = $1", (posse,)).await;
    app.deliver().await;
    assert_eq!(linhas(app).await, 1, "it is the other's until its lease is over");
    app.advance(Duration::minutes(11));
    app.deliver().await;
    assert_eq!(linhas(app).await, 0);
}

async fn muitos_arquivos_saem_em_lotes(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let usada = imagem(&nucleo.caller(Membro).await, "avatars").await;
    let ana = nucleo.caller(Membro).await;
    ana.patch("/api/perfil/dados", json!({ "fotoUrl": usada })).await.expect(200);
    let ids: Vec<base::Uuid> = (0..1203).map(|_| app.new_id()).collect();
    let sql = "INSERT INTO arquivos (id, nucleo_id, bucket, nome, url, tipo, tamanho, fixo,
                   sem_uso_desde, criado_em)
               SELECT unhex(value), $2, 'avatars', '00000000' || value || '.png',
                   '/arquivos/avatars/00000000' || value || '.png', 'image/png', 1, false, $3, $3
               FROM json_each($1)";
    app.execute(sql, (base::db::list::ids(&ids), nucleo.id, app.now())).await;
    assert_eq!(linhas(app).await, 1204);
    um_dia_depois(app).await;
    assert_eq!(guardados(app).await, 1);
    bytes_de(app, &usada).await;
}
