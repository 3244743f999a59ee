//! The multiplier and the monthly cap of a nucleo.

use base::scope::Cargo::{Administrador, Membro};
use base::testing::{TestApp, TestCaller};
use nucleo::areas::economia::{Origem, RegraDaMoedaAlterada};
use nucleo::areas::membros::Status::{Ativo, Pendente};
use serde_json::{Value, json};

use super::{credita, movimento, painel};
use crate::apoio::{indicada, juntos, pessoa, saldo, trilha};
use crate::autenticacao::campos;

base::both_engines! { crate::service;
    o_multiplicador_muda_e_paga,
    multiplicador_errado_nao_muda_nada,
    o_teto_muda_corta_e_sai,
    teto_errado_nao_muda_nada,
    cada_mudanca_de_regra_parte_da_anterior,
}

const MULTIPLICADOR: &str = "/api/economia/multiplicador";
const TETO: &str = "/api/economia/teto-mensal";

async fn mudar(admin: &TestCaller, rota: &str, corpo: Value) -> Value {
    let mudado = admin.patch(rota, corpo).await.expect(200);
    assert_eq!(mudado, painel(admin).await, "the answer is the changed panel");
    mudado
}

/// What the newest notice to this person says.
async fn avisado(app: &TestApp, pessoa: &TestCaller) -> String {
    app.deliver().await;
    let sql = "SELECT corpo FROM notificacoes WHERE usuario_id = $1 ORDER BY id DESC";
    app.rows(sql, (pessoa.id,)).await.into_iter().map(|(corpo,): (String,)| corpo).next().unwrap()
}

async fn o_multiplicador_muda_e_paga(app: &TestApp) {
    let (nucleo, outro) = (app.nucleo().await, app.nucleo().await);
    let admin = nucleo.caller(Administrador).await;
    let ana = pessoa(app, &nucleo, "Ana", (Membro, Ativo)).await.id;
    let mudado = mudar(&admin, MULTIPLICADOR, json!({"multiplicador": 1.5})).await;
    assert_eq!(mudado["multiplicadorGlobal"], 1.5);
    credita(app, &nucleo, movimento(ana, Origem::Tarefa, 100)).await.unwrap();
    assert_eq!(saldo(app, ana).await, 150);

    let detalhes = json!({"de": 1.0, "para": 1.5});
    let linhas = trilha(app, "MULTIPLICADOR_ALTERADO").await;
    assert_eq!(linhas, [(admin.id, nucleo.id.into(), detalhes.clone())]);
    let evento = RegraDaMoedaAlterada { regra: "MULTIPLICADOR_ALTERADO".to_owned(), detalhes };
    assert_eq!(app.events::<RegraDaMoedaAlterada>().await, [(Some(nucleo.id), evento)]);
    assert_eq!(avisado(app, &admin).await, "O multiplicador passou de 1 para 1,5.");
    for valor in [json!(100), json!(0.000001), json!(0.1), json!(1)] {
        let mudado = mudar(&admin, MULTIPLICADOR, json!({"multiplicador": valor})).await;
        assert_eq!(mudado["multiplicadorGlobal"].as_f64(), valor.as_f64());
    }
    let vizinho = outro.caller(Administrador).await;
    assert_eq!(painel(&vizinho).await["multiplicadorGlobal"], 1.0);
}

async fn multiplicador_errado_nao_muda_nada(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let admin = nucleo.caller(Administrador).await;
    for corpo in [
        json!({"multiplicador": 0}),
        json!({"multiplicador": -1}),
        json!({"multiplicador": 100.1}),
        json!({"multiplicador": 101}),
        json!({"multiplicador": 1e300}),
        json!({"multiplicador": "1"}),
        json!({"multiplicador": true}),
        json!({"multiplicador": [1]}),
        json!({"multiplicador": null}),
        json!({}),
    ] {
        let erro = admin.patch(MULTIPLICADOR, corpo.clone()).await;
        let erro = erro.expect_problem(400, "DADOS_INVALIDOS");
        assert_eq!(campos(&erro), ["multiplicador"], "{corpo}");
    }
    assert_eq!(painel(&admin).await["multiplicadorGlobal"], 1.0);
    assert_eq!(trilha(app, "MULTIPLICADOR_ALTERADO").await, []);
    assert_eq!(app.events::<RegraDaMoedaAlterada>().await, []);
}

async fn o_teto_muda_corta_e_sai(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let admin = nucleo.caller(Administrador).await;
    let ana = pessoa(app, &nucleo, "Ana", (Membro, Ativo)).await;
    let aprovar_indicada = async || {
        let bia = indicada(app, &nucleo, &ana, Pendente).await;
        admin.post("/api/auth/approve", json!({"usuarioId": bia.id})).await.expect(200);
        let extrato = ana.get("/api/economia/extrato").await.expect(200);
        let linha = &extrato["data"][0];
        (linha["valor"].as_i64().unwrap(), linha["descricao"].as_str().unwrap().to_owned())
    };
    assert_eq!(mudar(&admin, TETO, json!({"teto": 150})).await["tetoMensalCC"], 150);
    assert_eq!(aprovar_indicada().await, (100, "Indicação aprovada".to_owned()));
    let (pago, descricao) = aprovar_indicada().await;
    assert_eq!(pago, 50);
    assert!(descricao.contains("teto mensal"), "{descricao}");
    let (pago, descricao) = aprovar_indicada().await;
    assert_eq!(pago, 0, "an entry of nothing, so that the member sees why");
    assert!(descricao.contains("teto mensal"), "{descricao}");
    assert_eq!(mudar(&admin, TETO, json!({"teto": 0})).await["tetoMensalCC"], 0);
    assert_eq!(aprovar_indicada().await.0, 0);
    assert_eq!(mudar(&admin, TETO, json!({"teto": null})).await["tetoMensalCC"], Value::Null);
    assert_eq!(aprovar_indicada().await.0, 100);

    let mudancas = [
        json!({"de": null, "para": 150}),
        json!({"de": 150, "para": 0}),
        json!({"de": 0, "para": null}),
    ];
    let linhas = trilha(app, "TETO_ALTERADO").await;
    assert_eq!(linhas, mudancas.clone().map(|detalhes| (admin.id, nucleo.id.into(), detalhes)));
    let evento = |detalhes| RegraDaMoedaAlterada { regra: "TETO_ALTERADO".to_owned(), detalhes };
    let eventos = mudancas.map(|detalhes| (Some(nucleo.id), evento(detalhes)));
    assert_eq!(app.events::<RegraDaMoedaAlterada>().await, eventos);
    assert_eq!(avisado(app, &admin).await, "O teto mensal passou de 0 para sem limite.");
}

async fn teto_errado_nao_muda_nada(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let admin = nucleo.caller(Administrador).await;
    mudar(&admin, TETO, json!({"teto": 7})).await;
    for corpo in [
        json!({"teto": -1}),
        json!({"teto": 1.5}),
        json!({"teto": "7"}),
        json!({"teto": true}),
        json!({"teto": {}}),
        json!({"teto": 1e30}),
        json!({"teto": u64::MAX}),
        json!({}),
    ] {
        let erro = admin.patch(TETO, corpo.clone()).await;
        let erro = erro.expect_problem(400, "DADOS_INVALIDOS");
        assert_eq!(campos(&erro), ["teto"], "{corpo}");
    }
    assert_eq!(painel(&admin).await["tetoMensalCC"], 7);
    assert_eq!(trilha(app, "TETO_ALTERADO").await.len(), 1);
}

/// Each line of the trail starts where the one before it ended, also when all change it at once.
async fn cada_mudanca_de_regra_parte_da_anterior(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let admin = nucleo.caller(Administrador).await;
    let pedidos = (1..=20).map(|valor| {
        let admin = admin.clone();
        async move { admin.patch(TETO, json!({"teto": valor})).await.expect(200) }
    });
    juntos(pedidos).await;
    let mut linhas = trilha(app, "TETO_ALTERADO").await;
    assert_eq!(linhas.len(), 20);
    let mut atual = Value::Null;
    while let Some(posicao) = linhas.iter().position(|(.., detalhes)| detalhes["de"] == atual) {
        atual = linhas.remove(posicao).2["para"].clone();
    }
    assert_eq!(linhas, [], "these start nowhere");
    assert_eq!(painel(&admin).await["tetoMensalCC"], atual);
}
