//! Reading the networks: take them on, ask them outside of any transaction, write down what came of
//! it. A run is one of these from the first to the last, by the clock or because somebody asked.

use std::collections::HashMap;

use base::db::NucleoTx;
use base::id::{NucleoId, UsuarioId};
use base::scope::Scope;
use base::{Result, metrics};
use chrono::Duration;
use serde_json::json;

use super::super::busca::{Desfecho, EXECUCOES, FALHAS, Leitura, POSTAGENS, Sincronizador};
use super::super::ronda::Colheita;
use super::super::rules;
use super::super::store::{self, Alvo};
use super::super::{RedeId, SincronizacaoId};
use super::postagens;
use crate::policy::GerirPortaVozes;

/// Outlives every run; a run that died gives its networks back after it.
const POSSE: Duration = Duration::minutes(2);
/// Of how many networks the spokespersons are taken on at once; the rest follows right after.
const LOTE: i64 = 16;
/// How long it is remembered that a run took place.
const GUARDA: Duration = Duration::days(90);
const SEM_TEMPO: &str = "não houve tempo para consultar esta rede; ela será consultada em seguida";

/// What a run has done so far.
#[derive(Default)]
pub struct Balanco {
    pub redes: usize,
    pub novas: usize,
    pub duplicadas: usize,
    pub falhas: Vec<Falha>,
}

#[derive(Clone)]
pub struct Falha {
    pub id: RedeId,
    /// As people call it.
    pub rede: String,
    pub erro: String,
}

impl Balanco {
    /// In a sentence for whoever asked for the run.
    pub fn frase(&self) -> String {
        let novas = match self.novas {
            0 => "Nenhuma publicação nova".to_owned(),
            1 => "1 publicação nova".to_owned(),
            novas => format!("{novas} publicações novas"),
        };
        match (self.redes, self.falhas.len()) {
            (0, _) => "Nenhuma rede tem um feed para ler.".to_owned(),
            (_, 0) => format!("{novas}."),
            (_, 1) => format!("{novas}; 1 rede falhou."),
            (_, falhas) => format!("{novas}; {falhas} redes falharam."),
        }
    }

    fn somar(&mut self, outro: Balanco) {
        self.redes += outro.redes;
        self.novas += outro.novas;
        self.duplicadas += outro.duplicadas;
        self.falhas.extend(outro.falhas);
    }

    fn falhou(&mut self, alvo: &Alvo, erro: &str) {
        let rede = format!("{} {}", alvo.plataforma.as_str(), alvo.username);
        self.falhas.push(Falha { id: alvo.id, rede, erro: erro.to_owned() });
    }
}

/// A run, with a line of the log for each nucleo that it reaches.
pub struct Execucao(HashMap<NucleoId, (SincronizacaoId, Balanco)>);

impl Execucao {
    /// Adds what became of one spokesperson's networks. What could not be written down is tried
    /// again with the next run, and keeps no other from being.
    pub fn somar(&mut self, colheita: &Colheita, saldo: Result<Balanco>) {
        let saldo = saldo.unwrap_or_else(|error| {
            tracing::error!(?error, porta_voz = %colheita.porta_voz, "a feed was not written down");
            let mut saldo = Balanco { redes: colheita.redes.len(), ..Balanco::default() };
            for (alvo, _) in &colheita.redes {
                saldo.falhou(alvo, "as publicações não puderam ser gravadas");
            }
            saldo
        });
        metrics::count(POSTAGENS, saldo.novas as u64);
        metrics::count(FALHAS, saldo.falhas.len() as u64);
        if let Some((_, balanco)) = self.0.get_mut(&colheita.nucleo) {
            balanco.somar(saldo);
        }
    }

    fn total(self) -> Balanco {
        let mut total = Balanco::default();
        for (_, (_, balanco)) in self.0 {
            total.somar(balanco);
        }
        total
    }
}

/// Reads all networks at once, because somebody wants it now; also those that are being read
/// already, since whoever asked wants to know what came of it. No post is entered twice.
pub async fn sincronizar(
    scope: &Scope<GerirPortaVozes>,
    sincronizador: &Sincronizador,
) -> Result<Balanco> {
    let autor = scope.caller().id;
    let (mut execucao, alvos) = scope.write(async |tx| tomar_todas(tx, autor).await).await?;
    let mut ronda = sincronizador.ronda(alvos, scope.now());
    while let Some(colheita) = ronda.proxima().await {
        let escrita = scope.write(async |tx| encerrar(tx, &execucao, &colheita).await);
        let saldo = escrita.await;
        execucao.somar(&colheita, saldo);
    }
    scope.write(async |tx| concluir(tx, &execucao).await).await?;
    Ok(execucao.total())
}

async fn tomar_todas(tx: &mut NucleoTx, autor: UsuarioId) -> Result<(Execucao, Vec<Alvo>)> {
    let ate = tx.now() + POSSE;
    let alvos = store::take_all(tx, ate).await?;
    Ok((iniciar(tx, ("MANUAL", Some(autor)), &alvos).await?, alvos))
}

pub async fn ha_devidas(tx: &mut NucleoTx) -> Result<bool> {
    store::is_anything_due(tx).await
}

pub async fn tomar_devidas(tx: &mut NucleoTx) -> Result<(Execucao, Vec<Alvo>)> {
    let ate = tx.now() + POSSE;
    let alvos = store::take_due(tx, ate, LOTE).await?;
    Ok((iniciar(tx, ("AGENDA", None), &alvos).await?, alvos))
}

async fn iniciar(
    tx: &mut NucleoTx,
    origem: (&'static str, Option<UsuarioId>),
    alvos: &[Alvo],
) -> Result<Execucao> {
    let mut redes: HashMap<NucleoId, i64> = HashMap::new();
    if let (Some(_), Ok(nucleo)) = (origem.1, tx.nucleo()) {
        redes.insert(nucleo, 0); // that somebody asked is remembered also where there is nothing
    }
    for alvo in alvos {
        *redes.entry(alvo.nucleo_id).or_default() += 1;
    }
    let mut execucao = HashMap::new();
    for (nucleo, quantas) in redes {
        let id = store::insert_execucao(tx, nucleo, origem, quantas).await?;
        execucao.insert(nucleo, (id, Balanco::default()));
    }
    if !execucao.is_empty() {
        metrics::count(EXECUCOES, 1);
    }
    Ok(Execucao(execucao))
}

/// Writes down what came of one spokesperson's networks: new posts with their place in the feed and
/// word of them, and how each network is doing.
pub async fn encerrar(
    tx: &mut NucleoTx,
    execucao: &Execucao,
    colheita: &Colheita,
) -> Result<Balanco> {
    let mut saldo = Balanco { redes: colheita.redes.len(), ..Balanco::default() };
    let Some(porta_voz) = postagens::travar(tx, colheita.porta_voz).await? else {
        return Ok(saldo); // gone meanwhile, with all networks
    };
    let existentes = store::list_ids_de_redes(tx, porta_voz.id).await?;
    let (agora, mut itens) = (tx.now(), Vec::new());
    for (alvo, desfecho) in &colheita.redes {
        if !existentes.contains(&alvo.id) {
            continue;
        }
        let proxima = |falhas, pausa| rules::proxima(agora, porta_voz.id.into(), falhas, pausa);
        match desfecho {
            Desfecho::Lida(Leitura { itens: lidos, etag, modificado }) => {
                itens.extend(lidos);
                let validadores = (etag.clone(), modificado.clone());
                store::settle_success(tx, alvo, proxima(0, None), validadores).await?;
            }
            Desfecho::SemNovidade => {
                let validadores = (alvo.etag.clone(), alvo.modificado.clone());
                store::settle_success(tx, alvo, proxima(0, None), validadores).await?;
            }
            Desfecho::Falhou { motivo, pausa } => {
                let proxima = proxima(alvo.falhas_seguidas + 1, *pausa);
                store::settle_failure(tx, alvo, proxima, motivo).await?;
                saldo.falhou(alvo, motivo);
            }
            Desfecho::SemTempo => {
                store::give_back(tx, alvo).await?;
                saldo.falhou(alvo, SEM_TEMPO);
            }
        }
    }
    if itens.is_empty() {
        return Ok(saldo);
    }
    itens.sort_by_key(|item| item.publicado_em);
    let novas = postagens::incluir(tx, &porta_voz, &itens).await?;
    saldo.novas = novas.len();
    saldo.duplicadas = itens.len() - novas.len();
    if let (false, Some((id, _))) = (novas.is_empty(), execucao.0.get(&colheita.nucleo)) {
        postagens::contar(tx, &porta_voz, (*id).into(), &novas).await?;
    }
    Ok(saldo)
}

/// Completes the log, and forgets what is old in it.
pub async fn concluir(tx: &mut NucleoTx, execucao: &Execucao) -> Result<()> {
    for (id, balanco) in execucao.0.values() {
        let erro = |falha: &Falha| json!({"redeId": falha.id, "erro": falha.erro});
        let erros = balanco.falhas.iter().map(erro).collect();
        let totais = (balanco.novas as i64, balanco.duplicadas as i64, balanco.falhas.len() as i64);
        store::finish_execucao(tx, *id, totais, erros).await?;
    }
    let antes_de = tx.now() - GUARDA;
    store::delete_execucoes(tx, antes_de).await
}
