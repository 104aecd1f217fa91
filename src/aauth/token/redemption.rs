//! Redeeming a resource token: it and the token it was issued against, at the server that decides.

use super::claims::CommonClaims;
use super::common::TokenVerifier;
use super::presented::PresentedToken;
use super::resource::{EXPECTED, ResourceClaims, ResourceToken};
use crate::aauth::identifiers::ServerId;
use crate::check::rules::{
    List, RESOURCE_AGENT_KEY, RESOURCE_AUDIENCE, RESOURCE_MISSION_ACTIVE, RESOURCE_OWN_PS,
    RESOURCE_PRESENTED, RESOURCE_PRESENTED_JTI, RESOURCE_PRESENTED_MISSION, RESOURCE_PRESENTED_PS,
    RESOURCE_PRESENTED_SUB, RESOURCE_PRESENTED_TENANT,
};
use crate::check::{Evidence, Fault, Place, Stop, Subject, Verified, Walk, Walked};

/// The server that a resource token is brought to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Redeemer<'a> {
    /// A person server, asked by an agent.
    PersonServer {
        /// Itself.
        own: &'a ServerId,
        /// Whether it takes resource tokens for access servers there. Without that, a token that is
        /// not addressed to it is refused.
        federates: bool,
        /// The missions of the calling agent that are active now, by their `s256`.
        active_missions: &'a [String],
    },
    /// An access server, asked by a person server.
    AccessServer {
        /// Itself.
        own: &'a ServerId,
        /// The person server that signed the request.
        person_server: &'a ServerId,
    },
}

/// A resource token with the token it was issued against.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Redeemed {
    /// The resource token.
    pub resource_token: ResourceToken,
    /// The token that the agent presented to the resource.
    pub presented_token: PresentedToken,
}

impl Redeemer<'_> {
    const fn own(&self) -> &ServerId {
        match self {
            Self::PersonServer { own, .. } | Self::AccessServer { own, .. } => own,
        }
    }
}

impl TokenVerifier<'_> {
    /// Verifies a resource token and the presented token beside it, from a request body.
    ///
    /// `agent_jkt` is the thumbprint of the key that the agent signs with: at a person server the
    /// key that signed the request, at an access server the one of the agent token in the body.
    pub fn verify_resource_token(
        &self,
        resource_token: &str,
        presented_token: &str,
        redeemer: Redeemer<'_>,
        agent_jkt: &str,
    ) -> Walked<Redeemed> {
        let subject = Subject::Token {
            jwt: resource_token.to_owned(),
            place: Place::RequestMember("resource_token"),
        };
        let mut walk = Walk::new(subject, &[List::Common, List::ResourceToken]);
        let result = self.walk_resource_token(
            &mut walk,
            resource_token,
            presented_token,
            redeemer,
            agent_jkt,
        );
        walk.finish(result)
    }

    fn walk_resource_token(
        &self,
        walk: &mut Walk,
        resource_token: &str,
        presented_token: &str,
        redeemer: Redeemer<'_>,
        agent_jkt: &str,
    ) -> Result<Redeemed, Stop> {
        let (common, claims): (CommonClaims, ResourceClaims) =
            self.walk_common(walk, resource_token, &EXPECTED, ResourceClaims::read)?;
        let token = ResourceToken::of(common, claims);
        audience(walk, &token, redeemer)?;
        walk.equal(
            &RESOURCE_AGENT_KEY,
            Fault::KeyMismatch,
            ("agent_jkt", &token.agent_jkt),
            ("thumbprint of the signing key", agent_jkt),
        )?;
        let presented = self.presented(walk, presented_token, &token)?;
        same(walk, &token, &presented)?;
        own_person_server(walk, &token, redeemer)?;
        mission_active(walk, &token, redeemer)?;
        Ok(Redeemed {
            resource_token: token,
            presented_token: presented,
        })
    }

    fn presented(
        &self,
        walk: &mut Walk,
        jwt: &str,
        token: &ResourceToken,
    ) -> Result<PresentedToken, Stop> {
        let place = Place::RequestMember("presented_token");
        let inner = self.verify_presented_token(jwt, place, &token.iss, &token.agent_jkt);
        walk.text("aud must be", token.iss.as_str());
        walk.text("thumbprint of cnf.jwk must be", &token.agent_jkt);
        walk.nest(&RESOURCE_PRESENTED, inner)
            .map(Verified::into_value)
    }
}

/// "Verify `aud` matches the recipient's own identifier." A person server that federates also takes
/// a token for an access server, to carry it there.
fn audience(walk: &mut Walk, token: &ResourceToken, redeemer: Redeemer<'_>) -> Result<(), Stop> {
    let own = redeemer.own();
    let addressed = token.aud == *own;
    if let Redeemer::PersonServer {
        federates: true, ..
    } = redeemer
        && !addressed
    {
        walk.skip(
            &RESOURCE_AUDIENCE,
            "the token is for an access server, and the person server carries it there",
        );
        return Ok(());
    }
    walk.equal(
        &RESOURCE_AUDIENCE,
        Fault::AudienceMismatch,
        ("aud", token.aud.as_str()),
        ("expected", own.as_str()),
    )
}

/// "Then verify that the presented token's `jti` equals `presented_jti`, that its `iss` (person
/// token) or `ps` (auth token) equals the resource token's `ps`, and that its `sub`,
/// `mission_s256`, and `tenant` match the resource token's exactly."
fn same(walk: &mut Walk, token: &ResourceToken, presented: &PresentedToken) -> Result<(), Stop> {
    walk.equal(
        &RESOURCE_PRESENTED_JTI,
        Fault::Mismatch,
        ("presented_jti", &token.presented_jti),
        ("jti of the presented token", presented.jti()),
    )?;
    let person_server = presented.person_server().as_str();
    walk.equal(
        &RESOURCE_PRESENTED_PS,
        Fault::Mismatch,
        ("ps", token.ps.as_str()),
        ("person server of the presented token", person_server),
    )?;
    walk.equal(
        &RESOURCE_PRESENTED_SUB,
        Fault::Mismatch,
        ("sub", &token.sub),
        ("sub of the presented token", presented.sub()),
    )?;
    let mission = presented.mission_s256();
    walk.equal_or_absent(
        &RESOURCE_PRESENTED_MISSION,
        Fault::Mismatch,
        ("mission_s256", token.mission_s256.as_deref()),
        ("mission_s256 of the presented token", mission),
    )?;
    walk.equal_or_absent(
        &RESOURCE_PRESENTED_TENANT,
        Fault::Mismatch,
        ("tenant", token.tenant.as_deref()),
        ("tenant of the presented token", presented.tenant()),
    )
}

/// "A PS MUST verify that `ps` names itself; an AS MUST verify that `ps` names the PS that sent the
/// token request."
fn own_person_server(
    walk: &mut Walk,
    token: &ResourceToken,
    redeemer: Redeemer<'_>,
) -> Result<(), Stop> {
    let expected = match redeemer {
        Redeemer::PersonServer { own, .. } => own,
        Redeemer::AccessServer { person_server, .. } => person_server,
    };
    walk.equal(
        &RESOURCE_OWN_PS,
        Fault::Mismatch,
        ("ps", token.ps.as_str()),
        ("expected", expected.as_str()),
    )
}

/// "If `mission_s256` is present, a PS MUST verify the mission is active."
fn mission_active(
    walk: &mut Walk,
    token: &ResourceToken,
    redeemer: Redeemer<'_>,
) -> Result<(), Stop> {
    match (token.mission_s256.as_ref(), redeemer) {
        (None, _) => {
            walk.skip(&RESOURCE_MISSION_ACTIVE, "no mission is named");
            Ok(())
        }
        (Some(_), Redeemer::AccessServer { .. }) => {
            walk.skip(
                &RESOURCE_MISSION_ACTIVE,
                "the person server knows its missions and has looked",
            );
            Ok(())
        }
        (
            Some(mission),
            Redeemer::PersonServer {
                active_missions, ..
            },
        ) => {
            walk.text("mission_s256", mission);
            let active = active_missions.iter().map(String::as_str);
            walk.note(Evidence::list("active", active));
            let holds = active_missions.contains(mission);
            walk.require(&RESOURCE_MISSION_ACTIVE, holds, Fault::Inactive)
        }
    }
}
