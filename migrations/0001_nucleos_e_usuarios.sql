CREATE TABLE nucleos (
    id             uuid        NOT NULL PRIMARY KEY,
    nome           text        NOT NULL,
    estado         text        NOT NULL,
    slug           text        NOT NULL,
    dominio        text,
    logo_url       text,
    cor_primaria   text        NOT NULL,
    cor_secundaria text        NOT NULL,
    nome_moeda     text        NOT NULL,
    sigla_moeda    text        NOT NULL,
    transparencia_financeira boolean NOT NULL DEFAULT false,
    transparencia_receitas   boolean NOT NULL DEFAULT true,
    transparencia_despesas   boolean NOT NULL DEFAULT true,
    transparencia_saldo      boolean NOT NULL DEFAULT true,
    transparencia_categorias boolean NOT NULL DEFAULT true,
    criado_em      timestamptz NOT NULL
);
CREATE UNIQUE INDEX nucleos_slug ON nucleos (slug);
CREATE UNIQUE INDEX nucleos_dominio ON nucleos (dominio);
CREATE INDEX nucleos_por_data ON nucleos (criado_em, id);

-- A person. E-mail and CPF become null when an account is removed.
CREATE TABLE usuarios (
    id                       uuid        NOT NULL PRIMARY KEY,
    nucleo_id                uuid        REFERENCES nucleos (id), -- null: SUPER_ADMIN
    nome                     text        NOT NULL,
    nome_busca               text        NOT NULL, -- lower case, no accents: search and order
    email                    text,
    cpf                      text,
    telefone                 text,
    data_nascimento          text,
    cep                      text,
    rua                      text,
    numero                   text,
    complemento              text,
    bairro                   text,
    cidade                   text,
    estado                   text,
    foto_url                 text,
    codigo_referral          text,
    indicado_por             uuid, -- may be of another nucleo
    indicador_nucleo_id      uuid,
    status                   text        NOT NULL CHECK (status IN (
        'PENDENTE', 'ATIVO', 'INATIVO', 'SUSPENSO', 'REJEITADO')),
    cargo                    text        NOT NULL CHECK (cargo IN (
        'MEMBRO', 'LIDER_PROJETO', 'PORTA_VOZ', 'COORDENADOR', 'ADMINISTRADOR', 'SUPER_ADMIN')),
    primeiro_login           boolean     NOT NULL,
    preferencias_notificacao jsonb       NOT NULL,
    consentimento_em         timestamptz,
    consentimento_versao     text,
    consentimento_endereco   text,
    aprovado_em              timestamptz, -- set once: the effects of approval happen once
    excluido_em              timestamptz, -- the account was removed and the person is anonymous
    criado_em                timestamptz NOT NULL,
    UNIQUE (nucleo_id, id),
    FOREIGN KEY (indicador_nucleo_id, indicado_por) REFERENCES usuarios (nucleo_id, id),
    CHECK ((cargo = 'SUPER_ADMIN') = (nucleo_id IS NULL))
);
-- A rejected person may apply again with the same address.
CREATE UNIQUE INDEX usuarios_email ON usuarios (email) WHERE status <> 'REJEITADO';
CREATE UNIQUE INDEX usuarios_cpf ON usuarios (cpf) WHERE status <> 'REJEITADO';
CREATE UNIQUE INDEX usuarios_codigo_referral ON usuarios (codigo_referral);
CREATE INDEX usuarios_por_email ON usuarios (email);
CREATE INDEX usuarios_por_status ON usuarios (nucleo_id, status, criado_em);
CREATE INDEX usuarios_por_indicacao ON usuarios (indicado_por, criado_em);
