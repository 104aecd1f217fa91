//! The front desk that every party has: it verifies what arrives, and fetches the keys for it.
//!
//! A verifier never fetches. When it needs a key, the desk parks the input, fetches the issuer's
//! metadata and key set over the network, and gives the input back to be handled from the start
//! with the fuller key ring. Fetched documents are cached; see `#jwks-discovery`.

use std::sync::Arc;

use crate::aauth::metadata::parse_jwks;
use crate::aauth::{Dwk, Metadata, ServerId};
use crate::check::{Fault, KeyRef, Stop, Verified};
use crate::http::{Method, Request, Response, Target};
use crate::jose::{KeyRing, KeySet, Lookup};
use crate::stage::{Context, ExchangeId, ExchangeKind, Holding, Input};
use crate::time::Timestamp;

/// The most inputs that wait for keys at once. More are refused as if the issuer were unreachable.
const PARKED_MAX: u32 = 64;

/// A party's cached documents, and what waits for further ones.
#[derive(Clone, Debug, Default)]
pub struct Desk {
    ring: KeyRing,
    documents: Vec<Arc<Metadata>>,
    fetches: Vec<Fetch>,
    parked: Vec<(Source, Input)>,
}

/// Where an issuer's keys are found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The issuer.
    pub issuer: ServerId,
    /// The metadata document of the role it signs in.
    pub dwk: Dwk,
}

/// A fetch under way.
#[derive(Clone, Debug)]
struct Fetch {
    exchange: ExchangeId,
    source: Source,
    document: Document,
}

/// What is fetched: the metadata first, then the key set that it leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Document {
    Metadata,
    KeySet,
}

/// What the desk knows of a metadata document.
#[derive(Clone, Debug)]
pub enum Known {
    /// It is at hand.
    Here(Arc<Metadata>),
    /// It is being fetched; the input comes back later.
    Parked,
    /// It cannot be had.
    Unavailable,
}

impl Desk {
    /// The keys at hand.
    #[must_use]
    pub const fn ring(&self) -> &KeyRing {
        &self.ring
    }

    /// Keeps the party's own documents: nobody fetches from themselves.
    pub fn publish(&mut self, metadata: Arc<Metadata>, keys: KeySet, now: Timestamp) {
        let (issuer, dwk) = (metadata.issuer.as_str(), metadata.role.dwk());
        self.ring.insert_own(issuer, dwk.document(), keys, now);
        self.keep(metadata);
    }

    /// Parks `input` until the key is at hand, or cannot be had.
    ///
    /// # Errors
    ///
    /// [`Fault::IssuerUnreachable`] when the key is nowhere to be looked for.
    pub fn park(&mut self, key: &KeyRef, input: Input, cx: &mut Context<'_>) -> Result<(), Fault> {
        let issuer = ServerId::parse(&key.issuer).map_err(|_| Fault::IssuerUnreachable)?;
        let dwk = Dwk::parse(&key.dwk).ok_or(Fault::IssuerUnreachable)?;
        self.fetch(Source { issuer, dwk }, input, cx)
    }

    /// The metadata of a server; parks `input` when it has to be fetched.
    pub fn metadata(
        &mut self,
        issuer: &ServerId,
        dwk: Dwk,
        input: impl FnOnce() -> Input,
        cx: &mut Context<'_>,
    ) -> Known {
        let fresh = self.ring.holds(issuer.as_str(), dwk.document(), cx.now());
        if let Some(metadata) = self.cached(issuer, dwk).filter(|_| fresh) {
            return Known::Here(Arc::clone(metadata));
        }
        let source = Source {
            issuer: issuer.clone(),
            dwk,
        };
        if self.has_just_failed(&source, cx) {
            return Known::Unavailable;
        }
        match self.fetch(source, input(), cx) {
            Ok(()) => Known::Parked,
            Err(_) => Known::Unavailable,
        }
    }

    /// The metadata that was fetched before.
    #[must_use]
    pub fn cached(&self, issuer: &ServerId, dwk: Dwk) -> Option<&Arc<Metadata>> {
        let mut documents = self.documents.iter();
        documents.find(|metadata| metadata.issuer == *issuer && metadata.role.dwk() == dwk)
    }

    /// Keeps a document in the place of the same one as it was.
    fn keep(&mut self, metadata: Arc<Metadata>) {
        let (issuer, dwk) = (&metadata.issuer, metadata.role.dwk());
        self.documents
            .retain(|other| other.issuer != *issuer || other.role.dwk() != dwk);
        self.documents.push(metadata);
    }

    /// Whether that exchange is one of the desk's own.
    #[must_use]
    pub fn owns(&self, exchange: ExchangeId) -> bool {
        self.fetches.iter().any(|fetch| fetch.exchange == exchange)
    }

    /// Takes the answer to a fetch, `None` when there was none. Gives back the inputs that can go
    /// on now.
    pub fn fetched(
        &mut self,
        exchange: ExchangeId,
        response: Option<&Response>,
        cx: &mut Context<'_>,
    ) -> Vec<Input> {
        let mut fetches = self.fetches.iter();
        let Some(at) = fetches.position(|fetch| fetch.exchange == exchange) else {
            return Vec::new();
        };
        let Fetch {
            source, document, ..
        } = self.fetches.swap_remove(at);
        match document {
            Document::Metadata => self.fetched_metadata(exchange, source, response, cx),
            Document::KeySet => self.fetched_keys(&source, response, cx),
        }
    }

    fn fetch(&mut self, source: Source, input: Input, cx: &mut Context<'_>) -> Result<(), Fault> {
        if u32::try_from(self.parked.len()).map_or(true, |waiting| waiting >= PARKED_MAX) {
            return Err(Fault::IssuerUnreachable);
        }
        if !self.fetches.iter().any(|fetch| fetch.source == source) {
            let target = source.issuer.target(source.dwk.well_known_path());
            self.ask_for(Document::Metadata, source.clone(), target, cx);
        }
        if let Some(exchange) = input.exchange() {
            cx.retract_reports(exchange);
        }
        self.parked.push((source, input));
        Ok(())
    }

    fn ask_for(
        &mut self,
        document: Document,
        source: Source,
        target: Target,
        cx: &mut Context<'_>,
    ) {
        let request = Request::new(Method::Get, target).with_header("Accept", "application/json");
        let exchange = cx.request(ExchangeKind::Discovery, request);
        self.fetches.push(Fetch {
            exchange,
            source,
            document,
        });
    }

    fn fetched_metadata(
        &mut self,
        exchange: ExchangeId,
        source: Source,
        response: Option<&Response>,
        cx: &mut Context<'_>,
    ) -> Vec<Input> {
        let Some(response) = response.filter(|response| response.status.0 == 200) else {
            return self.failed(&source, Fault::IssuerUnreachable, cx);
        };
        let (report, metadata) =
            Metadata::verify(response.body.bytes(), &source.issuer, source.dwk);
        cx.report(exchange, report);
        let metadata = match metadata {
            Ok(metadata) => Verified::into_value(metadata),
            Err(Stop::Rejected(rejection)) => return self.failed(&source, rejection.fault, cx),
            Err(Stop::Needs(_)) => return self.failed(&source, Fault::IssuerUnreachable, cx),
        };
        let jwks_uri = metadata.jwks_uri.clone();
        self.keep(Arc::new(metadata));
        self.ask_for(Document::KeySet, source, jwks_uri, cx);
        Vec::new()
    }

    fn fetched_keys(
        &mut self,
        source: &Source,
        response: Option<&Response>,
        cx: &mut Context<'_>,
    ) -> Vec<Input> {
        let set = response
            .filter(|response| response.status.0 == 200)
            .and_then(|response| parse_jwks(response.body.bytes()).ok());
        let Some(set) = set else {
            return self.failed(source, Fault::IssuerUnreachable, cx);
        };
        cx.holds(Holding::KeySet {
            issuer: source.issuer.to_string(),
            dwk: source.dwk.document(),
            kids: set.kids().map(str::to_owned).collect(),
        });
        let (issuer, dwk) = (source.issuer.as_str(), source.dwk.document());
        self.ring.insert(issuer, dwk, set, cx.now());
        self.release(source)
    }

    fn has_just_failed(&self, source: &Source, cx: &Context<'_>) -> bool {
        let any_key = KeyRef {
            issuer: source.issuer.to_string(),
            dwk: source.dwk.to_string(),
            kid: String::new(),
        };
        matches!(self.ring.lookup(&any_key, cx.now()), Lookup::Failed(_))
    }

    fn failed(&mut self, source: &Source, fault: Fault, cx: &Context<'_>) -> Vec<Input> {
        let (issuer, dwk) = (source.issuer.as_str(), source.dwk.document());
        self.ring.insert_failure(issuer, dwk, fault, cx.now());
        self.release(source)
    }

    fn release(&mut self, source: &Source) -> Vec<Input> {
        let (ready, still) = core::mem::take(&mut self.parked)
            .into_iter()
            .partition(|(waits_for, _)| waits_for == source);
        self.parked = still;
        ready.into_iter().map(|(_, input)| input).collect()
    }
}
