//! Which tables belong to no nucleo, and a reader of SQL that runs while the compiler does.
#![expect(clippy::indexing_slicing, reason = "a const fn has no get(), and panicking is refusing")]

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
