//! Notices: each person once by each channel, settled once, whatever the other side does.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex};

use base::db::NucleoTx;
use base::id::{NucleoId, UsuarioId};
use base::outbox::Worker;
use base::scope::Cargo::{Administrador, Coordenador, Membro};
use base::testing::TestApp;
use base::{App, Result, Service, Uuid};
use chrono::Duration;
use nucleo::areas::entregas::service::{avisar, distribuir};
use nucleo::areas::entregas::{
    Aviso, Canal, Concluida, Desfecho, Despacho, Entrega, Preferencia, Publico, Remetente,
    StatusDeEntrega,
};
use nucleo::areas::membros::Segmento;
use nucleo::settings::Settings;
use serde_json::{Value, json};
use tokio::sync::Notify;

use crate::apoio::multidao;

base::both_engines! { super::com_um_carteiro;
    cada_pessoa_recebe_uma_vez_por_canal,
    a_preferencia_conta_no_momento_do_envio,
    o_que_falha_e_tentado_de_novo_e_um_dia_morre,
    o_que_foi_recusado_so_volta_a_pedido,
    o_que_ficou_pela_metade_volta_depois,
    quem_se_atrasa_nao_encerra_o_que_ja_e_de_outro,
    nacional_chega_a_todos_os_nucleos,
    so_quem_e_do_segmento_recebe,
    o_que_passou_ha_muito_e_removido,
}

/// A channel that does what the text of the notice says, and remembers what it was given.
#[derive(Default)]
struct Carteiro {
    concluidas: Mutex<Vec<(Uuid, StatusDeEntrega)>>,
}

impl Remetente for Carteiro {
    const CANAL: Canal = Canal::Push;
    type Envio = String;

    async fn preparar(
        &self,
        _: &mut NucleoTx,
        entregas: &[Entrega],
    ) -> Result<Vec<Result<String, Desfecho>>> {
        Ok(entregas.iter().map(|entrega| Ok(entrega.corpo.clone())).collect())
    }

    async fn enviar(&self, entrega: &Entrega, texto: String) -> Desfecho {
        match texto.as_str() {
            "recusa" => Desfecho::Falhou("não quero".to_owned()),
            "adia" => Desfecho::adiada("agora não"),
            "demora" => {
                let encontro = encontro(entrega.aviso_id.into());
                encontro.a_caminho.notify_one();
                encontro.pode_chegar.notified().await;
                Desfecho::Enviada
            }
            "espera" if entrega.tentativas == 1 => Desfecho::Adiada {
                motivo: "em uma hora".to_owned(),
                pausa: Some(Duration::hours(1)),
                progresso: Some(json!(["feito"])),
            },
            "espera" => {
                assert_eq!(entrega.progresso.as_ref().unwrap().0, json!(["feito"]));
                Desfecho::Enviada
            }
            _ => Desfecho::Enviada,
        }
    }

    async fn registrar(&self, _: &mut NucleoTx, concluidas: &[Concluida<'_>]) -> Result<()> {
        let mut todas = self.concluidas.lock().unwrap();
        for concluida in concluidas {
            let fim = (Uuid::from(concluida.entrega.id), concluida.status);
            assert!(!todas.contains(&fim), "it ends once");
            todas.push(fim);
        }
        Ok(())
    }
}

/// Where a test meets a delivery on its way.
#[derive(Default)]
struct Encontro {
    a_caminho: Notify,
    pode_chegar: Notify,
}

fn encontro(aviso: Uuid) -> Arc<Encontro> {
    static ENCONTROS: LazyLock<Mutex<HashMap<Uuid, Arc<Encontro>>>> = LazyLock::new(Mutex::default);
    Arc::clone(ENCONTROS.lock().unwrap().entry(aviso).or_default())
}

fn com_um_carteiro(app: App) -> Service {
    let worker = Worker::new(app.clone())
        .on(|tx, evento| Box::pin(distribuir(tx, evento)))
        .also(Despacho(Carteiro::default()));
    Service { router: nucleo::service(app, &Settings::default()).router, worker }
}

pub fn aviso_de_teste(nucleo: NucleoId, pessoas: Vec<UsuarioId>) -> Aviso {
    Aviso {
        causa: format!("teste:{}", pessoas[0]),
        nucleo: Some(nucleo),
        preferencia: Some(Preferencia::Enquete),
        titulo: "Título".to_owned(),
        corpo: "Corpo".to_owned(),
        url: "/enquetes".to_owned(),
        email: None,
        canais: vec![
            (Canal::App, Publico::Pessoas(pessoas.clone())),
            (Canal::Push, Publico::Pessoas(pessoas)),
        ],
    }
}

pub async fn avisar_em(app: &TestApp, nucleo: Option<NucleoId>, aviso: &Aviso) {
    let avisado = app.operator.write(async |tx| {
        if let Some(nucleo) = nucleo {
            app.operator.enter(tx, nucleo).await?;
        }
        avisar(tx, aviso).await
    });
    avisado.await.unwrap();
}

/// Status and attempts of every delivery.
async fn entregas(app: &TestApp) -> Vec<(String, i64)> {
    app.rows("SELECT status, tentativas FROM entregas ORDER BY id", ()).await
}

fn situacao(status: &str, tentativas: i64) -> Vec<(String, i64)> {
    vec![(status.to_owned(), tentativas)]
}

async fn cada_pessoa_recebe_uma_vez_por_canal(app: &TestApp) {
    let (nucleo, vizinho) = (app.nucleo().await, app.nucleo().await);
    multidao(app, nucleo.id, 1_203).await;
    multidao(app, vizinho.id, 3).await;
    nucleo.person("SUSPENSO").await;
    let todos = || Publico::Segmento(Segmento::default());
    let aviso = Aviso {
        canais: vec![(Canal::App, todos()), (Canal::Push, todos())],
        ..aviso_de_teste(nucleo.id, vec![app.new_id()])
    };
    // The same cause twice, and once more when all is done.
    for _ in 0..2 {
        avisar_em(app, Some(nucleo.id), &aviso).await;
    }
    app.deliver().await;
    avisar_em(app, Some(nucleo.id), &aviso).await;
    app.deliver().await;
    assert_eq!(app.count("SELECT count(*) FROM avisos", ()).await, 1);
    let sql = "SELECT count(DISTINCT usuario_id) FROM notificacoes";
    assert_eq!(app.count(sql, ()).await, 1_203);
    assert_eq!(app.count("SELECT count(*) FROM notificacoes", ()).await, 1_203);
    let sql = "SELECT count(*) FROM entregas WHERE status = 'ENVIADA' AND tentativas = 1";
    assert_eq!(app.count(sql, ()).await, 1_203);
    assert_eq!(app.count("SELECT count(*) FROM entregas", ()).await, 1_203);
}

async fn a_preferencia_conta_no_momento_do_envio(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (quer, nao_quer) = (nucleo.caller(Membro).await, nucleo.caller(Membro).await);
    let saiu = nucleo.caller(Membro).await;
    let aviso = aviso_de_teste(nucleo.id, vec![quer.id, nao_quer.id, saiu.id]);
    avisar_em(app, Some(nucleo.id), &aviso).await;
    let sem = json!({"preferencias": {"push_enquete": false}});
    nao_quer.patch("/api/perfil/preferencias", sem).await.expect(200);
    app.execute("UPDATE usuarios SET status = 'SUSPENSO' WHERE id = $1", (saiu.id,)).await;
    app.deliver().await;
    let sql = "SELECT status FROM entregas WHERE usuario_id = $1";
    let status = async |id: UsuarioId| app.rows::<(String,)>(sql, (id,)).await.remove(0).0;
    assert_eq!(status(quer.id).await, "ENVIADA");
    assert_eq!(status(nao_quer.id).await, "DISPENSADA");
    assert_eq!(status(saiu.id).await, "DISPENSADA");
    // The app itself keeps showing it.
    assert_eq!(nao_quer.get("/api/notificacoes").await.expect(200)["naoLidas"], 1);
}

async fn o_que_falha_e_tentado_de_novo_e_um_dia_morre(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (membro, admin) = (nucleo.caller(Membro).await, nucleo.caller(Administrador).await);
    let corpo = "adia".to_owned();
    let aviso = Aviso { corpo, ..aviso_de_teste(nucleo.id, vec![membro.id]) };
    avisar_em(app, Some(nucleo.id), &aviso).await;
    app.deliver().await;
    assert_eq!(entregas(app).await, situacao("PENDENTE", 1));
    app.advance(Duration::seconds(9));
    app.deliver().await;
    assert_eq!(entregas(app).await, situacao("PENDENTE", 1), "not before its pause is over");
    app.advance(Duration::seconds(4));
    app.deliver().await;
    assert_eq!(entregas(app).await, situacao("PENDENTE", 2));
    for _ in 0..10 {
        app.advance(Duration::hours(8));
        app.deliver().await;
    }
    assert_eq!(entregas(app).await, situacao("MORTA", 12));
    let admin = app.login(&admin).await;
    let mortas = admin.get("/api/admin/entregas?status=MORTA").await.expect(200);
    assert_eq!((&mortas[0]["erro"], &mortas[0]["canal"]), (&json!("agora não"), &json!("PUSH")));
    assert_eq!(mortas[0]["destinatario"]["id"], json!(membro.id));
    assert_eq!(mortas[0]["proximaEm"], Value::Null);
    let metrics = app.anonymous().get("/metrics").await;
    assert_eq!(metrics.status, 200);

    let repetir = format!("/api/admin/entregas/{}/repetir", mortas[0]["id"].as_str().unwrap());
    nucleo.caller(Coordenador).await.post(&repetir, json!({})).await.expect(403);
    let viva = admin.post(&repetir, json!({})).await.expect(200);
    assert_eq!((&viva["status"], &viva["tentativas"]), (&json!("PENDENTE"), &json!(0)));
    app.deliver().await;
    assert_eq!(entregas(app).await, situacao("PENDENTE", 1));
    // A pause that the other side asks for, and what it has done so far.
    app.execute("UPDATE avisos SET corpo = 'espera'", ()).await;
    app.execute("UPDATE entregas SET tentativas = 0, proxima_em = $1", (app.now(),)).await;
    app.deliver().await;
    app.advance(Duration::minutes(59));
    app.deliver().await;
    assert_eq!(entregas(app).await, situacao("PENDENTE", 1));
    app.advance(Duration::minutes(1));
    app.deliver().await;
    assert_eq!(entregas(app).await, situacao("ENVIADA", 2));
    let admin = app.login(&admin).await;
    admin.post(&repetir, json!({})).await.expect_problem(409, "ENTREGA_CONCLUIDA");
}

async fn o_que_foi_recusado_so_volta_a_pedido(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (membro, admin) = (nucleo.caller(Membro).await, nucleo.caller(Administrador).await);
    let corpo = "recusa".to_owned();
    let aviso = Aviso { corpo, ..aviso_de_teste(nucleo.id, vec![membro.id]) };
    avisar_em(app, Some(nucleo.id), &aviso).await;
    app.deliver().await;
    app.advance(Duration::days(1));
    app.deliver().await;
    assert_eq!(entregas(app).await, situacao("FALHOU", 1));
    let admin = app.login(&admin).await;
    let vizinho = app.nucleo().await.caller(Administrador).await;
    assert_eq!(vizinho.get("/api/admin/entregas").await.expect(200), json!([]));
    let todas = admin.get("/api/admin/entregas?canal=PUSH").await;
    assert_eq!(todas.headers["x-total-count"], "1");
    let recusada = admin.get("/api/admin/entregas?status=PERDIDA").await;
    recusada.expect_problem(400, "DADOS_INVALIDOS");
}

/// A worker that died after its claim: the lease runs out and somebody else sends it.
async fn o_que_ficou_pela_metade_volta_depois(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let membro = nucleo.caller(Membro).await;
    avisar_em(app, Some(nucleo.id), &aviso_de_teste(nucleo.id, vec![membro.id])).await;
    let sql = "UPDATE entregas SET tentativas = 1, proxima_em = $1";
    app.execute(sql, (app.now() + Duration::seconds(30),)).await;
    app.deliver().await;
    assert_eq!(entregas(app).await, situacao("PENDENTE", 1));
    app.advance(Duration::seconds(30));
    app.deliver().await;
    assert_eq!(entregas(app).await, situacao("ENVIADA", 2));
}

/// Its lease ran out while it was sending, and another instance has taken the delivery: the outcome
/// is that other one's to write down.
async fn quem_se_atrasa_nao_encerra_o_que_ja_e_de_outro(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let ana = nucleo.caller(Membro).await;
    let aviso = Aviso { corpo: "demora".to_owned(), ..aviso_de_teste(nucleo.id, vec![ana.id]) };
    avisar_em(app, Some(nucleo.id), &aviso).await;
    let avisos: Vec<(Uuid,)> = app.rows("SELECT id FROM avisos", ()).await;
    let encontro = encontro(avisos[0].0);
    let enquanto_isso = async {
        encontro.a_caminho.notified().await;
        let sql = "UPDATE entregas SET proxima_em = $1, tentativas = 2";
        app.execute(sql, (app.now() + Duration::hours(1),)).await;
        encontro.pode_chegar.notify_one();
    };
    tokio::join!(app.deliver(), enquanto_isso);
    assert_eq!(entregas(app).await, situacao("PENDENTE", 2));
}

async fn nacional_chega_a_todos_os_nucleos(app: &TestApp) {
    let (nucleo, outro) = (app.nucleo().await, app.nucleo().await);
    let pessoas = [nucleo.caller(Membro).await, outro.caller(Membro).await];
    app.super_admin().await;
    let todos = || Publico::Segmento(Segmento::default());
    let aviso = Aviso {
        nucleo: None,
        canais: vec![(Canal::App, todos()), (Canal::Push, todos())],
        ..aviso_de_teste(nucleo.id, vec![app.new_id()])
    };
    avisar_em(app, None, &aviso).await;
    app.deliver().await;
    for pessoa in &pessoas {
        let lista = pessoa.get("/api/notificacoes").await.expect(200);
        assert_eq!(lista["pagination"]["total"], 1);
    }
    let sql = "SELECT count(DISTINCT nucleo_id) FROM entregas WHERE status = 'ENVIADA'";
    assert_eq!(app.count(sql, ()).await, 2);
    assert_eq!(app.count("SELECT count(*) FROM entregas", ()).await, 2);
}

async fn so_quem_e_do_segmento_recebe(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (membro, coord) = (nucleo.caller(Membro).await, nucleo.caller(Coordenador).await);
    let enviar = async |segmento: Segmento| {
        let canais = vec![(Canal::App, Publico::Segmento(segmento))];
        let aviso = Aviso { canais, ..aviso_de_teste(nucleo.id, vec![app.new_id()]) };
        avisar_em(app, Some(nucleo.id), &aviso).await;
        app.deliver().await;
        let mut recebidas = Vec::new();
        for pessoa in [&membro, &coord] {
            let lista = pessoa.get("/api/notificacoes").await.expect(200);
            recebidas.push(lista["pagination"]["total"].as_i64().unwrap());
        }
        recebidas
    };
    assert_eq!(enviar(Segmento::de_cargos(&[Coordenador])).await, [0, 1]);
    let planos = vec!["FREE".to_owned()];
    assert_eq!(enviar(Segmento { cargos: vec![Membro], planos }).await, [1, 1]);
    let planos = vec!["MILITANTE".to_owned()];
    assert_eq!(enviar(Segmento { cargos: vec![], planos }).await, [1, 1]);
}

async fn o_que_passou_ha_muito_e_removido(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let membro = nucleo.caller(Membro).await;
    avisar_em(app, Some(nucleo.id), &aviso_de_teste(nucleo.id, vec![membro.id])).await;
    app.deliver().await;
    let limpar = async || {
        let limpa =
            app.operator.write(async |tx| nucleo::areas::entregas::service::limpar(tx).await);
        limpa.await.unwrap();
    };
    app.advance(Duration::days(91));
    limpar().await;
    assert_eq!(entregas(app).await, []);
    assert_eq!(app.count("SELECT count(*) FROM avisos", ()).await, 1, "the app still shows it");
    app.advance(Duration::days(90));
    limpar().await;
    assert_eq!(app.count("SELECT count(*) FROM notificacoes", ()).await, 0);
    assert_eq!(app.count("SELECT count(*) FROM avisos", ()).await, 0);
}
