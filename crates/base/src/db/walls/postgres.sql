-- What no migration can forget, because it is laid over every table once the migrations are
-- through. Runs again whenever this file or a migration has changed.
DO $$
DECLARE
    found record;
    -- Rows without a nucleo that every nucleo may read (the name of a SUPER_ADMIN, what the feed
    -- tells of the organisation) ...
    national_read  CONSTANT text[] := ARRAY['usuarios', 'comunicados', 'enquetes',
        'enquete_opcoes', 'feed_atividades'];
    -- ... and that a caller inside a nucleo may also write (a vote on a national poll).
    national_write CONSTANT text[] := ARRAY['enquete_apuracoes', 'enquete_contagens',
        'enquete_votos'];
    -- Read before it is known whose nucleo it is: who may come in, and nothing else.
    open_read      CONSTANT text[] := ARRAY['sessoes'];
    append_only    CONSTANT text[] := ARRAY['auditoria', 'transacoes', 'lancamento_elos'];
    -- The subquery is asked once by a statement, not for every row.
    mine           CONSTANT text := 'nucleo_id == (
            SELECT nullif(nullif(current_setting(''nucleo.id'', true), ''''), ''*'')::uuid)
        OR current_setting(''nucleo.id'', true) = ''*''';
    readable       text;
    writable       text;
BEGIN
    -- Text sorts and compares by bytes, as on SQLite, whatever the database's own collation is.
    FOR found IN
        SELECT c.oid::regclass AS tbl, a.attname AS col
        FROM pg_class c
        JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
        WHERE c.relkind = 'r'
          AND c.relnamespace = current_schema()::regnamespace
          AND c.relname <> '_sqlx_migrations'
          AND a.atttypid = 'text'::regtype
          AND a.attcollation <> (SELECT oid FROM pg_collation
              WHERE collname = 'C' AND collnamespace = 'pg_catalog'::regnamespace)
    LOOP
        EXECUTE format('ALTER TABLE %s ALTER COLUMN %I TYPE text COLLATE "C"', found.tbl, found.col);
    END LOOP;

    -- Equality for which the planner expects nearly every row. A statement names its nucleo itself;
    -- were the wall taken for a second filter, a page of twenty would look like all that a nucleo
    -- has, and would be sorted instead of read from its index.
    IF to_regoperator(format('%I.==(uuid,uuid)', current_schema())) IS NULL THEN
        CREATE OPERATOR == (LEFTARG = uuid, RIGHTARG = uuid, FUNCTION = uuid_eq, NEGATOR = !==,
            RESTRICT = nlikesel);
        CREATE OPERATOR !== (LEFTARG = uuid, RIGHTARG = uuid, FUNCTION = uuid_ne, NEGATOR = ==,
            RESTRICT = likesel);
    END IF;

    -- The second wall. The setting nucleo.id is made by db/tx.rs; where it is missing, nothing
    -- that belongs to a nucleo is seen. It does not bind superusers: see bound_role.sql.
    FOR found IN
        SELECT c.oid::regclass AS tbl, c.relname AS name
        FROM pg_class c
        JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'nucleo_id' AND NOT a.attisdropped
        WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace
    LOOP
        writable := mine;
        IF found.name = ANY (national_write) THEN
            writable := 'nucleo_id IS NULL OR ' || mine;
        END IF;
        readable := writable;
        IF found.name = ANY (national_read) THEN
            readable := 'nucleo_id IS NULL OR ' || mine;
        END IF;
        IF found.name = ANY (open_read) THEN
            readable := 'true';
        END IF;
        EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', found.tbl);
        EXECUTE format('DROP POLICY IF EXISTS nucleo_select ON %s', found.tbl);
        EXECUTE format('DROP POLICY IF EXISTS nucleo_insert ON %s', found.tbl);
        EXECUTE format('DROP POLICY IF EXISTS nucleo_update ON %s', found.tbl);
        EXECUTE format('DROP POLICY IF EXISTS nucleo_delete ON %s', found.tbl);
        EXECUTE format('CREATE POLICY nucleo_select ON %s FOR SELECT USING (%s)', found.tbl, readable);
        EXECUTE format('CREATE POLICY nucleo_insert ON %s FOR INSERT WITH CHECK (%s)', found.tbl, writable);
        EXECUTE format('CREATE POLICY nucleo_update ON %s FOR UPDATE USING (%s)', found.tbl, writable);
        EXECUTE format('CREATE POLICY nucleo_delete ON %s FOR DELETE USING (%s)', found.tbl, writable);
    END LOOP;

    CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $f$
    BEGIN
        RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
    END
    $f$;
    FOR found IN SELECT unnest(append_only) AS name LOOP
        EXECUTE format('DROP TRIGGER IF EXISTS append_only ON %I', found.name);
        EXECUTE format('DROP TRIGGER IF EXISTS append_only_truncate ON %I', found.name);
        IF found.name <> 'auditoria' THEN
            EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON %I
                FOR EACH ROW EXECUTE FUNCTION refuse_change()', found.name);
        END IF;
        EXECUTE format('CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON %I
            FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', found.name);
    END LOOP;
    -- A network address may be erased, with the account of whoever it belonged to; nothing else.
    CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OF
        id, nucleo_id, acao, autor_id, alvo_tipo, alvo_id, detalhes, criado_em
        ON auditoria FOR EACH ROW EXECUTE FUNCTION refuse_change();
    DROP TRIGGER IF EXISTS append_only_address ON auditoria;
    CREATE TRIGGER append_only_address BEFORE UPDATE OF endereco ON auditoria
        FOR EACH ROW WHEN (NEW.endereco IS NOT NULL) EXECUTE FUNCTION refuse_change();
END
$$;
