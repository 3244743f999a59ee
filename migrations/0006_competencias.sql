-- The catalogue is the same for all nucleos; the service fills it at start.
CREATE TABLE competencias_macro (
    id   uuid NOT NULL PRIMARY KEY,
    nome text NOT NULL
);
CREATE TABLE competencias_micro (
    id       uuid NOT NULL PRIMARY KEY,
    macro_id uuid NOT NULL REFERENCES competencias_macro (id),
    nome     text NOT NULL
);
CREATE INDEX competencias_micro_por_macro ON competencias_micro (macro_id);

CREATE TABLE usuario_competencias (
    usuario_id         uuid NOT NULL,
    micro_id           uuid NOT NULL REFERENCES competencias_micro (id),
    nucleo_id          uuid NOT NULL,
    nivel_proficiencia text NOT NULL CHECK (nivel_proficiencia IN (
        'BASICO', 'INTERMEDIARIO', 'AVANCADO')),
    PRIMARY KEY (usuario_id, micro_id),
    FOREIGN KEY (nucleo_id, usuario_id) REFERENCES usuarios (nucleo_id, id)
);
