//! What becomes of the files of somebody who leaves.

use base::scope::Cargo::Membro;
use base::testing::TestApp;
use nucleo::areas::membros::Status::Ativo;
use serde_json::json;

use super::{bytes_de, caminho, existe, guardados, imagem};
use crate::apoio::pessoa;
use crate::autenticacao::{SENHA, dar_senha};

base::both_engines! { crate::arquivos::com_pasta_propria;
    a_foto_de_quem_sai_some_e_o_resto_fica_sem_dono,
    a_exportacao_lista_o_que_a_pessoa_enviou,
}

async fn a_foto_de_quem_sai_some_e_o_resto_fica_sem_dono(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let ana = pessoa(app, &nucleo, "Ana", (Membro, Ativo)).await;
    let rui = pessoa(app, &nucleo, "Rui", (Membro, Ativo)).await;
    dar_senha(app, &ana).await;
    let (foto, de_rui) = (imagem(&ana, "avatars").await, imagem(&rui, "avatars").await);
    let emprestada = imagem(&ana, "avatars").await;
    ana.patch("/api/perfil/dados", json!({ "fotoUrl": foto })).await.expect(200);
    rui.patch("/api/perfil/dados", json!({ "fotoUrl": emprestada })).await.expect(200);
    let comentario = imagem(&ana, "comentarios").await;

    ana.post("/api/perfil/excluir-conta", json!({ "senha": SENHA })).await.expect(200);
    app.deliver().await;
    assert!(!existe(&caminho(&foto)), "the picture of herself is gone at once");
    for url in [de_rui, emprestada, comentario] {
        bytes_de(app, &url).await;
    }
    let sql = "SELECT count(*) FROM arquivos WHERE dono_id = $1";
    assert_eq!(app.count(sql, (ana.id,)).await, 0);
    assert_eq!(app.count(sql, (rui.id,)).await, 1);
    assert_eq!(guardados(app).await, 3);
}

async fn a_exportacao_lista_o_que_a_pessoa_enviou(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (ana, rui) = (nucleo.caller(Membro).await, nucleo.caller(Membro).await);
    imagem(&rui, "avatars").await;
    let url = imagem(&ana, "comentarios").await;
    let exportado = ana.get("/api/perfil/exportar").await.expect(200);
    let tamanho = bytes_de(app, &url).await.len();
    assert_eq!(
        exportado["arquivos"],
        json!([{
            "url": url, "bucket": "comentarios", "tipo": "image/png", "tamanho": tamanho,
            "criado_em": "2026-03-02T12:00:00.000Z",
        }])
    );
}
