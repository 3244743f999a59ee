//! Approving and rejecting: who may, once, and what it pays.

use base::Uuid;
use base::id::{NucleoId, UsuarioId};
use base::scope::Cargo::{Administrador, Coordenador, LiderProjeto, Membro, PortaVoz};
use base::testing::{TestApp, TestCaller, TestNucleo, TestResponse};
use chrono::Duration;
use nucleo::areas::economia::IndicacaoDeOutroNucleoAprovada;
use nucleo::areas::membros::{UsuarioAprovado, UsuarioRejeitado};
use serde_json::{Value, json};

use super::{SENHA, cadastrar, cadastro, campos, com, dar_senha, email, entrar, postar_juntos};
use super::{mudar_status, quantas};

base::both_engines! { crate::service;
    a_coordenacao_aprova_e_a_pessoa_entra,
    so_a_gestao_decide_cadastros,
    cadastro_que_nao_se_pode_decidir,
    vinte_aprovacoes_ao_mesmo_tempo_contam_uma,
    aprovar_e_rejeitar_ao_mesmo_tempo_decide_um_so,
    o_indicador_recebe_uma_vez_por_indicado,
    o_indicador_de_outro_nucleo_recebe_no_proprio,
    super_admin_aprova_com_e_sem_nucleo_escolhido,
    a_rejeicao_avisa_e_fecha_a_porta,
    o_teto_mensal_corta_a_indicacao,
}

const APROVAR: &str = "/api/auth/approve";
const REJEITAR: &str = "/api/auth/reject";

fn decisao(usuario: UsuarioId) -> Value {
    json!({ "usuarioId": usuario })
}

async fn aprovar(gestor: &TestCaller, usuario: UsuarioId) -> TestResponse {
    gestor.post(APROVAR, decisao(usuario)).await
}

/// Somebody of this nucleo who waits for approval and was invited by this person.
async fn indicado(
    app: &TestApp,
    nucleo: &TestNucleo<'_>,
    indicador: (&TestCaller, NucleoId),
) -> UsuarioId {
    let pessoa = nucleo.person("PENDENTE").await.id;
    let sql = "UPDATE usuarios SET indicado_por = $2, indicador_nucleo_id = $3 WHERE id = $1";
    app.execute(sql, (pessoa, indicador.0.id, indicador.1)).await;
    pessoa
}

/// (nucleo, wallet, number, direction, origin, value, balance after it, cause)
type Lancamento = (NucleoId, UsuarioId, i64, String, String, i64, i64, Uuid);

async fn extrato(app: &TestApp) -> Vec<Lancamento> {
    let sql = "SELECT nucleo_id, usuario_id, numero, tipo, origem, valor, saldo_apos, referencia_id
               FROM transacoes ORDER BY usuario_id, numero";
    app.rows(sql, ()).await
}

fn indicacao(
    nucleo: NucleoId,
    indicador: UsuarioId,
    (numero, valor, saldo): (i64, i64, i64),
    indicado: UsuarioId,
) -> Lancamento {
    let (tipo, origem) = ("CREDITO".to_owned(), "REFERRAL".to_owned());
    (nucleo, indicador, numero, tipo, origem, valor, saldo, indicado.into())
}

/// (nucleo, what was done, by whom, from where, to whom)
type Registro = (Option<NucleoId>, String, UsuarioId, String, Uuid);

async fn trilha(app: &TestApp) -> Vec<Registro> {
    let sql = "SELECT nucleo_id, acao, autor_id, endereco, alvo_id FROM auditoria ORDER BY id";
    app.rows(sql, ()).await
}

async fn a_coordenacao_aprova_e_a_pessoa_entra(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await.from_address("203.0.113.7");
    let pessoa = cadastrar(app, cadastro(1)).await;
    entrar(app, "pessoa1@exemplo.org", SENHA).await.expect_problem(403, "CADASTRO_PENDENTE");

    let aprovado = aprovar(&coord, pessoa).await.expect(200);
    assert_eq!(aprovado, json!({"message": "Cadastro aprovado."}));
    let entrou = entrar(app, "pessoa1@exemplo.org", SENHA).await.expect(200);
    assert_eq!(entrou["usuario"]["id"], json!(pessoa));

    let evento = UsuarioAprovado { usuario_id: pessoa, aprovado_por: coord.id };
    assert_eq!(app.events::<UsuarioAprovado>().await, [(Some(nucleo.id), evento)]);
    let acao = "USUARIO_APROVADO".to_owned();
    let endereco = "203.0.113.7".to_owned();
    let registro = (Some(nucleo.id), acao, coord.id, endereco, pessoa.into());
    assert_eq!(trilha(app).await, [registro]);
    let aprovado_em = "SELECT count(*) FROM usuarios WHERE aprovado_em = $1";
    assert_eq!(app.count(aprovado_em, (app.now(),)).await, 1);
    assert_eq!(extrato(app).await, [], "nobody invited them");
}

async fn so_a_gestao_decide_cadastros(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let pendente = nucleo.person("PENDENTE").await;
    for caminho in [APROVAR, REJEITAR] {
        for cargo in [Membro, LiderProjeto, PortaVoz] {
            let pessoa = nucleo.caller(cargo).await;
            // The body is not even looked at.
            pessoa.post(caminho, json!({})).await.expect_problem(403, "SEM_PERMISSAO");
            let resposta = pessoa.post(caminho, decisao(pendente.id)).await;
            resposta.expect_problem(403, "SEM_PERMISSAO");
        }
        let anonimo = app.anonymous().post(caminho, decisao(pendente.id)).await;
        assert_eq!(anonimo.headers["www-authenticate"], "Bearer");
        anonimo.expect_problem(401, "NAO_AUTENTICADO");
        // Nobody lets themselves in.
        let ela_mesma = pendente.post(caminho, decisao(pendente.id)).await;
        ela_mesma.expect_problem(401, "NAO_AUTENTICADO");
        for cargo in [Coordenador, Administrador] {
            let (gestor, outra) = (nucleo.caller(cargo).await, nucleo.person("PENDENTE").await);
            gestor.post(caminho, decisao(outra.id)).await.expect(200);
        }
    }
}

async fn cadastro_que_nao_se_pode_decidir(app: &TestApp) {
    let (nucleo, outro) = (app.nucleo().await, app.nucleo().await);
    let admin = nucleo.caller(Administrador).await;
    let de_fora = outro.person("PENDENTE").await;
    let ninguem: UsuarioId = app.new_id();
    for caminho in [APROVAR, REJEITAR] {
        for usuario in [de_fora.id, ninguem] {
            let resposta = admin.post(caminho, decisao(usuario)).await;
            resposta.expect_problem(404, "USUARIO_NAO_ENCONTRADO");
        }
        // The header is for SUPER_ADMIN; from anyone else it is ignored.
        let insistente = admin.clone().with_header("x-nucleo-id", outro.id);
        let resposta = insistente.post(caminho, decisao(de_fora.id)).await;
        resposta.expect_problem(404, "USUARIO_NAO_ENCONTRADO");

        for malformado in [json!("x"), json!(7), json!(""), json!([ninguem]), Value::Null] {
            let resposta = admin.post(caminho, json!({ "usuarioId": malformado })).await;
            let erro = resposta.expect_problem(400, "DADOS_INVALIDOS");
            assert_eq!(campos(&erro), ["usuarioId"]);
        }
        let vazio = admin.post(caminho, json!({})).await.expect_problem(400, "DADOS_INVALIDOS");
        assert_eq!(campos(&vazio), ["usuarioId"]);

        for status in ["ATIVO", "INATIVO", "SUSPENSO", "REJEITADO"] {
            let pessoa = nucleo.person(status).await;
            let resposta = admin.post(caminho, decisao(pessoa.id)).await;
            resposta.expect_problem(409, "CADASTRO_JA_DECIDIDO");
            let sql = "SELECT status FROM usuarios WHERE id = $1";
            let agora: Vec<(String,)> = app.rows(sql, (pessoa.id,)).await;
            assert_eq!(agora, [(status.to_owned(),)]);
        }
    }
    assert_eq!(trilha(app).await, []);
    assert_eq!(app.events::<UsuarioAprovado>().await, []);
    assert_eq!(app.events::<UsuarioRejeitado>().await, []);
}

async fn vinte_aprovacoes_ao_mesmo_tempo_contam_uma(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (admin, coord) = (nucleo.caller(Administrador).await, nucleo.caller(Coordenador).await);
    let indicadora = nucleo.caller(Membro).await;
    let pessoa = indicado(app, &nucleo, (&indicadora, nucleo.id)).await;

    let gestores = [admin, coord].into_iter().cycle().take(20);
    let respostas = postar_juntos(APROVAR, gestores.map(|quem| (quem, decisao(pessoa)))).await;
    assert_eq!((quantas(&respostas, 200), quantas(&respostas, 409)), (1, 19));
    for resposta in respostas.into_iter().filter(|resposta| resposta.status != 200) {
        resposta.expect_problem(409, "CADASTRO_JA_DECIDIDO");
    }
    let paga = indicacao(nucleo.id, indicadora.id, (1, 100, 100), pessoa);
    assert_eq!(extrato(app).await, [paga]);
    let eu = indicadora.get("/api/auth/me").await.expect(200);
    assert_eq!(eu["saldo_moeda"], 100);
    assert_eq!(app.events::<UsuarioAprovado>().await.len(), 1);
    assert_eq!(trilha(app).await.len(), 1);
}

async fn aprovar_e_rejeitar_ao_mesmo_tempo_decide_um_so(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let admin = nucleo.caller(Administrador).await;
    let pessoa = nucleo.person("PENDENTE").await.id;
    let pedidos = || std::iter::repeat_n((admin.clone(), decisao(pessoa)), 10);
    let (aprovacoes, rejeicoes) =
        tokio::join!(postar_juntos(APROVAR, pedidos()), postar_juntos(REJEITAR, pedidos()));

    let (aprovadas, rejeitadas) = (quantas(&aprovacoes, 200), quantas(&rejeicoes, 200));
    assert_eq!(aprovadas + rejeitadas, 1);
    assert_eq!(quantas(&aprovacoes, 409) + quantas(&rejeicoes, 409), 19);
    let status = if aprovadas == 1 { "ATIVO" } else { "REJEITADO" };
    let sql = "SELECT count(*) FROM usuarios WHERE id = $1 AND status = $2";
    assert_eq!(app.count(sql, (pessoa, status)).await, 1);
    assert_eq!(app.events::<UsuarioAprovado>().await.len(), aprovadas);
    assert_eq!(app.events::<UsuarioRejeitado>().await.len(), rejeitadas);
    assert_eq!(trilha(app).await.len(), 1);
}

async fn o_indicador_recebe_uma_vez_por_indicado(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let admin = nucleo.caller(Administrador).await;
    let indicadora = nucleo.caller(Membro).await;
    let sql = "UPDATE usuarios SET codigo_referral = 'NUCLE-SP-2222' WHERE id = $1";
    app.execute(sql, (indicadora.id,)).await;
    // The multiplier is for events and tasks.
    app.execute("UPDATE regras_moeda SET multiplicador_ppm = 3000000", ()).await;

    let primeira = cadastrar(app, com(cadastro(1), "codigoReferral", "NUCLE-SP-2222")).await;
    let segunda = indicado(app, &nucleo, (&indicadora, nucleo.id)).await;
    assert_eq!(extrato(app).await, [], "a sign-up alone pays nothing");
    aprovar(&admin, primeira).await.expect(200);
    aprovar(&admin, segunda).await.expect(200);

    // Whatever brings the same person back to PENDENTE, their invitation was paid.
    mudar_status(app, primeira, "PENDENTE").await;
    aprovar(&admin, primeira).await.expect(200);
    app.deliver().await;
    let esperado = [
        indicacao(nucleo.id, indicadora.id, (1, 100, 100), primeira),
        indicacao(nucleo.id, indicadora.id, (2, 100, 200), segunda),
    ];
    assert_eq!(extrato(app).await, esperado);
    assert_eq!(indicadora.get("/api/auth/me").await.expect(200)["saldo_moeda"], 200);
}

async fn o_indicador_de_outro_nucleo_recebe_no_proprio(app: &TestApp) {
    let (nucleo, outro) = (app.nucleo().await, app.nucleo().await);
    let admin = nucleo.caller(Administrador).await;
    let indicadora = outro.caller(Membro).await;
    let sql = "UPDATE usuarios SET codigo_referral = 'OUTRO-SP-2222' WHERE id = $1";
    app.execute(sql, (indicadora.id,)).await;
    let body = com(cadastro(1), "codigoReferral", "OUTRO-SP-2222");
    let pessoa = cadastrar(app, com(body, "nucleoId", json!(nucleo.id))).await;

    let juntas = std::iter::repeat_n((admin, decisao(pessoa)), 5);
    let respostas = postar_juntos(APROVAR, juntas).await;
    assert_eq!(quantas(&respostas, 200), 1);
    // Their wallet is beyond the reach of whoever approved: it is paid from within their nucleo.
    assert_eq!(extrato(app).await, []);
    let devidas = app.events::<IndicacaoDeOutroNucleoAprovada>().await;
    assert_eq!(devidas.len(), 1);
    assert_eq!(devidas[0].0, Some(outro.id));
    let aprovados = app.events::<UsuarioAprovado>().await;
    assert_eq!(aprovados.len(), 1);
    assert_eq!(aprovados[0].0, Some(nucleo.id));

    app.deliver().await;
    app.deliver().await;
    let paga = indicacao(outro.id, indicadora.id, (1, 100, 100), pessoa);
    assert_eq!(extrato(app).await, [paga]);
    assert_eq!(indicadora.get("/api/auth/me").await.expect(200)["saldo_moeda"], 100);
}

async fn super_admin_aprova_com_e_sem_nucleo_escolhido(app: &TestApp) {
    let (nucleo, outro) = (app.nucleo().await, app.nucleo().await);
    let super_admin = app.super_admin().await;
    let no_nucleo = super_admin.clone().with_header("x-nucleo-id", nucleo.id);
    let no_outro = super_admin.clone().with_header("x-nucleo-id", outro.id);
    let indicadora = nucleo.caller(Membro).await;
    let de_cima = indicado(app, &nucleo, (&indicadora, nucleo.id)).await;
    let de_dentro = indicado(app, &nucleo, (&indicadora, nucleo.id)).await;

    let fora = aprovar(&no_outro, de_dentro).await;
    fora.expect_problem(404, "USUARIO_NAO_ENCONTRADO");
    aprovar(&super_admin, de_cima).await.expect(200);
    aprovar(&no_nucleo, de_dentro).await.expect(200);

    let evento = |usuario_id| {
        (Some(nucleo.id), UsuarioAprovado { usuario_id, aprovado_por: super_admin.id })
    };
    assert_eq!(app.events().await, [evento(de_cima), evento(de_dentro)]);
    for (registro, alvo) in trilha(app).await.into_iter().zip([de_cima, de_dentro]) {
        let (onde, acao, autor, _, quem) = registro;
        assert_eq!((onde, autor, quem), (Some(nucleo.id), super_admin.id, alvo.into()));
        assert_eq!(acao, "USUARIO_APROVADO");
    }
    assert_eq!(trilha(app).await.len(), 2);
    let esperado = [
        indicacao(nucleo.id, indicadora.id, (1, 100, 100), de_cima),
        indicacao(nucleo.id, indicadora.id, (2, 100, 200), de_dentro),
    ];
    assert_eq!(extrato(app).await, esperado);

    let rejeitada = outro.person("PENDENTE").await;
    super_admin.post(REJEITAR, decisao(rejeitada.id)).await.expect(200);
    assert_eq!(app.events::<UsuarioRejeitado>().await[0].0, Some(outro.id));
    assert_eq!(trilha(app).await[2].0, Some(outro.id));
}

async fn a_rejeicao_avisa_e_fecha_a_porta(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await.from_address("203.0.113.7");
    let indicadora = nucleo.caller(Membro).await;
    let pessoa = nucleo.person("PENDENTE").await;
    dar_senha(app, &pessoa).await;
    let sql = "UPDATE usuarios SET indicado_por = $2, indicador_nucleo_id = $3 WHERE id = $1";
    app.execute(sql, (pessoa.id, indicadora.id, nucleo.id)).await;

    let rejeitado = coord.post(REJEITAR, decisao(pessoa.id)).await.expect(200);
    assert_eq!(rejeitado, json!({"message": "Cadastro rejeitado."}));
    let evento = UsuarioRejeitado { usuario_id: pessoa.id, rejeitado_por: coord.id };
    assert_eq!(app.events::<UsuarioRejeitado>().await, [(Some(nucleo.id), evento)]);
    let (acao, endereco) = ("USUARIO_REJEITADO".to_owned(), "203.0.113.7".to_owned());
    let registro = (Some(nucleo.id), acao, coord.id, endereco, pessoa.id.into());
    assert_eq!(trilha(app).await, [registro]);
    for senha in [SENHA, "Errada2026"] {
        entrar(app, &email(&pessoa), senha).await.expect_problem(403, "CADASTRO_REJEITADO");
    }
    // A soft delete: the record stays, nothing is paid, and approving comes too late.
    let sql = "SELECT count(*) FROM usuarios WHERE id = $1 AND status = 'REJEITADO'";
    assert_eq!(app.count(sql, (pessoa.id,)).await, 1);
    aprovar(&coord, pessoa.id).await.expect_problem(409, "CADASTRO_JA_DECIDIDO");
    app.deliver().await;
    assert_eq!(extrato(app).await, []);
    assert_eq!(app.events::<UsuarioAprovado>().await, []);
}

async fn o_teto_mensal_corta_a_indicacao(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let admin = nucleo.caller(Administrador).await;
    let indicadora = nucleo.caller(Membro).await;
    app.execute("UPDATE regras_moeda SET teto_mensal = 150", ()).await;
    for _ in 0..3 {
        let pessoa = indicado(app, &nucleo, (&indicadora, nucleo.id)).await;
        aprovar(&admin, pessoa).await.expect(200);
    }
    // The next month begins at midnight in Sao Paulo, three hours after that of UTC.
    app.advance(Duration::hours(29 * 24 + 14) + Duration::minutes(59));
    let admin = app.login(&admin).await;
    let pessoa = indicado(app, &nucleo, (&indicadora, nucleo.id)).await;
    aprovar(&admin, pessoa).await.expect(200);
    app.advance(Duration::minutes(1));
    let pessoa = indicado(app, &nucleo, (&indicadora, nucleo.id)).await;
    aprovar(&admin, pessoa).await.expect(200);

    let sql = "SELECT valor, cortado, saldo_apos, descricao FROM transacoes ORDER BY numero";
    let linhas: Vec<(i64, i64, i64, String)> = app.rows(sql, ()).await;
    let linha = |valor, cortado, saldo, fim: &str| {
        (valor, cortado, saldo, format!("Indicação aprovada{fim}"))
    };
    let nada = " (teto mensal atingido: 100 não creditados)";
    assert_eq!(
        linhas,
        [
            linha(100, 0, 100, ""),
            linha(50, 50, 150, " (reduzido em 50 pelo teto mensal)"),
            linha(0, 100, 150, nada),
            linha(0, 100, 150, nada),
            linha(100, 0, 250, ""),
        ]
    );
}
