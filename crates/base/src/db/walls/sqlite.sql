-- Laid over the tables once the migrations are through, like its sister for PostgreSQL.
CREATE TRIGGER IF NOT EXISTS auditoria_no_update BEFORE UPDATE ON auditoria
BEGIN SELECT RAISE(ABORT, 'auditoria is append-only'); END;
CREATE TRIGGER IF NOT EXISTS auditoria_no_delete BEFORE DELETE ON auditoria
BEGIN SELECT RAISE(ABORT, 'auditoria is append-only'); END;
CREATE TRIGGER IF NOT EXISTS transacoes_no_update BEFORE UPDATE ON transacoes
BEGIN SELECT RAISE(ABORT, 'transacoes is append-only'); END;
CREATE TRIGGER IF NOT EXISTS transacoes_no_delete BEFORE DELETE ON transacoes
BEGIN SELECT RAISE(ABORT, 'transacoes is append-only'); END;
