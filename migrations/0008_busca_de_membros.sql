-- Every piece of up to three characters of a normalised name, so that a search for any part of a
-- name reads an index of its own nucleo and not all names.
CREATE TABLE usuario_trigramas (
    nucleo_id  uuid NOT NULL,
    trigrama   text NOT NULL,
    usuario_id uuid NOT NULL,
    PRIMARY KEY (nucleo_id, trigrama, usuario_id),
    FOREIGN KEY (nucleo_id, usuario_id) REFERENCES usuarios (nucleo_id, id)
);
CREATE INDEX usuario_trigramas_por_usuario ON usuario_trigramas (usuario_id);

CREATE INDEX usuarios_por_nome ON usuarios (nucleo_id, nome_busca, id);
CREATE INDEX usuarios_por_cargo ON usuarios (nucleo_id, cargo, status);
