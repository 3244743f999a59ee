//! The kinds of statement an area can write. Each is plain SQL that the compiler looks at:
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
/// ```compile_fail
/// base::tenant!("SELECT u.id FROM usuarios u WHERE u.indicador_nucleo_id = $1");
/// ```
#[macro_export]
macro_rules! tenant {
    ($sql:expr) => {
        $crate::tenant!(@build $sql, true)
    };
    (@build $sql:expr, $insertion_needs_nucleo:literal) => {{
        const SQL: &str = $sql;
        const FILTERS: bool = $crate::db::filters_by_nucleo(SQL);
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

/// Plain SQL on the tables of [`SHARED_TABLES`](super::shared_tables::SHARED_TABLES), whose rows belong to no nucleo. Naming any other
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

/// A statement that counts over all nucleos. Made by [`measure!`](crate::measure) only.
#[derive(Clone, Copy)]
pub struct MeasureSql(#[doc(hidden)] pub &'static str);

/// A number about the whole service, for the page of its operator: it says how many there are and
/// nothing about any of them.
///
/// ```
/// base::measure!("SELECT count(*) FROM outbox WHERE status = 'DEAD'");
/// ```
/// ```compile_fail
/// base::measure!("SELECT u.id FROM usuarios u");
/// ```
#[macro_export]
macro_rules! measure {
    ($sql:expr) => {{
        const SQL: &str = $sql;
        const _: () = assert!(
            $crate::const_str::starts_with!(SQL, "SELECT count(*) FROM "),
            "a measuring statement starts with `SELECT count(*) FROM `",
        );
        $crate::db::MeasureSql(SQL)
    }};
}

#[cfg(test)]
mod tests {
    #[test]
    fn in_a_national_scope_the_filter_always_holds() {
        let sql = crate::tenant!("SELECT 1 FROM enquetes e WHERE e.nucleo_id = $1 AND e.id = $2");
        assert_eq!(
            sql.of_every_nucleo,
            "SELECT 1 FROM enquetes e WHERE e.nucleo_id IS NULL IS NOT NULL AND e.id = $2"
        );
    }
}
