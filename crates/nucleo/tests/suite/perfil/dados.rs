//! What one changes of oneself.

use base::scope::Cargo::{Coordenador, Membro};
use base::testing::{TestApp, TestCaller};
use nucleo::areas::membros::Status::Ativo;
use serde_json::{Value, json};

use super::{catalogo, perfil};
use crate::apoio::{coluna, juntos, pessoa};
use crate::autenticacao::campos;

base::both_engines! { crate::service;
    cada_dado_muda_sozinho,
    nulo_retira_o_dado,
    parte_do_endereco_muda_e_o_resto_fica,
    dado_errado_nao_muda_nada,
    quem_muda_de_nome_e_achado_pelo_novo,
    as_competencias_sao_trocadas_todas,
    competencia_desconhecida_nao_muda_nada,
    a_posicao_da_competencia_errada_e_a_do_pedido,
    so_as_preferencias_nomeadas_mudam,
    preferencia_desconhecida_e_recusada,
    duas_preferencias_ao_mesmo_tempo_ficam_as_duas,
}

const DADOS: &str = "/api/perfil/dados";
const COMPETENCIAS: &str = "/api/perfil/competencias";
const PREFERENCIAS: &str = "/api/perfil/preferencias";

async fn mudar(pessoa: &TestCaller, dados: Value) -> Value {
    let mudado = pessoa.patch(DADOS, dados).await.expect(200);
    assert_eq!(mudado, perfil(pessoa).await, "the answer is the changed profile");
    mudado
}

async fn recusado(pessoa: &TestCaller, rota: &str, corpo: Value) -> Vec<String> {
    let antes = perfil(pessoa).await;
    let erro = pessoa.patch(rota, corpo).await.expect_problem(400, "DADOS_INVALIDOS");
    assert_eq!(perfil(pessoa).await, antes, "nothing has changed");
    campos(&erro).into_iter().map(str::to_owned).collect()
}

fn endereco() -> Value {
    json!({
        "cep": "01310-100", "rua": "Avenida Paulista", "numero": "1000", "complemento": "ap 1",
        "bairro": "Bela Vista", "cidade": "São Paulo", "estado": "SP",
    })
}

async fn cada_dado_muda_sozinho(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let ana = pessoa(app, &nucleo, "Ana", (Membro, Ativo)).await;
    let mut esperado = perfil(&ana).await;
    assert_eq!(mudar(&ana, json!({})).await, esperado, "nothing named, nothing changed");
    for (campo, valor, no_perfil, guardado) in [
        ("nome", json!("  Ana Lúcia "), "nome", json!("Ana Lúcia")),
        ("telefone", json!("11987654321"), "telefone", json!("(11) 98765-4321")),
        ("telefone", json!("(21) 91234-5678"), "telefone", json!("(21) 91234-5678")),
        (
            "fotoUrl",
            json!("https://exemplo.org/a.png"),
            "foto_url",
            json!("https://exemplo.org/a.png"),
        ),
        ("fotoUrl", json!("/arquivos/a.webp"), "foto_url", json!("/arquivos/a.webp")),
        ("endereco", endereco(), "endereco", endereco()),
    ] {
        esperado[no_perfil] = guardado;
        assert_eq!(mudar(&ana, json!({campo: valor})).await, esperado);
    }
    // What is not one's own to change is ignored like any unknown field.
    let alheio = json!({"cargo": "ADMINISTRADOR", "status": "SUSPENSO", "email": "x@y.org",
        "cpf": "000.000.000-00", "saldo_moeda": 1000, "nucleo_id": null});
    assert_eq!(mudar(&ana, alheio).await, esperado);
    // Nobody else has changed.
    let outra = pessoa(app, &nucleo, "Outra", (Membro, Ativo)).await;
    assert_eq!(perfil(&outra).await["telefone"], Value::Null);
}

async fn nulo_retira_o_dado(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let ana = pessoa(app, &nucleo, "Ana", (Membro, Ativo)).await;
    let dados = json!({"telefone": "11987654321", "fotoUrl": "/a.webp", "endereco": endereco()});
    mudar(&ana, dados.clone()).await;
    let sem = mudar(&ana, json!({"telefone": null, "fotoUrl": null, "endereco": null})).await;
    assert_eq!((&sem["telefone"], &sem["foto_url"]), (&Value::Null, &Value::Null));
    let vazio = json!({
        "cep": null, "rua": null, "numero": null, "complemento": null, "bairro": null,
        "cidade": null, "estado": null,
    });
    assert_eq!(sem["endereco"], vazio);
    assert_eq!(sem["nome"], "Ana");
    // One by one, the others stay.
    mudar(&ana, dados).await;
    let sem = mudar(&ana, json!({"telefone": null})).await;
    assert_eq!((&sem["foto_url"], &sem["endereco"]), (&json!("/a.webp"), &endereco()));
}

async fn parte_do_endereco_muda_e_o_resto_fica(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let ana = pessoa(app, &nucleo, "Ana", (Membro, Ativo)).await;
    mudar(&ana, json!({"endereco": endereco()})).await;
    let mut esperado = endereco();
    for (parte, valor) in [("numero", json!("2000")), ("complemento", Value::Null)] {
        esperado[parte] = valor.clone();
        let mudado = mudar(&ana, json!({"endereco": {parte: valor}})).await;
        assert_eq!(mudado["endereco"], esperado);
    }
    assert_eq!(mudar(&ana, json!({"endereco": {}})).await["endereco"], esperado);
}

async fn dado_errado_nao_muda_nada(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let ana = pessoa(app, &nucleo, "Ana", (Membro, Ativo)).await;
    mudar(&ana, json!({"telefone": "11987654321", "endereco": endereco()})).await;
    for (corpo, esperado) in [
        (json!({"nome": "Al"}), &["nome"][..]),
        (json!({"nome": "   "}), &["nome"]),
        (json!({"nome": "a".repeat(201)}), &["nome"]),
        (json!({"nome": 7}), &["nome"]),
        (json!({"nome": "Ana\u{0}Lúcia"}), &["nome"]),
        (json!({"telefone": "123"}), &["telefone"]),
        (json!({"telefone": 11987654321_i64}), &["telefone"]),
        (json!({"fotoUrl": "javascript:alert(1)"}), &["fotoUrl"]),
        (json!({"fotoUrl": "//fora.org/a.png"}), &["fotoUrl"]),
        (json!({"endereco": "Rua A, 1"}), &["endereco"]),
        (json!({"endereco": ["01310-100"]}), &["endereco"]),
        (
            json!({"endereco": {"rua": 1, "cep": "a".repeat(201)}}),
            &["endereco.cep", "endereco.rua"],
        ),
        // One mistake among good fields keeps all of them out, and all are named.
        (
            json!({"nome": "Al", "telefone": "x", "fotoUrl": "x", "endereco": {"estado": []}}),
            &["nome", "telefone", "fotoUrl", "endereco.estado"],
        ),
        (json!({"nome": "Nome Bom", "telefone": "x"}), &["telefone"]),
    ] {
        assert_eq!(recusado(&ana, DADOS, corpo.clone()).await, esperado, "{corpo}");
    }
}

async fn quem_muda_de_nome_e_achado_pelo_novo(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    let ana = pessoa(app, &nucleo, "Zulmira Antiga", (Membro, Ativo)).await;
    let achados = async |texto: &str| {
        let lista = coord.get(&format!("/api/membros?search={texto}")).await.expect(200);
        coluna(&lista["data"], "nome").into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(achados("zulmira").await, ["Zulmira Antiga"]);
    mudar(&ana, json!({"nome": "Conceição Nova"})).await;
    for texto in
        ["conceicao", "ção", "c", "nova"].map(|texto| texto.replace("ção", "%C3%A7%C3%A3o"))
    {
        assert_eq!(achados(&texto).await, ["Conceição Nova"], "{texto}");
    }
    for texto in ["zulmira", "antiga", "zul", "z"] {
        assert_eq!(achados(texto).await, [""; 0], "{texto}");
    }
    let pecas = "SELECT count(*) FROM usuario_trigramas WHERE usuario_id = $1 AND trigrama = 'zul'";
    assert_eq!(app.count(pecas, (ana.id,)).await, 0, "the index has forgotten the old name");
}

fn competencias(niveis: &[(&Value, &str)]) -> Value {
    let lista: Vec<_> =
        niveis.iter().map(|(micro, nivel)| json!({"microId": micro, "nivel": nivel})).collect();
    json!({ "competencias": lista })
}

async fn as_competencias_sao_trocadas_todas(app: &TestApp) {
    let catalogo = catalogo(app).await;
    let (redacao, video) = (&catalogo[0]["micros"][0]["id"], &catalogo[0]["micros"][2]["id"]);
    let nucleo = app.nucleo().await;
    let ana = pessoa(app, &nucleo, "Ana", (Membro, Ativo)).await;
    let outra = pessoa(app, &nucleo, "Outra", (Membro, Ativo)).await;
    let trocar = async |quem: &TestCaller, niveis: &[(&Value, &str)]| {
        let mudado = quem.patch(COMPETENCIAS, competencias(niveis)).await.expect(200);
        assert_eq!(mudado, perfil(quem).await);
        let lista = mudado["usuario_competencias"].as_array().unwrap().iter();
        let par = |linha: &Value| {
            (linha["competencias_micro"]["id"].clone(), linha["nivel_proficiencia"].clone())
        };
        lista.map(par).collect::<Vec<_>>()
    };
    let pares = |niveis: &[(&Value, &str)]| {
        niveis.iter().map(|(micro, nivel)| ((*micro).clone(), json!(nivel))).collect::<Vec<_>>()
    };
    trocar(&outra, &[(redacao, "AVANCADO")]).await;
    for niveis in [
        &[(redacao, "BASICO"), (video, "INTERMEDIARIO")][..],
        &[(video, "AVANCADO")],
        &[(video, "AVANCADO")],
        &[],
        &[(redacao, "AVANCADO")],
    ] {
        assert_eq!(trocar(&ana, niveis).await, pares(niveis));
    }
    // Of two words about one competency the last counts.
    let repetida = trocar(&ana, &[(video, "BASICO"), (video, "AVANCADO")]).await;
    assert_eq!(repetida, pares(&[(video, "AVANCADO")]));
    assert_eq!(perfil(&outra).await["usuario_competencias"].as_array().unwrap().len(), 1);
}

async fn competencia_desconhecida_nao_muda_nada(app: &TestApp) {
    let catalogo = catalogo(app).await;
    let redacao = &catalogo[0]["micros"][0]["id"];
    let (de_macro, ninguem) = (&catalogo[0]["id"], &json!("0195e9a0-0000-7000-8000-000000000000"));
    let nucleo = app.nucleo().await;
    let ana = pessoa(app, &nucleo, "Ana", (Membro, Ativo)).await;
    ana.patch(COMPETENCIAS, competencias(&[(redacao, "BASICO")])).await.expect(200);
    for (corpo, esperado) in [
        (competencias(&[(ninguem, "BASICO")]), &["competencias[0].microId"][..]),
        (competencias(&[(redacao, "AVANCADO"), (ninguem, "BASICO")]), &["competencias[1].microId"]),
        (
            competencias(&[(ninguem, "BASICO"), (redacao, "BASICO"), (de_macro, "BASICO")]),
            &["competencias[0].microId", "competencias[2].microId"],
        ),
        (competencias(&[(redacao, "MESTRE")]), &["competencias[0].nivel"]),
        (competencias(&[(&json!("x"), "BASICO")]), &["competencias[0].microId"]),
        (json!({"competencias": [{}]}), &["competencias[0].microId", "competencias[0].nivel"]),
        (json!({"competencias": [7, null]}), &["competencias[0]", "competencias[1]"]),
        (json!({"competencias": "Redação"}), &["competencias"]),
        (json!({"competencias": null}), &["competencias"]),
        (json!({}), &["competencias"]),
    ] {
        assert_eq!(recusado(&ana, COMPETENCIAS, corpo.clone()).await, esperado, "{corpo}");
    }
}

/// A repeated competency before it must not move the position that is named.
async fn a_posicao_da_competencia_errada_e_a_do_pedido(app: &TestApp) {
    let catalogo = catalogo(app).await;
    let redacao = &catalogo[0]["micros"][0]["id"];
    let ninguem = &json!("0195e9a0-0000-7000-8000-000000000000");
    let nucleo = app.nucleo().await;
    let ana = pessoa(app, &nucleo, "Ana", (Membro, Ativo)).await;
    let corpo = competencias(&[(redacao, "BASICO"), (redacao, "AVANCADO"), (ninguem, "BASICO")]);
    assert_eq!(recusado(&ana, COMPETENCIAS, corpo).await, ["competencias[2].microId"]);
}

async fn so_as_preferencias_nomeadas_mudam(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let ana = pessoa(app, &nucleo, "Ana", (Membro, Ativo)).await;
    let mut esperado = perfil(&ana).await["preferencias_notificacao"].clone();
    for mudanca in [
        json!({"push_tarefa": false, "whatsapp": true}),
        json!({"email_enquete": false}),
        json!({"push_tarefa": true}),
        json!({}),
    ] {
        for (chave, valor) in mudanca.as_object().unwrap() {
            esperado[chave] = valor.clone();
        }
        let mudado = ana.patch(PREFERENCIAS, json!({"preferencias": mudanca})).await.expect(200);
        assert_eq!(mudado["preferencias_notificacao"], esperado);
        assert_eq!(mudado, perfil(&ana).await);
    }
}

async fn preferencia_desconhecida_e_recusada(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let ana = pessoa(app, &nucleo, "Ana", (Membro, Ativo)).await;
    for (corpo, esperado) in [
        (json!({"push_x": true}), &["preferencias.push_x"][..]),
        (json!({"push_tarefa": "sim"}), &["preferencias.push_tarefa"]),
        (json!({"push_tarefa": 1, "whatsapp": true}), &["preferencias.push_tarefa"]),
        (json!({"push_tarefa": null}), &["preferencias.push_tarefa"]),
        (json!([]), &["preferencias"]),
        (json!(true), &["preferencias"]),
        (json!(null), &["preferencias"]),
    ] {
        let corpo = json!({ "preferencias": corpo });
        assert_eq!(recusado(&ana, PREFERENCIAS, corpo.clone()).await, esperado, "{corpo}");
    }
    assert_eq!(recusado(&ana, PREFERENCIAS, json!({})).await, ["preferencias"]);
}

async fn duas_preferencias_ao_mesmo_tempo_ficam_as_duas(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let chaves = ["push_tarefa", "push_evento", "push_enquete", "email_tarefa", "email_evento"];
    for rodada in 0..5 {
        let ana = pessoa(app, &nucleo, "Ana", (Membro, Ativo)).await;
        let respostas = juntos(chaves.map(|chave| {
            let ana = ana.clone();
            async move { ana.patch(PREFERENCIAS, json!({"preferencias": {chave: false}})).await }
        }))
        .await;
        for resposta in respostas {
            resposta.expect(200);
        }
        let depois = &perfil(&ana).await["preferencias_notificacao"];
        for chave in chaves {
            assert_eq!(depois[chave], false, "round {rodada}: {chave}");
        }
    }
}
