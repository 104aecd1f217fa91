//! A link to where a rule is written.

use crate::spec::SpecRef;

use super::dom::{El, el};

/// Opens in a tab of its own, so that the place in the run is not lost.
pub(super) fn section_link(spec: SpecRef) -> El {
    el("a", "section-link")
        .attr("href", &spec.url())
        .attr("target", "_blank")
        .attr("rel", "noopener noreferrer")
        .text(&spec.label())
}
