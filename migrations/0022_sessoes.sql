-- Every request looks its session up. So that this reads one row, the session carries the cargo and
-- the status of its person, and the database itself keeps them the same: whoever changes a person
-- changes their sessions in the same statement.
CREATE UNIQUE INDEX usuarios_id_cargo_status ON usuarios (id, cargo, status);

-- Sessions are made anew, so everybody logs in once more.
DROP TABLE refresh_tokens;
DROP TABLE sessoes;

-- One log-in on one device. A revoked one ends with the next request.
CREATE TABLE sessoes (
    id          uuid        NOT NULL PRIMARY KEY,
    usuario_id  uuid        NOT NULL,
    nucleo_id   uuid,
    cargo       text        NOT NULL,
    status      text        NOT NULL,
    criado_em   timestamptz NOT NULL,
    expira_em   timestamptz NOT NULL, -- of its newest refresh token
    revogada_em timestamptz,
    UNIQUE (nucleo_id, id),
    FOREIGN KEY (usuario_id, cargo, status) REFERENCES usuarios (id, cargo, status)
        ON UPDATE CASCADE,
    FOREIGN KEY (nucleo_id, usuario_id) REFERENCES usuarios (nucleo_id, id),
    CHECK ((cargo = 'SUPER_ADMIN') = (nucleo_id IS NULL))
);
CREATE INDEX sessoes_por_usuario ON sessoes (usuario_id);
CREATE INDEX sessoes_por_validade ON sessoes (expira_em);

-- The family of refresh tokens of a session, as hashes. A used one stays until the session is
-- cleaned up: that is how a second use is noticed.
CREATE TABLE refresh_tokens (
    hash      text        NOT NULL PRIMARY KEY,
    sessao_id uuid        NOT NULL REFERENCES sessoes (id) ON DELETE CASCADE,
    nucleo_id uuid,
    expira_em timestamptz NOT NULL,
    usado_em  timestamptz,
    FOREIGN KEY (nucleo_id, sessao_id) REFERENCES sessoes (nucleo_id, id)
);
CREATE INDEX refresh_tokens_por_sessao ON refresh_tokens (sessao_id);
