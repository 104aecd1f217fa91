//! Simulated time. There is no clock here: the world owns the time and passes it in.

use core::fmt;
use core::ops::Add;

/// The last second that is shown as a date: the end of the year 9999.
pub const UNIX_S_SHOWN_MAX: u64 = 253_402_300_799;

/// A moment of the simulation, in milliseconds since 1970-01-01T00:00:00Z.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp {
    unix_ms: u64,
}

/// A span of simulated time, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span {
    ms: u64,
}

impl Timestamp {
    /// When every run begins: 2026-09-01T09:00:00Z.
    pub const START: Self = Self::from_unix_s(1_788_253_200);

    /// The moment `unix_s` seconds after the Unix epoch.
    #[must_use]
    pub const fn from_unix_s(unix_s: u64) -> Self {
        Self {
            unix_ms: unix_s.saturating_mul(1000),
        }
    }

    /// Whole seconds since the Unix epoch, as `iat`, `exp` and `created` carry them.
    #[must_use]
    pub const fn unix_s(self) -> u64 {
        self.unix_ms / 1000
    }

    /// Milliseconds since the Unix epoch.
    #[must_use]
    pub const fn unix_ms(self) -> u64 {
        self.unix_ms
    }

    /// The time since `earlier`, or nothing when `earlier` is later.
    #[must_use]
    pub const fn since(self, earlier: Self) -> Span {
        Span {
            ms: self.unix_ms.saturating_sub(earlier.unix_ms),
        }
    }

    /// The time of day to the second, `09:00:22`; `--:--:--` past the last date that is shown.
    #[must_use]
    pub fn clock(self) -> String {
        if self.unix_s() > UNIX_S_SHOWN_MAX {
            return "--:--:--".to_owned();
        }
        let of_day = self.unix_s() % DAY_S;
        let (hour, minute, second) = (of_day / 3_600, of_day / 60 % 60, of_day % 60);
        format!("{hour:02}:{minute:02}:{second:02}")
    }
}

const DAY_S: u64 = 24 * 60 * 60;

/// Year, month and day of the Gregorian calendar, by the days since 1970-01-01.
///
/// Years are taken to begin in March, so that the leap day is the last of one, and are counted in
/// eras of 400, which all have the same length.
const fn date(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let leap_days = day_of_era / 1_460 + day_of_era / 146_096 - day_of_era / 36_524;
    let year_of_era = (day_of_era - leap_days) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = (month_from_march + 2) % 12 + 1;
    let year = 400 * era + year_of_era + if month <= 2 { 1 } else { 0 };
    (year, month, day)
}

impl Span {
    /// A span of whole seconds.
    #[must_use]
    pub const fn from_s(s: u64) -> Self {
        Self {
            ms: s.saturating_mul(1000),
        }
    }

    /// A span of milliseconds.
    #[must_use]
    pub const fn from_ms(ms: u64) -> Self {
        Self { ms }
    }

    /// Whole seconds, rounded down.
    #[must_use]
    pub const fn s(self) -> u64 {
        self.ms / 1000
    }

    /// Milliseconds.
    #[must_use]
    pub const fn ms(self) -> u64 {
        self.ms
    }
}

impl Add<Span> for Timestamp {
    type Output = Self;

    fn add(self, span: Span) -> Self {
        Self {
            unix_ms: self.unix_ms.saturating_add(span.ms),
        }
    }
}

impl Add for Span {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            ms: self.ms.saturating_add(other.ms),
        }
    }
}

/// RFC 3339 with milliseconds, `2026-09-01T09:00:22.050Z`.
///
/// Our choice: past the year 9999 it is the number of seconds. RFC 3339 ends there, and a token may
/// carry any number.
impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unix_s = self.unix_s();
        if unix_s > UNIX_S_SHOWN_MAX {
            return write!(f, "{unix_s} s after 1970");
        }
        let (year, month, day) = date(unix_s / DAY_S);
        let (clock, ms) = (self.clock(), self.unix_ms % 1000);
        write!(f, "{year:04}-{month:02}-{day:02}T{clock}.{ms:03}Z")
    }
}
