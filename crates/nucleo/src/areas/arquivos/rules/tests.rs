use proptest::prelude::*;

use super::*;

#[test]
fn the_content_decides_not_the_name() {
    let exe = b"MZ\x90\0\x03\0\0\0";
    let svg = b"<?xml version=\"1.0\"?><svg xmlns=\"http://www.w3.org/2000/svg\"/>";
    for (bytes, recusa) in [
        (&exe[..], Recusa::NaoEImagem),
        (svg, Recusa::NaoEImagem),
        (b"<html>", Recusa::NaoEImagem),
        (b"PK\x03\x04", Recusa::NaoEImagem),
        (b"%PDF-1.7\n%%EOF", Recusa::NaoEImagem),
        (b"", Recusa::Vazio),
        (b"\xFF\xD8\xFF", Recusa::ImagemEstragada),
    ] {
        assert_eq!(reconhecer(Bucket::Avatars, bytes), Err(recusa));
    }
    assert_eq!(reconhecer(Bucket::Comprovantes, exe), Err(Recusa::NaoEComprovante));
    assert_eq!(reconhecer(Bucket::Comprovantes, b"%PDF-1.7\n%%EOF"), Ok(Tipo::Pdf));
    assert_eq!(reconhecer(Bucket::Avatars, b"GIF89a"), Ok(Tipo::Gif));
}

#[test]
fn a_jpeg_goes_on_to_its_own_end() {
    let start = b"\xFF\xD8\xFF\xE1\0\x06\xFF\xD9\xFF\xD9\xFF\xDA\0\x04\0\0";
    let scan = b"\x12\xFF\0\x34\xFF\xD0\x56";
    let whole = [&start[..], scan, b"\xFF\xD9"].concat();
    assert!(jpeg_inteiro(&whole));
    // What a camera appends after the end is not looked at.
    assert!(jpeg_inteiro(&[&whole[..], b"trailer"].concat()));
    // The end of the preview inside the metadata is not its own.
    for length in 0..whole.len() {
        assert!(!jpeg_inteiro(&whole[..length]), "{length}");
    }
}

#[test]
fn a_pdf_ends_as_one() {
    let zip = [&b"PK\x05\x06"[..], &[0; 16], &[5, 0]].concat();
    let small = [&b"%PDF-1.4\n"[..], &zip, b"%%EOF"].concat();
    for (bytes, whole) in [
        (&b"%PDF-1.7\n1 0 obj\n%%EOF\r\n"[..], true),
        (b"%PDF-2.0\n%%EOF\n\0\0", true),
        (b"%PDF-1.7\n1 0 obj\n", false),
        (b"%PDF-x\n%%EOF", false),
        (b"%PDF-1.7\n%%EOF\n<script>alert(1)</script>", false),
        (&small, false), // a ZIP whose comment is the end of a PDF
    ] {
        assert_eq!(pdf_inteiro(bytes), whole, "{}", String::from_utf8_lossy(bytes));
    }
}

#[test]
fn only_our_names_are_names() {
    let ours = Nome::novo([0xAB; 20], Tipo::Webp);
    assert_eq!(Nome::parse(ours.as_str()), Some(ours.clone()));
    assert_eq!(ours.as_str(), format!("{}.webp", "ab".repeat(20)));
    let hex = "ab".repeat(20);
    for other in [
        format!("{hex}.svg"),
        format!("{hex}.jpg.exe"),
        format!("{}.jpg", hex.to_uppercase()),
        format!("{}.jpg", &hex[1..]),
        format!("../{}.jpg", &hex[3..]),
        format!("{hex}."),
        hex,
        String::new(),
        "..".to_owned(),
    ] {
        assert_eq!(Nome::parse(&other), None, "{other}");
    }
}

#[test]
fn a_part_of_a_file() {
    for (asked, faixa) in [
        ("bytes=0-99", Faixa::Parte(0, 99)),
        ("bytes=0-0", Faixa::Parte(0, 0)),
        ("bytes=10-", Faixa::Parte(10, 99)),
        ("bytes=-10", Faixa::Parte(90, 99)),
        ("bytes=-1000", Faixa::Parte(0, 99)),
        ("bytes=50-1000", Faixa::Parte(50, 99)),
        ("bytes=100-", Faixa::ForaDoArquivo),
        ("bytes=-0", Faixa::ForaDoArquivo),
        ("bytes=5-1", Faixa::Inteiro),
        ("bytes=0-1,5-6", Faixa::Inteiro),
        ("bytes=a-b", Faixa::Inteiro),
        ("items=0-1", Faixa::Inteiro),
    ] {
        assert_eq!(Faixa::parse(Some(asked), 100), faixa, "{asked}");
    }
    assert_eq!(Faixa::parse(None, 100), Faixa::Inteiro);
    assert_eq!(Faixa::parse(Some("bytes=0-"), 0), Faixa::Inteiro);
}

proptest! {
    #[test]
    fn nothing_that_is_sent_makes_it_fail(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        for bucket in Bucket::ALL {
            let _ = reconhecer(*bucket, &bytes);
        }
        let _ = jpeg_inteiro(&[&b"\xFF\xD8\xFF"[..], &bytes].concat());
        let _ = pdf_inteiro(&[&b"%PDF-1.7"[..], &bytes].concat());
    }

    #[test]
    fn a_part_lies_within(size in 0u64..50, header in "bytes=[0-9]{0,3}-[0-9]{0,3}") {
        if let Faixa::Parte(first, last) = Faixa::parse(Some(&header), size) {
            prop_assert!(first <= last && last < size);
        }
    }
}
