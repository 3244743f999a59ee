//! Nothing that may refer to a file is forgotten: every column that could is in the list, or here
//! with a reason why not.

use base::testing::{Engine, run};
use nucleo::areas::arquivos::referencias::{ENDERECOS, TEXTOS};

/// Columns that never hold the address of a file of ours.
const NUNCA: &[(&str, &str)] = &[
    ("arquivos", "url"),                      // the file itself
    ("avisos", "url"),                        // a page of the app
    ("notificacoes", "url"),                  // a page of the app
    ("comunicados", "video_url"),             // YouTube alone
    ("auditoria", "detalhes"),                // ids and values of fields
    ("comunicados", "push_destinatarios"),    // people
    ("entregas", "progresso"),                // devices
    ("ia_acoes", "argumentos"),               // for ten minutes; what is done has its own place
    ("ia_acoes", "dados"),                    // the same, as it was shown
    ("ia_mensagens", "dados"),                // what was shown then; a picture may be gone
    ("ia_mensagens", "quick_replies"),        // texts
    ("ia_mensagens", "tool_calls"),           // names
    ("idempotencia", "resposta"),             // an adjustment of a balance, an order
    ("lancamento_elos", "conteudo"),          // a hash
    ("outbox", "payload"),                    // ids
    ("porta_voz_postagens", "embed_url"),     // the social network
    ("porta_voz_postagens", "url"),           // the social network
    ("porta_voz_redes", "rss_url"),           // the social network
    ("porta_voz_sincronizacoes", "erros"),    // ids and sentences
    ("usuarios", "preferencias_notificacao"), // switches
];

/// An address, by its name; JSON, which holds anything; HTML, by the names that it goes by.
fn may_refer(column: &str, kind: &str) -> bool {
    column == "url"
        || column.ends_with("_url")
        || kind == "jsonb"
        || ["conteudo", "html", "corpo_html"].contains(&column)
}

#[tokio::test(flavor = "multi_thread")]
async fn every_column_that_may_refer_to_a_file_is_listed() {
    run(Engine::Sqlite, crate::service, async |app| {
        let sql = "SELECT m.name, p.name, lower(p.type)
                   FROM sqlite_master m JOIN pragma_table_info(m.name) p
                   WHERE m.type = 'table'";
        let columns: Vec<(String, String, String)> = app.rows(sql, ()).await;
        let mut known = 0;
        for (table, column, kind) in &columns {
            let pair = (table.as_str(), column.as_str());
            let listed = [ENDERECOS, TEXTOS, NUNCA].iter().any(|list| list.contains(&pair));
            assert!(
                listed || !may_refer(column, kind),
                "{table}.{column} may refer to a file: add it to arquivos/store/referencias.rs, \
                 with an index like those of migration 0020, or to NUNCA here"
            );
            known += usize::from(listed);
        }
        let entries = ENDERECOS.len() + TEXTOS.len() + NUNCA.len();
        assert_eq!(known, entries, "an entry names no column");
    })
    .await;
}

/// Without one, every look for the users of a file would read a whole table.
#[tokio::test(flavor = "multi_thread")]
async fn every_reference_is_found_by_an_index() {
    run(Engine::Sqlite, crate::service, async |app| {
        let sql =
            "SELECT tbl_name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL";
        let indexes: Vec<(String, String)> = app.rows(sql, ()).await;
        for (table, column) in ENDERECOS.iter().chain(TEXTOS) {
            let is_for_files = |(of, sql): &&(String, String)| {
                of == table && sql.contains(column) && sql.contains("LIKE '%/arquivos/%'")
            };
            assert!(indexes.iter().any(|index| is_for_files(&index)), "{table}.{column}");
        }
    })
    .await;
}
