//! What will happen, in order of time, and of asking where times are equal.

use std::collections::BTreeMap;
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

#[derive(Clone, Debug, Default)]
pub(super) struct Schedule {
    items: BTreeMap<(Timestamp, u32), (Item, Option<EventId>)>,
    asked: u32,
}

impl Schedule {
    /// Adds an item with the event that led to it.
    pub(super) fn add(&mut self, at: Timestamp, item: Item, cause: Option<EventId>) {
        self.asked += 1;
        self.items.insert((at, self.asked), (item, cause));
    }

    /// Takes the next item.
    pub(super) fn next(&mut self) -> Option<(Timestamp, Item, Option<EventId>)> {
        let ((at, _), (item, cause)) = self.items.pop_first()?;
        Some((at, item, cause))
    }

    /// Whether a party's timer is set to go off just then.
    pub(super) fn is_armed(&self, party: PartyId, reason: WakeReason, at: Timestamp) -> bool {
        self.items.iter().any(|((when, _), (item, _))| {
            matches!(item, Item::Wake(who, why) if *who == party && *why == reason) && *when == at
        })
    }

    /// Takes a message that is on its way, and what was noted with it.
    pub(super) fn take_message(
        &mut self,
        id: MessageId,
    ) -> Option<(Timestamp, Arc<Message>, Option<EventId>)> {
        let is_wanted = |item: &Item| matches!(item, Item::Deliver(message) if message.id == id);
        let entries = self.items.iter();
        let key = entries
            .filter(|(_, (item, _))| is_wanted(item))
            .map(|(key, _)| *key)
            .next()?;
        let (Item::Deliver(message), cause) = self.items.remove(&key)? else {
            return None;
        };
        Some((key.0, message, cause))
    }

    /// Takes a party's timer away.
    pub(super) fn disarm(&mut self, party: PartyId, reason: WakeReason) {
        self.items.retain(
            |_, (item, _)| !matches!(item, Item::Wake(who, why) if *who == party && *why == reason),
        );
    }

    /// Whether nothing but timers is left.
    pub(super) fn only_timers_left(&self) -> bool {
        self.items.values().all(|(item, _)| match item {
            Item::Wake(..) => true,
            Item::Start(_)
            | Item::Deliver(_)
            | Item::Lose(_)
            | Item::Hear { .. }
            | Item::Choose(..) => false,
        })
    }
}
