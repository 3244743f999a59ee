-- What SQLite has by this name and PostgreSQL does not, so that a list of values is one parameter
-- in one text for both: `IN (SELECT value FROM json_each($2))`, and for ids `unhex(value)`.
CREATE OR REPLACE FUNCTION json_each(list text) RETURNS TABLE (value text)
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS 'SELECT jsonb_array_elements_text(list::jsonb)';
CREATE OR REPLACE FUNCTION unhex(digits text) RETURNS uuid
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS 'SELECT digits::uuid';
