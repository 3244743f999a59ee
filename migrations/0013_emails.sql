-- Every e-mail that was sent or finally failed, once. The address is blanked when its owner leaves.
CREATE TABLE email_logs (
    id           uuid        NOT NULL PRIMARY KEY,
    nucleo_id    uuid        REFERENCES nucleos (id), -- null: national
    destinatario text        NOT NULL,
    assunto      text        NOT NULL,
    tipo         text        NOT NULL,
    status       text        NOT NULL CHECK (status IN ('sent', 'failed')),
    remetente_id uuid        REFERENCES usuarios (id), -- who wrote it by hand
    manual       boolean     NOT NULL,
    origem       text        NOT NULL,
    criado_em    timestamptz NOT NULL
);
CREATE INDEX email_logs_por_data ON email_logs (nucleo_id, criado_em, id);
CREATE INDEX email_logs_de_todos ON email_logs (criado_em, id);
CREATE INDEX email_logs_por_remetente ON email_logs (remetente_id, criado_em, id);
CREATE INDEX email_logs_por_destinatario ON email_logs (destinatario);

-- To find what is on its way to somebody who is known by an address alone.
CREATE INDEX entregas_por_endereco ON entregas (endereco) WHERE endereco IS NOT NULL;
