//! Activating, deactivating and suspending, from any status.

use base::scope::Cargo::{Administrador, Coordenador, LiderProjeto, Membro, PortaVoz};
use base::testing::{TestApp, TestCaller};
use nucleo::areas::membros::Status::{self, Ativo, Inativo, Pendente, Rejeitado, Suspenso};
use nucleo::areas::membros::{StatusAlterado, UsuarioAprovado};
use serde_json::json;

use super::{LISTA, administradores, caminho, dar_status};
use crate::apoio::{fecha, indicada, juntos, pessoa, saldo, trilha};
use crate::autenticacao::{
    SENHA, campos, dar_senha, email, entrar, expect_sessao_encerrada, sessao,
};

base::both_engines! { crate::service;
    a_suspensao_encerra_as_sessoes_na_hora,
    so_a_gestao_muda_status,
    status_que_nao_se_da_e_recusado,
    quem_nao_esta_no_nucleo_nao_muda_de_status,
    ativar_quem_espera_e_aprovar,
    a_aprovacao_acontece_uma_vez_por_qualquer_caminho,
    vinte_ativacoes_ao_mesmo_tempo_aprovam_uma_vez,
    ativar_e_aprovar_ao_mesmo_tempo_paga_uma_vez,
    quem_foi_rejeitado_volta,
    o_endereco_que_ja_e_de_outra_pessoa_nao_volta,
    o_ultimo_administrador_continua_ativo,
    dois_administradores_que_se_suspendem_deixam_um,
}

async fn a_suspensao_encerra_as_sessoes_na_hora(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    let ana = pessoa(app, &nucleo, "Ana", (Membro, Ativo)).await;
    dar_senha(app, &ana).await;
    for (status, codigo) in [(Suspenso, "CONTA_SUSPENSA"), (Inativo, "CONTA_INATIVA")] {
        let (acesso, cliente) = sessao(app, &email(&ana), SENHA).await;
        cliente.get("/api/auth/me").await.expect(200);
        let mudada = dar_status(&coord, ana.id, status).await.expect(200);
        assert_eq!(mudada, coord.get(&caminho(ana.id)).await.expect(200), "the changed profile");
        assert_eq!(mudada["status"], json!(status));
        expect_sessao_encerrada(app, &acesso).await;
        entrar(app, &email(&ana), SENHA).await.expect_problem(403, codigo);

        dar_status(&coord, ana.id, Ativo).await.expect(200);
        // Whoever was shown out comes in by the door, not by an old token.
        expect_sessao_encerrada(app, &acesso).await;
        entrar(app, &email(&ana), SENHA).await.expect(200);
    }
    let mudancas = [(Ativo, Suspenso), (Suspenso, Ativo), (Ativo, Inativo), (Inativo, Ativo)];
    let linhas = trilha(app, "STATUS_ALTERADO").await;
    let esperadas =
        mudancas.map(|(de, para)| (coord.id, ana.id.into(), json!({"de": de, "para": para})));
    assert_eq!(linhas, esperadas);
    let eventos = app.events::<StatusAlterado>().await;
    let esperados = mudancas.map(|(de, para)| {
        let (usuario_id, alterado_por, primeira_vez) = (ana.id, coord.id, false);
        (Some(nucleo.id), StatusAlterado { usuario_id, de, para, alterado_por, primeira_vez })
    });
    assert_eq!(eventos, esperados);
    // They were approved long ago.
    assert_eq!(app.events::<UsuarioAprovado>().await, []);
}

async fn so_a_gestao_muda_status(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let ana = pessoa(app, &nucleo, "Ana", (Membro, Ativo)).await;
    for cargo in [Membro, LiderProjeto, PortaVoz] {
        let outra = nucleo.caller(cargo).await;
        for alvo in [ana.id, outra.id] {
            let recusado = dar_status(&outra, alvo, Suspenso).await;
            recusado.expect_problem(403, "SEM_PERMISSAO");
        }
    }
    let gestoras = [
        nucleo.caller(Coordenador).await,
        nucleo.caller(Administrador).await,
        app.super_admin().await,
    ];
    for gestora in gestoras {
        dar_status(&gestora, ana.id, Suspenso).await.expect(200);
        dar_status(&gestora, ana.id, Ativo).await.expect(200);
    }
    // The same again is no change.
    let antes = trilha(app, "STATUS_ALTERADO").await.len();
    let coord = nucleo.caller(Coordenador).await;
    dar_status(&coord, ana.id, Ativo).await.expect(200);
    assert_eq!(trilha(app, "STATUS_ALTERADO").await.len(), antes);
    ana.get("/api/auth/me").await.expect_problem(401, "NAO_AUTENTICADO");
}

async fn status_que_nao_se_da_e_recusado(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    let ana = pessoa(app, &nucleo, "Ana", (Membro, Ativo)).await;
    let rota = format!("{LISTA}/{}/status", ana.id);
    for corpo in [
        json!({"status": "PENDENTE"}),
        json!({"status": "REJEITADO"}),
        json!({"status": "ativo"}),
        json!({"status": true}),
        json!({"status": null}),
        json!({}),
    ] {
        let erro = coord.patch(&rota, corpo).await.expect_problem(400, "DADOS_INVALIDOS");
        assert_eq!(campos(&erro), ["status"]);
    }
    let erro = coord.patch(&rota, json!({"status": "REJEITADO"})).await.body;
    let mensagem = erro["campos"][0]["mensagem"].as_str().unwrap();
    for status in Status::ALL {
        let serve = [Ativo, Inativo, Suspenso].contains(status);
        // PENDENTE and REJEITADO are inside no other word.
        assert_eq!(mensagem.contains(status.as_str()), serve, "{mensagem}");
    }
    ana.get("/api/auth/me").await.expect(200);
}

async fn quem_nao_esta_no_nucleo_nao_muda_de_status(app: &TestApp) {
    let (nucleo, outro) = (app.nucleo().await, app.nucleo().await);
    let coord = nucleo.caller(Coordenador).await;
    let vizinha = pessoa(app, &outro, "Vizinha", (Membro, Ativo)).await;
    let removida = pessoa(app, &nucleo, "Removida", (Membro, Inativo)).await;
    let sql = "UPDATE usuarios SET excluido_em = $2 WHERE id = $1";
    app.execute(sql, (removida.id, app.now())).await;
    let (uma, outra) = (app.super_admin().await, app.super_admin().await);
    for id in [vizinha.id, removida.id, uma.id, app.new_id()] {
        for status in [Ativo, Suspenso] {
            let recusado = dar_status(&coord, id, status).await;
            recusado.expect_problem(404, "USUARIO_NAO_ENCONTRADO");
        }
    }
    // Super admins are no members, not even to each other.
    for id in [uma.id, outra.id, removida.id] {
        let recusado = dar_status(&uma, id, Suspenso).await;
        recusado.expect_problem(404, "USUARIO_NAO_ENCONTRADO");
    }
    vizinha.get("/api/auth/me").await.expect(200);
    outra.get("/api/auth/me").await.expect(200);
    assert_eq!(trilha(app, "STATUS_ALTERADO").await, []);
}

async fn ativar_quem_espera_e_aprovar(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    let ana = pessoa(app, &nucleo, "Ana", (Membro, Ativo)).await;
    let bia = indicada(app, &nucleo, &ana, Pendente).await;
    let aprovada = dar_status(&coord, bia.id, Ativo).await.expect(200);
    assert_eq!(aprovada["status"], "ATIVO");
    assert_eq!(saldo(app, ana.id).await, 100);
    let evento = UsuarioAprovado { usuario_id: bia.id, aprovado_por: coord.id };
    assert_eq!(app.events::<UsuarioAprovado>().await, [(Some(nucleo.id), evento)]);
    assert_eq!(trilha(app, "USUARIO_APROVADO").await, [(coord.id, bia.id.into(), json!({}))]);
    // It cannot be decided a second time.
    let de_novo = coord.post("/api/auth/approve", json!({"usuarioId": bia.id})).await;
    de_novo.expect_problem(409, "CADASTRO_JA_DECIDIDO");
    assert_eq!(saldo(app, ana.id).await, 100);
    fecha(app).await;
}

async fn a_aprovacao_acontece_uma_vez_por_qualquer_caminho(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    let ana = pessoa(app, &nucleo, "Ana", (Membro, Ativo)).await;
    let bia = indicada(app, &nucleo, &ana, Pendente).await;
    // (what they become, what Ana has been paid, how often they were approved)
    for (status, pago, aprovacoes) in [
        (Suspenso, 0, 0),
        (Inativo, 0, 0),
        (Ativo, 100, 1),
        (Inativo, 100, 1),
        (Ativo, 100, 1),
        (Suspenso, 100, 1),
        (Ativo, 100, 1),
    ] {
        dar_status(&coord, bia.id, status).await.expect(200);
        assert_eq!(saldo(app, ana.id).await, pago, "{status:?}");
        assert_eq!(app.events::<UsuarioAprovado>().await.len(), aprovacoes, "{status:?}");
        assert_eq!(trilha(app, "USUARIO_APROVADO").await.len(), aprovacoes, "{status:?}");
    }
    // Approved at the door, and then away and back.
    let caio = indicada(app, &nucleo, &ana, Pendente).await;
    coord.post("/api/auth/approve", json!({"usuarioId": caio.id})).await.expect(200);
    for status in [Inativo, Ativo] {
        dar_status(&coord, caio.id, status).await.expect(200);
    }
    assert_eq!(saldo(app, ana.id).await, 200);
    assert_eq!(app.events::<UsuarioAprovado>().await.len(), 2);
    fecha(app).await;
}

async fn vinte_ativacoes_ao_mesmo_tempo_aprovam_uma_vez(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    let ana = pessoa(app, &nucleo, "Ana", (Membro, Ativo)).await;
    let bia = indicada(app, &nucleo, &ana, Pendente).await.id;
    let respostas = juntos((0..20).map(|_| {
        let coord = coord.clone();
        async move { dar_status(&coord, bia, Ativo).await }
    }))
    .await;
    for resposta in respostas {
        assert_eq!(resposta.expect(200)["status"], "ATIVO");
    }
    assert_eq!(saldo(app, ana.id).await, 100);
    assert_eq!(app.count("SELECT count(*) FROM transacoes", ()).await, 1);
    assert_eq!(app.events::<UsuarioAprovado>().await.len(), 1);
    assert_eq!(trilha(app, "STATUS_ALTERADO").await.len(), 1);
    fecha(app).await;
}

async fn ativar_e_aprovar_ao_mesmo_tempo_paga_uma_vez(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    let ana = pessoa(app, &nucleo, "Ana", (Membro, Ativo)).await;
    for rodada in 1..=5 {
        let bia = indicada(app, &nucleo, &ana, Pendente).await.id;
        let respostas = juntos((0..10).map(|numero| {
            let coord = coord.clone();
            async move {
                match numero % 2 {
                    0 => dar_status(&coord, bia, Ativo).await,
                    _ => coord.post("/api/auth/approve", json!({"usuarioId": bia})).await,
                }
            }
        }))
        .await;
        for resposta in respostas {
            assert!([200, 409].contains(&resposta.status), "{}", resposta.body);
        }
        assert_eq!(saldo(app, ana.id).await, 100 * rodada);
        assert_eq!(app.events::<UsuarioAprovado>().await.len() as i64, rodada);
    }
    fecha(app).await;
}

async fn quem_foi_rejeitado_volta(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    let ana = pessoa(app, &nucleo, "Ana", (Membro, Ativo)).await;
    let bia = indicada(app, &nucleo, &ana, Pendente).await;
    dar_senha(app, &bia).await;
    coord.post("/api/auth/reject", json!({"usuarioId": bia.id})).await.expect(200);
    coord.get(&caminho(bia.id)).await.expect_problem(404, "USUARIO_NAO_ENCONTRADO");

    let volta = dar_status(&coord, bia.id, Ativo).await.expect(200);
    assert_eq!(volta["status"], "ATIVO");
    coord.get(&caminho(bia.id)).await.expect(200);
    entrar(app, &email(&bia), SENHA).await.expect(200);
    assert_eq!(saldo(app, ana.id).await, 100, "that was their approval");
    let linhas = trilha(app, "STATUS_ALTERADO").await;
    assert_eq!(linhas, [(coord.id, bia.id.into(), json!({"de": "REJEITADO", "para": "ATIVO"}))]);
    assert_eq!(avisos(app, &bia).await, ["Bem-vindo ao núcleo!"], "welcomed once, as new");
    dar_status(&coord, bia.id, Inativo).await.expect(200);
    dar_status(&coord, bia.id, Ativo).await.expect(200);
    assert_eq!(avisos(app, &bia).await, ["Bem-vindo ao núcleo!", "Bom ter você de volta"]);
}

async fn avisos(app: &TestApp, pessoa: &TestCaller) -> Vec<String> {
    app.deliver().await;
    let sql = "SELECT titulo FROM notificacoes WHERE usuario_id = $1 ORDER BY id";
    app.rows(sql, (pessoa.id,)).await.into_iter().map(|(titulo,): (String,)| titulo).collect()
}

async fn o_endereco_que_ja_e_de_outra_pessoa_nao_volta(app: &TestApp) {
    let (nucleo, outro) = (app.nucleo().await, app.nucleo().await);
    let coord = nucleo.caller(Coordenador).await;
    for (coluna, codigo) in [("email", "EMAIL_JA_CADASTRADO"), ("cpf", "CPF_JA_CADASTRADO")] {
        let antiga = pessoa(app, &nucleo, "Antiga", (Membro, Rejeitado)).await;
        // Taken meanwhile, and in another nucleo: an address is one person's everywhere.
        let nova = pessoa(app, &outro, "Nova", (Membro, Ativo)).await;
        let sql = match coluna {
            "email" => "UPDATE usuarios SET email = $2 WHERE id = $1",
            _ => "UPDATE usuarios SET cpf = $2 WHERE id = $1",
        };
        let valor = match coluna {
            "email" => email(&antiga),
            _ => antiga.id.to_string(),
        };
        app.execute(sql, (nova.id, valor)).await;
        for status in [Ativo, Suspenso, Inativo] {
            dar_status(&coord, antiga.id, status).await.expect_problem(409, codigo);
        }
        coord.get(&caminho(antiga.id)).await.expect_problem(404, "USUARIO_NAO_ENCONTRADO");
    }
    assert_eq!(trilha(app, "STATUS_ALTERADO").await, []);
    assert_eq!(app.events::<UsuarioAprovado>().await, []);
}

async fn o_ultimo_administrador_continua_ativo(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let admin = nucleo.caller(Administrador).await;
    let coord = nucleo.caller(Coordenador).await;
    for quem in [&coord, &admin] {
        for status in [Inativo, Suspenso] {
            let recusado = dar_status(quem, admin.id, status).await;
            recusado.expect_problem(409, "ULTIMO_ADMINISTRADOR");
        }
    }
    admin.get("/api/auth/me").await.expect(200);
    assert_eq!(trilha(app, "STATUS_ALTERADO").await, []);

    let segunda = pessoa(app, &nucleo, "Segunda", (Administrador, Ativo)).await;
    dar_status(&coord, admin.id, Suspenso).await.expect(200);
    dar_status(&coord, segunda.id, Suspenso).await.expect_problem(409, "ULTIMO_ADMINISTRADOR");
    let super_admin = app.super_admin().await;
    dar_status(&super_admin, segunda.id, Suspenso).await.expect(200);
    assert_eq!(administradores(app, nucleo.id).await, 0);
}

async fn dois_administradores_que_se_suspendem_deixam_um(app: &TestApp) {
    for rodada in 0..10 {
        let nucleo = app.nucleo().await;
        let uma = nucleo.caller(Administrador).await;
        let outra = nucleo.caller(Administrador).await;
        let pares = [(uma.clone(), outra.id), (outra, uma.id)];
        let respostas = juntos(
            pares.map(|(quem, a_quem)| async move { dar_status(&quem, a_quem, Suspenso).await }),
        )
        .await;
        for resposta in respostas {
            // The second may find their own session ended before they were looked up.
            let status = resposta.status;
            assert!([200, 401, 409].contains(&status), "round {rodada}: {}", resposta.body);
        }
        assert_eq!(administradores(app, nucleo.id).await, 1, "round {rodada}");
    }
}
