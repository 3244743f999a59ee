//! Many at once: who uploads, and who removes.

use base::scope::Cargo::Membro;
use base::testing::TestApp;
use chrono::Duration;

use super::exemplos::{jpeg, png};
use super::{enviar, guardados};
use crate::apoio::juntos;

base::both_engines! { crate::arquivos::com_pasta_propria;
    muitos_enviam_ao_mesmo_tempo,
    quem_desiste_no_meio_nao_deixa_nada,
}

async fn muitos_enviam_ao_mesmo_tempo(app: &TestApp) {
    let ana = app.nucleo().await.caller(Membro).await;
    let foto = jpeg(800, 600);
    let enviadas = juntos((0..60).map(|_| {
        let (ana, foto) = (ana.clone(), foto.clone());
        async move { enviar(&ana, "comentarios", &foto).await.expect(201)["url"].to_string() }
    }))
    .await;
    let distintas: std::collections::HashSet<_> = enviadas.iter().collect();
    assert_eq!(distintas.len(), 60);
    assert_eq!(guardados(app).await, 60);
}

/// Whoever hangs up leaves at most what removes itself.
async fn quem_desiste_no_meio_nao_deixa_nada(app: &TestApp) {
    let ana = app.nucleo().await.caller(Membro).await;
    let foto = png(300, 300);
    for polls in 1..40 {
        let mut upload = Box::pin(enviar(&ana, "avatars", &foto));
        let mut waker = std::task::Context::from_waker(std::task::Waker::noop());
        for _ in 0..polls {
            if upload.as_mut().poll(&mut waker).is_ready() {
                break;
            }
            std::thread::yield_now();
        }
        drop(upload);
        tokio::task::yield_now().await;
    }
    app.deliver().await;
    app.advance(Duration::hours(26));
    app.deliver().await;
    app.advance(Duration::hours(2));
    app.deliver().await;
    assert_eq!(guardados(app).await, 0);
}
