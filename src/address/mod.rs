//! What an address of the page says. The query names what stays while somebody reads; the fragment
//! names the step and the choices, which thus never reach a server.
//!
//! Reading never fails: what makes no sense is left out, with an [`AddressError`] that names it, and
//! the rest applies.

mod slugs;

use thiserror::Error;

use crate::entropy::{Seed, SeedError};
use crate::lesson::{
    CHOICES_CHARS_MAX, LESSONS, LinkError, Recipe, SettingError, lesson, parse_choices,
    write_choices,
};
use crate::playback::Speed;
use crate::tamper::row;

pub use self::slugs::{Area, Detail, Height, Switch, Tab, Theme};

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
    /// How much is shown.
    pub detail: Detail,
    /// What the inspector shows.
    pub tab: Tab,
    /// The row of the tampering table that is applied to a message of the step.
    pub broken: Option<&'static str>,
    /// The parts of the page that are left out, in the order of [`Area::ALL`].
    pub hide: Vec<Area>,
    /// Whether it begins to play by itself.
    pub autoplay: Switch,
    /// Whether things may move.
    pub motion: Switch,
    /// Whether single characters are keys of the page.
    pub keys: Switch,
    /// Whether the page stands inside somebody else's, and shows nothing around the lesson.
    pub embed: Switch,
    /// How high the page is in a frame.
    pub height: Height,
    /// The parameters that mean nothing here, kept as they came.
    pub others: Vec<(String, String)>,
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
    #[error("In the address, {name} can be {known}, but not “{value}”.")]
    Value {
        /// The parameter.
        name: &'static str,
        /// What was given.
        value: String,
        /// The values it takes.
        known: String,
    },
    /// A message cannot be broken like that.
    #[error("“{value}” breaks nothing here: {why}.")]
    Break {
        /// What was named.
        value: String,
        /// Why it cannot.
        why: &'static str,
    },
    /// No choice.
    #[error("A choice was left out: {0}.")]
    Choice(LinkError),
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
            detail: Detail::default(),
            tab: Tab::default(),
            broken: None,
            hide: Vec::new(),
            autoplay: Switch::Off,
            motion: Switch::On,
            keys: Switch::On,
            embed: Switch::Off,
            height: Height::Fixed,
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
        errors.extend(address.show_broken().err());
        address.tab = address.detail.nearest(address.tab);
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
            write(true, row.name, &row.text(value));
        }
        write(
            recipe.seed != plain.recipe.seed,
            "seed",
            recipe.seed.as_str(),
        );
        write(self.speed != plain.speed, "speed", self.speed.slug());
        write(self.theme != plain.theme, "theme", self.theme.slug());
        write(self.detail != plain.detail, "detail", self.detail.slug());
        write(self.tab != plain.tab, "tab", self.tab.slug());
        let broken = self.broken.unwrap_or_default();
        write(self.broken.is_some(), "break", broken);
        let hidden = self.hide.iter().map(|area| area.slug());
        let hidden: Vec<&str> = hidden.collect();
        write(!hidden.is_empty(), "hide", &hidden.join(","));
        write(self.autoplay.is_on(), "autoplay", "1");
        write(!self.motion.is_on(), "motion", "off");
        write(!self.keys.is_on(), "keys", "off");
        write(self.embed.is_on(), "embed", "1");
        write(self.height != plain.height, "height", self.height.slug());
        query.extend(self.others.iter().cloned());
        query
    }

    /// The same place in a page of its own.
    #[must_use]
    pub fn full_size(&self) -> Self {
        Self {
            hide: Vec::new(),
            autoplay: Switch::Off,
            embed: Switch::Off,
            height: Height::Fixed,
            ..self.clone()
        }
    }

    /// Whether the choices are short enough for a link that programs pass on.
    #[must_use]
    pub fn fits_a_link(&self) -> bool {
        let chars = write_choices(&self.recipe.picks).len();
        u32::try_from(chars).is_ok_and(|chars| chars <= CHOICES_CHARS_MAX)
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
            "speed" => self.speed = one_of("speed", value, Speed::ALL, Speed::SLUGS)?,
            "theme" => self.theme = one_of("theme", value, Theme::ALL, Theme::SLUGS)?,
            "detail" => self.detail = one_of("detail", value, Detail::ALL, Detail::SLUGS)?,
            "tab" => self.tab = one_of("tab", value, Tab::ALL, Tab::SLUGS)?,
            "break" => self.broken = Some(known_row(value)?),
            "hide" => self.read_hidden(value)?,
            "autoplay" => self.autoplay = one_of("autoplay", value, Switch::ALL, &["0", "1"])?,
            "motion" => self.motion = one_of("motion", value, Switch::ALL, Switch::SLUGS)?,
            "keys" => self.keys = one_of("keys", value, Switch::ALL, Switch::SLUGS)?,
            "embed" => self.embed = one_of("embed", value, Switch::ALL, &["0", "1"])?,
            "height" => self.height = one_of("height", value, Height::ALL, Height::SLUGS)?,
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

    /// A broken message is seen in the tab of the checks.
    fn show_broken(&mut self) -> Result<(), AddressError> {
        let Some(name) = self.broken else {
            return Ok(());
        };
        if self.detail.shows(Tab::Checks) {
            self.tab = Tab::Checks;
            return Ok(());
        }
        self.broken = None;
        Err(AddressError::Break {
            value: name.to_owned(),
            why: "what a recipient checks is shown with detail=wire",
        })
    }

    /// Takes what can be hidden out of a list; of what cannot, the first is named.
    fn read_hidden(&mut self, value: &str) -> Result<(), AddressError> {
        let named: Vec<&str> = value.split(',').filter(|name| !name.is_empty()).collect();
        let hidden = Area::ALL.iter().copied();
        self.hide = hidden.filter(|area| named.contains(&area.slug())).collect();
        let unknown = named.iter().find(|name| !Area::SLUGS.contains(name));
        match unknown {
            Some(name) => Err(bad_value("hide", name, Area::SLUGS)),
            None => Ok(()),
        }
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
    slugs: &[&str],
) -> Result<T, AddressError> {
    let at = slugs.iter().position(|slug| *slug == value);
    let found = at.and_then(|at| all.get(at)).copied();
    found.ok_or_else(|| bad_value(name, value, slugs))
}

/// The row of the tampering table of that name.
fn known_row(name: &str) -> Result<&'static str, AddressError> {
    row(name)
        .map(|row| row.name)
        .ok_or_else(|| AddressError::Break {
            value: shortened(name),
            why: "the tampering table has no such row",
        })
}

fn bad_value(name: &'static str, value: &str, slugs: &[&str]) -> AddressError {
    AddressError::Value {
        name,
        value: shortened(value),
        known: slugs.join(", "),
    }
}

/// Each notice once, and no more than fit: a link can give any number of them.
#[must_use]
pub fn few(notices: Vec<String>) -> Vec<String> {
    let mut few: Vec<String> = Vec::new();
    let mut left_out = 0_u32;
    for notice in notices {
        if few.contains(&notice) {
            continue;
        }
        if few.len() < NOTICES_MAX {
            few.push(notice);
        } else {
            left_out += 1;
        }
    }
    if left_out > 0 {
        few.push(format!("And {left_out} more like these."));
    }
    few
}

/// A link can hold anything: what is shown of it stays short.
fn shortened(text: &str) -> String {
    text.chars().take(SHOWN_CHARS_MAX).collect()
}

/// The most characters of a bad value that a message repeats.
const SHOWN_CHARS_MAX: usize = 80;

/// The most notices that are shown one by one.
const NOTICES_MAX: usize = 4;
