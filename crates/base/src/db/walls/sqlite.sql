-- Laid over the tables once the migrations are through, like its sister for PostgreSQL.
-- A network address may be erased, with the account of whoever it belonged to; nothing else.
CREATE TRIGGER IF NOT EXISTS auditoria_no_update
BEFORE UPDATE OF id, nucleo_id, acao, autor_id, alvo_tipo, alvo_id, detalhes, criado_em ON auditoria
BEGIN SELECT RAISE(ABORT, 'auditoria is append-only'); END;
CREATE TRIGGER IF NOT EXISTS auditoria_no_forged_address
BEFORE UPDATE OF endereco ON auditoria WHEN new.endereco IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'auditoria is append-only'); END;
CREATE TRIGGER IF NOT EXISTS auditoria_no_delete BEFORE DELETE ON auditoria
BEGIN SELECT RAISE(ABORT, 'auditoria is append-only'); END;
CREATE TRIGGER IF NOT EXISTS transacoes_no_update BEFORE UPDATE ON transacoes
BEGIN SELECT RAISE(ABORT, 'transacoes is append-only'); END;
CREATE TRIGGER IF NOT EXISTS transacoes_no_delete BEFORE DELETE ON transacoes
BEGIN SELECT RAISE(ABORT, 'transacoes is append-only'); END;
CREATE TRIGGER IF NOT EXISTS lancamento_elos_no_update BEFORE UPDATE ON lancamento_elos
BEGIN SELECT RAISE(ABORT, 'lancamento_elos is append-only'); END;
CREATE TRIGGER IF NOT EXISTS lancamento_elos_no_delete BEFORE DELETE ON lancamento_elos
BEGIN SELECT RAISE(ABORT, 'lancamento_elos is append-only'); END;
