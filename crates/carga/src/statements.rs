//! The statements of the bare server. They mirror those of the service's stores, named beside
//! each: when a store changes, change them here, or the limit is no longer that of the same work.
//! A test compares them.

/// `membros/store/lista.rs`, `list` with a search.
pub const MEMBERS: &str = "
    SELECT pagina.id, pagina.nome, pagina.email, pagina.cargo, pagina.status,
        COALESCE(c.saldo, 0) AS saldo_moeda, pagina.foto_url, pagina.criado_em, p.nome AS plano
    FROM (SELECT u.id, u.nucleo_id, u.nome, u.nome_busca, u.email, u.cargo, u.status, u.foto_url,
            u.criado_em
        FROM usuarios u
        WHERE u.nucleo_id = $1 AND u.status <> 'REJEITADO' AND u.excluido_em IS NULL
          AND u.cargo <> 'SUPER_ADMIN'
          AND ($2 IS NULL OR u.status = $2) AND ($3 IS NULL OR u.cargo = $3)
          AND u.id IN (SELECT t.usuario_id FROM usuario_trigramas t
              WHERE t.nucleo_id = $1 AND t.trigrama >= $4 AND t.trigrama < $5)
          AND COALESCE(u.nome_busca LIKE $6 ESCAPE '!', FALSE)
        ORDER BY u.nome_busca, u.id LIMIT $7 OFFSET $8) pagina
    LEFT JOIN carteiras c ON c.usuario_id = pagina.id
    LEFT JOIN assinaturas v ON v.usuario_id = pagina.id AND v.vale
      AND (v.validade IS NULL OR v.validade > $9)
    LEFT JOIN planos p ON p.nucleo_id = pagina.nucleo_id
      AND p.codigo = COALESCE(v.plano_codigo, 'FREE')
    ORDER BY pagina.nome_busca, pagina.id";

/// `membros/store/lista.rs`, `count` with a search.
pub const MEMBERS_TOTAL: &str = "
    SELECT count(*) FROM usuarios u
    WHERE u.nucleo_id = $1 AND u.status <> 'REJEITADO' AND u.excluido_em IS NULL
      AND u.cargo <> 'SUPER_ADMIN'
      AND ($2 IS NULL OR u.status = $2) AND ($3 IS NULL OR u.cargo = $3)
      AND u.id IN (SELECT t.usuario_id FROM usuario_trigramas t
          WHERE t.nucleo_id = $1 AND t.trigrama >= $4 AND t.trigrama < $5)
      AND COALESCE(u.nome_busca LIKE $6 ESCAPE '!', FALSE)";

/// `economia/store/consulta.rs`, `find_saldo`.
pub const BALANCE: &str =
    "SELECT c.saldo FROM carteiras c WHERE c.nucleo_id = $1 AND c.usuario_id = $2";

/// `economia/store/consulta.rs`, `count_transacoes`.
pub const STATEMENT_TOTAL: &str =
    "SELECT c.movimentos FROM carteiras c WHERE c.nucleo_id = $1 AND c.usuario_id = $2";

/// `economia/store/consulta.rs`, `list_transacoes`.
pub const STATEMENT: &str = "
    SELECT t.id, t.valor, t.tipo, t.origem, t.descricao, t.criado_em
    FROM transacoes t
    WHERE t.nucleo_id = $1 AND t.usuario_id = $2 AND t.numero <= $3
    ORDER BY t.numero DESC
    LIMIT $4";

/// `economia/store/lancamento.rs`, `lock`.
pub const LOCK: &str = "
    UPDATE carteiras SET movimentos = movimentos
    WHERE nucleo_id = $1 AND usuario_id = $2
      AND EXISTS (SELECT 1 FROM usuarios u WHERE u.id = carteiras.usuario_id
        AND u.status <> 'REJEITADO' AND u.excluido_em IS NULL)
    RETURNING nucleo_id, saldo, mes, ganho_no_mes,
        (SELECT r.multiplicador_ppm FROM regras_moeda r
         WHERE r.nucleo_id = carteiras.nucleo_id) AS multiplicador_ppm,
        (SELECT r.teto_mensal FROM regras_moeda r
         WHERE r.nucleo_id = carteiras.nucleo_id) AS teto_mensal";

/// `economia/store/lancamento.rs`, `append`.
pub const APPEND: &str = "
    INSERT INTO transacoes (id, nucleo_id, usuario_id, numero, numero_na_origem, tipo, origem,
        valor, valor_base, multiplicador_ppm, cortado, saldo_apos, descricao, referencia_id,
        criado_em)
    SELECT $3, c.nucleo_id, c.usuario_id, c.movimentos + 1,
        1 + COALESCE((SELECT max(o.numero_na_origem) FROM transacoes o
            WHERE o.usuario_id = c.usuario_id AND o.origem = $5), 0),
        $4, $5, $6, $7, $8, $9, $10, $11, $12, $13
    FROM carteiras c
    WHERE c.nucleo_id = $1 AND c.usuario_id = $2
      AND NOT EXISTS (SELECT 1 FROM transacoes t
        WHERE t.usuario_id = c.usuario_id AND t.origem = $5 AND t.referencia_id = $12)";

/// `economia/store/lancamento.rs`, `update_carteira`.
pub const UPDATE_WALLET: &str = "
    UPDATE carteiras
    SET saldo = $3, creditado = creditado + $4, debitado = debitado + $5,
        movimentos = movimentos + 1, mes = $6, ganho_no_mes = $7
    WHERE nucleo_id = $1 AND usuario_id = $2";

/// `auditoria/store.rs`, `insert`.
pub const AUDIT: &str = "
    INSERT INTO auditoria (nucleo_id, id, acao, autor_id, endereco, alvo_tipo, alvo_id, detalhes,
        criado_em)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";

#[cfg(test)]
mod tests {
    use super::*;

    const AREAS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../nucleo/src/areas/");

    /// The file of the store, and where it puts a statement together from parts.
    #[rustfmt::skip]
    const MIRRORED: &[(&str, &str, &[&str])] = &[
        (MEMBERS, "membros/store/lista.rs", &[
            "SELECT u.id, u.nucleo_id", "WHERE u.nucleo_id", "AND u.id IN", "ORDER BY", "LIMIT",
            ") pagina LEFT JOIN", "LEFT JOIN assinaturas",
        ]),
        (MEMBERS_TOTAL, "membros/store/lista.rs", &["WHERE u.nucleo_id", "AND u.id IN"]),
        (BALANCE, "economia/store/consulta.rs", &[]),
        (STATEMENT_TOTAL, "economia/store/consulta.rs", &[]),
        (STATEMENT, "economia/store/consulta.rs", &[]),
        (LOCK, "economia/store/lancamento.rs", &["AND EXISTS", "RETURNING"]),
        (APPEND, "economia/store/lancamento.rs", &[]),
        (UPDATE_WALLET, "economia/store/lancamento.rs", &[]),
        (AUDIT, "auditoria/store.rs", &[]),
    ];

    fn single_blanks(text: &str) -> String {
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The joins that `com_plano!` makes, with what it is given filled in.
    fn with_the_plan(store: &str) -> String {
        let macros = std::fs::read_to_string(format!("{AREAS}planos/vigencia.rs")).expect("macros");
        let macros = single_blanks(&macros);
        let em_vigor = "v.vale AND (v.validade IS NULL OR v.validade > $9)";
        let spelled = "concat!($v, \".vale AND (\", $v, \".validade IS NULL OR \", $v, \
                       \".validade > \", $agora, \")\")";
        assert!(macros.contains(spelled), "planos/vigencia.rs no longer says: {spelled}");
        let macros = macros
            .replace("$crate::areas::planos::em_vigor!(\"v\", $agora)", &format!("\"{em_vigor}\""))
            .replace("$crate::areas::planos::gratuito!()", "\"FREE\"")
            .replace("$u", "\"pagina\"")
            .replace("\", \"", "");
        format!("{store} {macros}")
    }

    #[test]
    fn every_statement_is_one_of_the_service() {
        for (statement, file, seams) in MIRRORED {
            let store = std::fs::read_to_string(format!("{AREAS}{file}")).expect(file);
            let store = with_the_plan(&single_blanks(&store));
            let mut parts = single_blanks(statement);
            for seam in *seams {
                parts = parts.replace(seam, &format!("\n{seam}"));
            }
            for part in parts.lines().map(str::trim) {
                assert!(store.contains(part), "{file} no longer says: {part}");
            }
        }
    }
}
