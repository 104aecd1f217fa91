//! The parameters that have a fixed set of values, and the names of those.

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

/// How high the page is in a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Height {
    /// As high as the frame.
    #[default]
    Fixed,
    /// As high as what is in it, which it tells the page around it.
    Auto,
}

/// How much is shown of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Detail {
    /// What a first reading needs.
    Story,
    /// Everything.
    #[default]
    Wire,
}

/// A part of the page that a link can leave out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Area {
    /// The bar at the top.
    Header,
    /// The steps.
    Sequence,
    /// What just happened, in words.
    Narration,
    /// The conversation so far.
    Chat,
    /// The step from every side.
    Inspector,
    /// The bar along the bottom.
    Controls,
}

/// Something that is on or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Switch {
    /// Off.
    Off,
    /// On.
    On,
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
    /// What each party now holds.
    State,
    /// What the person sees.
    Person,
    /// The deferred response from its beginning to its end.
    Timeline,
}

macro_rules! slugs {
    ($($name:ident { $($variant:ident = $slug:literal, $title:literal;)+ })+) => { $(
        impl $name {
            /// Every value, in the order in which they are offered.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// The name of each in links, in the same order.
            pub const SLUGS: &'static [&'static str] = &[$($slug,)+];

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
    Height {
        Fixed = "fixed", "Fixed";
        Auto = "auto", "As high as it needs";
    }
    Theme {
        System = "system", "System";
        Light = "light", "Light";
        Dark = "dark", "Dark";
    }
    Detail {
        Story = "story", "Story";
        Wire = "wire", "Wire";
    }
    Area {
        Header = "header", "Header";
        Sequence = "sequence", "Steps";
        Narration = "narration", "Narration";
        Chat = "chat", "Conversation";
        Inspector = "inspector", "Inspector";
        Controls = "controls", "Controls";
    }
    Switch {
        Off = "off", "Off";
        On = "on", "On";
    }
    Tab {
        Message = "message", "Message";
        Tokens = "tokens", "Tokens";
        Signature = "signature", "Signature";
        Checks = "checks", "Checks";
        State = "state", "State";
        Person = "person", "Person";
        Timeline = "timeline", "Timeline";
    }
}

impl Detail {
    /// Whether the inspector has this tab.
    #[must_use]
    pub const fn shows(self, tab: Tab) -> bool {
        match self {
            Self::Wire => true,
            Self::Story => !matches!(tab, Tab::Signature | Tab::Checks),
        }
    }

    /// That tab, or the first when the inspector does not have it.
    #[must_use]
    pub const fn nearest(self, tab: Tab) -> Tab {
        if self.shows(tab) { tab } else { Tab::Message }
    }
}

impl Switch {
    /// Whether it is on.
    #[must_use]
    pub const fn is_on(self) -> bool {
        matches!(self, Self::On)
    }

    /// The other one.
    #[must_use]
    pub const fn turned(self) -> Self {
        match self {
            Self::Off => Self::On,
            Self::On => Self::Off,
        }
    }
}
