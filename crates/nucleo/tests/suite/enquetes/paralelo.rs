//! Everybody at once: no vote is lost, none counts twice.

use std::sync::Arc;

use base::scope::Cargo::{Administrador, Membro};
use base::testing::TestApp;
use chrono::Duration;
use serde_json::json;
use tokio::sync::Semaphore;

use super::{
    caminho, com, corpo, criar, detalhe, eleitores, fecha, percentuais, votacao, voto, votos,
};
use crate::apoio::juntos;

base::both_engines! { crate::service;
    trinta_votos_da_mesma_pessoa_contam_um,
    duas_mil_pessoas_ao_mesmo_tempo_contam_duas_mil,
    quem_escolhe_varias_nao_trava_os_outros,
    quem_le_enquanto_votam_ve_um_so_momento,
    no_ultimo_instante_o_relogio_decide_por_todos,
}

/// How many requests are under way at any moment: far more than there are connections, and few
/// enough that none waits longer for one than the service lets it.
const DE_UMA_VEZ: usize = 50;

async fn trinta_votos_da_mesma_pessoa_contam_um(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (admin, membro) = (nucleo.caller(Administrador).await, nucleo.caller(Membro).await);
    for tipo in ["UNICA", "MULTIPLA"] {
        let criada = criar(&admin, com(corpo(app), json!({ "tipoEscolha": tipo }))).await;
        let pedidos = (0..30_usize).map(|numero| {
            let (membro, caminho) = (membro.clone(), votacao(&criada));
            let corpo = match tipo {
                "UNICA" => voto(&criada, numero % 3),
                _ => votos(&criada, [&[0][..], &[2, 1], &[1, 0, 2]][numero % 3]),
            };
            async move { membro.post(&caminho, corpo).await }
        });
        let respostas = juntos(pedidos).await;
        assert_eq!(respostas.iter().filter(|resposta| resposta.status == 201).count(), 1);
        for resposta in respostas.into_iter().filter(|resposta| resposta.status != 201) {
            resposta.expect_problem(400, "VOTO_JA_REGISTRADO");
        }
        assert_eq!(detalhe(&admin, &criada).await["totalVotos"], 1);
    }
    fecha(app).await;
}

async fn duas_mil_pessoas_ao_mesmo_tempo_contam_duas_mil(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let admin = nucleo.caller(Administrador).await;
    let criada = criar(&admin, corpo(app)).await;
    let pessoas = eleitores(app, nucleo.id, 2000).await;
    // 1,001 for the first option, 666 for the second, 333 for the third.
    let escolha = |numero: usize| match numero {
        ..1001 => 0,
        1001..1667 => 1,
        _ => 2,
    };
    let vagas = Arc::new(Semaphore::new(DE_UMA_VEZ));
    let pedidos = pessoas.into_iter().enumerate().map(|(numero, pessoa)| {
        let (caminho, corpo) = (votacao(&criada), voto(&criada, escolha(numero)));
        let vagas = vagas.clone();
        async move {
            let _vaga = vagas.acquire().await.unwrap();
            pessoa.post(&caminho, corpo).await.expect(201)
        }
    });
    juntos(pedidos).await;
    let vista = detalhe(&admin, &criada).await;
    assert_eq!(vista["totalVotos"], 2000);
    assert_eq!(percentuais(&vista), [50.1, 33.3, 16.7]);
    fecha(app).await;
}

async fn quem_escolhe_varias_nao_trava_os_outros(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let admin = nucleo.caller(Administrador).await;
    let opcoes: Vec<_> = (0..20).map(|numero| format!("Opção {numero}")).collect();
    let multipla = json!({ "tipoEscolha": "MULTIPLA", "opcoes": opcoes });
    let criada = criar(&admin, com(corpo(app), multipla)).await;
    let pessoas = eleitores(app, nucleo.id, 100).await;
    let pedidos = pessoas.into_iter().enumerate().map(|(numero, pessoa)| {
        // Every second one names the same options the other way round.
        let mut posicoes: Vec<_> = (0..20).collect();
        if numero % 2 == 1 {
            posicoes.reverse();
        }
        let (caminho, corpo) = (votacao(&criada), votos(&criada, &posicoes));
        async move { pessoa.post(&caminho, corpo).await.expect(201) }
    });
    juntos(pedidos).await;
    let vista = detalhe(&admin, &criada).await;
    assert_eq!(vista["totalVotos"], 100);
    assert_eq!(percentuais(&vista), vec![100.0; 20]);
    fecha(app).await;
}

/// Everybody chooses the first option, so whatever the moment it has all of the votes there are.
async fn quem_le_enquanto_votam_ve_um_so_momento(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let admin = nucleo.caller(Administrador).await;
    let criada = criar(&admin, corpo(app)).await;
    let pessoas = eleitores(app, nucleo.id, 80).await;
    let ultima = pessoas[79].clone();
    let votam = juntos(pessoas.into_iter().map(|pessoa| {
        let (caminho, corpo) = (votacao(&criada), voto(&criada, 0));
        async move { pessoa.post(&caminho, corpo).await.expect(201) }
    }));
    let leem = juntos([admin.clone(), ultima].map(|pessoa| {
        let (admin, caminho) = (admin.clone(), caminho(&criada));
        async move {
            let mut votaram = 0;
            while votaram < 80 {
                let vista = admin.get(&caminho).await.expect(200);
                votaram = vista["totalVotos"].as_i64().unwrap();
                let parte = if votaram == 0 { 0.0 } else { 100.0 };
                assert_eq!(percentuais(&vista), [parte, 0.0, 0.0], "{votaram} votes");
                let propria = pessoa.get(&caminho).await.expect(200);
                let votou = propria["meusVotos"].as_array().unwrap().len() == 1;
                assert_eq!(propria["jaVotou"], votou);
            }
        }
    }));
    tokio::join!(votam, leem);
}

/// The hand moves while votes arrive: whoever was told yes is counted, and nobody else.
async fn no_ultimo_instante_o_relogio_decide_por_todos(app: &TestApp) {
    const ABERTA: i64 = 30;
    let nucleo = app.nucleo().await;
    let admin = nucleo.caller(Administrador).await;
    let fim = app.now() + Duration::milliseconds(ABERTA);
    let criada = criar(&admin, com(corpo(app), json!({ "dataEncerramento": fim }))).await;
    let mut aceitos = 0;
    for (instante, pessoas) in (0..).zip(eleitores(app, nucleo.id, 105).await.chunks(3)) {
        let pedidos = pessoas.iter().cloned().map(|pessoa| {
            let (caminho, corpo) = (votacao(&criada), voto(&criada, 0));
            async move { pessoa.post(&caminho, corpo).await }
        });
        let anda = async { app.advance(Duration::milliseconds(1)) };
        let (respostas, ()) = tokio::join!(juntos(pedidos.collect::<Vec<_>>()), anda);
        for resposta in respostas {
            // A request of this round sees this instant or the next one.
            match resposta.status {
                201 => assert!(instante < ABERTA, "accepted {instante} ms after the beginning"),
                _ => assert!(instante >= ABERTA - 1, "refused {instante} ms after the beginning"),
            }
            match resposta.status {
                201 => aceitos += 1,
                _ => drop(resposta.expect_problem(400, "ENQUETE_ENCERRADA")),
            }
        }
    }
    assert!(aceitos >= 3 * (ABERTA - 1));
    assert_eq!(detalhe(&admin, &criada).await["totalVotos"], aceitos);
    fecha(app).await;
}
