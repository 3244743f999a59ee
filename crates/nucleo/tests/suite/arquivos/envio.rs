//! What is taken, and what is kept of it.

use base::scope::Cargo::{self, Coordenador, Membro};
use base::testing::TestApp;
use image::{GenericImageView, ImageFormat};
use serde_json::json;

use super::exemplos::{
    LUGAR, PDF, bloco, contem, foto_deitada, gif_animado, gravar, jpeg, paisagem, perfil_p3, png,
    segmento, webp_transparente,
};
use super::{bytes_de, enviar, enviar_formulario, formulario, guardados};
use crate::apoio::chaves;

base::both_engines! { crate::arquivos::com_pasta_propria;
    cada_imagem_e_guardada_e_servida,
    a_foto_fica_em_pe_e_perde_o_lugar,
    as_cores_continuam_as_mesmas,
    o_que_vem_junto_da_imagem_fica_de_fora,
    um_gif_continua_a_se_mover,
    uma_foto_em_webp_nao_incha,
    cada_cargo_envia_onde_pode,
    um_super_admin_envia_para_todos_os_nucleos,
    dez_mebibytes_cabem_e_mais_um_byte_nao,
    o_nome_e_o_resto_do_formulario_nao_importam,
}

async fn cada_imagem_e_guardada_e_servida(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let ana = nucleo.caller(Membro).await;
    let cases = [
        (png(20, 10), "image/png", ImageFormat::Png),
        (jpeg(20, 10), "image/jpeg", ImageFormat::Jpeg),
        (gravar(&paisagem(20, 10), ImageFormat::WebP), "image/webp", ImageFormat::WebP),
    ];
    for (bytes, tipo, format) in cases {
        let guardado = enviar(&ana, "comentarios", &bytes).await.expect(201);
        assert_eq!(chaves(&guardado), ["tamanho", "tipo", "url"]);
        assert_eq!(guardado["tipo"], tipo);
        let url = guardado["url"].as_str().unwrap();
        assert!(url.starts_with("/arquivos/comentarios/"), "{url}");
        let servido = bytes_de(app, url).await;
        assert_eq!(guardado["tamanho"], servido.len());
        let picture = image::load_from_memory_with_format(&servido, format).unwrap();
        assert_eq!(picture.dimensions(), (20, 10));
    }
    let sql = "SELECT nucleo_id, dono_id, bucket, tamanho FROM arquivos ORDER BY id LIMIT 1";
    let linhas: Vec<(base::id::NucleoId, base::id::UsuarioId, String, i64)> =
        app.rows(sql, ()).await;
    let (de, dono, bucket, tamanho) = &linhas[0];
    assert_eq!((*de, *dono, bucket.as_str()), (nucleo.id, ana.id, "comentarios"));
    assert!(*tamanho > 0);
    assert_eq!(guardados(app).await, 3);
}

async fn a_foto_fica_em_pe_e_perde_o_lugar(app: &TestApp) {
    let ana = app.nucleo().await.caller(Membro).await;
    let foto = foto_deitada(30, 20);
    assert!(contem(&foto, LUGAR));
    let guardado = enviar(&ana, "avatars", &foto).await.expect(201);
    let servido = bytes_de(app, guardado["url"].as_str().unwrap()).await;
    for traco in [LUGAR, b"Exif", b"\xFF\xE1"] {
        assert!(!contem(&servido, traco), "{}", String::from_utf8_lossy(traco));
    }
    let picture = image::load_from_memory(&servido).unwrap();
    assert_eq!(picture.dimensions(), (20, 30));
    // What was at the lower left is at the upper left now: the red of the landscape grows from left
    // to right, so that it now grows from top to bottom.
    let red = |x, y| picture.get_pixel(x, y)[0];
    assert!(red(10, 2) < 60 && red(10, 27) > 190, "{} {}", red(10, 2), red(10, 27));
}

/// A phone's photo says in which colours it is meant. Without that, its red would be duller.
async fn as_cores_continuam_as_mesmas(app: &TestApp) {
    let ana = app.nucleo().await.caller(Membro).await;
    let dull = image::RgbImage::from_pixel(16, 16, image::Rgb([180, 80, 60]));
    let plain = gravar(&dull.into(), ImageFormat::Jpeg);
    let icc = [&b"ICC_PROFILE\0\x01\x01"[..], &perfil_p3()].concat();
    let guardado = enviar(&ana, "avatars", &segmento(&plain, 0xE2, &icc)).await.expect(201);
    let servido = bytes_de(app, guardado["url"].as_str().unwrap()).await;
    assert!(!contem(&servido, b"ICC_PROFILE"));
    let pixel = image::load_from_memory(&servido).unwrap().get_pixel(8, 8);
    assert!(pixel[0] > 186 && pixel[1] < 80, "{pixel:?}");
}

async fn o_que_vem_junto_da_imagem_fica_de_fora(app: &TestApp) {
    let ana = app.nucleo().await.caller(Membro).await;
    let script = b"<script>alert(1)</script>";
    let zip = b"PK\x03\x04 cavalo de troia PK\x05\x06";
    let limpo = png(8, 8);
    let (antes_do_fim, fim) = limpo.split_at(limpo.len() - 12);
    let texto = bloco(b"tEXt", &[&b"Comment\0"[..], script].concat());
    for (bytes, oculto) in [
        ([&jpeg(8, 8)[..], zip].concat(), &zip[..]),
        (segmento(&jpeg(8, 8), 0xFE, script), script),
        ([antes_do_fim, &texto, fim].concat(), script),
        ([&limpo[..], zip].concat(), zip),
        (gif_animado(), script),
    ] {
        assert!(contem(&bytes, oculto));
        let guardado = enviar(&ana, "comentarios", &bytes).await.expect(201);
        let servido = bytes_de(app, guardado["url"].as_str().unwrap()).await;
        assert!(!contem(&servido, oculto), "{guardado}");
    }
}

async fn um_gif_continua_a_se_mover(app: &TestApp) {
    let ana = app.nucleo().await.caller(Membro).await;
    let guardado = enviar(&ana, "comentarios", &gif_animado()).await.expect(201);
    assert_eq!(guardado["tipo"], "image/gif");
    let servido = bytes_de(app, guardado["url"].as_str().unwrap()).await;
    let mut decoder = gif::Decoder::new(&servido[..]).unwrap();
    let mut seen = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        seen.push((frame.delay, frame.buffer[0]));
    }
    assert_eq!(seen, [(7, 0), (7, 1), (7, 2)]);
    assert_eq!(decoder.repeat(), gif::Repeat::Infinite);
}

/// Only the kind without loss can be written, and of a photo that would be much more than came.
async fn uma_foto_em_webp_nao_incha(app: &TestApp) {
    let ana = app.nucleo().await.caller(Membro).await;
    let claro = enviar(&ana, "comentarios", &webp_transparente()).await.expect(201);
    assert_eq!(claro["tipo"], "image/webp");
    let servido = bytes_de(app, claro["url"].as_str().unwrap()).await;
    let picture = image::load_from_memory(&servido).unwrap();
    assert_eq!((picture.get_pixel(0, 0)[3], picture.get_pixel(15, 0)[3]), (255, 0));
}

async fn cada_cargo_envia_onde_pode(app: &TestApp) {
    use Cargo::{Administrador, LiderProjeto, PortaVoz, SuperAdmin};
    let nucleo = app.nucleo().await;
    let comunicacao = &[PortaVoz, Coordenador, Administrador, SuperAdmin][..];
    let gestao = &[Coordenador, Administrador, SuperAdmin][..];
    let todos = &[Membro, LiderProjeto, PortaVoz, Coordenador, Administrador, SuperAdmin][..];
    let mut enviados = 0;
    for (bucket, cargos) in [
        ("avatars", todos),
        ("comentarios", todos),
        ("enquetes", comunicacao),
        ("comunicados", comunicacao),
        ("comprovantes", gestao),
    ] {
        for cargo in todos {
            let caller = match cargo {
                SuperAdmin => app.super_admin().await.with_header("x-nucleo-id", nucleo.id),
                cargo => nucleo.caller(*cargo).await,
            };
            let response = enviar(&caller, bucket, &png(4, 4)).await;
            if cargos.contains(cargo) {
                response.expect(201);
                enviados += 1;
            } else {
                response.expect_problem(403, "SEM_PERMISSAO");
            }
            assert_eq!(guardados(app).await, enviados, "{bucket} as {cargo:?}");
        }
    }
}

async fn um_super_admin_envia_para_todos_os_nucleos(app: &TestApp) {
    let helena = app.super_admin().await;
    for bucket in ["avatars", "enquetes", "comunicados"] {
        enviar(&helena, bucket, &png(4, 4)).await.expect(201);
    }
    let sql = "SELECT count(*) FROM arquivos WHERE nucleo_id IS NULL";
    assert_eq!(app.count(sql, ()).await, 3);
    let response = enviar(&helena, "comprovantes", PDF).await;
    response.expect_problem(400, "NUCLEO_NAO_SELECIONADO");
    assert_eq!(guardados(app).await, 3);
}

async fn dez_mebibytes_cabem_e_mais_um_byte_nao(app: &TestApp) {
    let coord = app.nucleo().await.caller(Coordenador).await;
    let pdf = |length: usize| {
        let mut pdf = b"%PDF-1.7\n".to_vec();
        pdf.resize(length - 5, b' ');
        pdf.extend_from_slice(b"%%EOF");
        pdf
    };
    const LIMITE: usize = 10 * 1024 * 1024;
    let guardado = enviar(&coord, "comprovantes", &pdf(LIMITE)).await.expect(201);
    assert_eq!(guardado["tamanho"], LIMITE);
    for length in [LIMITE + 1, LIMITE + 200_000, 2 * LIMITE] {
        let response = enviar(&coord, "comprovantes", &pdf(length)).await;
        let problem = response.expect_problem(413, "ARQUIVO_GRANDE_DEMAIS");
        assert!(problem["detail"].as_str().unwrap().contains("10 MiB"));
    }
    assert_eq!(guardados(app).await, 1);
}

async fn o_nome_e_o_resto_do_formulario_nao_importam(app: &TestApp) {
    let ana = app.nucleo().await.caller(Membro).await;
    let names = ["../../etc/passwd", "..\\..\\x.exe", "/etc/cron.d/x", "", "%2e%2e%2f"];
    for (count, name) in names.iter().enumerate() {
        let form = formulario(&[
            ("titulo", "", b"ignorado"),
            ("arquivo", name, &png(4, 4)),
            ("x", "", b""),
        ]);
        let guardado = enviar_formulario(&ana, "avatars", form).await.expect(201);
        let url = guardado["url"].as_str().unwrap();
        let nome = url.strip_prefix("/arquivos/avatars/").unwrap();
        assert_eq!(nome.len(), 44, "{nome}");
        assert!(
            nome.ends_with(".png")
                && nome.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'.')
        );
        assert_eq!(guardados(app).await, count + 1);
    }
    let exportado = ana.get("/api/perfil/exportar").await.expect(200);
    assert_eq!(exportado["arquivos"].as_array().unwrap().len(), names.len());
    assert_eq!(exportado["arquivos"][0]["bucket"], json!("avatars"));
}
