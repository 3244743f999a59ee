-- Somebody whose posts in social networks the members see. It changes no cargo.
CREATE TABLE porta_vozes (
    id         uuid        NOT NULL PRIMARY KEY,
    nucleo_id  uuid        NOT NULL,
    usuario_id uuid        NOT NULL,
    criado_em  timestamptz NOT NULL,
    UNIQUE (nucleo_id, id),
    FOREIGN KEY (nucleo_id, usuario_id) REFERENCES usuarios (nucleo_id, id)
);
CREATE UNIQUE INDEX porta_vozes_usuario_id ON porta_vozes (usuario_id);
CREATE INDEX porta_vozes_por_data ON porta_vozes (nucleo_id, criado_em, id);

-- An account of a spokesperson, how its feed was read last and when it is read next.
CREATE TABLE porta_voz_redes (
    id                uuid        NOT NULL PRIMARY KEY,
    nucleo_id         uuid        NOT NULL,
    porta_voz_id      uuid        NOT NULL,
    plataforma        text        NOT NULL CHECK (plataforma IN ('INSTAGRAM', 'YOUTUBE', 'TWITTER')),
    username          text        NOT NULL,
    url_perfil        text,
    rss_url           text,                           -- null: there is nothing to read
    proxima_em        timestamptz NOT NULL,           -- while it is being read: the end of the lease
    falhas_seguidas   bigint      NOT NULL DEFAULT 0,
    ultimo_sucesso_em timestamptz,
    ultimo_erro       text,
    ultimo_erro_em    timestamptz,
    etag              text,                           -- what the server wants to be asked with
    modificado        text,
    criado_em         timestamptz NOT NULL,
    FOREIGN KEY (nucleo_id, porta_voz_id) REFERENCES porta_vozes (nucleo_id, id)
);
CREATE UNIQUE INDEX porta_voz_redes_porta_voz_id_plataforma_username_rss_url
    ON porta_voz_redes (porta_voz_id, plataforma, username, rss_url);
CREATE UNIQUE INDEX porta_voz_redes_porta_voz_id_plataforma_username
    ON porta_voz_redes (porta_voz_id, plataforma, username) WHERE rss_url IS NULL;
CREATE INDEX porta_voz_redes_devidas ON porta_voz_redes (proxima_em, porta_voz_id)
    WHERE rss_url IS NOT NULL;
CREATE INDEX porta_voz_redes_falhando ON porta_voz_redes (id) WHERE falhas_seguidas > 0;

-- A post, once per nucleo: its platform and the id it has there are what the address comes down to.
CREATE TABLE porta_voz_postagens (
    id           uuid        NOT NULL PRIMARY KEY,
    nucleo_id    uuid        NOT NULL,
    porta_voz_id uuid        NOT NULL,
    plataforma   text        NOT NULL CHECK (plataforma IN ('INSTAGRAM', 'YOUTUBE', 'TWITTER')),
    codigo       text        NOT NULL,
    url          text        NOT NULL,
    embed_url    text        NOT NULL,
    titulo       text,
    publicado_em timestamptz,                         -- as the network says; null: it was not asked
    criado_em    timestamptz NOT NULL,
    FOREIGN KEY (nucleo_id, porta_voz_id) REFERENCES porta_vozes (nucleo_id, id)
);
CREATE UNIQUE INDEX porta_voz_postagens_nucleo_id_codigo_plataforma
    ON porta_voz_postagens (nucleo_id, codigo, plataforma);
CREATE INDEX porta_voz_postagens_por_data
    ON porta_voz_postagens (porta_voz_id, (COALESCE(publicado_em, criado_em)), id);

-- One run over the networks of a nucleo. It names networks by their ids alone.
CREATE TABLE porta_voz_sincronizacoes (
    id           uuid        NOT NULL PRIMARY KEY,
    nucleo_id    uuid        NOT NULL REFERENCES nucleos (id),
    origem       text        NOT NULL CHECK (origem IN ('AGENDA', 'MANUAL')),
    autor_id     uuid        REFERENCES usuarios (id), -- null: nobody asked for it
    redes        bigint      NOT NULL,
    novas        bigint      NOT NULL DEFAULT 0,
    duplicadas   bigint      NOT NULL DEFAULT 0,
    falhas       bigint      NOT NULL DEFAULT 0,
    erros        jsonb       NOT NULL,
    iniciada_em  timestamptz NOT NULL,
    terminada_em timestamptz                           -- null: under way, or cut off
);
CREATE INDEX porta_voz_sincronizacoes_por_data ON porta_voz_sincronizacoes (iniciada_em);
