//! The tests that run in a browser, one binary.
#![cfg(target_arch = "wasm32")]

use aauth_sim::export::digest;
use aauth_sim::lesson::{Recipe, lesson, run};
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

#[wasm_bindgen_test]
fn runs_in_a_browser() {
    assert!(web_sys::window().is_some());
}

/// The host test compares with the same file, so both machines give the same bytes.
#[wasm_bindgen_test]
fn a_lesson_has_the_digest_it_has_on_the_host() {
    let lesson = lesson("clarification").expect("the lesson is there");
    let expected = include_str!("../golden/clarification.digest");
    assert_eq!(digest(&run(&Recipe::new(lesson))), expected.trim_end());
}
