//! Who may see an announcement: one answer for the list, the page, the feed, the notifications, the
//! push and the e-mail.

use base::id::UsuarioId;
use base::scope::Cargo::{self, Administrador, Coordenador, LiderProjeto, Membro, PortaVoz};
use base::testing::{TestApp, TestCaller};
use serde_json::{Value, json};

use super::{LISTA, caminho, com, corpo, criar, plano, titulos, titulos_no_feed, todos_os_cargos};

base::both_engines! { crate::service;
    o_segmento_vale_em_toda_parte,
    o_push_vai_a_quem_foi_nomeado_dentro_do_segmento,
    sem_push_e_sem_email_ninguem_recebe,
    o_que_e_nacional_chega_a_todos_os_nucleos,
    o_que_e_dito_em_cada_canal,
    quem_nao_esta_ativo_nao_recebe,
}

const TODOS: &[Cargo] = &[Membro, LiderProjeto, PortaVoz, Coordenador, Administrador];

/// By which channels this person was told of this announcement.
async fn canais(app: &TestApp, pessoa: UsuarioId, comunicado: &str) -> Vec<String> {
    let sql = "SELECT 'APP' AS canal FROM notificacoes n JOIN avisos a ON a.id = n.aviso_id
               WHERE n.usuario_id = $1 AND a.causa = $2
               UNION ALL
               SELECT e.canal FROM entregas e JOIN avisos a ON a.id = e.aviso_id
               WHERE e.usuario_id = $1 AND a.causa = $2
               ORDER BY 1";
    let causa = format!("comunicado.publicado:{comunicado}");
    let linhas: Vec<(String,)> = app.rows(sql, (pessoa, causa)).await;
    linhas.into_iter().map(|(canal,)| canal).collect()
}

/// Whether this person finds it: in the list, by its address, in the feed.
async fn visto(caller: &TestCaller, id: &str, titulo: &str) -> (bool, bool, bool) {
    let listado = titulos(caller, LISTA).await.iter().any(|t| t == titulo);
    let pagina = caller.get(&caminho(id)).await;
    assert!([200, 404].contains(&pagina.status), "{}", pagina.body);
    let no_feed = titulos_no_feed(caller).await.iter().any(|t| t == titulo);
    (listado, pagina.status == 200, no_feed)
}

async fn o_segmento_vale_em_toda_parte(app: &TestApp) {
    let nucleo = app.nucleo().await;
    plano(app, &nucleo, "OURO").await;
    let autora = nucleo.caller(Administrador).await;
    let pessoas = todos_os_cargos(&nucleo).await;
    let acima = app.super_admin().await;
    let tabela: [(&str, Value, &[Cargo]); 8] = [
        ("todos", json!(null), TODOS),
        ("vazio", json!({}), TODOS),
        ("um cargo", json!({"cargo": "MEMBRO"}), &[Membro]),
        ("dois cargos", json!({"cargo": ["PORTA_VOZ", "COORDENADOR"]}), &[PortaVoz, Coordenador]),
        ("plano de todos", json!({"plano": "FREE"}), TODOS),
        ("plano de ninguém", json!({"plano": ["OURO"]}), &[]),
        ("cargo e planos", json!({"cargo": "MEMBRO", "plano": ["FREE", "OURO"]}), &[Membro]),
        ("cargo e plano de ninguém", json!({"cargo": "MEMBRO", "plano": "OURO"}), &[]),
    ];
    for (titulo, segmento, quem) in tabela {
        let mut corpo = com(titulo, "segmentoAlvo", segmento);
        corpo["enviarEmail"] = json!(true);
        let id = criar(&autora, corpo).await;
        app.deliver().await;
        for (cargo, pessoa) in &pessoas {
            let (dentro, gere) =
                (quem.contains(cargo), [Coordenador, Administrador].contains(cargo));
            let esperado = (dentro, dentro || gere, dentro);
            assert_eq!(visto(pessoa, &id, titulo).await, esperado, "{titulo} as {cargo:?}");
            let recebido = canais(app, pessoa.id, &id).await;
            let todos: &[&str] = if dentro { &["APP", "EMAIL", "PUSH"] } else { &[] };
            assert_eq!(recebido, todos, "{titulo} to {cargo:?}");
        }
        assert_eq!(visto(&acima, &id, titulo).await, (true, true, true), "{titulo} from above");
        assert_eq!(canais(app, acima.id, &id).await, [""; 0]);
    }
}

async fn o_push_vai_a_quem_foi_nomeado_dentro_do_segmento(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let autora = nucleo.caller(Administrador).await;
    let pessoas = todos_os_cargos(&nucleo).await;
    let id_de = |cargo: Cargo| pessoas.iter().find(|(c, _)| *c == cargo).unwrap().1.id;
    let (membro, coord) = (id_de(Membro), id_de(Coordenador));
    let tabela: [(Value, Value, &[Cargo]); 7] = [
        (json!(null), json!("todos"), TODOS),
        (json!(null), json!({"cargo": ["MEMBRO"]}), &[Membro]),
        (
            json!({"cargo": ["MEMBRO", "COORDENADOR"]}),
            json!({"cargo": ["MEMBRO", "ADMINISTRADOR"]}),
            &[Membro],
        ),
        (json!({"cargo": "COORDENADOR"}), json!({"cargo": ["MEMBRO"]}), &[]),
        (json!(null), json!({"membroIds": [membro, coord]}), &[Membro, Coordenador]),
        (json!({"cargo": "COORDENADOR"}), json!({"membroIds": [membro, coord]}), &[Coordenador]),
        (json!({"cargo": "PORTA_VOZ"}), json!({"membroIds": [membro]}), &[]),
    ];
    for (segmento, push, quem) in tabela {
        let caso = format!("{push} in {segmento}");
        let mut corpo = com("Push", "segmentoAlvo", segmento);
        corpo["pushDestinatarios"] = push;
        let id = criar(&autora, corpo).await;
        app.deliver().await;
        for (cargo, pessoa) in &pessoas {
            let recebido = canais(app, pessoa.id, &id).await;
            let tem = recebido.iter().any(|canal| canal == "PUSH");
            assert_eq!(tem, quem.contains(cargo), "{caso}: {cargo:?}");
        }
    }
}

async fn sem_push_e_sem_email_ninguem_recebe(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (autora, membro) = (nucleo.caller(Administrador).await, nucleo.caller(Membro).await);
    for (push, email, esperado) in [
        (None, None, vec!["APP", "PUSH"]),
        (Some(false), Some(false), vec!["APP"]),
        (Some(false), Some(true), vec!["APP", "EMAIL"]),
    ] {
        let mut corpo = corpo("Canais");
        if let (Some(push), Some(email)) = (push, email) {
            corpo["enviarPush"] = json!(push);
            corpo["enviarEmail"] = json!(email);
        }
        let id = criar(&autora, corpo).await;
        app.deliver().await;
        assert_eq!(canais(app, membro.id, &id).await, esperado);
    }
}

async fn o_que_e_nacional_chega_a_todos_os_nucleos(app: &TestApp) {
    let (um, outro) = (app.nucleo().await, app.nucleo().await);
    let acima = app.super_admin().await;
    let (ana, bia) = (um.caller(Membro).await, outro.caller(Membro).await);
    let (coord, alheia) = (um.caller(Coordenador).await, outro.caller(Coordenador).await);
    let mut a_todos = corpo("A todos");
    a_todos["enviarEmail"] = json!(true);
    let a_todos = criar(&acima, a_todos).await;
    let mut a_uma = com("A uma", "segmentoAlvo", json!({"cargo": "MEMBRO"}));
    a_uma["pushDestinatarios"] = json!({"membroIds": [bia.id, alheia.id]});
    let a_uma = criar(&acima, a_uma).await;
    app.deliver().await;
    for pessoa in [&ana, &bia, &coord, &alheia] {
        assert_eq!(canais(app, pessoa.id, &a_todos).await, ["APP", "EMAIL", "PUSH"]);
        assert_eq!(visto(pessoa, &a_todos, "A todos").await, (true, true, true));
    }
    assert_eq!(canais(app, ana.id, &a_uma).await, ["APP"]);
    assert_eq!(canais(app, bia.id, &a_uma).await, ["APP", "PUSH"]);
    // Management of a nucleo has no say over what is national, and no look past its segment.
    for pessoa in [&coord, &alheia] {
        assert_eq!(canais(app, pessoa.id, &a_uma).await, [""; 0]);
        assert_eq!(visto(pessoa, &a_uma, "A uma").await, (false, false, false));
    }
    let feed = bia.get("/api/feed").await.expect(200);
    assert_eq!(feed["data"][0]["nacional"], true);
    let sql = "SELECT count(*) FROM avisos WHERE nucleo_id IS NULL";
    assert_eq!(app.count(sql, ()).await, 2, "with the organisation's own looks");
}

async fn o_que_e_dito_em_cada_canal(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (autora, membro) = (nucleo.caller(Administrador).await, nucleo.caller(Membro).await);
    let mut corpo =
        com("Assembleia", "conteudo", json!("<p>Às <b>15h</b>.</p><p>Venha &amp; traga.</p>"));
    corpo["enviarEmail"] = json!(true);
    corpo["fotoUrl"] = json!("https://a.org/b.png");
    let id = criar(&autora, corpo.clone()).await;
    let nacional = criar(&app.super_admin().await, corpo).await;
    app.deliver().await;
    let notificacoes = membro.get("/api/notificacoes").await.expect(200);
    let lida = notificacoes["data"]
        .as_array()
        .unwrap()
        .iter()
        .find(|n| n["url"] == format!("/comunicados/{id}"));
    let lida = lida.expect("a notification that opens it");
    assert_eq!(lida["titulo"], "Assembleia");
    for id in [id, nacional] {
        let sql = "SELECT preferencia, corpo, email FROM avisos WHERE causa = $1";
        let causa = format!("comunicado.publicado:{id}");
        let avisos: Vec<(String, String, sqlx::types::Json<Value>)> = app.rows(sql, (causa,)).await;
        let (preferencia, corpo, email) = &avisos[0];
        assert_eq!(
            (preferencia.as_str(), corpo.as_str()),
            ("COMUNICADO", "Às 15h. Venha & traga.")
        );
        assert_eq!(
            (&email["tipo"], &email["assunto"]),
            (&json!("comunicado"), &json!("Assembleia"))
        );
        let dados = json!({
            "titulo": "Assembleia", "conteudo": "<p>Às <b>15h</b>.</p><p>Venha &amp; traga.</p>",
            "foto_url": "https://a.org/b.png",
        });
        assert_eq!(email["dados"], dados);
    }
}

async fn quem_nao_esta_ativo_nao_recebe(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let autora = nucleo.caller(Administrador).await;
    let mut ausentes = Vec::new();
    for status in ["PENDENTE", "INATIVO", "SUSPENSO"] {
        ausentes.push(nucleo.person(status).await.id);
    }
    let mut corpo = com("Push", "pushDestinatarios", json!({ "membroIds": ausentes }));
    corpo["enviarEmail"] = json!(true);
    let id = criar(&autora, corpo).await;
    app.deliver().await;
    for ausente in ausentes {
        assert_eq!(canais(app, ausente, &id).await, [""; 0]);
    }
    assert_eq!(canais(app, autora.id, &id).await, ["APP", "EMAIL"]);
}
