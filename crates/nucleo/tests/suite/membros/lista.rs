//! Who is listed, found, shown in detail, and to whom.

use base::scope::Cargo::{self, Administrador, Coordenador, LiderProjeto, Membro, PortaVoz};
use base::testing::TestApp;
use chrono::Duration;
use nucleo::areas::membros::Status::{Ativo, Inativo, Pendente, Rejeitado, Suspenso};
use serde_json::json;

use super::{LISTA, NINGUEM, caminho, listar, nomes};
use crate::apoio::{chaves, coluna, pessoa};
use crate::autenticacao::campos;

base::both_engines! { crate::service;
    a_lista_tem_a_forma_do_contrato,
    status_e_cargo_filtram_sozinhos_e_juntos,
    a_busca_acha_qualquer_parte_do_nome,
    a_busca_recusa_o_que_nao_pode_ser_nome,
    acentos_ficam_ao_lado_de_suas_letras,
    as_paginas_mostram_cada_pessoa_uma_vez,
    valor_desconhecido_e_recusado_com_os_que_valem,
    filtro_que_o_contrato_nao_tem_e_recusado,
    rejeitados_removidos_e_vizinhos_nao_aparecem,
    super_admin_ve_todos_os_nucleos_ou_um,
    os_pendentes_vem_do_mais_novo_ao_mais_antigo,
    o_detalhe_e_o_perfil_completo,
    so_a_gestao_ve_os_membros,
}

async fn a_lista_tem_a_forma_do_contrato(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (coord, admin) = (nucleo.caller(Coordenador).await, nucleo.caller(Administrador).await);
    let joao = pessoa(app, &nucleo, "João da Silva", (PortaVoz, Ativo)).await.id;
    let ajuste = json!({
        "usuarioId": joao, "valor": 70, "tipo": "CREDITO", "justificativa": "Mutirão",
    });
    admin.post("/api/economia/ajuste-manual", ajuste).await.expect(201);
    app.execute("UPDATE usuarios SET foto_url = '/arquivos/j.webp' WHERE id = $1", (joao,)).await;

    let lista = listar(&coord, "search=joao").await;
    let esperado = json!({
        "data": [{
            "id": joao, "nome": "João da Silva", "email": format!("{joao}@teste.org"),
            "cargo": "PORTA_VOZ", "status": "ATIVO", "saldo_moeda": 70,
            "foto_url": "/arquivos/j.webp", "criado_em": "2026-03-02T12:00:00.000Z",
            "planos": {"nome": "Free"},
        }],
        "pagination": {"page": 1, "limit": 20, "total": 1, "totalPages": 1},
    });
    assert_eq!(lista, esperado);
    // Nobody's photo is a null, not a missing field.
    let coordenadora = listar(&coord, "cargo=COORDENADOR").await;
    assert_eq!(coordenadora["data"][0]["foto_url"], json!(null));
    assert_eq!(chaves(&coordenadora["data"][0]), chaves(&esperado["data"][0]));
}

async fn status_e_cargo_filtram_sozinhos_e_juntos(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    for (nome, posto) in [
        ("Ana", (Membro, Ativo)),
        ("Bia", (Membro, Suspenso)),
        ("Caio", (LiderProjeto, Ativo)),
        ("Davi", (Membro, Pendente)),
        ("Eva", (LiderProjeto, Inativo)),
    ] {
        pessoa(app, &nucleo, nome, posto).await;
    }
    for (query, esperado) in [
        ("", &["Ana", "Bia", "Caio", "Davi", "Eva", "Fulana"][..]),
        ("status=ATIVO", &["Ana", "Caio", "Fulana"]),
        ("status=INATIVO", &["Eva"]),
        ("status=PENDENTE", &["Davi"]),
        ("status=SUSPENSO", &["Bia"]),
        ("cargo=LIDER_PROJETO", &["Caio", "Eva"]),
        ("cargo=ADMINISTRADOR", &[]),
        ("cargo=MEMBRO&status=ATIVO", &["Ana"]),
        ("cargo=MEMBRO&status=ATIVO&search=b", &[]),
        ("status=SUSPENSO&search=b", &["Bia"]),
    ] {
        assert_eq!(nomes(&coord, query).await, esperado, "{query}");
        let total = &listar(&coord, query).await["pagination"]["total"];
        assert_eq!(*total, esperado.len(), "{query}");
    }
}

async fn a_busca_acha_qualquer_parte_do_nome(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    let todos = [
        "100% Luta",
        "A_B Souza",
        "Barra\\Invertida",
        "Joana",
        "João da Silva",
        "Maria João",
        "Viva! Rui",
    ];
    for nome in todos {
        pessoa(app, &nucleo, nome, (LiderProjeto, Ativo)).await;
    }
    for (search, esperado) in [
        ("joao", &["João da Silva", "Maria João"][..]),
        ("JO%C3%83O", &["João da Silva", "Maria João"]),
        ("jo%C3%A3o", &["João da Silva", "Maria João"]),
        ("joa%CC%83o", &["João da Silva", "Maria João"]), // the accent as a character of its own
        ("%C3%A3o", &["João da Silva", "Maria João"]),
        ("da+sil", &["João da Silva"]),
        ("%20%20da%20%20silva%20", &["João da Silva"]),
        ("j", &["Joana", "João da Silva", "Maria João"]),
        ("jo", &["Joana", "João da Silva", "Maria João"]),
        ("ui", &["Viva! Rui"]),
        ("invertida", &["Barra\\Invertida"]),
        ("joao+da+silva", &["João da Silva"]),
        ("joaoda", &[]),
        ("silvas", &[]),
        // What LIKE has a meaning for is a letter like any other.
        ("%25", &["100% Luta"]),
        ("0%25+l", &["100% Luta"]),
        ("1%25a", &[]),
        ("_", &["A_B Souza"]),
        ("a_b", &["A_B Souza"]),
        ("jo_o", &[]),
        ("!", &["Viva! Rui"]),
        ("a!+r", &["Viva! Rui"]),
        ("%5C", &["Barra\\Invertida"]),
        ("a%5Ci", &["Barra\\Invertida"]),
        ("%5C%25", &[]),
        ("%27", &[]),
        ("%27%20OR%201%3D1--", &[]),
        ("%F0%9F%97%B3", &[]),
        // Nothing but blanks is no filter.
        ("", &todos),
        ("%20%20", &todos),
    ] {
        let query = format!("cargo=LIDER_PROJETO&search={search}");
        assert_eq!(nomes(&coord, &query).await, esperado, "{search}");
        let total = &listar(&coord, &query).await["pagination"]["total"];
        assert_eq!(*total, esperado.len(), "{search}");
    }
}

async fn a_busca_recusa_o_que_nao_pode_ser_nome(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    for search in ["a".repeat(201), "%00".to_owned(), "a%00b".to_owned()] {
        let erro = coord.get(&format!("{LISTA}?search={search}")).await;
        let erro = erro.expect_problem(400, "DADOS_INVALIDOS");
        assert_eq!(campos(&erro), ["search"], "{search}");
    }
    assert_eq!(nomes(&coord, &format!("search={}", "a".repeat(200))).await, [""; 0]);
}

async fn acentos_ficam_ao_lado_de_suas_letras(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    for nome in ["Zé Lima", "Álvaro Nunes", "Ação Melo", "alvaro zen", "Beto", "Alvaro Abreu"] {
        pessoa(app, &nucleo, nome, (Membro, Ativo)).await;
    }
    let ordem = ["Ação Melo", "Alvaro Abreu", "Álvaro Nunes", "alvaro zen", "Beto", "Zé Lima"];
    assert_eq!(nomes(&coord, "cargo=MEMBRO").await, ordem);
    assert_eq!(nomes(&coord, "cargo=MEMBRO&search=alvaro").await, ordem[1..4], "a search too");
}

async fn as_paginas_mostram_cada_pessoa_uma_vez(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    for _ in 0..5 {
        // All of one name: only the id tells them apart.
        pessoa(app, &nucleo, "Ana", (Membro, Ativo)).await;
    }
    for filtro in ["cargo=MEMBRO", "cargo=MEMBRO&search=an"] {
        let mut vistos = Vec::new();
        for (pagina, quantos) in [(1, 2), (2, 2), (3, 1), (4, 0)] {
            let lista = listar(&coord, &format!("{filtro}&limit=2&page={pagina}")).await;
            let esperado = json!({"page": pagina, "limit": 2, "total": 5, "totalPages": 3});
            assert_eq!(lista["pagination"], esperado);
            let ids = coluna(&lista["data"], "id");
            assert_eq!(ids.len(), quantos, "page {pagina}");
            vistos.extend(ids.into_iter().map(str::to_owned));
        }
        vistos.sort();
        vistos.dedup();
        assert_eq!(vistos.len(), 5);
    }
    let lista = listar(&coord, "limit=1000").await;
    assert_eq!(lista["pagination"], json!({"page": 1, "limit": 100, "total": 6, "totalPages": 1}));
}

async fn valor_desconhecido_e_recusado_com_os_que_valem(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    for rota in ["", "/exportar"] {
        let erro = coord.get(&format!("{LISTA}{rota}?status=ativo&cargo=CHEFE")).await;
        let erro = erro.expect_problem(400, "DADOS_INVALIDOS");
        assert_eq!(campos(&erro), ["status", "cargo"]);
        let mensagem = |posicao: usize| erro["campos"][posicao]["mensagem"].as_str().unwrap();
        for valor in ["ATIVO", "INATIVO", "PENDENTE", "SUSPENSO"] {
            assert!(mensagem(0).contains(valor), "{erro}");
        }
        for cargo in Cargo::ALL.iter().filter(|cargo| **cargo != Cargo::SuperAdmin) {
            assert!(mensagem(1).contains(cargo.as_str()), "{erro}");
        }
    }
    let erro = coord.get(&format!("{LISTA}?status=X&page=0&limit=x")).await;
    let erro = erro.expect_problem(400, "DADOS_INVALIDOS");
    assert_eq!(campos(&erro), ["status", "page", "limit"]);
}

/// The contract's filter has four statuses and five cargos: nobody else is ever listed.
async fn filtro_que_o_contrato_nao_tem_e_recusado(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    for (query, campo) in [("status=REJEITADO", "status"), ("cargo=SUPER_ADMIN", "cargo")] {
        let erro = coord.get(&format!("{LISTA}?{query}")).await;
        assert_eq!(campos(&erro.expect_problem(400, "DADOS_INVALIDOS")), [campo]);
    }
}

async fn rejeitados_removidos_e_vizinhos_nao_aparecem(app: &TestApp) {
    let (nucleo, outro) = (app.nucleo().await, app.nucleo().await);
    let admin = nucleo.caller(Administrador).await;
    let rejeitada = pessoa(app, &nucleo, "Rejeitada", (Membro, Rejeitado)).await;
    let removida = pessoa(app, &nucleo, "Removida", (Membro, Inativo)).await;
    let sql = "UPDATE usuarios SET excluido_em = $2 WHERE id = $1";
    app.execute(sql, (removida.id, app.now())).await;
    let vizinha = pessoa(app, &outro, "Vizinha", (Membro, Ativo)).await;

    for query in ["", "search=r", "status=INATIVO", "search=vizinha"] {
        let vistos = nomes(&admin, query).await;
        assert!(vistos.iter().all(|nome| nome == "Fulana"), "{query}: {vistos:?}");
    }
    for id in [rejeitada.id, removida.id, vizinha.id] {
        admin.get(&caminho(id)).await.expect_problem(404, "USUARIO_NAO_ENCONTRADO");
    }
    // Above all nucleos the rejected and the removed are as absent.
    let super_admin = app.super_admin().await;
    assert_eq!(nomes(&super_admin, "").await, ["Fulana", "Vizinha"]);
    for id in [rejeitada.id, removida.id, super_admin.id] {
        super_admin.get(&caminho(id)).await.expect_problem(404, "USUARIO_NAO_ENCONTRADO");
    }
}

async fn super_admin_ve_todos_os_nucleos_ou_um(app: &TestApp) {
    let (sul, norte) = (app.nucleo().await, app.nucleo().await);
    let ana = pessoa(app, &sul, "Ana do Sul", (Membro, Ativo)).await;
    let bia = pessoa(app, &norte, "Bia do Norte", (Membro, Pendente)).await;
    let super_admin = app.super_admin().await;
    assert_eq!(nomes(&super_admin, "").await, ["Ana do Sul", "Bia do Norte"]);
    assert_eq!(nomes(&super_admin, "search=norte").await, ["Bia do Norte"]);
    super_admin.get(&caminho(ana.id)).await.expect(200);
    let pendentes = super_admin.get("/api/membros/pendentes").await.expect(200);
    assert_eq!(coluna(&pendentes, "nome"), ["Bia do Norte"]);

    let no_sul = super_admin.with_header("x-nucleo-id", sul.id);
    assert_eq!(nomes(&no_sul, "").await, ["Ana do Sul"]);
    assert_eq!(nomes(&no_sul, "search=norte").await, [""; 0]);
    no_sul.get(&caminho(bia.id)).await.expect_problem(404, "USUARIO_NAO_ENCONTRADO");
    assert_eq!(no_sul.get("/api/membros/pendentes").await.expect(200), json!([]));
}

async fn os_pendentes_vem_do_mais_novo_ao_mais_antigo(app: &TestApp) {
    let (nucleo, outro) = (app.nucleo().await, app.nucleo().await);
    pessoa(app, &outro, "Vizinha", (Membro, Pendente)).await;
    pessoa(app, &nucleo, "Ativa", (Membro, Ativo)).await;
    let mut ids = Vec::new();
    for nome in ["Primeira", "Segunda", "Terceira"] {
        app.advance(Duration::minutes(1));
        ids.push(pessoa(app, &nucleo, nome, (Membro, Pendente)).await.id);
    }
    let coord = nucleo.caller(Coordenador).await;
    let sql = "UPDATE usuarios SET telefone = '(11) 98765-4321' WHERE id = $1";
    app.execute(sql, (ids[2],)).await;

    let pendentes = coord.get("/api/membros/pendentes").await;
    assert_eq!(pendentes.headers["x-total-count"], "3");
    let pendentes = pendentes.expect(200);
    assert_eq!(coluna(&pendentes, "nome"), ["Terceira", "Segunda", "Primeira"]);
    let terceira = json!({
        "id": ids[2], "nome": "Terceira", "email": format!("{}@teste.org", ids[2]),
        "cpf": ids[2].to_string(), "telefone": "(11) 98765-4321",
        "criado_em": "2026-03-02T12:03:00.000Z",
    });
    assert_eq!(pendentes[0], terceira);
    let segunda_pagina = coord.get("/api/membros/pendentes?limit=2&page=2").await;
    assert_eq!(segunda_pagina.headers["x-total-count"], "3");
    assert_eq!(coluna(&segunda_pagina.expect(200), "nome"), ["Primeira"]);

    coord.post("/api/auth/approve", json!({"usuarioId": ids[0]})).await.expect(200);
    coord.post("/api/auth/reject", json!({"usuarioId": ids[1]})).await.expect(200);
    let pendentes = coord.get("/api/membros/pendentes").await.expect(200);
    assert_eq!(pendentes, json!([terceira]));
}

async fn o_detalhe_e_o_perfil_completo(app: &TestApp) {
    let semear = async |tx: &mut base::db::NucleoTx| {
        nucleo::areas::competencias::service::semear(&mut tx.shared()).await
    };
    app.operator.write(semear).await.unwrap();
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    let ana = pessoa(app, &nucleo, "Ana", (Membro, Ativo)).await;
    let catalogo = app.anonymous().get("/api/competencias").await.expect(200);
    let micro = &catalogo[0]["micros"][0];
    let competencias = json!({"competencias": [{"microId": micro["id"], "nivel": "AVANCADO"}]});
    ana.patch("/api/perfil/competencias", competencias).await.expect(200);

    let detalhe = coord.get(&caminho(ana.id)).await.expect(200);
    assert_eq!(detalhe, ana.get("/api/auth/me").await.expect(200), "as they see themselves");
    let competencia = json!([{
        "nivel_proficiencia": "AVANCADO",
        "competencias_micro": {
            "id": micro["id"], "nome": micro["nome"],
            "competencias_macro": {"id": catalogo[0]["id"], "nome": catalogo[0]["nome"]},
        },
    }]);
    assert_eq!(detalhe["usuario_competencias"], competencia);
    let pendente = pessoa(app, &nucleo, "Bia", (Membro, Pendente)).await;
    coord.get(&caminho(pendente.id)).await.expect(200);

    coord.get(&format!("{LISTA}/{NINGUEM}")).await.expect_problem(404, "USUARIO_NAO_ENCONTRADO");
    for malformado in ["42", "ana", "%00", &format!("{NINGUEM}0")] {
        let resposta = coord.get(&format!("{LISTA}/{malformado}")).await;
        resposta.expect_problem(404, "NAO_ENCONTRADO");
    }
}

async fn so_a_gestao_ve_os_membros(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let ana = pessoa(app, &nucleo, "Ana", (Membro, Ativo)).await;
    let rotas = [
        LISTA.to_owned(),
        format!("{LISTA}/pendentes"),
        format!("{LISTA}/exportar"),
        caminho(ana.id),
    ];
    for cargo in [Membro, LiderProjeto, PortaVoz] {
        let curiosa = nucleo.caller(cargo).await;
        for rota in &rotas {
            curiosa.get(rota).await.expect_problem(403, "SEM_PERMISSAO");
        }
    }
    // Not even oneself: one's own page is /api/perfil.
    ana.get(&caminho(ana.id)).await.expect_problem(403, "SEM_PERMISSAO");
    for cargo in [Coordenador, Administrador] {
        let gestora = nucleo.caller(cargo).await;
        for rota in &rotas {
            gestora.get(rota).await.expect(200);
        }
    }
}
