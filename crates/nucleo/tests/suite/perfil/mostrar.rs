//! Everything about oneself, in one answer and as a file.

use base::scope::Cargo::{Administrador, Membro};
use base::testing::TestApp;
use chrono::Duration;
use nucleo::areas::membros::Status::{Ativo, Inativo, Pendente, Rejeitado};
use serde_json::{Value, json};

use super::{PERFIL, catalogo, creditar, perfil};
use crate::apoio::{chaves, coluna, indicada, pessoa};
use crate::autenticacao::{SENHA, sessao};

base::both_engines! { crate::service;
    o_perfil_mostra_tudo_de_uma_vez,
    as_ultimas_dez_transacoes_e_quem_foi_indicado,
    super_admin_tambem_tem_perfil,
    os_historicos_comecam_vazios,
    a_exportacao_tem_tudo_da_pessoa,
    o_consentimento_e_exportado_como_foi_guardado,
    a_exportacao_nao_tem_dados_de_outras_pessoas,
}

async fn o_perfil_mostra_tudo_de_uma_vez(app: &TestApp) {
    let catalogo = catalogo(app).await;
    let nucleo = app.nucleo().await;
    let ana = pessoa(app, &nucleo, "Ana Souza", (Membro, Ativo)).await;
    let sql = "UPDATE usuarios SET cpf = '123.456.789-00', telefone = '(11) 98765-4321',
                   data_nascimento = '1990-05-17', cep = '01310-100', rua = 'Avenida Paulista',
                   numero = '1000', complemento = 'ap 1', bairro = 'Bela Vista',
                   cidade = 'São Paulo', estado = 'SP', foto_url = '/arquivos/ana.webp',
                   codigo_referral = 'NUCLE-SP-2345'
               WHERE id = $1";
    app.execute(sql, (ana.id,)).await;
    let micro = &catalogo[1]["micros"][0];
    let competencias = json!({"competencias": [{"microId": micro["id"], "nivel": "BASICO"}]});
    ana.patch("/api/perfil/competencias", competencias).await.expect(200);
    creditar(&nucleo.caller(Administrador).await, &ana, 30, "Mutirão").await;
    let plano = "SELECT id FROM planos WHERE nucleo_id = $1";
    let plano: Vec<(base::Uuid,)> = app.rows(plano, (nucleo.id,)).await;

    let (consultas, mostrado) = app.statements(perfil(&ana)).await;
    assert!(consultas <= 8, "{consultas} statements");
    let esperado = json!({
        "id": ana.id, "nome": "Ana Souza", "email": format!("{}@teste.org", ana.id),
        "cpf": "123.456.789-00", "telefone": "(11) 98765-4321", "dataNascimento": "1990-05-17",
        "endereco": {
            "cep": "01310-100", "rua": "Avenida Paulista", "numero": "1000", "complemento": "ap 1",
            "bairro": "Bela Vista", "cidade": "São Paulo", "estado": "SP",
        },
        "foto_url": "/arquivos/ana.webp", "codigoReferral": "NUCLE-SP-2345",
        "status": "ATIVO", "cargo": "MEMBRO", "nucleo_id": nucleo.id, "saldo_moeda": 30,
        "planos": {"id": plano[0].0, "nome": "Free"}, "plano_validade": null,
        "usuario_competencias": [{
            "nivel_proficiencia": "BASICO",
            "competencias_micro": {
                "id": micro["id"], "nome": micro["nome"],
                "competencias_macro": {"id": catalogo[1]["id"], "nome": catalogo[1]["nome"]},
            },
        }],
        "primeiro_login": true,
        "preferencias_notificacao": {
            "push_tarefa": true, "push_evento": true, "push_comunicado": true,
            "push_enquete": true, "push_pagamento": true, "push_conquista": true,
            "email_tarefa": true, "email_evento": true, "email_comunicado": true,
            "email_enquete": true, "email_pagamento": true, "email_conquista": true,
            "whatsapp": false,
        },
        "criado_em": "2026-03-02T12:00:00.000Z",
        "indicados": [], "conquistas": [], "totais": {"eventos": 0, "tarefas": 0},
        "transacoes": [{
            "id": mostrado["transacoes"][0]["id"], "valor": 30, "tipo": "CREDITO",
            "origem": "MANUAL", "descricao": "Mutirão", "criado_em": "2026-03-02T12:00:00.000Z",
        }],
    });
    assert_eq!(mostrado, esperado);
}

async fn as_ultimas_dez_transacoes_e_quem_foi_indicado(app: &TestApp) {
    let (nucleo, admin) = (app.nucleo().await, app.nucleo().await);
    let vizinha = pessoa(app, &admin, "Vizinha", (Membro, Ativo)).await;
    let admin = nucleo.caller(Administrador).await;
    let ana = pessoa(app, &nucleo, "Ana", (Membro, Ativo)).await;
    for numero in 1..=12 {
        creditar(&admin, &ana, numero, &format!("Crédito {numero}")).await;
    }
    creditar(&admin, &pessoa(app, &nucleo, "Outra", (Membro, Ativo)).await, 99, "De outra").await;
    let mut indicadas = Vec::new();
    for status in [Pendente, Rejeitado, Ativo] {
        app.advance(Duration::minutes(1));
        indicadas.push(indicada(app, &nucleo, &ana, status).await.id);
    }
    indicada(app, &nucleo, &admin, Ativo).await;

    let mostrado = perfil(&ana).await;
    let valores: Vec<_> =
        mostrado["transacoes"].as_array().unwrap().iter().map(|linha| &linha["valor"]).collect();
    assert_eq!(valores, [12, 11, 10, 9, 8, 7, 6, 5, 4, 3], "newest first");
    let indicado = |posicao: usize, status: &str, hora: &str| json!({"id": indicadas[posicao], "nome": "Indicada", "status": status, "criado_em": hora});
    let esperado = json!([
        indicado(2, "ATIVO", "2026-03-02T12:03:00.000Z"),
        indicado(0, "PENDENTE", "2026-03-02T12:01:00.000Z"),
    ]);
    assert_eq!(mostrado["indicados"], esperado, "newest first, the rejected left out");
    let (consultas, _) = app.statements(perfil(&ana)).await;
    assert!(consultas <= 8, "{consultas} statements");
    assert_eq!(perfil(&vizinha).await["transacoes"], json!([]));
}

/// Above all nucleos: no plan, no wallet, and the header does not move them into a nucleo.
async fn super_admin_tambem_tem_perfil(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let super_admin = app.super_admin().await;
    let mostrado = perfil(&super_admin).await;
    assert_eq!((&mostrado["nucleo_id"], &mostrado["planos"]), (&Value::Null, &Value::Null));
    assert_eq!((&mostrado["saldo_moeda"], &mostrado["transacoes"]), (&json!(0), &json!([])));
    let dentro = super_admin.clone().with_header("x-nucleo-id", nucleo.id);
    assert_eq!(perfil(&dentro).await, mostrado);
    let mudado = dentro.patch("/api/perfil/dados", json!({"telefone": "11987654321"})).await;
    assert_eq!(mudado.expect(200)["telefone"], "(11) 98765-4321");
    super_admin.get("/api/perfil/exportar").await.expect(200);
}

async fn os_historicos_comecam_vazios(app: &TestApp) {
    let nucleo = app.nucleo().await;
    for cargo in [Membro, Administrador] {
        let ana = nucleo.caller(cargo).await;
        for historico in ["eventos", "tarefas"] {
            let resposta = ana.get(&format!("{PERFIL}/historico/{historico}")).await;
            assert_eq!(resposta.headers["x-total-count"], "0");
            assert_eq!(resposta.expect(200), json!([]));
        }
    }
}

async fn a_exportacao_tem_tudo_da_pessoa(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let admin = nucleo.caller(Administrador).await;
    let ana = pessoa(app, &nucleo, "Ana", (Administrador, Ativo)).await.from_address("203.0.113.9");
    for numero in 1..=25 {
        creditar(&admin, &ana, numero, &format!("Crédito {numero}")).await;
    }
    // Of her own doing, and done to her.
    let bia = pessoa(app, &nucleo, "Bia", (Membro, Ativo)).await;
    let status = json!({"status": "INATIVO"});
    ana.patch(&format!("/api/membros/{}/status", bia.id), status).await.expect(200);

    let exportado = ana.get("/api/perfil/exportar").await;
    let disposicao = exportado.headers["content-disposition"].to_str().unwrap();
    assert_eq!(disposicao, "attachment; filename=\"meus-dados.json\"");
    let exportado = exportado.expect(200);
    let partes = [
        "arquivos",
        "assinaturas",
        "auditoria",
        "consentimento",
        "conversas",
        "dispositivos",
        "eventos",
        "extrato",
        "lancamentos",
        "pagamentos",
        "participacao",
        "pedidos",
        "perfil",
        "porta_voz",
        "votos",
    ];
    assert_eq!(chaves(&exportado), partes);
    assert_eq!(exportado["perfil"], perfil(&ana).await);
    let extrato = exportado["extrato"].as_array().unwrap();
    assert_eq!(extrato.len(), 25, "the whole statement, not a page of it");
    assert_eq!((&extrato[0]["valor"], &extrato[24]["valor"]), (&json!(25), &json!(1)));
    let acoes = coluna(&exportado["auditoria"], "acao");
    assert_eq!(acoes.iter().filter(|acao| **acao == "AJUSTE_MANUAL").count(), 25);
    let feita = exportado["auditoria"].as_array().unwrap().iter();
    let feita: Vec<_> = feita.filter(|linha| linha["acao"] == "STATUS_ALTERADO").collect();
    assert_eq!(feita.len(), 1);
    assert_eq!(feita[0]["autor"], json!({"id": ana.id, "nome": "Ana"}));
    assert_eq!(feita[0]["endereco"], "203.0.113.9", "from where she acted is data of hers");
}

/// Its time, its text and the address it came from: all three are kept of the person.
async fn o_consentimento_e_exportado_como_foi_guardado(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let visitante = app.anonymous().from_address("203.0.113.9");
    let cadastro = json!({
        "nome": "Ana Souza", "email": "ana@exemplo.org", "senha": SENHA, "cpf": "123.456.789-00",
        "consentimentoLgpd": true,
    });
    let cadastrada = visitante.post("/api/auth/signup", cadastro).await.expect(201);
    let admin = nucleo.caller(Administrador).await;
    let decisao = json!({"usuarioId": cadastrada["usuario"]["id"]});
    admin.post("/api/auth/approve", decisao).await.expect(200);
    let (_, ana) = sessao(app, "ana@exemplo.org", SENHA).await;
    let exportado = ana.get("/api/perfil/exportar").await.expect(200);
    let consentimento = &exportado["consentimento"];
    assert_eq!(consentimento["em"], "2026-03-02T12:00:00.000Z");
    assert!(consentimento["versao"].as_str().is_some_and(|versao| !versao.is_empty()));
    assert!(consentimento.to_string().contains("203.0.113.9"), "{consentimento}");
}

async fn a_exportacao_nao_tem_dados_de_outras_pessoas(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let admin = nucleo.caller(Administrador).await.from_address("203.0.113.200");
    let ana = pessoa(app, &nucleo, "Ana", (Membro, Ativo)).await;
    let bia = indicada(app, &nucleo, &ana, Inativo).await;
    let sql = "UPDATE usuarios SET telefone = '(21) 91234-8765', rua = 'Rua das Flores',
                   cpf = '999.888.777-66', data_nascimento = '1980-01-02'
               WHERE id = $1";
    app.execute(sql, (admin.id,)).await;
    creditar(&admin, &ana, 5, "Crédito").await;
    creditar(&admin, &bia, 7, "Só da Bia").await;
    let exportado = ana.get("/api/perfil/exportar").await.expect(200).to_string();
    for alheio in [
        format!("{}@teste.org", admin.id),
        format!("{}@teste.org", bia.id),
        "91234".to_owned(),
        "Rua das Flores".to_owned(),
        "999.888.777-66".to_owned(),
        "1980-01-02".to_owned(),
        "Só da Bia".to_owned(),
        // From where an administrator works is the administrator's own affair.
        "203.0.113.200".to_owned(),
    ] {
        assert!(!exportado.contains(&alheio), "{alheio} is in {exportado}");
    }
}
