//! Simulated time. There is no clock here: the world owns the time and passes it in.

use core::fmt;
use core::ops::Add;

use time::OffsetDateTime;

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

    /// The time of day to the second, `09:00:22`.
    #[must_use]
    pub fn clock(self) -> String {
        let at = self.calendar();
        format!("{:02}:{:02}:{:02}", at.hour(), at.minute(), at.second())
    }

    fn calendar(self) -> OffsetDateTime {
        // Simulated times come from tokens too, and a token may carry any number.
        let unix_s = i64::try_from(self.unix_s()).unwrap_or(i64::MAX);
        OffsetDateTime::from_unix_timestamp(unix_s).unwrap_or(OffsetDateTime::UNIX_EPOCH)
    }
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
impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = self.calendar();
        write!(
            f,
            "{:04}-{:02}-{:02}T{}.{:03}Z",
            at.year(),
            u8::from(at.month()),
            at.day(),
            self.clock(),
            self.unix_ms % 1000
        )
    }
}
