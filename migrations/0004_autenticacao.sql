CREATE TABLE credenciais (
    usuario_id  uuid        NOT NULL PRIMARY KEY REFERENCES usuarios (id),
    nucleo_id   uuid,
    senha_hash  text        NOT NULL,
    alterada_em timestamptz NOT NULL,
    FOREIGN KEY (nucleo_id, usuario_id) REFERENCES usuarios (nucleo_id, id)
);

-- One log-in on one device. Every request looks its session up, so a revoked one ends at once.
CREATE TABLE sessoes (
    id          uuid        NOT NULL PRIMARY KEY,
    usuario_id  uuid        NOT NULL REFERENCES usuarios (id),
    nucleo_id   uuid,
    criado_em   timestamptz NOT NULL,
    expira_em   timestamptz NOT NULL, -- of its newest refresh token
    revogada_em timestamptz,
    UNIQUE (nucleo_id, id),
    FOREIGN KEY (nucleo_id, usuario_id) REFERENCES usuarios (nucleo_id, id)
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

CREATE TABLE recuperacoes (
    id         uuid        NOT NULL PRIMARY KEY,
    usuario_id uuid        NOT NULL REFERENCES usuarios (id),
    nucleo_id  uuid,
    criado_em  timestamptz NOT NULL,
    expira_em  timestamptz NOT NULL,
    usada_em   timestamptz,
    FOREIGN KEY (nucleo_id, usuario_id) REFERENCES usuarios (nucleo_id, id)
);
CREATE INDEX recuperacoes_por_usuario ON recuperacoes (usuario_id, criado_em);
CREATE INDEX recuperacoes_por_validade ON recuperacoes (expira_em);
