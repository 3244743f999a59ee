-- Whoever connects as a superuser would walk through the wall of row-level security. The service
-- then works as this role instead, which owns nothing and is bound by it. Migrations do not.
DO $$
BEGIN
    -- Several instances may start at once.
    PERFORM pg_advisory_xact_lock(hashtext('nucleo.bound_role'));
    BEGIN
        CREATE ROLE nucleo_servico NOLOGIN NOSUPERUSER NOBYPASSRLS;
    EXCEPTION WHEN unique_violation OR duplicate_object THEN
        NULL; -- Made before, perhaps from another database of this server.
    END;
    EXECUTE format('GRANT nucleo_servico TO %I', current_user);
    EXECUTE format('GRANT USAGE ON SCHEMA %I TO nucleo_servico', current_schema());
    EXECUTE format(
        'GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA %I TO nucleo_servico',
        current_schema());
END
$$;
