//! Bodies as JSON carries them: text where they are UTF-8, base64 where they are not.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::http::Body;

/// A body as a string of JSON, with the name of its encoding when it is not the text itself.
pub(super) struct Written {
    pub(super) text: String,
    pub(super) encoding: Option<&'static str>,
}

/// Writes a body so that its bytes can be had back exactly.
pub(super) fn written(body: &Body) -> Written {
    match body.text() {
        Some(text) => Written {
            text: text.to_owned(),
            encoding: None,
        },
        None => Written {
            text: STANDARD.encode(body.bytes()),
            encoding: Some("base64"),
        },
    }
}

/// How many bytes a body has.
pub(super) fn size(body: &Body) -> i64 {
    i64::try_from(body.bytes().len()).unwrap_or(i64::MAX)
}
