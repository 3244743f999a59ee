//! The log: who sees what of it.

use base::Uuid;
use base::id::{NucleoId, UsuarioId};
use base::scope::Cargo::{Administrador, Coordenador, Membro, PortaVoz};
use base::testing::TestApp;
use serde_json::json;

use super::{ENVIAR, LOGS, email_para};
use crate::apoio::{chaves, coluna};

base::both_engines! { crate::service;
    a_lista_tem_a_forma_e_os_filtros_do_contrato,
    cada_um_ve_o_que_lhe_cabe,
}

async fn semear(app: &TestApp, nucleo: Option<NucleoId>, tipo: &str, status: &str, quantos: usize) {
    for _ in 0..quantos {
        let sql = "INSERT INTO email_logs (id, nucleo_id, destinatario, assunto, tipo, status,
                       remetente_id, manual, origem, criado_em)
                   VALUES ($1, $2, 'x@y.org', 'A', $3, $4, $5, false, $3, $6)";
        let (id, ninguem): (Uuid, Option<UsuarioId>) = (app.new_id(), None);
        let (tipo, status) = (tipo.to_owned(), status.to_owned());
        app.execute(sql, (id, nucleo, tipo, status, ninguem, app.now())).await;
    }
}

async fn a_lista_tem_a_forma_e_os_filtros_do_contrato(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    semear(app, Some(nucleo.id), "enquete", "sent", 25).await;
    semear(app, Some(nucleo.id), "enquete", "failed", 3).await;
    app.advance(chrono::Duration::minutes(1));
    semear(app, Some(nucleo.id), "pagamento_atrasado", "failed", 2).await;

    let lista = coord.get(LOGS).await.expect(200);
    let pagina = json!({"page": 1, "limit": 20, "total": 30, "totalPages": 2});
    assert_eq!(lista["pagination"], pagina);
    let campos = [
        "assunto",
        "criado_em",
        "destinatario",
        "id",
        "manual",
        "nucleo_id",
        "origem",
        "remetente_id",
        "status",
        "tipo",
    ];
    assert_eq!(chaves(&lista["data"][0]), campos);
    assert_eq!(
        coluna(&lista["data"], "tipo")[..3],
        ["pagamento_atrasado", "pagamento_atrasado", "enquete"]
    );
    for (consulta, total) in [
        ("tipo=enquete", 28),
        ("status=failed", 5),
        ("tipo=enquete&status=failed", 3),
        ("tipo=manual", 0),
        ("status=sent&limit=5&page=2", 25),
    ] {
        let lista = coord.get(&format!("{LOGS}?{consulta}")).await.expect(200);
        assert_eq!(lista["pagination"]["total"], total, "{consulta}");
    }
    for (consulta, campo) in [("tipo=carta", "tipo"), ("status=ok", "status"), ("page=0", "page")] {
        let erro = coord.get(&format!("{LOGS}?{consulta}")).await;
        let erro = erro.expect_problem(400, "DADOS_INVALIDOS");
        assert_eq!(erro["campos"][0]["campo"], campo);
    }
}

async fn cada_um_ve_o_que_lhe_cabe(app: &TestApp) {
    let (nosso, deles) = (app.nucleo().await, app.nucleo().await);
    let (voz, outra) = (nosso.caller(PortaVoz).await, nosso.caller(PortaVoz).await);
    semear(app, Some(nosso.id), "enquete", "sent", 1).await;
    semear(app, None, "comunicado", "sent", 1).await;
    for (quem, para) in [(&voz, "a@x.org"), (&outra, "b@x.org")] {
        quem.post(ENVIAR, email_para(json!([para]))).await.expect(200);
    }
    let vizinho = deles.caller(Coordenador).await;
    vizinho.post(ENVIAR, email_para(json!(["c@x.org"]))).await.expect(200);
    app.deliver().await;

    let vistos = async |quem: &base::testing::TestCaller| {
        let lista = quem.get(LOGS).await.expect(200)["data"].clone();
        let mut vistos: Vec<_> =
            coluna(&lista, "destinatario").into_iter().map(str::to_owned).collect();
        vistos.sort();
        vistos
    };
    assert_eq!(vistos(&voz).await, ["a@x.org"]);
    assert_eq!(vistos(&outra).await, ["b@x.org"]);
    for cargo in [Coordenador, Administrador] {
        assert_eq!(vistos(&nosso.caller(cargo).await).await, ["a@x.org", "b@x.org", "x@y.org"]);
    }
    assert_eq!(vistos(&vizinho).await, ["c@x.org"]);
    let chefe = app.super_admin().await;
    assert_eq!(vistos(&chefe).await, ["a@x.org", "b@x.org", "c@x.org", "x@y.org", "x@y.org"]);
    let dentro = chefe.with_header("x-nucleo-id", deles.id);
    assert_eq!(vistos(&dentro).await, ["c@x.org"]);
    nosso.caller(Membro).await.get(LOGS).await.expect_problem(403, "SEM_PERMISSAO");
}
