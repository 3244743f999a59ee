//! Nobody sees a result before their time, by whichever way they ask.

use base::scope::Cargo::{self, Administrador, Coordenador, LiderProjeto, Membro, PortaVoz};
use base::testing::{TestApp, TestCaller, TestNucleo};
use chrono::Duration;
use serde_json::{Value, json};

use super::{PENDENTE, com, corpo, criar, detalhe, eleitores, percentuais, votacao, voto};
use crate::apoio::juntos;

base::both_engines! { crate::service;
    parciais_so_para_quem_pode,
    nenhuma_operacao_conta_o_que_esta_oculto,
}

const COMUNS: [Cargo; 3] = [Membro, LiderProjeto, PortaVoz];
const GESTAO: [Cargo; 2] = [Coordenador, Administrador];

/// A poll with 37 votes for its first option and 13 for its second: 74 and 26 percent.
pub async fn votada(
    app: &TestApp,
    nucleo: &TestNucleo<'_>,
    autor: &TestCaller,
    campos: Value,
) -> Value {
    let criada = criar(autor, com(corpo(app), campos)).await;
    let pessoas = eleitores(app, nucleo.id, 50).await;
    let pedidos = pessoas.into_iter().enumerate().map(|(numero, pessoa)| {
        let (caminho, corpo) = (votacao(&criada), voto(&criada, usize::from(numero >= 37)));
        async move { pessoa.post(&caminho, corpo).await.expect(201) }
    });
    juntos(pedidos).await;
    criada
}

async fn parciais_so_para_quem_pode(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (admin, super_admin) = (nucleo.caller(Administrador).await, app.super_admin().await);
    let oculta = votada(app, &nucleo, &admin, json!({})).await;
    let aberta = votada(app, &nucleo, &admin, json!({ "resultadoTempoReal": true })).await;
    let nacional = votada(app, &nucleo, &super_admin, json!({})).await;

    for cargo in COMUNS {
        let pessoa = nucleo.caller(cargo).await;
        for enquete in [&oculta, &nacional] {
            let vista = detalhe(&pessoa, enquete).await;
            assert_eq!(vista["resultados"], Value::Null, "{cargo:?}");
            // Having voted, or having asked, gives no right to look.
            pessoa.post(&votacao(enquete), voto(enquete, 0)).await.expect(201);
            assert_eq!(detalhe(&pessoa, enquete).await["resultados"], Value::Null, "{cargo:?}");
        }
        assert_eq!(percentuais(&detalhe(&pessoa, &aberta).await), [74.0, 26.0, 0.0]);
    }
    let propria = criar(&nucleo.caller(PortaVoz).await, corpo(app)).await;
    assert_eq!(propria["resultados"], Value::Null, "not even of one's own poll");
    for cargo in GESTAO {
        let pessoa = nucleo.caller(cargo).await;
        for enquete in [&oculta, &nacional] {
            assert_eq!(percentuais(&detalhe(&pessoa, enquete).await), [75.5, 24.5, 0.0]);
        }
    }
    assert_eq!(percentuais(&detalhe(&super_admin, &oculta).await), [75.5, 24.5, 0.0]);

    app.advance(Duration::days(1));
    for cargo in COMUNS {
        let pessoa = nucleo.caller(cargo).await;
        for enquete in [&oculta, &nacional] {
            assert_eq!(percentuais(&detalhe(&pessoa, enquete).await), [75.5, 24.5, 0.0]);
        }
    }
}

/// Asks every operation that reads, whatever its area, with the poll's id wherever it takes one.
async fn nenhuma_operacao_conta_o_que_esta_oculto(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let porta_voz = nucleo.caller(PortaVoz).await;
    let oculta = votada(app, &nucleo, &porta_voz, json!({ "modalObrigatorio": true })).await;
    app.deliver().await;
    let leituras = leituras(oculta["id"].as_str().unwrap());
    for cargo in COMUNS {
        let pessoa = nucleo.caller(cargo).await;
        assert_eq!(pessoa.get(PENDENTE).await.expect(200)["id"], oculta["id"]);
        for caminho in &leituras {
            let resposta = pessoa.get(caminho).await;
            assert!(conta(&resposta.body).is_none(), "{caminho} as {cargo:?}: {}", resposta.body);
        }
    }
    // The test can fail: those who may see are told.
    let vista = detalhe(&nucleo.caller(Coordenador).await, &oculta).await;
    assert!(conta(&vista).is_some());
}

/// The paths of all operations that read. A stream never ends, so it is left out.
fn leituras(id: &str) -> Vec<String> {
    let documento = nucleo::openapi();
    let caminhos = documento["paths"].as_object().unwrap().iter();
    let leituras = caminhos.filter(|(_, metodos)| metodos["get"].is_object());
    let mut leituras: Vec<_> = leituras.map(|(caminho, _)| caminho.clone()).collect();
    leituras.retain(|caminho| !caminho.ends_with("/fluxo"));
    for caminho in &mut leituras {
        while let Some((antes, depois)) = caminho.split_once('{') {
            let (_, resto) = depois.split_once('}').unwrap();
            *caminho = format!("{antes}{id}{resto}");
        }
    }
    assert!(leituras.len() > 20, "the operations were not found");
    leituras
}

/// Where a value tells what the options got: their votes, their shares, in numbers or in words.
pub fn conta(valor: &Value) -> Option<String> {
    const NUMEROS: [f64; 4] = [37.0, 13.0, 74.0, 26.0];
    const TEXTOS: [&str; 6] = ["74,0", "74.0", "74%", "26,0", "26.0", "26%"];
    match valor {
        Value::Number(numero) => {
            let contado = numero.as_f64().is_some_and(|numero| NUMEROS.contains(&numero));
            contado.then(|| numero.to_string())
        }
        Value::String(texto) => {
            TEXTOS.iter().any(|contado| texto.contains(contado)).then(|| texto.clone())
        }
        Value::Array(itens) => itens.iter().find_map(conta),
        Value::Object(campos) => campos.values().find_map(conta),
        _ => None,
    }
}
