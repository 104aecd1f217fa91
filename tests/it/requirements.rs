//! The headers `AAuth-Requirement` and `AAuth-Capabilities`.

use aauth_sim::aauth::requirement::RequirementError;
use aauth_sim::aauth::{Capability, Code, InteractionUrl, Requirement};
use aauth_sim::http::{Headers, Response, Status};

fn interaction() -> Requirement {
    Requirement::Interaction {
        url: InteractionUrl::parse("https://example.com/interact").unwrap(),
        code: Code::parse("A1B2-C3D4").unwrap(),
    }
}

/// The seven values of the draft's table, as its examples write them.
#[test]
fn the_drafts_seven_values_are_read_and_written() {
    let table = [
        ("requirement=agent-token", Requirement::AgentToken),
        ("requirement=person-token", Requirement::PersonToken),
        (
            "requirement=auth-token;resource-token=\"eyJ...\"",
            Requirement::AuthToken {
                resource_token: "eyJ...".to_owned(),
            },
        ),
        (
            "requirement=interaction;url=\"https://example.com/interact\";code=\"A1B2-C3D4\"",
            interaction(),
        ),
        ("requirement=approval", Requirement::Approval),
        ("requirement=clarification", Requirement::Clarification),
        ("requirement=claims", Requirement::Claims),
    ];
    for (header, requirement) in table {
        assert_eq!(Requirement::parse(header), Ok(requirement.clone()));
        assert_eq!(requirement.to_header(), header);
        assert_eq!(
            header
                .strip_prefix("requirement=")
                .unwrap()
                .split(';')
                .next(),
            Some(requirement.name())
        );
    }
}

#[test]
fn spaces_after_semicolons_are_allowed_as_the_draft_writes_them() {
    assert_eq!(
        Requirement::parse(
            "requirement=interaction; url=\"https://example.com/interact\"; code=\"A1B2-C3D4\""
        ),
        Ok(interaction())
    );
}

#[test]
fn unknown_parameters_and_members_are_ignored() {
    assert_eq!(
        Requirement::parse("later=1, requirement=approval;hint=\"soon\";n=5"),
        Ok(Requirement::Approval)
    );
}

#[test]
fn an_unknown_requirement_is_surfaced_as_it_is() {
    let unknown = Requirement::parse("requirement=proof-of-lunch; url=\"https://a.example/\"");
    assert_eq!(
        unknown,
        Ok(Requirement::Unknown("proof-of-lunch".to_owned()))
    );
}

#[test]
fn a_value_that_states_no_requirement_is_an_error() {
    for value in [
        "",
        "requirement",
        "requirement=\"approval\"",
        "other=approval",
        "requirement=(approval)",
    ] {
        assert_eq!(
            Requirement::parse(value),
            Err(RequirementError::NoRequirement(value.to_owned())),
        );
    }
    assert_eq!(
        Requirement::parse("requirement=approval;;"),
        Err(RequirementError::NotADictionary(
            "requirement=approval;;".to_owned()
        ))
    );
}

#[test]
fn parameters_that_a_requirement_needs_must_be_strings() {
    for (value, requirement, parameter) in [
        ("requirement=auth-token", "auth-token", "resource-token"),
        (
            "requirement=auth-token;resource-token=eyJ",
            "auth-token",
            "resource-token",
        ),
        (
            "requirement=interaction;code=\"A1B2-C3D4\"",
            "interaction",
            "url",
        ),
        (
            "requirement=interaction;url=\"https://a.example/\"",
            "interaction",
            "code",
        ),
    ] {
        assert_eq!(
            Requirement::parse(value),
            Err(RequirementError::Parameter {
                requirement,
                parameter
            })
        );
    }
}

#[test]
fn an_interaction_url_is_https_without_query_and_fragment() {
    for url in [
        "http://a.example/i",
        "https://a.example/i?x=1",
        "https://a.example/i#x",
        "/i",
    ] {
        let header = format!("requirement=interaction;url=\"{url}\";code=\"A1B2-C3D4\"");
        assert!(
            matches!(Requirement::parse(&header), Err(RequirementError::Url(_))),
            "{url}"
        );
    }
}

#[test]
fn a_response_states_at_most_one_requirement() {
    let silent = Response::new(Status(401));
    assert_eq!(Requirement::of(&silent), Ok(None));
    let stated = silent.with_header("aauth-requirement", "requirement=person-token");
    assert_eq!(Requirement::of(&stated), Ok(Some(Requirement::PersonToken)));
}

#[test]
fn capabilities_are_a_list_of_tokens() {
    let headers =
        Headers::default().with("AAuth-Capabilities", "interaction, clarification, payment");
    assert_eq!(
        Capability::of_headers(&headers),
        [
            Capability::Interaction,
            Capability::Clarification,
            Capability::Payment
        ]
    );
    assert_eq!(
        Capability::to_header(&[Capability::Clarification, Capability::Interaction]).as_deref(),
        Some("clarification, interaction")
    );
    assert_eq!(Capability::to_header(&[]), None);
}

#[test]
fn unknown_capabilities_and_parameters_are_ignored() {
    let headers = Headers::default()
        .with(
            "AAuth-Capabilities",
            "telepathy, clarification;level=3, \"payment\"",
        )
        .with("aauth-capabilities", "clarification");
    assert_eq!(
        Capability::of_headers(&headers),
        [Capability::Clarification]
    );
}

#[test]
fn without_a_readable_header_no_capability_may_be_assumed() {
    assert_eq!(Capability::of_headers(&Headers::default()), []);
    let broken = Headers::default().with("AAuth-Capabilities", "interaction,,payment");
    assert_eq!(Capability::of_headers(&broken), []);
}
