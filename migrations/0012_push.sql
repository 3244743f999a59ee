-- A browser that a person has asked to be told by. A SUPER_ADMIN has no nucleo. One endpoint is one
-- device and belongs to one person: whoever subscribed it last.
CREATE TABLE push_subscriptions (
    id         uuid        NOT NULL PRIMARY KEY,
    usuario_id uuid        NOT NULL REFERENCES usuarios (id),
    endpoint   text        NOT NULL,
    p256dh     text        NOT NULL,
    auth       text        NOT NULL,
    nucleo_id  uuid,
    criado_em  timestamptz NOT NULL, -- when the browser last subscribed
    FOREIGN KEY (nucleo_id, usuario_id) REFERENCES usuarios (nucleo_id, id)
);
CREATE UNIQUE INDEX push_subscriptions_endpoint ON push_subscriptions (endpoint);
CREATE INDEX push_subscriptions_por_usuario ON push_subscriptions (usuario_id, criado_em, id);

-- The keys by which push services know this service, when the environment gives none. Every
-- subscription above is bound to them, so they are kept in the same place, and one row serves all
-- instances.
CREATE TABLE chaves_vapid (
    id        bigint      NOT NULL PRIMARY KEY CHECK (id = 1),
    publica   text        NOT NULL,
    privada   text        NOT NULL,
    criado_em timestamptz NOT NULL
);
