//! Everything at once: whatever the order turns out to be, the sums are right.

use base::id::UsuarioId;
use base::scope::Cargo::{Administrador, Membro};
use base::testing::TestApp;
use nucleo::areas::economia::Origem;
use nucleo::areas::membros::Status::{Ativo, Pendente};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use serde_json::json;

use super::{ajustar, credita, debita, movimento, painel, somas};
use crate::apoio::{fecha, indicada, juntos, pessoa, saldo};

base::both_engines! { crate::service;
    creditos_debitos_e_aprovacoes_ao_mesmo_tempo,
    qualquer_mistura_de_movimentos_fecha,
}

async fn creditos_debitos_e_aprovacoes_ao_mesmo_tempo(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let admin = nucleo.caller(Administrador).await;
    let ana = pessoa(app, &nucleo, "Ana", (Membro, Ativo)).await;
    let mut indicadas = Vec::new();
    for _ in 0..10 {
        indicadas.push(indicada(app, &nucleo, &ana, Pendente).await.id);
    }
    let pedidos = (0..50_usize).map(|numero| {
        let (admin, alvo, indicadas) = (admin.clone(), ana.id, indicadas.clone());
        async move {
            let resposta = match numero % 5 {
                0 => {
                    let decisao = json!({"usuarioId": indicadas[numero / 5]});
                    admin.post("/api/auth/approve", decisao).await
                }
                1 | 2 => ajustar(&admin, alvo, "CREDITO", 10).await,
                _ => ajustar(&admin, alvo, "DEBITO", 90).await,
            };
            (numero % 5, resposta)
        }
    });
    let mut debitados = 0;
    for (tipo, resposta) in juntos(pedidos).await {
        match (tipo, resposta.status) {
            (0, 200) | (1 | 2, 201) => {}
            (3 | 4, 201) => debitados += 90,
            (3 | 4, _) => drop(resposta.expect_problem(409, "SALDO_INSUFICIENTE")),
            _ => panic!("{tipo}: {}", resposta.body),
        }
    }
    let creditados = 20 * 10 + 10 * 100;
    assert_eq!(saldo(app, ana.id).await, creditados - debitados);
    assert_eq!(somas(app, &nucleo).await, (creditados, debitados));
    let negativos = "SELECT count(*) FROM transacoes WHERE saldo_apos < 0";
    assert_eq!(app.count(negativos, ()).await, 0);
    let mostrado = painel(&admin).await;
    assert_eq!(mostrado["totalEmitidas"], creditados);
    assert_eq!(mostrado["totalGastas"], debitados);
    assert_eq!(mostrado["saldoCirculacao"], creditados - debitados);
    fecha(app).await;
}

/// Which of three wallets, whether money comes in, and how much.
type Passo = (usize, bool, i64);

fn lotes() -> impl Strategy<Value = Vec<Vec<Passo>>> {
    let passo = (0..3_usize, any::<bool>(), 0..100_i64);
    prop::collection::vec(prop::collection::vec(passo, 1..12), 1..5)
}

/// Batches follow each other; what is in one happens at once.
async fn qualquer_mistura_de_movimentos_fecha(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let mut runner = TestRunner::deterministic();
    for caso in 0..20 {
        let lotes = lotes().new_tree(&mut runner).unwrap().current();
        let mut carteiras: Vec<(UsuarioId, i64)> = Vec::new();
        for nome in ["Ana", "Bia", "Caio"] {
            carteiras.push((pessoa(app, &nucleo, nome, (Membro, Ativo)).await.id, 0));
        }
        for lote in &lotes {
            let passos = lote.iter().map(|(carteira, entra, valor)| {
                let (usuario, nucleo) = (carteiras[*carteira].0, &nucleo);
                async move {
                    match entra {
                        true => {
                            credita(app, nucleo, movimento(usuario, Origem::Manual, *valor)).await
                        }
                        false => {
                            debita(app, nucleo, movimento(usuario, Origem::Loja, *valor)).await
                        }
                    }
                }
            });
            let feitos = futures::future::join_all(passos).await;
            for (posicao, (usuario, antes)) in carteiras.iter_mut().enumerate() {
                let dela = lote.iter().zip(&feitos).filter(|(passo, _)| passo.0 == posicao);
                let mut depois = *antes;
                let mut pedido = 0;
                let mut recusado = false;
                for ((_, entra, valor), feito) in dela {
                    pedido += if *entra { 0 } else { *valor };
                    match feito {
                        Ok(lancada) => {
                            assert!(lancada.is_some());
                            depois += if *entra { *valor } else { -valor };
                        }
                        Err(erro) => {
                            assert_eq!(erro.code().name, "SALDO_INSUFICIENTE");
                            assert!(!entra, "a credit was refused");
                            recusado = true;
                        }
                    }
                }
                assert_eq!(saldo(app, *usuario).await, depois, "case {caso}: {lotes:?}");
                assert!(depois >= 0);
                // Nobody is refused what was there from the start.
                assert!(!recusado || pedido > *antes, "case {caso}: {lotes:?}");
                *antes = depois;
            }
        }
    }
    fecha(app).await;
}
