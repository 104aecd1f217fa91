//! Interaction: the code and the URL that bring a person to a page, and how the page reports back.

use core::fmt;

use thiserror::Error;

use super::polling_error::PollingError;
use crate::http::Target;

/// The value of an interaction code, without hyphens and folded: Crockford base32.
///
/// It ties a browser to a pending request. It correlates and never authorises.
///
/// Direction: server → agent, in `AAuth-Requirement`; agent → person → server, in the URL.
/// Spec: #interaction-code-format
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Code(String);

/// A text that cannot be a code.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CodeError {
    /// It has fewer than [`CODE_LEN_MIN`] or more than [`CODE_LEN_MAX`] symbols.
    #[error("a code has {CODE_LEN_MIN} to {CODE_LEN_MAX} symbols, '{0}' has not")]
    Length(String),
    /// A character is no Crockford symbol and no hyphen; nor, where a person enters it, an alias.
    #[error("'{0}' has a character that no code has")]
    Symbol(String),
}

/// The fewest symbols of a code: 40 bits at 5 bits a symbol.
pub const CODE_LEN_MIN: usize = 8;

/// The most symbols of a code. Our choice: the draft sets no limit.
pub const CODE_LEN_MAX: usize = 64;

/// The URL of an interaction page: `https`, without query and fragment.
///
/// Direction: server → agent, in `AAuth-Requirement`.
/// Spec: #interaction-required
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InteractionUrl(Target);

/// A text that is no URL of an interaction page.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{0}' is not an https URL without query and fragment")]
pub struct InteractionUrlError(pub String);

/// What a person's browser brings along to an interaction page.
///
/// Direction: person → server, in the query.
/// Spec: #user-interaction
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Arrival {
    /// The code as it was entered.
    pub code: Option<String>,
    /// Where the browser is to be sent afterwards.
    pub callback: Option<String>,
}

/// Why an interaction was not completed, told to the callback URL.
///
/// Direction: server → person's browser → callback URL, as `error` in the query.
/// Spec: #interaction-callback-errors
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CallbackError {
    /// The person declined.
    AccessDenied,
    /// The person opened the page and did not finish.
    UserAbandoned,
    /// The server had a failure of its own.
    ServerError,
    /// The page cannot be served now.
    TemporarilyUnavailable,
    /// The page's session ended first.
    InteractionExpired,
}

impl Code {
    /// The code of the first 40 bits of a draw: eight symbols.
    #[must_use]
    pub fn from_draw(draw: &[u8; 32]) -> Self {
        let [a, b, c, d, e, ..] = *draw;
        let bits = u64::from_be_bytes([0, 0, 0, a, b, c, d, e]);
        let symbols = (0..8).rev().map(|place| {
            let value = (bits >> (5 * place)) & 0b1_1111;
            let at = usize::try_from(value).expect("five bits fit");
            char::from(*ALPHABET.get(at).expect("the alphabet has 32 symbols"))
        });
        Self(symbols.collect())
    }

    /// Reads a code as servers write it, in a header or a token: symbols and hyphens.
    ///
    /// # Errors
    ///
    /// [`CodeError`] when no server writes that.
    pub fn parse(text: &str) -> Result<Self, CodeError> {
        Self::read(text, |symbol| symbol)
    }

    /// Reads a code as a person enters it. People may write more than servers: case is folded, `I`
    /// and `L` read as `1` and `O` as `0`.
    ///
    /// # Errors
    ///
    /// [`CodeError`] when no code can look like that.
    pub fn parse_entered(text: &str) -> Result<Self, CodeError> {
        Self::read(text, |entered| match entered.to_ascii_uppercase() {
            'I' | 'L' => '1',
            'O' => '0',
            other => other,
        })
    }

    /// The symbols that the characters stand for, hyphens dropped.
    fn read(text: &str, symbol_of: fn(char) -> char) -> Result<Self, CodeError> {
        let mut symbols = String::new();
        for character in text.chars().filter(|&character| character != '-') {
            let symbol = symbol_of(character);
            if !ALPHABET.iter().any(|&known| char::from(known) == symbol) {
                return Err(CodeError::Symbol(text.to_owned()));
            }
            symbols.push(symbol);
        }
        if !(CODE_LEN_MIN..=CODE_LEN_MAX).contains(&symbols.len()) {
            return Err(CodeError::Length(text.to_owned()));
        }
        Ok(Self(symbols))
    }

    /// The symbols without hyphens.
    #[must_use]
    pub fn symbols(&self) -> &str {
        &self.0
    }
}

/// As it is shown: in groups of four with hyphens between them, `A1B2-C3D4`.
impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, symbol) in self.0.chars().enumerate() {
            if at > 0 && at % 4 == 0 {
                f.write_str("-")?;
            }
            write!(f, "{symbol}")?;
        }
        Ok(())
    }
}

impl InteractionUrl {
    /// Reads the URL of an interaction page.
    ///
    /// # Errors
    ///
    /// [`InteractionUrlError`] when it is not `https`, or has a query or a fragment.
    pub fn parse(url: &str) -> Result<Self, InteractionUrlError> {
        Target::parse(url)
            .filter(|target| target.query.is_none())
            .map(Self)
            .ok_or_else(|| InteractionUrlError(url.to_owned()))
    }

    /// The page without a code.
    #[must_use]
    pub const fn target(&self) -> &Target {
        &self.0
    }

    /// Where a person is sent: `{url}?code={code}`, and `&callback={callback}` when there is one.
    #[must_use]
    pub fn user_facing(&self, code: &Code, callback: Option<&str>) -> Target {
        let mut query = format!("code={code}");
        if let Some(callback) = callback {
            query.push_str("&callback=");
            query.push_str(&encode(callback));
        }
        Target {
            query: Some(query),
            ..self.0.clone()
        }
    }
}

impl fmt::Display for InteractionUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Arrival {
    /// Reads the query of a request to an interaction page. What is repeated counts once, the first
    /// time; what is unknown or cannot be decoded is ignored.
    #[must_use]
    pub fn from_query(query: Option<&str>) -> Self {
        let mut arrival = Self::default();
        for pair in query.unwrap_or_default().split('&') {
            let Some((name, value)) = pair.split_once('=') else {
                continue;
            };
            let place = match name {
                "code" => &mut arrival.code,
                "callback" => &mut arrival.callback,
                _ => continue,
            };
            if place.is_none() {
                *place = decode(value);
            }
        }
        arrival
    }
}

impl CallbackError {
    /// Every error.
    pub const ALL: &'static [Self] = &[
        Self::AccessDenied,
        Self::UserAbandoned,
        Self::ServerError,
        Self::TemporarilyUnavailable,
        Self::InteractionExpired,
    ];

    /// The value of `error`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::AccessDenied => "access_denied",
            Self::UserAbandoned => "user_abandoned",
            Self::ServerError => "server_error",
            Self::TemporarilyUnavailable => "temporarily_unavailable",
            Self::InteractionExpired => "interaction_expired",
        }
    }

    /// The error of that code.
    #[must_use]
    pub fn parse(code: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|error| error.code() == code)
    }

    /// What a person server answers to the agent's poll when it is itself the callback of a
    /// resource's interaction.
    #[must_use]
    pub const fn polling_error(self) -> PollingError {
        match self {
            Self::AccessDenied => PollingError::Denied,
            Self::UserAbandoned => PollingError::Abandoned,
            Self::ServerError | Self::TemporarilyUnavailable => PollingError::ServerError,
            Self::InteractionExpired => PollingError::Expired,
        }
    }

    /// The callback URL with this error. A query that the URL has already is kept.
    #[must_use]
    pub fn redirect(self, callback: &str) -> String {
        let separator = if callback.contains('?') { '&' } else { '?' };
        format!("{callback}{separator}error={}", self.code())
    }
}

/// Percent-encodes everything but the unreserved characters of RFC 3986.
fn encode(text: &str) -> String {
    let mut encoded = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            encoded.push_str(&format!("%{byte:02X}"));
        }
    }
    encoded
}

/// Undoes percent-encoding. `None` when a `%` is not followed by two hex digits, or the bytes are
/// not UTF-8.
fn decode(text: &str) -> Option<String> {
    let mut decoded = Vec::new();
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        if byte == b'%' {
            let high = char::from(bytes.next()?).to_digit(16)?;
            let low = char::from(bytes.next()?).to_digit(16)?;
            decoded.push(u8::try_from(high * 16 + low).ok()?);
        } else {
            decoded.push(byte);
        }
    }
    String::from_utf8(decoded).ok()
}

/// Crockford's 32 symbols, by value.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
