-- Who calls, looked up in every nucleo, and the session's wall moved to where they belong: to their
-- nucleo, to all of them for a SUPER_ADMIN, and to none when nobody was found. What a service reads
-- next on the same connection, each statement by itself, it reads from behind that wall.
CREATE OR REPLACE FUNCTION identificar(
    da_sessao uuid, do_usuario uuid, OUT o_nucleo uuid, OUT o_cargo text
) LANGUAGE plpgsql AS $$
DECLARE
    wall text;
BEGIN
    -- For this look-up alone: should it fail, the setting falls back with its transaction.
    wall := set_config('nucleo.id', '*', true);
    SELECT u.nucleo_id, u.cargo INTO o_nucleo, o_cargo
    FROM sessoes s
    JOIN usuarios u ON u.id = s.usuario_id
    WHERE s.id = da_sessao AND s.usuario_id = do_usuario AND s.revogada_em IS NULL
      AND u.status = 'ATIVO';
    IF o_nucleo IS NULL AND o_cargo = 'SUPER_ADMIN' THEN
        wall := set_config('nucleo.id', '*', false);
    ELSE
        wall := set_config('nucleo.id', COALESCE(o_nucleo::text, ''), false);
    END IF;
END
$$;
