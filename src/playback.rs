//! Which step the reader is at, and how it moves on by itself: a pure reducer.
//!
//! There is no clock here. While [`Playback::next_tick`] gives a value, its owner sets one timer for
//! that long and then sends [`Action::Tick`] with that turn. A tick of an earlier turn does nothing,
//! and a tick moves one step at most, so a timer that comes late, or twice, never makes the page
//! run through several steps at once.

/// How long a step is shown at normal speed before its words are counted, in milliseconds: time to
/// see where the arrow goes.
pub const STEP_SHOWN_MS: u32 = 2_500;

/// How much longer it is shown for each word there is to read, in milliseconds. People read about
/// 240 words of such a text a minute.
pub const WORD_SHOWN_MS: u32 = 250;

/// How much longer a step is shown when it is followed by a decision that playing does not stop at,
/// in milliseconds.
pub const DECISION_SHOWN_MS: u32 = 2_000;

/// How fast the steps follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Speed {
    /// 0.5×
    Half,
    /// 1×
    #[default]
    Normal,
    /// 2×
    Double,
    /// 3×
    Triple,
}

/// What playing does where a decision follows a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum AtDecisions {
    /// It stops there, so that the reader decides.
    #[default]
    Stop,
    /// It shows what was chosen for [`DECISION_SHOWN_MS`], and goes on.
    Linger,
    /// It goes on as from any other step.
    GoOn,
}

/// The place of the reader in a run. Steps count from 1; a run without steps has the place 0.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Playback {
    step: u32,
    steps: u32,
    stops: Vec<u32>,
    at_decisions: AtDecisions,
    speed: Speed,
    playing: bool,
    turn: u32,
}

/// What can happen to the place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// To the first step.
    First,
    /// One step back.
    Previous,
    /// One step on.
    Next,
    /// To the last step.
    Last,
    /// To that step, or to the nearest one that there is.
    GoTo(u32),
    /// Start to play; from the first step when the last is shown.
    Play,
    /// Stop playing.
    Pause,
    /// The timer of that turn went off.
    Tick {
        /// The turn of the [`NextTick`] that the timer was set for.
        turn: u32,
    },
    /// Play at that speed.
    SetSpeed(Speed),
    /// The run is another one now.
    StepsChanged {
        /// How many steps it has.
        steps: u32,
    },
    /// A decision follows these steps.
    StopsChanged {
        /// The steps.
        after: Vec<u32>,
    },
    /// Do that at decisions from now on.
    SetAtDecisions(AtDecisions),
}

/// The timer to set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NextTick {
    /// What to send with [`Action::Tick`].
    pub turn: u32,
    /// After how many milliseconds.
    pub delay_ms: u32,
}

/// How many words a text has.
#[must_use]
pub fn words(text: &str) -> u32 {
    u32::try_from(text.split(' ').filter(|word| !word.is_empty()).count()).unwrap_or(u32::MAX)
}

impl Speed {
    /// Every speed, the slowest first.
    pub const ALL: &'static [Self] = &[Self::Half, Self::Normal, Self::Double, Self::Triple];

    /// The name of each in links, in the same order.
    pub const SLUGS: &'static [&'static str] = &["0.5", "1", "2", "3"];

    /// The name used in links: `0.5`.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Half => "0.5",
            Self::Normal => "1",
            Self::Double => "2",
            Self::Triple => "3",
        }
    }

    /// The name people read: `0.5×`.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Half => "0.5×",
            Self::Normal => "1×",
            Self::Double => "2×",
            Self::Triple => "3×",
        }
    }

    /// The speed of that name.
    #[must_use]
    pub fn parse(slug: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|speed| speed.slug() == slug)
    }

    /// How long a step with that many words is shown, in milliseconds.
    #[must_use]
    pub const fn shown_ms(self, words: u32) -> u32 {
        let shown_ms = STEP_SHOWN_MS.saturating_add(WORD_SHOWN_MS.saturating_mul(words));
        match self {
            Self::Half => shown_ms.saturating_mul(2),
            Self::Normal => shown_ms,
            Self::Double => shown_ms / 2,
            Self::Triple => shown_ms / 3,
        }
    }
}

impl Playback {
    /// At the first step of a run, paused, at normal speed.
    #[must_use]
    pub fn new(steps: u32) -> Self {
        Self {
            step: steps.min(1),
            steps,
            ..Self::default()
        }
    }

    /// The step that is shown, from 1; 0 when there is none.
    #[must_use]
    pub const fn step(&self) -> u32 {
        self.step
    }

    /// How many steps there are.
    #[must_use]
    pub const fn steps(&self) -> u32 {
        self.steps
    }

    /// The speed.
    #[must_use]
    pub const fn speed(&self) -> Speed {
        self.speed
    }

    /// What it does at decisions.
    #[must_use]
    pub const fn at_decisions(&self) -> AtDecisions {
        self.at_decisions
    }

    /// Whether it plays.
    #[must_use]
    pub const fn is_playing(&self) -> bool {
        self.playing
    }

    /// Whether the first step is shown.
    #[must_use]
    pub const fn is_first(&self) -> bool {
        self.step <= 1
    }

    /// Whether the last step is shown.
    #[must_use]
    pub const fn is_last(&self) -> bool {
        self.step == self.steps
    }

    /// The timer to set, while it plays a step with that many words. It stays the same until
    /// something happened.
    #[must_use]
    pub fn next_tick(&self, words: u32) -> Option<NextTick> {
        let decision_ms = match self.at_decisions {
            AtDecisions::Linger if self.is_at_a_decision() => DECISION_SHOWN_MS,
            AtDecisions::Stop | AtDecisions::Linger | AtDecisions::GoOn => 0,
        };
        self.playing.then(|| NextTick {
            turn: self.turn,
            delay_ms: self.speed.shown_ms(words).saturating_add(decision_ms),
        })
    }

    /// Whether a decision follows the step.
    #[must_use]
    pub fn is_at_a_decision(&self) -> bool {
        self.stops.contains(&self.step)
    }

    /// The place after an action. Our choice: a move by hand stops playing, for the reader has
    /// taken over.
    #[must_use]
    pub fn after(&self, action: &Action) -> Self {
        let mut next = self.clone();
        match action {
            Action::First => next.move_by_hand(1),
            Action::Previous => next.move_by_hand(self.step.saturating_sub(1)),
            Action::Next => next.move_by_hand(self.step.saturating_add(1)),
            Action::Last => next.move_by_hand(self.steps),
            Action::GoTo(step) => next.move_by_hand(*step),
            Action::Play => next.play(),
            Action::Pause => next.playing = false,
            Action::Tick { turn } => next.tick(*turn),
            Action::SetSpeed(speed) => next.speed = *speed,
            Action::StepsChanged { steps } => {
                next.steps = *steps;
                next.show(self.step);
            }
            Action::StopsChanged { after } => next.stops.clone_from(after),
            Action::SetAtDecisions(at_decisions) => next.at_decisions = *at_decisions,
        }
        // Whatever happened, the step is shown for its full time from now on.
        if next != *self {
            next.turn = self.turn.wrapping_add(1);
        }
        next
    }

    fn move_by_hand(&mut self, step: u32) {
        self.playing = false;
        self.show(step);
    }

    fn play(&mut self) {
        if self.is_last() {
            self.show(1);
        }
        self.playing = self.steps > 1;
    }

    fn tick(&mut self, turn: u32) {
        if !self.playing || turn != self.turn {
            return;
        }
        self.show(self.step.saturating_add(1));
        if self.at_decisions == AtDecisions::Stop && self.is_at_a_decision() {
            self.playing = false;
        }
    }

    fn show(&mut self, step: u32) {
        self.step = step.max(1).min(self.steps);
        if self.is_last() {
            self.playing = false;
        }
    }
}
