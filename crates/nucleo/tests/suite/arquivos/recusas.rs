//! What is not taken. Nothing of it is kept, neither on the disk nor in the table.

use base::scope::Cargo::{Coordenador, Membro};
use base::testing::{TestApp, TestResponse};

use super::exemplos::{PDF, bomba, gif_animado, gravar, jpeg, paisagem, png};
use super::{enviar, enviar_formulario, formulario, linhas, no_disco};

base::both_engines! { crate::arquivos::com_pasta_propria;
    o_que_nao_e_imagem_e_recusado,
    uma_imagem_estragada_e_recusada,
    uma_imagem_enorme_e_recusada_sem_ocupar_memoria,
    um_formulario_errado_e_recusado,
    um_bucket_que_nao_existe,
    ninguem_enche_o_disco,
}

async fn nada(app: &TestApp) {
    assert_eq!((linhas(app).await, no_disco()), (0, vec![]));
}

#[track_caller]
fn recusa(response: TestResponse, parte_da_frase: &str) {
    let problem = response.expect_problem(400, "DADOS_INVALIDOS");
    let campo = &problem["campos"][0];
    assert_eq!(campo["campo"], "arquivo");
    let frase = campo["mensagem"].as_str().unwrap();
    assert!(frase.contains(parte_da_frase), "{frase}");
}

async fn o_que_nao_e_imagem_e_recusado(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (ana, coord) = (nucleo.caller(Membro).await, nucleo.caller(Coordenador).await);
    let svg = b"<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>";
    for bytes in [
        &b"MZ\x90\0\x03\0\0\0\x04\0\0\0\xFF\xFF"[..],
        b"\x7FELF\x02\x01\x01",
        svg,
        b"\xEF\xBB\xBF<?xml version=\"1.0\"?><svg/>",
        b"<!DOCTYPE html><script>alert(1)</script>",
        b"PK\x03\x04\x14\0\0\0",
        b"BM\x36\0\0\0",
        b"II*\0\x08\0\0\0",
        b"\0\0\0\x20ftypavif",
        b"x",
        b"   \x89PNG\r\n\x1A\n",
        PDF,
    ] {
        recusa(enviar(&ana, "avatars", bytes).await, "JPEG, PNG, WebP ou GIF");
        if bytes != PDF {
            recusa(enviar(&coord, "comprovantes", bytes).await, "Envie um PDF");
        }
    }
    recusa(enviar(&ana, "avatars", b"").await, "vazio");
    for pdf in [&PDF[..20], &[PDF, b"<script>alert(1)</script>"].concat(), b"%PDF-"] {
        recusa(enviar(&coord, "comprovantes", pdf).await, "PDF");
    }
    nada(app).await;
}

async fn uma_imagem_estragada_e_recusada(app: &TestApp) {
    let ana = app.nucleo().await.caller(Membro).await;
    let webp = gravar(&paisagem(60, 60), image::ImageFormat::WebP);
    for whole in [jpeg(60, 60), png(60, 60), webp, gif_animado()] {
        for length in [whole.len() * 9 / 10, whole.len() / 2, 24] {
            recusa(enviar(&ana, "avatars", &whole[..length]).await, "estragada");
        }
    }
    // Half script, half picture: the first bytes are those of a GIF, the rest is none.
    let poliglota = b"GIF89a/*\x00\x00\x00\x00*/=1;alert(document.domain)//";
    recusa(enviar(&ana, "avatars", poliglota).await, "A imagem");
    let mut torto = png(20, 20);
    let meio = torto.len() / 2;
    torto[meio] ^= 0xFF;
    recusa(enviar(&ana, "avatars", &torto).await, "estragada");
    nada(app).await;
}

/// Some kilobytes that say they are gigabytes.
async fn uma_imagem_enorme_e_recusada_sem_ocupar_memoria(app: &TestApp) {
    let ana = app.nucleo().await.caller(Membro).await;
    let antes = memoria_no_auge();
    for (width, height) in [(65_535, 65_535), (2_000_000_000, 1), (10_000, 5_001), (20_001, 1)] {
        recusa(enviar(&ana, "avatars", &bomba(width, height)).await, "50 megapixels");
    }
    // Of a size that is taken, but with nothing to fill it.
    recusa(enviar(&ana, "avatars", &bomba(5000, 5000)).await, "estragada");
    let mut gif = gif_animado();
    gif[6..10].copy_from_slice(&[0xFF; 4]);
    recusa(enviar(&ana, "avatars", &gif).await, "50 megapixels");
    let cresceu = memoria_no_auge() - antes;
    assert!(cresceu < 2_000_000, "{cresceu} KiB"); // 65,535 squared would be 16 GiB
    nada(app).await;
}

/// The most that this process has ever had, in KiB.
fn memoria_no_auge() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    let number = line.and_then(|line| line.split_whitespace().nth(1));
    number.and_then(|number| number.parse().ok()).unwrap_or(0)
}

async fn um_formulario_errado_e_recusado(app: &TestApp) {
    let ana = app.nucleo().await.caller(Membro).await;
    let (uma, outra) = (png(4, 4), png(5, 5));
    recusa(enviar_formulario(&ana, "avatars", formulario(&[])).await, "obrigatório");
    let form = formulario(&[("foto", "foto.png", &uma)]);
    recusa(enviar_formulario(&ana, "avatars", form).await, "obrigatório");
    let form = formulario(&[("arquivo", "1.png", &uma), ("arquivo", "2.png", &outra)]);
    recusa(enviar_formulario(&ana, "avatars", form).await, "um arquivo por vez");

    let cortado = formulario(&[("arquivo", "1.png", &uma)]);
    for form in [&cortado[..cortado.len() - 40], b"--limite\r\n", b"nada disso", b""] {
        let response = enviar_formulario(&ana, "avatars", form.to_vec()).await;
        response.expect_problem(400, "REQUISICAO_INVALIDA");
    }
    let form = formulario(&[("arquivo", "a\u{0}.png", &uma)]);
    let response = enviar_formulario(&ana, "avatars", form).await;
    response.expect_problem(400, "REQUISICAO_INVALIDA");
    let path = "/api/arquivos/avatars";
    let sem_tipo = ana.clone().without_content_type();
    for tipo in ["application/json", "image/png", "multipart/form-data", "text/plain"] {
        let caller = sem_tipo.clone().with_header("content-type", tipo);
        let response = caller.send("POST", path, uma.clone().into()).await;
        let problem = response.expect_problem(415, "FORMULARIO_ESPERADO");
        assert!(problem["detail"].as_str().unwrap().contains("multipart/form-data"));
    }
    sem_tipo.send("POST", path, uma.into()).await.expect_problem(415, "FORMULARIO_ESPERADO");
    nada(app).await;
}

async fn um_bucket_que_nao_existe(app: &TestApp) {
    let ana = app.nucleo().await.caller(Membro).await;
    for bucket in ["logos", "AVATARS", "..", "avatars%2f..", "%00", "nucleo.db"] {
        enviar(&ana, bucket, &png(4, 4)).await.expect_problem(404, "NAO_ENCONTRADO");
    }
    enviar(&app.anonymous(), "avatars", &png(4, 4)).await.expect_problem(401, "NAO_AUTENTICADO");
    ana.get("/api/arquivos/avatars").await.expect_problem(405, "METODO_NAO_PERMITIDO");
    nada(app).await;
}

/// What is used does not count, and the rest is gone after a day.
async fn ninguem_enche_o_disco(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (ana, rui) = (nucleo.caller(Membro).await, nucleo.caller(Membro).await);
    let url = super::imagem(&ana, "avatars").await;
    app.execute("UPDATE arquivos SET tamanho = 300 * 1024 * 1024", ()).await;
    let response = enviar(&ana, "comentarios", &png(4, 4)).await;
    assert_eq!(response.headers["retry-after"], "3600");
    response.expect_problem(429, "LIMITE_EXCEDIDO");
    assert_eq!((linhas(app).await, no_disco().len()), (1, 1));
    enviar(&rui, "comentarios", &png(4, 4)).await.expect(201);
    let foto = serde_json::json!({ "fotoUrl": url });
    ana.patch("/api/perfil/dados", foto).await.expect(200);
    app.advance(chrono::Duration::minutes(50));
    app.deliver().await;
    app.advance(chrono::Duration::minutes(50));
    app.deliver().await;
    let ana = app.login(&ana).await;
    enviar(&ana, "comentarios", &png(4, 4)).await.expect(201);
}
