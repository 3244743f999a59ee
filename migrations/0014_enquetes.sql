-- Polls. nucleo_id is null for what is national: asked in every nucleo, counted over all of them.
-- A key with a null in it is not checked, so what may be national has the plain key beside the
-- composite one.
CREATE TABLE enquetes (
    id                   uuid        NOT NULL PRIMARY KEY,
    nucleo_id            uuid        REFERENCES nucleos (id),
    autor_id             uuid        NOT NULL REFERENCES usuarios (id),
    pergunta             text        NOT NULL,
    tipo_escolha         text        NOT NULL CHECK (tipo_escolha IN ('UNICA', 'MULTIPLA')),
    foto_url             text,
    data_encerramento    timestamptz NOT NULL,
    resultado_tempo_real boolean     NOT NULL,
    modal_obrigatorio    boolean     NOT NULL,
    enviar_push          boolean     NOT NULL,
    enviar_email         boolean     NOT NULL,
    criado_em            timestamptz NOT NULL,
    UNIQUE (nucleo_id, id)
);
CREATE INDEX enquetes_por_data ON enquetes (nucleo_id, criado_em, id);
CREATE INDEX enquetes_modais ON enquetes (nucleo_id, data_encerramento) WHERE modal_obrigatorio;

CREATE TABLE enquete_opcoes (
    id         uuid   NOT NULL PRIMARY KEY,
    nucleo_id  uuid,
    enquete_id uuid   NOT NULL REFERENCES enquetes (id),
    ordem      bigint NOT NULL,
    texto      text   NOT NULL,
    UNIQUE (enquete_id, id),
    UNIQUE (enquete_id, ordem),
    FOREIGN KEY (nucleo_id, enquete_id) REFERENCES enquetes (nucleo_id, id)
);

-- What voters change is kept apart from what they are asked: a person inside a nucleo may write
-- here about a national poll, but not into the poll itself (crates/base/src/db/walls).

-- How many people have voted. The row that every voter of a poll locks first, so that those who
-- choose several options never wait for each other in a circle.
CREATE TABLE enquete_apuracoes (
    enquete_id uuid        NOT NULL PRIMARY KEY REFERENCES enquetes (id),
    nucleo_id  uuid,
    votantes   bigint      NOT NULL CHECK (votantes >= 0),
    apurada_em timestamptz, -- the final result was taken, and stays what it was
    FOREIGN KEY (nucleo_id, enquete_id) REFERENCES enquetes (nucleo_id, id)
);

-- How many of them chose each option.
CREATE TABLE enquete_contagens (
    opcao_id   uuid   NOT NULL PRIMARY KEY,
    nucleo_id  uuid,
    enquete_id uuid   NOT NULL,
    votos      bigint NOT NULL CHECK (votos >= 0),
    FOREIGN KEY (enquete_id, opcao_id) REFERENCES enquete_opcoes (enquete_id, id),
    FOREIGN KEY (nucleo_id, enquete_id) REFERENCES enquetes (nucleo_id, id)
);

-- What each person chose: one row per option, counted from 1. Everybody has a first row, and the
-- unique index lets them have it once: that is what makes a vote count once. nucleo_id is the
-- poll's, so that only people of a nucleo vote in its polls.
CREATE TABLE enquete_votos (
    enquete_id uuid        NOT NULL,
    usuario_id uuid        REFERENCES usuarios (id), -- null: the account was removed
    posicao    bigint      NOT NULL CHECK (posicao >= 1),
    opcao_id   uuid        NOT NULL,
    nucleo_id  uuid,
    criado_em  timestamptz NOT NULL,
    FOREIGN KEY (enquete_id, opcao_id) REFERENCES enquete_opcoes (enquete_id, id),
    FOREIGN KEY (nucleo_id, enquete_id) REFERENCES enquetes (nucleo_id, id),
    FOREIGN KEY (nucleo_id, usuario_id) REFERENCES usuarios (nucleo_id, id)
);
CREATE UNIQUE INDEX enquete_votos_enquete_id_usuario_id_posicao
    ON enquete_votos (enquete_id, usuario_id, posicao);
CREATE UNIQUE INDEX enquete_votos_enquete_id_usuario_id_opcao_id
    ON enquete_votos (enquete_id, usuario_id, opcao_id);
CREATE INDEX enquete_votos_por_pessoa ON enquete_votos (usuario_id, criado_em);
