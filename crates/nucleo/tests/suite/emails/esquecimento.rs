//! Whoever leaves for good is no longer named by any log, in whichever nucleo.

use base::scope::Cargo::{Coordenador, Membro};
use base::testing::TestApp;
use serde_json::json;

use super::{ENVIAR, avisar_de_enquete, email_para, endereco, tabela};

base::both_engines! { crate::service;
    nenhum_log_guarda_o_endereco_de_quem_saiu,
    de_quem_sai_durante_o_envio_nada_se_escreve,
}

async fn nenhum_log_guarda_o_endereco_de_quem_saiu(app: &TestApp) {
    let (nosso, deles) = (app.nucleo().await, app.nucleo().await);
    let (ana, rui) = (nosso.caller(Membro).await, nosso.caller(Membro).await);
    let para = json!([endereco(&ana), endereco(&rui)]);
    avisar_de_enquete(app, Some(nosso.id), &[&ana, &rui]).await;
    for quem in
        [nosso.caller(Coordenador).await, deles.caller(Coordenador).await, app.super_admin().await]
    {
        quem.post(ENVIAR, email_para(para.clone())).await.expect(200);
    }
    app.deliver().await;
    let de = |quem: String| async move {
        tabela(app).await.into_iter().filter(|linha| linha.0 == quem).count()
    };
    assert_eq!((de(endereco(&ana)).await, de(endereco(&rui)).await), (4, 4));

    // One more on its way, by another nucleo, when she leaves.
    let vizinho = deles.caller(Coordenador).await;
    vizinho.post(ENVIAR, email_para(json!([endereco(&ana)]))).await.expect(200);
    app.operator
        .write(async |tx| {
            let caller = app.operator.acting_as(ana.id, Membro);
            app.operator.enter(tx, nosso.id).await?;
            nucleo::areas::membros::service::excluir(tx, &caller).await?;
            nucleo::areas::emails::service::esquecer(tx, Some(endereco(&ana))).await
        })
        .await
        .unwrap();
    app.deliver().await;
    assert_eq!(de(endereco(&ana)).await, 0);
    assert_eq!(de(String::new()).await, 4, "the lines stay, without her");
    assert_eq!(de(endereco(&rui)).await, 4);
    let restos = "SELECT count(*) FROM entregas WHERE endereco = $1 OR usuario_id = $2";
    assert_eq!(app.count(restos, (endereco(&ana), ana.id)).await, 0);
}

async fn de_quem_sai_durante_o_envio_nada_se_escreve(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let ana = nucleo.caller(Membro).await;
    avisar_de_enquete(app, Some(nucleo.id), &[&ana]).await;
    app.deliver().await;
    assert_eq!(tabela(app).await.len(), 1);
    // As if the message had been sent, and she had left before the log was written.
    let sql = "UPDATE usuarios SET email = NULL WHERE id = $1";
    app.execute(sql, (ana.id,)).await;
    let sql = "UPDATE entregas SET status = 'PENDENTE', endereco = $2 WHERE usuario_id = $1";
    app.execute(sql, (ana.id, endereco(&ana))).await;
    app.execute("DELETE FROM email_logs", ()).await;
    app.advance(chrono::Duration::hours(1));
    app.deliver().await;
    let linhas = tabela(app).await;
    assert_eq!((linhas.len(), linhas[0].0.as_str()), (1, ""));
}
