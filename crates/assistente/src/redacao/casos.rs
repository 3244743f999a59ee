//! Descriptions and the letters they become; messages before and after.

use super::*;

#[test]
fn what_a_letter_does_to_whom_and_about_what() {
    let casos = [
        (
            "lembrar os membros do mutirão de domingo às 8h na praça",
            "Lembrete: mutirão de domingo, às 8h, na praça",
            "Lembramos do mutirão de domingo, às 8h, na praça.",
        ),
        (
            "lembre todos da assembleia de sabado as 15h",
            "Lembrete: assembleia de sábado, às 15h",
            "Lembramos da assembleia de sábado, às 15h.",
        ),
        (
            "lembrando o pessoal que a votação termina sexta-feira",
            "Lembrete: a votação termina sexta-feira",
            "Lembramos que a votação termina sexta-feira.",
        ),
        (
            "lembrar a coordenação de enviar os relatórios até dia 10",
            "Lembrete: enviar os relatórios até dia 10",
            "Lembre-se de enviar os relatórios até dia 10.",
        ),
        (
            "um e-mail lembrando todos sobre o prazo das inscrições",
            "Lembrete: prazo das inscrições",
            "Este é um lembrete sobre o prazo das inscrições.",
        ),
        (
            "Escreva um e-mail lembrando os membros de Campinas da reunião de quinta",
            "Lembrete: reunião de quinta",
            "Lembramos da reunião de quinta.",
        ),
        (
            "lembrar os membros da Festa Junina no sábado",
            "Lembrete: Festa Junina no sábado",
            "Lembramos da Festa Junina no sábado.",
        ),
        (
            "lembrar a Ana da prestação de contas",
            "Lembrete: prestação de contas",
            "Lembramos da prestação de contas.",
        ),
        (
            "lembrete: mutirão domingo 8h",
            "Lembrete: mutirão domingo 8h",
            "Lembrete: mutirão domingo 8h.",
        ),
        (
            "um e-mail que lembre os membros da reunião",
            "Lembrete: reunião",
            "Lembramos da reunião.",
        ),
        (
            "avisar os membros que a sede mudou de endereço",
            "A sede mudou de endereço",
            "Avisamos que a sede mudou de endereço.",
        ),
        (
            "avise o pessoal sobre a mudança de horário",
            "Mudança de horário",
            "Avisamos sobre a mudança de horário.",
        ),
        (
            "avisar a todos da falta de luz na sede",
            "Falta de luz na sede",
            "Avisamos sobre a falta de luz na sede.",
        ),
        (
            "aviso aos membros: a sede fecha na segunda",
            "A sede fecha na segunda",
            "Avisamos que a sede fecha na segunda.",
        ),
        (
            "avisar para os membros trazerem água",
            "Lembrete: trazer água",
            "Não se esqueça de trazer água.",
        ),
        (
            "avise quem mora em Santos que a plenária foi adiada",
            "A plenária foi adiada",
            "Avisamos que a plenária foi adiada.",
        ),
        (
            "informar a mudança de endereço",
            "Mudança de endereço",
            "Informamos a mudança de endereço.",
        ),
        (
            "escreva um comunicado aos membros dizendo que a loja tem produtos novos",
            "A loja tem produtos novos",
            "Comunicamos que a loja tem produtos novos.",
        ),
        (
            "convidar os membros de Campinas para a festa junina",
            "Convite: festa junina",
            "Convidamos você para a festa junina.",
        ),
        (
            "convide todos pro mutirão de domingo",
            "Convite: mutirão de domingo",
            "Convidamos você para o mutirão de domingo.",
        ),
        (
            "convidar a todos a participar da plenária",
            "Convite: participar da plenária",
            "Convidamos você para participar da plenária.",
        ),
        (
            "convidando quem tem interesse para o curso de fotografia",
            "Convite: curso de fotografia",
            "Convidamos você para o curso de fotografia.",
        ),
        (
            "convite: festa junina sábado na praça",
            "Convite: festa junina sábado na praça",
            "Fica o convite: festa junina sábado na praça.",
        ),
        (
            "agradecer a todos pela presença na assembleia",
            "Nosso agradecimento",
            "Agradecemos pela presença na assembleia.",
        ),
        (
            "agradecer os voluntários pela ajuda",
            "Nosso agradecimento",
            "Agradecemos aos voluntários pela ajuda.",
        ),
        (
            "agradecer a presença de todos",
            "Nosso agradecimento",
            "Agradecemos a presença de todos.",
        ),
        (
            "agradecer a todos que participaram do mutirão",
            "Nosso agradecimento",
            "Agradecemos a todos que participaram do mutirão.",
        ),
        (
            "agradecer à Maria pelo empréstimo do carro",
            "Nosso agradecimento",
            "Agradecemos à Maria pelo empréstimo do carro.",
        ),
        (
            "pedir aos membros que confirmem presença até sexta",
            "Pedido: confirmem presença até sexta",
            "Pedimos que confirmem presença até sexta.",
        ),
        (
            "pedir para os membros confirmarem presença",
            "Pedido: confirmar presença",
            "Pedimos a gentileza de confirmar presença.",
        ),
        (
            "cancelar a reunião de sábado",
            "Cancelamos a reunião de sábado",
            "Cancelamos a reunião de sábado.",
        ),
        (
            "confirme sua presença até sexta",
            "Confirme sua presença até sexta",
            "Confirme sua presença até sexta.",
        ),
        (
            "reunião amanhã as 19h na sede",
            "Reunião amanhã, às 19h, na sede",
            "Reunião amanhã, às 19h, na sede.",
        ),
    ];
    for (descricao, assunto, abertura) in casos {
        let rascunho = redigir_email(descricao, "N");
        assert_eq!(rascunho.assunto, assunto, "{descricao}");
        let html = format!("<p>Olá!</p><p>{abertura}</p><p>Um abraço,<br>N</p>");
        assert_eq!(rascunho.html, html, "{descricao}");
    }
}

#[test]
fn greetings_hours_and_sentences_that_run_on() {
    let casos = [
        (
            "oi pessoal amanha tem reuniao as 19h nao esqueçam de levar os documentos vc pode confirmar ate sexta",
            "Oi, pessoal! Amanhã tem reunião às 19h. Não esqueçam de levar os documentos. Você pode confirmar até sexta?",
        ),
        (
            "bom dia galera hj tem mutirao as 8 horas venham todos",
            "Bom dia, galera! Hoje tem mutirão às 8 horas. Venham todos.",
        ),
        ("bom dia a todos a reuniao sera as 14:30", "Bom dia a todos! A reunião será às 14:30."),
        ("bom dia a todos os membros do nucleo", "Bom dia a todos os membros do núcleo."),
        ("ola tudo bem", "Olá, tudo bem?"),
        (
            "oi ana tudo bem vc pode me mandar o relatorio",
            "Oi, Ana! Tudo bem? Você pode me mandar o relatório?",
        ),
        ("oi pessoal do nucleo amanha tem reuniao", "Oi, pessoal do núcleo! Amanhã tem reunião."),
        (
            "pessoal amanha tem panfletagem no centro levem agua",
            "Pessoal, amanhã tem panfletagem no centro. Levem água.",
        ),
        (
            "a mensalidade custa 20 reais voce pode pagar por pix",
            "A mensalidade custa 20 reais. Você pode pagar por Pix.",
        ),
        ("na proxima reuniao levem os documentos", "Na próxima reunião levem os documentos."),
        (
            "a reuniao mudou para as 19h alguem pode avisar a coordenacao",
            "A reunião mudou para as 19h. Alguém pode avisar a coordenação?",
        ),
        (
            "estamos abertos das 8h as 12h e entre as 14h e as 18h",
            "Estamos abertos das 8h às 12h e entre as 14h e as 18h.",
        ),
        ("se tiver chuva nao venham", "Se tiver chuva não venham."),
        ("queremos que todos venham", "Queremos que todos venham"),
        (
            "boa noite companheiros e companheiras a plenaria foi adiada por favor confirmem ate quinta",
            "Boa noite, companheiros e companheiras! A plenária foi adiada. Por favor confirmem até quinta.",
        ),
        ("a votacao fecha hoje participem", "A votação fecha hoje. Participem."),
        (
            "a inscricao vai ate sexta em https://a.org/x participem",
            "A inscrição vai até sexta em https://a.org/x participem.",
        ),
        ("alguem pode levar o som", "Alguém pode levar o som?"),
        (
            "bom dia amanha temos assembleia as 9h nao percam",
            "Bom dia! Amanhã temos assembleia às 9h. Não percam.",
        ),
        ("todas as 8 horas de trabalho foram pagas", "Todas as 8 horas de trabalho foram pagas."),
        ("o que temos aqui voce pode levar", "O que temos aqui você pode levar."),
        ("oi pessoal", "Oi, pessoal!"),
    ];
    for (texto, esperado) in casos {
        // Whether a greeting is put before it is tested above.
        let melhor = melhorar_texto(texto);
        let melhor = melhor.strip_prefix("Olá, pessoal!\n\n").unwrap_or(&melhor);
        assert_eq!(melhor, esperado, "{texto}");
        assert_eq!(melhorar_texto(esperado).trim_start_matches("Olá, pessoal!\n\n"), esperado);
    }
}
