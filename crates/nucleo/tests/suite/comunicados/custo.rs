//! What announcements cost: few statements, however many there are.

use base::Uuid;
use base::db::list;
use base::scope::Cargo::{Coordenador, Membro};
use base::testing::{TestApp, TestNucleo};
use serde_json::json;

use super::{GESTAO, LISTA, caminho, corpo, criar};

base::both_engines! { crate::service;
    a_lista_custa_tres_consultas_e_a_pagina_duas,
    escrever_custa_pouco,
}

/// Many at once, by SQL; every other one for management alone.
async fn muitos(
    app: &TestApp,
    nucleo: &TestNucleo<'_>,
    autor: base::id::UsuarioId,
    quantos: usize,
) {
    let ids: Vec<Uuid> = (0..quantos).map(|_| app.new_id()).collect();
    let sql = "INSERT INTO comunicados (id, nucleo_id, autor_id, status, publicado_em, criado_em,
                   segmento_cargos, enviar_push, enviar_email, push_destinatarios, titulo, conteudo)
               SELECT unhex(t.value), $2, $3, 'PUBLICADO', $4, $4,
                   CASE WHEN substr(t.value, 32) IN ('0', '2', '4', '6', '8', 'a', 'c', 'e')
                       THEN '[\"COORDENADOR\"]' END,
                   true, false, '\"todos\"', 'Comunicado', 'Texto'
               FROM json_each($1) t";
    app.execute(sql, (list::ids(&ids), nucleo.id, autor, app.now())).await;
}

async fn a_lista_custa_tres_consultas_e_a_pagina_duas(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let (coord, membro) = (nucleo.caller(Coordenador).await, nucleo.caller(Membro).await);
    let id = criar(&coord, corpo("Um")).await;
    for quantos in [0, 60, 300] {
        muitos(app, &nucleo, coord.id, quantos).await;
        for (caller, lista) in [(&membro, LISTA), (&coord, LISTA), (&coord, GESTAO)] {
            let (consultas, resposta) = app.statements(caller.get(lista)).await;
            assert!(!resposta.expect(200).as_array().unwrap().is_empty());
            assert!(consultas <= 3, "{lista} with {quantos}: {consultas} statements");
        }
        let caminho = caminho(&id);
        let (consultas, resposta) = app.statements(membro.get(&caminho)).await;
        resposta.expect(200);
        assert!(consultas <= 2, "{consultas} statements for one");
    }
}

async fn escrever_custa_pouco(app: &TestApp) {
    let nucleo = app.nucleo().await;
    let coord = nucleo.caller(Coordenador).await;
    let (consultas, criado) = app.statements(coord.post(LISTA, corpo("Um"))).await;
    let id = criado.expect(201)["id"].as_str().unwrap().to_owned();
    assert!(consultas <= 5, "{consultas} statements to create");
    let caminho = caminho(&id);
    let mudanca = coord.patch(&caminho, json!({"titulo": "Dois"}));
    let (consultas, mudado) = app.statements(mudanca).await;
    mudado.expect(200);
    assert!(consultas <= 6, "{consultas} statements to change");
}
