//! A link to where a rule is written.

use leptos::prelude::*;

use crate::spec::SpecRef;

/// Opens in a tab of its own, so that the place in the run is not lost.
pub(super) fn section_link(spec: SpecRef) -> impl IntoView {
    view! {
        <a class="section-link" href=spec.url() target="_blank" rel="noopener noreferrer">
            {spec.to_string()}
        </a>
    }
}
