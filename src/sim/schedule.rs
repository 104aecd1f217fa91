//! What will happen, in order of time, and of asking where times are equal.

use std::sync::Arc;

use crate::stage::{Choice, EventId, Message, MessageId, Notice, PartyId, WakeReason};
use crate::time::Timestamp;

/// Something that will happen.
#[derive(Clone, Debug)]
pub(super) enum Item {
    Start(PartyId),
    Deliver(Arc<Message>),
    Lose(Arc<Message>),
    Hear {
        from: PartyId,
        to: PartyId,
        notice: Arc<Notice>,
    },
    Wake(PartyId, WakeReason),
    Choose(PartyId, Choice),
}

/// The entries, the next one first.
#[derive(Clone, Debug, Default)]
pub(super) struct Schedule {
    entries: Vec<Entry>,
}

/// An item with its time, and the event that led to it.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) at: Timestamp,
    pub(super) item: Item,
    pub(super) cause: Option<EventId>,
}

impl Schedule {
    /// Adds an item with the event that led to it.
    pub(super) fn add(&mut self, at: Timestamp, item: Item, cause: Option<EventId>) {
        let place = self.entries.partition_point(|entry| entry.at <= at);
        self.entries.insert(place, Entry { at, item, cause });
    }

    /// Takes the next item.
    pub(super) fn next(&mut self) -> Option<Entry> {
        (!self.entries.is_empty()).then(|| self.entries.remove(0))
    }

    /// Whether a party's timer is set to go off just then.
    pub(super) fn is_armed(&self, party: PartyId, reason: WakeReason, at: Timestamp) -> bool {
        let mut entries = self.entries.iter();
        entries.any(|entry| entry.item.wakes(party, reason) && entry.at == at)
    }

    /// Takes a message that is on its way, and what was noted with it.
    pub(super) fn take_message(
        &mut self,
        id: MessageId,
    ) -> Option<(Timestamp, Arc<Message>, Option<EventId>)> {
        let (place, message) = self.entries.iter().enumerate().find_map(|(place, entry)| {
            let Item::Deliver(message) = &entry.item else {
                return None;
            };
            (message.id == id).then(|| (place, Arc::clone(message)))
        })?;
        let Entry { at, cause, .. } = self.entries.remove(place);
        Some((at, message, cause))
    }

    /// Takes a party's timer away.
    pub(super) fn disarm(&mut self, party: PartyId, reason: WakeReason) {
        let stays = |entry: &Entry| !entry.item.wakes(party, reason);
        self.entries.retain(stays);
    }

    /// Whether nothing but timers is left.
    pub(super) fn only_timers_left(&self) -> bool {
        self.entries.iter().all(|entry| match entry.item {
            Item::Wake(..) => true,
            Item::Start(_)
            | Item::Deliver(_)
            | Item::Lose(_)
            | Item::Hear { .. }
            | Item::Choose(..) => false,
        })
    }
}

impl Item {
    /// Whether it is that timer of that party.
    fn wakes(&self, party: PartyId, reason: WakeReason) -> bool {
        matches!(self, Self::Wake(who, why) if *who == party && *why == reason)
    }
}
