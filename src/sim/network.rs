//! Who serves which host, and which exchanges are under way.

use crate::stage::{ExchangeId, ExchangeKind, MessageId, PartyId};
use crate::time::Span;

/// How long an HTTP message travels.
pub const LATENCY: Span = Span::from_ms(25);

/// How long a notice takes to be seen.
pub const NOTICE_LATENCY: Span = Span::from_ms(500);

/// The hosts of the cast and the exchanges that wait for their response.
#[derive(Clone, Debug, Default)]
pub(super) struct Network {
    hosts: Vec<(String, PartyId)>,
    open: Vec<Open>,
    last_message: u32,
}

/// An exchange without a response so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Open {
    pub(super) exchange: ExchangeId,
    pub(super) caller: PartyId,
    pub(super) callee: PartyId,
    pub(super) kind: ExchangeKind,
}

impl Network {
    pub(super) fn serve(&mut self, host: &str, party: PartyId) {
        let taken = self.party_at(host).is_some();
        assert!(!taken, "two parties of a cast serve {host}");
        self.hosts.push((host.to_owned(), party));
    }

    pub(super) fn party_at(&self, host: &str) -> Option<PartyId> {
        let (_, party) = self.hosts.iter().find(|(name, _)| name == host)?;
        Some(*party)
    }

    pub(super) fn next_message(&mut self) -> MessageId {
        self.last_message += 1;
        MessageId(self.last_message)
    }

    pub(super) fn open(&mut self, open: Open) {
        self.open.push(open);
    }

    /// Closes an exchange for its one response.
    pub(super) fn close(&mut self, exchange: ExchangeId) -> Option<Open> {
        let mut open = self.open.iter();
        let at = open.position(|open| open.exchange == exchange)?;
        Some(self.open.swap_remove(at))
    }
}
