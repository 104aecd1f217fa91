//! Interaction codes, the URL a person is sent to, and what comes back to the callback.

use aauth_sim::aauth::interaction::{Arrival, CodeError};
use aauth_sim::aauth::{CallbackError, Code, InteractionUrl, PollingError};

fn draw(first: [u8; 5]) -> [u8; 32] {
    let mut draw = [0xff; 32];
    draw[..5].copy_from_slice(&first);
    draw
}

/// Worked by hand: 40 bits in eight groups of five, each a symbol of
/// `0123456789ABCDEFGHJKMNPQRSTVWXYZ`.
#[test]
fn a_code_is_the_first_forty_bits_in_crockfords_base32() {
    let table = [
        ([0, 0, 0, 0, 0], "0000-0000"),
        ([0xff, 0xff, 0xff, 0xff, 0xff], "ZZZZ-ZZZZ"),
        // 00000 00001 00010 00011 00100 00101 00110 00111
        ([0x00, 0x44, 0x32, 0x14, 0xc7], "0123-4567"),
        // 01000 01001 01010 01011 01100 01101 01110 01111
        ([0x42, 0x54, 0xb6, 0x35, 0xcf], "89AB-CDEF"),
        // 10000 10001 10010 10011 10100 10101 10110 10111
        ([0x84, 0x65, 0x3a, 0x56, 0xd7], "GHJK-MNPQ"),
        // 11000 11001 11010 11011 11100 11101 11110 11111
        ([0xc6, 0x75, 0xbe, 0x77, 0xdf], "RSTV-WXYZ"),
    ];
    for (bytes, shown) in table {
        assert_eq!(Code::from_draw(&draw(bytes)).to_string(), shown);
    }
}

#[test]
fn a_code_is_read_without_hyphens_and_folded() {
    let code = Code::parse("A1B2-C3D0").unwrap();
    for entered in [
        "A1B2C3D0",
        "a1b2-c3d0",
        "A-1-B-2-C-3-D-0",
        "AIB2C3DO",
        "alb2c3do",
        "a1b2--c3d0-",
    ] {
        assert_eq!(Code::parse_entered(entered), Ok(code.clone()), "{entered}");
    }
    // A server writes the symbols themselves.
    for sent in [
        "A1B2C3D0",
        "A-1-B-2-C-3-D-0",
        "a1b2-c3d0",
        "AIB2C3D0",
        "A1B2C3DO",
    ] {
        let is_strict = !sent.contains(['a', 'I', 'O']);
        assert_eq!(Code::parse(sent).is_ok(), is_strict, "{sent}");
    }
    assert_eq!(code.symbols(), "A1B2C3D0");
    assert_ne!(Code::parse("A1B2-C3D1").unwrap(), code);
}

#[test]
fn a_code_has_at_least_eight_symbols_of_the_alphabet() {
    assert_eq!(
        Code::parse("A1B2-C3D"),
        Err(CodeError::Length("A1B2-C3D".to_owned()))
    );
    assert_eq!(Code::parse(""), Err(CodeError::Length(String::new())));
    let long = "A".repeat(65);
    assert_eq!(Code::parse(&long), Err(CodeError::Length(long.clone())));
    for entered in ["U1B2C3D4", "A1B2 C3D4", "A1B2C3D4!", "Ä1B2C3D4", "A1B2C3Dı"] {
        let error = Err(CodeError::Symbol(entered.to_owned()));
        assert_eq!(Code::parse_entered(entered), error);
        assert_eq!(Code::parse(entered), error);
    }
}

#[test]
fn a_longer_code_is_shown_in_groups_of_four() {
    assert_eq!(
        Code::parse("0123456789").unwrap().to_string(),
        "0123-4567-89"
    );
}

#[test]
fn the_user_facing_url_carries_the_code_and_perhaps_a_callback() {
    let url = InteractionUrl::parse("https://ps.example/interaction").unwrap();
    let code = Code::parse("X7K2-M9P4").unwrap();
    assert_eq!(
        url.user_facing(&code, None).to_string(),
        "https://ps.example/interaction?code=X7K2-M9P4"
    );
    let target = url.user_facing(&code, Some("https://agent.example/callback?run=1&x=ä"));
    assert_eq!(
        target.to_string(),
        "https://ps.example/interaction?code=X7K2-M9P4\
         &callback=https%3A%2F%2Fagent.example%2Fcallback%3Frun%3D1%26x%3D%C3%A4"
    );
    assert_eq!(
        Arrival::from_query(target.query.as_deref()),
        Arrival {
            code: Some("X7K2-M9P4".to_owned()),
            callback: Some("https://agent.example/callback?run=1&x=ä".to_owned()),
        }
    );
}

#[test]
fn what_a_browser_brings_along_is_read_once_and_only_when_it_can_be_decoded() {
    assert_eq!(Arrival::from_query(None), Arrival::default());
    let arrival = Arrival::from_query(Some(
        "lang=en&code=A%2&code=ONE&code=TWO&callback=%ff&nothing",
    ));
    assert_eq!(
        arrival,
        Arrival {
            code: Some("ONE".to_owned()),
            callback: None,
        }
    );
}

/// The draft's table, and its mapping for a person server that is itself the callback.
#[test]
fn callback_errors_map_to_polling_errors_as_the_draft_says() {
    let table = [
        ("access_denied", PollingError::Denied),
        ("user_abandoned", PollingError::Abandoned),
        ("server_error", PollingError::ServerError),
        ("temporarily_unavailable", PollingError::ServerError),
        ("interaction_expired", PollingError::Expired),
    ];
    assert_eq!(table.len(), CallbackError::ALL.len());
    for (code, polled) in table {
        let error = CallbackError::parse(code).unwrap();
        assert_eq!(error.code(), code);
        assert_eq!(error.polling_error(), polled);
    }
    assert_eq!(CallbackError::parse("denied"), None);
}

#[test]
fn a_failed_interaction_redirects_with_its_error() {
    assert_eq!(
        CallbackError::AccessDenied.redirect("https://agent.example/callback"),
        "https://agent.example/callback?error=access_denied"
    );
    assert_eq!(
        CallbackError::UserAbandoned.redirect("https://agent.example/callback?run=1"),
        "https://agent.example/callback?run=1&error=user_abandoned"
    );
}
