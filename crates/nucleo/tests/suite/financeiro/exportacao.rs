//! The books as a file: the same entries as in the list, harmless in a spreadsheet.

use base::Uuid;
use base::db::list;
use base::id::{NucleoId, UsuarioId};
use base::scope::Cargo::Coordenador;
use base::testing::{TestApp, TestCaller};
use nucleo::areas::membros::Status::Ativo;
use serde_json::json;

use super::{FINANCEIRO, corpo, lancar};
use crate::apoio::{coluna, pessoa};

base::both_engines! { crate::service;
    o_arquivo_tem_cabecalho_e_uma_linha_por_lancamento,
    nenhuma_descricao_vira_formula,
    os_filtros_sao_os_da_lista,
    milhares_de_lancamentos_vem_todos_uma_vez,
}

const CABECALHO: &str = "id,data,tipo,categoria,descricao,valor,comprovanteUrl,autor,criado_em\n";

async fn exportar(gestor: &TestCaller, query: &str) -> String {
    let arquivo = gestor.get(&format!("/api/financeiro/exportar?{query}")).await;
    assert_eq!(arquivo.status, 200, "{}", arquivo.text);
    assert_eq!(arquivo.headers["content-type"], "text/csv; charset=utf-8");
    let disposicao = arquivo.headers["content-disposition"].to_str().unwrap();
    assert_eq!(disposicao, "attachment; filename=\"financeiro.csv\"");
    arquivo.text
}

async fn o_arquivo_tem_cabecalho_e_uma_linha_por_lancamento(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = pessoa(app, &nucleo, "Ana", (Coordenador, Ativo)).await;
    assert_eq!(exportar(&coord, "").await, CABECALHO, "a header even of nothing");
    let mut novo = corpo("DESPESA", json!(1234.5), "EVENTO", "2026-03-01");
    novo["descricao"] = json!("Som, luz e \"palco\"");
    novo["comprovanteUrl"] = json!("/api/arquivos/comprovantes/a.pdf");
    let um = lancar(&coord, novo).await;
    let outro = lancar(&coord, corpo("RECEITA", json!(7), "DOACAO", "2026-02-01")).await;
    let (um, outro) = (um["id"].as_str().unwrap(), outro["id"].as_str().unwrap());
    let linhas = format!(
        "{um},2026-03-01T03:00:00.000Z,DESPESA,EVENTO,\"Som, luz e \"\"palco\"\"\",1234.50,\
         /api/arquivos/comprovantes/a.pdf,Ana,2026-03-02T12:00:00.000Z\n\
         {outro},2026-02-01T03:00:00.000Z,RECEITA,DOACAO,Lançamento de teste,7.00,,Ana,\
         2026-03-02T12:00:00.000Z\n"
    );
    assert_eq!(exportar(&coord, "").await, format!("{CABECALHO}{linhas}"));
}

async fn nenhuma_descricao_vira_formula(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    for (descricao, celula) in [
        ("=1+1", "'=1+1"),
        ("+55 11", "'+55 11"),
        ("-2", "'-2"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("=HYPERLINK(\"http://x\",\"y\")", "\"'=HYPERLINK(\"\"http://x\"\",\"\"y\"\")\""),
        ("a = b", "a = b"),
    ] {
        let mut novo = corpo("RECEITA", json!(1), "OUTROS", "2026-03-01");
        novo["descricao"] = json!(descricao);
        lancar(&coord, novo).await;
        let arquivo = exportar(&coord, "").await;
        let trecho = format!(",OUTROS,{celula},1.00,");
        assert!(arquivo.contains(&trecho), "{trecho:?} is not in {arquivo:?}");
    }
}

async fn os_filtros_sao_os_da_lista(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    for (tipo, dia) in [
        ("RECEITA", "2026-01-05"),
        ("DESPESA", "2026-01-20"),
        ("RECEITA", "2026-02-10"),
        ("DESPESA", "2026-03-01"),
    ] {
        lancar(&coord, corpo(tipo, json!(1), "LOJA", dia)).await;
    }
    for (query, quantos) in [
        ("", 4),
        ("tipo=DESPESA", 2),
        ("dataInicio=2026-01-20&dataFim=2026-02-10", 2),
        ("tipo=RECEITA&dataFim=2026-01-31", 1),
    ] {
        let arquivo = exportar(&coord, query).await;
        let no_arquivo: Vec<_> = arquivo.lines().skip(1).map(|linha| &linha[..36]).collect();
        let lista = coord.get(&format!("{FINANCEIRO}?{query}")).await.expect(200);
        assert_eq!(no_arquivo, coluna(&lista["data"], "id"), "{query}");
        assert_eq!(no_arquivo.len(), quantos, "{query}");
    }
}

/// Entries by SQL with their sums, fifty to an hour, in and out by turns; they are in no chain.
async fn pilha(app: &TestApp, nucleo: NucleoId, autor: UsuarioId, quantos: i64) {
    let ids: Vec<Uuid> = (0..quantos).map(|_| app.new_id()).collect();
    let inserir = "INSERT INTO lancamentos (id, nucleo_id, numero, tipo, valor_centavos, categoria,
                       descricao, data, autor_id, sal, criado_em)
                   SELECT unhex(t.value), $2, $5 + row_number() OVER (ORDER BY t.value), $6, 1,
                       'OUTROS', 'Pilha', $4, $3, '', $4
                   FROM json_each($1) t";
    let somar = "INSERT INTO financeiro_somas (nucleo_id, mes, tipo, categoria, total_centavos,
                     quantos)
                 VALUES ($1, $2, $3, 'OUTROS', $4, $4)
                 ON CONFLICT (nucleo_id, mes, tipo, categoria) DO UPDATE
                 SET total_centavos = financeiro_somas.total_centavos + $4,
                     quantos = financeiro_somas.quantos + $4";
    for (lote, ids) in (0_i64..).zip(ids.chunks(50)) {
        let data = app.now() - chrono::Duration::hours(lote);
        let tipo = if lote % 2 == 0 { "RECEITA" } else { "DESPESA" };
        app.execute(inserir, (list::ids(ids), nucleo, autor, data, lote * 50, tipo)).await;
        app.execute(somar, (nucleo, data.mes(), tipo, ids.len() as i64)).await;
    }
}

/// More than one batch is read, with many entries of one instant across the seam.
async fn milhares_de_lancamentos_vem_todos_uma_vez(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    pilha(app, nucleo.id, coord.id, 2530).await;
    for (query, quantos) in [("", 2530), ("dataInicio=2026-03-02T12:00:00Z", 50)] {
        let arquivo = exportar(&coord, query).await;
        let mut ids: Vec<_> = arquivo.lines().skip(1).map(|linha| &linha[..36]).collect();
        assert_eq!(ids.len(), quantos);
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), quantos);
    }
    let de_cada =
        async |tipo: &str| exportar(&coord, &format!("tipo={tipo}")).await.lines().skip(1).count();
    assert_eq!(de_cada("RECEITA").await + de_cada("DESPESA").await, 2530);
}
