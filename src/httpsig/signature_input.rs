//! One member of `Signature-Input`: what a signature covers, and when it was made.

use sfv::{BareItem, ListSerializer, key_ref};
use thiserror::Error;

use super::component::{Component, ComponentError};
use crate::http::structured::{Item, Parameters};
use crate::time::Timestamp;

/// A member of `Signature-Input` (RFC 9421 section 4.1).
///
/// Components and parameters keep the order in which they were received, and unknown parameters
/// stay: all of it is signed.
#[derive(Clone, Debug, PartialEq)]
pub struct SignatureInput {
    components: Vec<Component>,
    parameters: Parameters,
}

/// A member of `Signature-Input` that is not understood.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum InputError {
    /// It is no inner list.
    #[error("the member of Signature-Input is no inner list")]
    NotAnInnerList,
    /// One of its components is not understood.
    #[error(transparent)]
    Component(#[from] ComponentError),
    /// A component is listed twice (RFC 9421 section 2).
    #[error("{component} is covered twice")]
    Repeated {
        /// Which.
        component: Component,
    },
}

impl SignatureInput {
    /// What our signers write: the components, and `created` as the only parameter.
    ///
    /// Spec: `#signature-parameters`.
    ///
    /// # Errors
    ///
    /// [`InputError::Repeated`] when a component is listed twice.
    pub fn new(components: Vec<Component>, created: Timestamp) -> Result<Self, InputError> {
        let created_s = i64::try_from(created.unix_s())
            .ok()
            .and_then(|created_s| BareItem::try_from(created_s).ok())
            .expect("simulated time has fewer than sixteen digits");
        let mut parameters = Parameters::default();
        parameters.set(key_ref("created"), created_s);
        Self {
            components,
            parameters,
        }
        .without_repetition()
    }

    /// Reads a member of the dictionary.
    ///
    /// # Errors
    ///
    /// [`InputError`] when it is not understood or covers a component twice.
    pub fn of_member(member: &Item) -> Result<Self, InputError> {
        let items = member.inner_list().ok_or(InputError::NotAnInnerList)?;
        let mut components = Vec::new();
        for item in items {
            components.push(Component::of_item(item)?);
        }
        Self {
            components,
            parameters: member.parameters.clone(),
        }
        .without_repetition()
    }

    fn without_repetition(self) -> Result<Self, InputError> {
        for (at, component) in self.components.iter().enumerate() {
            if self.components.iter().take(at).any(|one| one == component) {
                let component = component.clone();
                return Err(InputError::Repeated { component });
            }
        }
        Ok(self)
    }

    /// What is covered, in order.
    #[must_use]
    pub fn components(&self) -> &[Component] {
        &self.components
    }

    /// When the signature was made, in seconds since the Unix epoch.
    #[must_use]
    pub fn created(&self) -> Parameter {
        self.time("created")
    }

    /// Until when it is meant to hold, in seconds since the Unix epoch.
    #[must_use]
    pub fn expires(&self) -> Parameter {
        self.time("expires")
    }

    /// The key that the signer names. It decides nothing: the key comes from `Signature-Key`.
    #[must_use]
    pub fn keyid(&self) -> Option<&str> {
        self.parameters.text("keyid")
    }

    /// The names of all parameters, in order.
    pub fn parameter_names(&self) -> impl Iterator<Item = &str> {
        self.parameters.iter().map(|(name, _)| name.as_str())
    }

    /// The member in its strict form: the value of the `@signature-params` line, and what is
    /// written into the field after the label.
    #[must_use]
    pub fn to_value(&self) -> String {
        let mut list = ListSerializer::new();
        let mut inner = list.inner_list();
        for component in &self.components {
            let _ = inner.bare_item(component.as_string_ref());
        }
        let parameters = self.parameters.iter();
        let _ = parameters.fold(inner.finish(), |written, (name, value)| {
            written.parameter(name, value)
        });
        list.finish().expect("the list has a member")
    }

    fn time(&self, name: &str) -> Parameter {
        let Some(value) = self.parameters.get(name) else {
            return Parameter::Absent;
        };
        let seconds = value.as_integer().map(i64::from);
        match seconds.map(u64::try_from) {
            Some(Ok(unix_s)) => Parameter::At(Timestamp::from_unix_s(unix_s)),
            Some(Err(_)) | None => Parameter::Unreadable,
        }
    }
}

/// A parameter that should be a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parameter {
    /// It is not there.
    Absent,
    /// It is no whole number of seconds since the epoch.
    Unreadable,
    /// It names this moment.
    At(Timestamp),
}
