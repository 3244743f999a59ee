//! Which tables belong to no nucleo, and a reader of SQL that runs while the compiler does.
#![expect(clippy::indexing_slicing, reason = "a const fn has no get(), and panicking is refusing")]

/// Tables without a nucleo: what is written in them is the same for everybody.
pub const SHARED_TABLES: &[&str] =
    &["nucleos", "competencias_macro", "competencias_micro", "chaves_vapid"];

/// Whether every table that the statement names is shared. Keywords are upper case, as everywhere
/// in this project; what this reader does not understand (a list of tables with commas, USING,
/// keywords in lower case) it refuses.
#[doc(hidden)]
pub const fn only_shared_tables(sql: &str) -> bool {
    let sql = sql.as_bytes();
    let (mut at, mut named, mut expects_table) = (0, 0, false);
    // One bit per depth of parentheses: whether a list of tables may be going on there.
    let (mut depth, mut in_tables) = (0_u32, 0_u32);
    while at < sql.len() {
        let start = at;
        if !is_word(sql[at]) {
            at += 1;
            match sql[start] {
                b'(' => depth += 1,
                b')' if depth > 0 => {
                    in_tables &= !(1 << depth);
                    depth -= 1;
                }
                b',' if in_tables & (1 << depth) != 0 => return false,
                b'"' | b';' => return false,
                _ => {}
            }
            continue;
        }
        while at < sql.len() && is_word(sql[at]) {
            at += 1;
        }
        if expects_table {
            expects_table = false;
            if !equals(sql, start, at, b"SELECT") {
                if !is_shared(sql, start, at) {
                    return false;
                }
                named += 1;
            }
        } else if is_one_of(sql, start, at, TABLE_FOLLOWS) && !after(sql, start, b"DO ") {
            expects_table = true;
            in_tables |= 1 << depth;
        } else if is_one_of(sql, start, at, TABLES_END) {
            in_tables &= !(1 << depth);
        } else if is_one_of(sql, start, at, NOT_UNDERSTOOD) {
            return false;
        }
    }
    named > 0
}

const TABLE_FOLLOWS: &[&str] = &["FROM", "JOIN", "INTO", "UPDATE"];
const TABLES_END: &[&str] =
    &["WHERE", "ON", "ORDER", "GROUP", "LIMIT", "SET", "VALUES", "RETURNING"];
const NOT_UNDERSTOOD: &[&str] = &["USING", "from", "join", "into", "update", "using", "select"];

const fn is_one_of(sql: &[u8], start: usize, end: usize, words: &[&str]) -> bool {
    let mut index = 0;
    while index < words.len() {
        if equals(sql, start, end, words[index].as_bytes()) {
            return true;
        }
        index += 1;
    }
    false
}

/// Whether `nucleo_id = $1` stands in the statement, and nothing stands there that only looks like
/// it: another column (`indicador_nucleo_id`), another parameter (`$10`), an assignment.
#[doc(hidden)]
pub const fn filters_by_nucleo(sql: &str) -> bool {
    const FILTER: &[u8] = b"nucleo_id = $1";
    let sql = sql.as_bytes();
    let (mut at, mut found) = (0, false);
    while at + FILTER.len() <= sql.len() {
        let end = at + FILTER.len();
        if equals(sql, at, end, FILTER) {
            let another_column = at > 0 && is_word(sql[at - 1]);
            let another_parameter = end < sql.len() && sql[end].is_ascii_digit();
            let assignment = after(sql, at, b"SET ");
            if another_column || another_parameter || assignment {
                return false;
            }
            found = true;
        }
        at += 1;
    }
    found
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
    is_one_of(sql, start, end, SHARED_TABLES)
}

#[cfg(test)]
mod tests {
    use super::{filters_by_nucleo, only_shared_tables};

    #[test]
    fn shared_tables_are_told_from_others() {
        for shared in [
            "SELECT n.id FROM nucleos n WHERE n.id = $1",
            "INSERT INTO nucleos (id, nome) VALUES ($1, $2)
             ON CONFLICT (id) DO UPDATE SET nome = $2",
            "UPDATE nucleos SET nome = $1 WHERE id = $2",
            "SELECT 1 FROM competencias_micro i JOIN competencias_macro a ON a.id = i.macro_id",
            "SELECT 1 FROM (SELECT n.id FROM nucleos n) x",
            "SELECT n.id, n.nome FROM nucleos n WHERE n.id IN ($1, $2) ORDER BY n.nome, n.id",
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
            "SELECT 1 FROM nucleos n1, usuarios u",
            "SELECT 1 FROM nucleos AS n, usuarios u",
            "SELECT 1 FROM (SELECT n.id FROM nucleos n) x, usuarios u",
            "SELECT 1 FROM nucleos n join usuarios u ON u.nucleo_id = n.id",
            "DELETE FROM nucleos USING usuarios WHERE true",
            "SELECT 1 FROM \"usuarios\"",
            "SELECT 1 FROM nucleos; DELETE FROM usuarios",
            "SELECT 1",
        ] {
            assert!(!only_shared_tables(other), "{other}");
        }
    }

    #[test]
    fn a_filter_by_nucleo_is_told_from_what_looks_like_it() {
        for good in
            ["WHERE nucleo_id = $1", "WHERE u.nucleo_id = $1 AND u.id = $2", "(nucleo_id = $1)"]
        {
            assert!(filters_by_nucleo(good), "{good}");
        }
        for bad in [
            "WHERE id = $1",
            "WHERE indicador_nucleo_id = $1",
            "WHERE nucleo_id = $10",
            "UPDATE t SET nucleo_id = $1",
            "WHERE nucleo_id = $1 AND indicador_nucleo_id = $1",
        ] {
            assert!(!filters_by_nucleo(bad), "{bad}");
        }
    }
}
