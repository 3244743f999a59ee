-- Something that people are told, once, whatever the number of people and channels.
CREATE TABLE avisos (
    id          uuid        NOT NULL PRIMARY KEY,
    nucleo_id   uuid        REFERENCES nucleos (id), -- null: national
    causa       text        NOT NULL,                -- what was said once is not said again
    preferencia text,                                -- null: whether they like it or not
    titulo      text        NOT NULL,
    corpo       text        NOT NULL,
    url         text        NOT NULL,
    email       jsonb,
    criado_em   timestamptz NOT NULL
);
CREATE UNIQUE INDEX avisos_causa ON avisos (causa);
CREATE INDEX avisos_por_data ON avisos (criado_em);

-- One notice on its way to one person by one channel. The nucleo is the person's.
CREATE TABLE entregas (
    id          uuid        NOT NULL PRIMARY KEY,
    nucleo_id   uuid        REFERENCES nucleos (id),
    aviso_id    uuid        NOT NULL REFERENCES avisos (id),
    canal       text        NOT NULL CHECK (canal IN ('PUSH', 'EMAIL')),
    chave       text        NOT NULL,                -- the person's id, or a bare address
    usuario_id  uuid        REFERENCES usuarios (id),
    endereco    text,                                -- of somebody who is no member
    status      text        NOT NULL DEFAULT 'PENDENTE' CHECK (status IN
        ('PENDENTE', 'ENVIADA', 'DISPENSADA', 'FALHOU', 'MORTA')),
    tentativas  bigint      NOT NULL DEFAULT 0,
    proxima_em  timestamptz NOT NULL,                -- while it is being sent: the end of the lease
    progresso   jsonb,                               -- what an interrupted sending has done so far
    erro        text,
    criado_em   timestamptz NOT NULL
);
CREATE UNIQUE INDEX entregas_aviso_id_canal_chave ON entregas (aviso_id, canal, chave);
CREATE INDEX entregas_devidas ON entregas (canal, proxima_em, id) WHERE status = 'PENDENTE';
CREATE INDEX entregas_mortas ON entregas (id) WHERE status = 'MORTA';
CREATE INDEX entregas_por_nucleo ON entregas (nucleo_id, status, id);
CREATE INDEX entregas_por_usuario ON entregas (usuario_id);

-- What a person sees in the app. The nucleo is the person's.
CREATE TABLE notificacoes (
    id         uuid        NOT NULL PRIMARY KEY,
    nucleo_id  uuid        REFERENCES nucleos (id),
    usuario_id uuid        NOT NULL REFERENCES usuarios (id),
    aviso_id   uuid        NOT NULL REFERENCES avisos (id),
    titulo     text        NOT NULL,
    corpo      text        NOT NULL,
    url        text        NOT NULL,
    lida_em    timestamptz,
    criado_em  timestamptz NOT NULL
);
CREATE UNIQUE INDEX notificacoes_usuario_id_aviso_id ON notificacoes (usuario_id, aviso_id);
CREATE INDEX notificacoes_por_pessoa ON notificacoes (usuario_id, id);
CREATE INDEX notificacoes_por_aviso ON notificacoes (aviso_id);
CREATE INDEX notificacoes_nao_lidas ON notificacoes (usuario_id) WHERE lida_em IS NULL;

-- What is being delivered or was tried in vain: counted for the operator.
CREATE INDEX outbox_tried ON outbox (id) WHERE status = 'PENDING' AND attempts > 0;
