//! What an address of the page says. The query names what stays while somebody reads; the fragment
//! names the step and the choices, which thus never reach a server.
//!
//! Reading never fails: what makes no sense is left out, with an [`AddressError`] that names it, and
//! the rest applies.

use thiserror::Error;

use crate::entropy::{Seed, SeedError};
use crate::lesson::{
    LESSONS, LinkError, Recipe, SettingError, lesson, parse_choices, write_choices,
};
use crate::playback::Speed;

/// An address, read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// What is run.
    pub recipe: Recipe,
    /// The step it names, as it stands there: `answer-1` or `step-3`. `None` is the first.
    pub step: Option<String>,
    /// How fast it plays.
    pub speed: Speed,
    /// Light or dark.
    pub theme: Theme,
    /// What the inspector shows.
    pub tab: Tab,
    /// The parameters that mean nothing here, kept as they came.
    pub others: Vec<(String, String)>,
}

/// Light or dark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Theme {
    /// As the system says.
    #[default]
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

/// What the inspector shows of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Tab {
    /// The request and its reply.
    #[default]
    Message,
    /// The tokens in it.
    Tokens,
    /// What was signed.
    Signature,
    /// What the recipient verified.
    Checks,
}

/// Something an address says that makes no sense.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AddressError {
    /// No such lesson.
    #[error("There is no lesson “{value}”, so this is “{instead}”.")]
    Lesson {
        /// What was named.
        value: String,
        /// The title of the lesson shown.
        instead: &'static str,
    },
    /// A setting's value does not fit.
    #[error("A setting was left as it is: {0}.")]
    Setting(SettingError),
    /// No seed.
    #[error("The default seed is used: {0}.")]
    Seed(SeedError),
    /// A parameter with a fixed set of values has another.
    #[error("“{value}” is no {name}; it can be {known}.")]
    Value {
        /// The parameter.
        name: &'static str,
        /// What was given.
        value: String,
        /// The values it takes.
        known: String,
    },
    /// No choice.
    #[error("A choice was left out: {0}.")]
    Choice(LinkError),
}

macro_rules! slugs {
    ($($name:ident { $($variant:ident = $slug:literal, $title:literal;)+ })+) => { $(
        impl $name {
            /// Every value, in the order in which they are offered.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// The name used in links.
            #[must_use]
            pub const fn slug(self) -> &'static str {
                match self { $(Self::$variant => $slug,)+ }
            }

            /// The name people read.
            #[must_use]
            pub const fn title(self) -> &'static str {
                match self { $(Self::$variant => $title,)+ }
            }
        }
    )+ };
}

slugs! {
    Theme {
        System = "system", "System";
        Light = "light", "Light";
        Dark = "dark", "Dark";
    }
    Tab {
        Message = "message", "Message";
        Tokens = "tokens", "Tokens";
        Signature = "signature", "Signature";
        Checks = "checks", "Checks";
    }
}

impl Address {
    /// The address that says nothing: the first lesson as it runs by itself.
    #[must_use]
    pub fn plain() -> Self {
        let first = LESSONS.first().expect("there is a lesson");
        Self {
            recipe: Recipe::new(first),
            step: None,
            speed: Speed::default(),
            theme: Theme::default(),
            tab: Tab::default(),
            others: Vec::new(),
        }
    }

    /// Reads a query, taken apart and decoded, and a fragment without its `#`.
    #[must_use]
    pub fn read(query: &[(String, String)], fragment: &str) -> (Self, Vec<AddressError>) {
        let mut address = Self::plain();
        let mut errors = Vec::new();
        // The lesson decides which settings there are.
        let (lessons, others): (Vec<_>, Vec<_>) =
            query.iter().partition(|(name, _)| name == "lesson");
        for (_, id) in lessons {
            errors.extend(address.read_lesson(id).err());
        }
        for (name, value) in others {
            errors.extend(address.read_parameter(name, value).err());
        }
        errors.extend(address.read_fragment(fragment));
        (address, errors)
    }

    /// The query, taken apart: only what departs from the defaults, and what came with the address.
    #[must_use]
    pub fn query(&self) -> Vec<(String, String)> {
        let plain = Self::plain();
        let recipe = &self.recipe;
        let mut query = Vec::new();
        let mut write = |departs: bool, name: &str, value: &str| {
            if departs {
                query.push((name.to_owned(), value.to_owned()));
            }
        };
        write(
            recipe.lesson != plain.recipe.lesson,
            "lesson",
            recipe.lesson.id,
        );
        for (row, value) in recipe.settings.departures(recipe.lesson) {
            write(true, row.name, &value.to_string());
        }
        write(
            recipe.seed != plain.recipe.seed,
            "seed",
            recipe.seed.as_str(),
        );
        write(self.speed != plain.speed, "speed", self.speed.slug());
        write(self.theme != plain.theme, "theme", self.theme.slug());
        write(self.tab != plain.tab, "tab", self.tab.slug());
        query.extend(self.others.iter().cloned());
        query
    }

    /// The fragment without its `#`. Empty at the first step of a run without choices.
    #[must_use]
    pub fn fragment(&self) -> String {
        let step = self.step.clone();
        let picks = &self.recipe.picks;
        let choices = (!picks.is_empty()).then(|| format!("choices={}", write_choices(picks)));
        let parts: Vec<String> = step.into_iter().chain(choices).collect();
        parts.join("&")
    }

    fn read_lesson(&mut self, id: &str) -> Result<(), AddressError> {
        let lesson = lesson(id).ok_or_else(|| AddressError::Lesson {
            value: shortened(id),
            instead: self.recipe.lesson.title,
        })?;
        self.recipe = Recipe::new(lesson);
        Ok(())
    }

    fn read_parameter(&mut self, name: &str, value: &str) -> Result<(), AddressError> {
        match name {
            "seed" => self.recipe.seed = Seed::parse(value).map_err(AddressError::Seed)?,
            "speed" => self.speed = one_of("speed", value, Speed::ALL, Speed::slug)?,
            "theme" => self.theme = one_of("theme", value, Theme::ALL, Theme::slug)?,
            "tab" => self.tab = one_of("tab", value, Tab::ALL, Tab::slug)?,
            _ if self.recipe.lesson.setting(name).is_some() => {
                let lesson = self.recipe.lesson;
                self.recipe
                    .settings
                    .set(lesson, name, value)
                    .map_err(AddressError::Setting)?;
            }
            _ => self.others.push((name.to_owned(), value.to_owned())),
        }
        Ok(())
    }

    fn read_fragment(&mut self, fragment: &str) -> Vec<AddressError> {
        let mut errors = Vec::new();
        for raw in fragment.split('&') {
            // Some programs encode more of a link than they must.
            let decoded = percent_decoded(raw);
            let part = decoded.as_deref().unwrap_or(raw);
            match part.split_once('=') {
                Some(("choices", choices)) => {
                    for choice in parse_choices(choices) {
                        match choice {
                            Ok(pick) => self.recipe.picks.push(pick),
                            Err(error) => errors.push(AddressError::Choice(error)),
                        }
                    }
                }
                // Another name means nothing here.
                Some(_) => {}
                None if part.is_empty() => {}
                None => self.step = Some(shortened(part)),
            }
        }
        errors
    }
}

/// Undoes percent-encoding. `None` when a `%` is not followed by two hex digits, or the bytes are
/// not UTF-8.
fn percent_decoded(text: &str) -> Option<String> {
    let mut pieces = text.split('%');
    let mut decoded = pieces.next()?.as_bytes().to_vec();
    for piece in pieces {
        let (digits, rest) = piece.split_at_checked(2)?;
        if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return None;
        }
        decoded.push(u8::from_str_radix(digits, 16).ok()?);
        decoded.extend_from_slice(rest.as_bytes());
    }
    String::from_utf8(decoded).ok()
}

/// The value of that name, among those there are.
fn one_of<T: Copy>(
    name: &'static str,
    value: &str,
    all: &[T],
    slug: fn(T) -> &'static str,
) -> Result<T, AddressError> {
    let found = all.iter().copied().find(|one| slug(*one) == value);
    found.ok_or_else(|| AddressError::Value {
        name,
        value: shortened(value),
        known: all
            .iter()
            .map(|one| slug(*one))
            .collect::<Vec<_>>()
            .join(", "),
    })
}

/// A link can hold anything: what is shown of it stays short.
fn shortened(text: &str) -> String {
    text.chars().take(SHOWN_CHARS_MAX).collect()
}

/// The most characters of a bad value that a message repeats.
const SHOWN_CHARS_MAX: usize = 80;
