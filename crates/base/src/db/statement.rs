//! The three kinds of statement an area can write. Each is plain SQL that the compiler looks at:
//! one that forgets the nucleo does not compile.

/// A statement on tables of a nucleo. Made by [`tenant!`](crate::tenant) only.
#[derive(Clone, Copy)]
pub struct TenantSql {
    #[doc(hidden)]
    pub of_one_nucleo: &'static str,
    #[doc(hidden)]
    pub of_every_nucleo: &'static str,
    /// Takes its nucleo from the scope, and so needs one there.
    #[doc(hidden)]
    pub needs_nucleo: bool,
}

/// Plain SQL that must filter by `nucleo_id = $1` or insert `$1` as `nucleo_id`; anything else is
/// a compile error. `$1` is bound by the transaction; the caller's own parameters start at `$2`.
///
/// Where the scope has no nucleo (a SUPER_ADMIN who has chosen none) `nucleo_id = $1` holds for
/// every row, and an insertion answers `NUCLEO_NAO_SELECIONADO`. The filter takes a second text,
/// made here, because SQLite scans the table for `($1 IS NULL OR nucleo_id = $1)`.
///
/// ```
/// base::tenant!("SELECT e.id FROM enquetes e WHERE e.nucleo_id = $1 AND e.id = $2");
/// base::tenant!("INSERT INTO enquetes (nucleo_id, id) VALUES ($1, $2)");
/// ```
/// ```compile_fail
/// base::tenant!("SELECT e.id FROM enquetes e WHERE e.id = $2");
/// ```
#[macro_export]
macro_rules! tenant {
    ($sql:expr) => {
        $crate::tenant!(@build $sql, true)
    };
    (@build $sql:expr, $insertion_needs_nucleo:literal) => {{
        const SQL: &str = $sql;
        const FILTERS: bool = $crate::const_str::contains!(SQL, "nucleo_id = $1");
        const INSERTS: bool = $crate::const_str::contains!(SQL, "(nucleo_id,")
            && $crate::const_str::contains!(SQL, "VALUES ($1,");
        const _: () = assert!(
            FILTERS || INSERTS,
            "a tenant statement filters by `nucleo_id = $1` or starts with \
             `INSERT INTO t (nucleo_id, ...) VALUES ($1, ...)`",
        );
        $crate::db::TenantSql {
            of_one_nucleo: SQL,
            // `x IS NULL` is never unknown, so this is true for every row, national ones included.
            of_every_nucleo: $crate::const_str::replace!(
                SQL,
                "nucleo_id = $1",
                "nucleo_id IS NULL IS NOT NULL"
            ),
            needs_nucleo: INSERTS && $insertion_needs_nucleo,
        }
    }};
}

/// A [`tenant!`](crate::tenant) insertion of something that may be national: where the scope has
/// no nucleo, neither has the row.
#[macro_export]
macro_rules! tenant_or_national {
    ($sql:expr) => {
        $crate::tenant!(@build $sql, false)
    };
}

/// A statement on tables that all nucleos share. Made by [`shared!`](crate::shared) only.
#[derive(Clone, Copy)]
pub struct SharedSql(#[doc(hidden)] pub &'static str);

/// Plain SQL on the tables of [`SHARED_TABLES`], whose rows belong to no nucleo. Naming any other
/// table is a compile error.
///
/// ```
/// base::shared!("SELECT n.nome FROM nucleos n WHERE n.slug = $1");
/// ```
/// ```compile_fail
/// base::shared!("SELECT u.nome FROM usuarios u WHERE u.id = $1");
/// ```
/// ```compile_fail
/// base::shared!("SELECT 1 FROM nucleos n, usuarios u WHERE u.id = $1");
/// ```
#[macro_export]
macro_rules! shared {
    ($sql:expr) => {{
        const SQL: &str = $sql;
        const _: () = assert!(
            $crate::db::only_shared_tables(SQL),
            "a shared statement names only shared tables; for any other write tenant!(...)",
        );
        $crate::db::SharedSql(SQL)
    }};
}

/// A statement that says who somebody is. Made by [`identify!`](crate::identify) only.
#[derive(Clone, Copy)]
pub struct IdentifySql(#[doc(hidden)] pub &'static str);

/// The one kind of statement that looks across nucleos: by something a person presents (an
/// e-mail, a token, a code) it finds who they are and where they belong, and nothing else.
///
/// ```
/// base::identify!("SELECT u.id, u.nucleo_id FROM usuarios u WHERE u.email = $1");
/// ```
/// ```compile_fail
/// base::identify!("SELECT u.cpf FROM usuarios u WHERE u.email = $1");
/// ```
#[macro_export]
macro_rules! identify {
    ($sql:expr) => {{
        const SQL: &str = $sql;
        const _: () = assert!(
            $crate::const_str::starts_with!(SQL, "SELECT u.id, u.nucleo_id FROM usuarios u "),
            "an identifying statement starts with `SELECT u.id, u.nucleo_id FROM usuarios u `",
        );
        $crate::db::IdentifySql(SQL)
    }};
}

/// Tables without a nucleo: what is written in them is the same for everybody.
pub const SHARED_TABLES: &[&str] = &["nucleos", "competencias_macro", "competencias_micro"];

/// Whether every table that the statement names is shared. Keywords are upper case, as everywhere
/// in this project, and a list of tables with commas is not understood and so refused.
#[doc(hidden)]
pub const fn only_shared_tables(sql: &str) -> bool {
    let sql = sql.as_bytes();
    let mut at = 0;
    let mut named = 0;
    let mut expects_table = false;
    while at < sql.len() {
        if !is_word(sql[at]) {
            // Between FROM and its table only blanks and the parenthesis of a subquery may stand.
            at += 1;
            continue;
        }
        let start = at;
        while at < sql.len() && is_word(sql[at]) {
            at += 1;
        }
        if expects_table {
            let subquery = equals(sql, start, at, b"SELECT");
            if !subquery && !is_shared(sql, start, at) {
                return false;
            }
            named += 1;
            expects_table = false;
            // `FROM a, b` and `FROM a x, b`: look for a comma before the next keyword.
            if !subquery && followed_by_comma(sql, at) {
                return false;
            }
        } else {
            expects_table = equals(sql, start, at, b"FROM")
                || equals(sql, start, at, b"JOIN")
                || equals(sql, start, at, b"INTO")
                || (equals(sql, start, at, b"UPDATE") && !after(sql, start, b"DO "));
        }
    }
    named > 0
}

const fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

const fn equals(sql: &[u8], start: usize, end: usize, word: &[u8]) -> bool {
    if end - start != word.len() {
        return false;
    }
    let mut index = 0;
    while index < word.len() {
        if sql[start + index] != word[index] {
            return false;
        }
        index += 1;
    }
    true
}

const fn after(sql: &[u8], start: usize, word: &[u8]) -> bool {
    start >= word.len() && equals(sql, start - word.len(), start, word)
}

const fn is_shared(sql: &[u8], start: usize, end: usize) -> bool {
    let mut index = 0;
    while index < SHARED_TABLES.len() {
        if equals(sql, start, end, SHARED_TABLES[index].as_bytes()) {
            return true;
        }
        index += 1;
    }
    false
}

/// Skips an alias: `nucleos n,`.
const fn followed_by_comma(sql: &[u8], mut at: usize) -> bool {
    while at < sql.len() && (sql[at].is_ascii_whitespace() || sql[at].is_ascii_lowercase()) {
        at += 1;
    }
    at < sql.len() && sql[at] == b','
}

#[cfg(test)]
mod tests {
    use super::only_shared_tables;

    #[test]
    fn in_a_national_scope_the_filter_always_holds() {
        let sql = crate::tenant!("SELECT 1 FROM enquetes e WHERE e.nucleo_id = $1 AND e.id = $2");
        assert_eq!(
            sql.of_every_nucleo,
            "SELECT 1 FROM enquetes e WHERE e.nucleo_id IS NULL IS NOT NULL AND e.id = $2"
        );
    }

    #[test]
    fn shared_tables_are_told_from_others() {
        for shared in [
            "SELECT n.id FROM nucleos n WHERE n.id = $1",
            "INSERT INTO nucleos (id, nome) VALUES ($1, $2)
             ON CONFLICT (id) DO UPDATE SET nome = $2",
            "UPDATE nucleos SET nome = $1 WHERE id = $2",
            "SELECT 1 FROM competencias_micro i JOIN competencias_macro a ON a.id = i.macro_id",
            "SELECT 1 FROM (SELECT n.id FROM nucleos n) x",
        ] {
            assert!(only_shared_tables(shared), "{shared}");
        }
        for other in [
            "SELECT 1 FROM usuarios u",
            "SELECT 1 FROM nucleos n, usuarios u",
            "SELECT 1 FROM nucleos, usuarios",
            "SELECT 1 FROM nucleos n JOIN usuarios u ON u.nucleo_id = n.id",
            "SELECT (SELECT count(*) FROM usuarios) FROM nucleos n",
            "DELETE FROM outbox WHERE id = $1",
            "UPDATE usuarios SET nome = $1",
            "INSERT INTO auditoria (id) SELECT n.id FROM nucleos n",
            "SELECT 1",
        ] {
            assert!(!only_shared_tables(other), "{other}");
        }
    }
}
