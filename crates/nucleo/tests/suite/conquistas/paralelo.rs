//! Many at once: each unlocks each achievement once, and is told once.

use base::scope::Cargo::{Administrador, Membro};
use base::testing::TestApp;
use serde_json::Value;

use super::{contagem, criar, enquetes, lista, perfil, situacao, votar};
use crate::apoio::juntos;

base::both_engines! { crate::service;
    eventos_ao_mesmo_tempo_desbloqueiam_uma_vez,
    quem_olha_e_quem_entrega_nao_desbloqueiam_duas_vezes,
    criar_ao_mesmo_tempo_que_se_vota_nao_perde_ninguem,
}

/// The same person votes everywhere at once, and several workers hear of it at once.
async fn eventos_ao_mesmo_tempo_desbloqueiam_uma_vez(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let admin = nucleo.caller(Administrador).await;
    for meta in [1, 3, 8] {
        criar(&admin, "VOTOS", meta).await;
    }
    let abertas = enquetes(app, &admin, 10).await;
    app.deliver().await;
    let pessoas = [nucleo.caller(Membro).await, nucleo.caller(Membro).await];
    let votos = pessoas.iter().flat_map(|pessoa| {
        abertas.iter().map(|enquete| {
            let (pessoa, enquete) = (pessoa.clone(), enquete.clone());
            async move { votar(&pessoa, &enquete).await }
        })
    });
    juntos(votos.collect::<Vec<_>>()).await;
    futures::future::join_all((0..5).map(|_| app.deliver())).await;
    assert_eq!(contagem(app).await, [6; 5]);
    for pessoa in &pessoas {
        assert_eq!(perfil(pessoa).await.as_array().unwrap().len(), 3);
        assert_eq!(situacao(pessoa).await, [(10, true); 3]);
    }
}

async fn quem_olha_e_quem_entrega_nao_desbloqueiam_duas_vezes(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let admin = nucleo.caller(Administrador).await;
    criar(&admin, "VOTOS", 2).await;
    let abertas = enquetes(app, &admin, 3).await;
    app.deliver().await;
    let mut olhares = Vec::new();
    for _ in 0..4 {
        let pessoa = nucleo.caller(Membro).await;
        for enquete in &abertas {
            votar(&pessoa, enquete).await;
        }
        olhares.extend((0..5).map(|_| {
            let pessoa = pessoa.clone();
            async move { lista(&pessoa).await }
        }));
    }
    let entregas = futures::future::join_all((0..3).map(|_| app.deliver()));
    let (vistas, _) = tokio::join!(juntos(olhares), entregas);
    let desbloqueada = |vista: &Value| !vista[0]["desbloqueada_em"].is_null();
    assert!(vistas.iter().all(desbloqueada), "{vistas:?}");
    assert_eq!(contagem(app).await, [4; 5]);
}

/// Either the walk over everybody sees the vote, or the event of the vote sees the achievement.
async fn criar_ao_mesmo_tempo_que_se_vota_nao_perde_ninguem(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let admin = nucleo.caller(Administrador).await;
    let enquete = enquetes(app, &admin, 1).await.remove(0);
    let mut pessoas = Vec::new();
    for _ in 0..30 {
        pessoas.push(nucleo.caller(Membro).await);
    }
    let votos = juntos(pessoas.clone().into_iter().map(|pessoa| {
        let enquete = enquete.clone();
        async move { votar(&pessoa, &enquete).await }
    }));
    let entregas = futures::future::join_all((0..3).map(|_| app.deliver()));
    tokio::join!(votos, criar(&admin, "VOTOS", 1), entregas);
    app.deliver().await;
    assert_eq!(contagem(app).await, [30; 5]);
    for pessoa in &pessoas {
        assert_eq!(perfil(pessoa).await.as_array().unwrap().len(), 1);
    }
}
