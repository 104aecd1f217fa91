//! The page: the only web code of the crate.
//!
//! [`start`] mounts the page. All state is in the [`store`]; a component is a function that reads
//! signals there, calls what moves them, and gives back an element of [`dom`]. What is shown comes
//! from `inspect`.

mod address_bar;
mod chat;
mod clock;
mod copy;
mod decision;
mod dialog;
mod dom;
mod embed;
mod ending;
mod export;
mod focus;
mod fresh_seed;
mod header;
mod help;
mod icon;
mod inspector;
mod keyboard;
mod leptos;
mod map;
mod markdown;
mod narration;
mod notices;
mod paper;
mod player;
mod scrolling;
mod scrubber;
mod section_link;
mod sequence;
mod settings;
mod share;
mod store;
mod term;

use core::cell::Cell;

use gloo_timers::callback::Timeout;

use crate::address::{Address, Height};

use self::dom::{El, el};
use self::focus::focus;
use self::leptos::*;
use self::scrolling::{bring_back, scroll_to_top, scroll_up_to};
use self::store::Store;

/// The event that tells the boot script that the page cannot go on; its `detail` is the reason.
#[cfg(not(panic = "immediate-abort"))]
const FAILED_EVENT: &str = "aauth-sim:failed";

/// How long a title waits before it is shown, in milliseconds.
const TITLED_AFTER_MS: u32 = 100;

/// Mounts the page in the element with the id `app`.
pub fn start() {
    // Where a panic is a mere trap, no hook would run: the boot script sees the trap.
    #[cfg(not(panic = "immediate-abort"))]
    std::panic::set_hook(Box::new(|info| {
        console_error_panic_hook::hook(info);
        report_failure(&info.to_string());
    }));
    let root = document()
        .get_element_by_id("app")
        .expect("index.html has an element with the id app");
    let page = for_the_page(page);
    root.append_child(page.element())
        .expect("the element with the id app takes children");
}

/// Tells the boot script why the page stopped, so that it shows the failure panel.
#[cfg(not(panic = "immediate-abort"))]
fn report_failure(reason: &str) {
    use web_sys::{CustomEvent, CustomEventInit};

    let init = CustomEventInit::new();
    init.set_detail(&reason.into());
    if let Ok(event) = CustomEvent::new_with_event_init_dict(FAILED_EVENT, &init) {
        let _ = window().dispatch_event(&event);
    }
}

/// Whether the boot script has shown the failure panel. What listens at the window must then do
/// nothing: the state it would read may be half changed.
fn has_failed() -> bool {
    let root = document().document_element();
    root.is_some_and(|root| root.get_attribute("data-boot").as_deref() == Some("failed"))
}

fn page() -> El {
    let store = Store::open_page();
    address_bar::follow(store);
    clock::run(store);
    keyboard::listen(store);
    term::listen();
    // In the order in which it is read; where there is room, the steps stand at the left.
    let main = el("main", "page__main")
        .child(story(store))
        .child(sequence::view(store))
        .child(inspector::view(store));
    header::keep_theme(store);
    keep_title(store);
    read_from_the_top(store, &main);
    let is_embedded = embed::is_embedded(store);
    let page = el("div", "page");
    embed::listen(store, &page);
    let page = if is_embedded {
        page.attr("data-embed", "")
    } else {
        page
    };
    let page = page.child(skip_links(store));
    let height = store.opened().with_untracked(|opened| opened.height);
    let mut parts = [main, player::view(store)];
    // Where the page is as high as what it shows, its end is far away, and moves at each step.
    if height == Height::Auto {
        parts.reverse();
    }
    page.attr("data-height", height.slug())
        .keep_attr("data-detail", move || {
            Some(store.detail().get().slug().to_owned())
        })
        .keep_attr("data-hide", move || Some(hidden(store)))
        .keep_attr("data-motion", move || {
            Some(
                store
                    .opened()
                    .with(|opened| opened.motion.slug())
                    .to_owned(),
            )
        })
        .child(if is_embedded {
            embed::heading(store)
        } else {
            header::view(store)
        })
        .child(
            el("div", "page__strip")
                .child(settings::view(store))
                .child(notices::view(store)),
        )
        .children(parts)
        .child(help::view(store))
        .child(map::view(store))
        .child(share::view(store))
        .child(paper::view(store))
        .child(read_out(store))
}

/// Where narration and inspector scroll as one, a step begins at the top, and a tab at its own. Where
/// everything is one column, the narration comes back into sight, unless the inspector is being read.
fn read_from_the_top(store: Store, main: &El) {
    let main = main.element().clone();
    let scroller = main.clone();
    effect(move || {
        store.step().track();
        scroll_to_top(&scroller);
        bring_back(narration::TITLE_ID, ".page__inspector");
    });
    effect(move || {
        store.tab().track();
        scroll_up_to(&main, ".page__inspector");
    });
}

/// For whoever walks by keyboard: past the header to what they came for. They lead to the control
/// there that has the focus anyway, and leave the address alone.
fn skip_links(store: Store) -> El {
    let link = |text: &str, target: &str, id: Box<dyn Fn() -> String>| {
        el("a", "skip__link")
            .attr("href", target)
            .text(text)
            .on("click", move |event| {
                event.prevent_default();
                focus(&id());
            })
    };
    let row = move || sequence::row_id(store.step().get_untracked());
    let tab = move || inspector::tab_id(store.tab().get_untracked());
    el("nav", "skip")
        .attr("aria-label", "Skip")
        .child(link("To the steps", "#row:1", Box::new(row)))
        .child(link("To the inspector", "#inspector-panel", Box::new(tab)))
        .child(link(
            "To the controls",
            "#play",
            Box::new(|| player::PLAY_ID.to_owned()),
        ))
}

/// What the tab of the browser says: the step first, for a tab shows little.
fn title(store: Store) -> String {
    let step = store.of_step(|step| step.title.clone());
    let of_what = [store.lesson().title, "AAuth Simulator"];
    let parts = step.iter().map(String::as_str).chain(of_what);
    parts.collect::<Vec<_>>().join(" · ")
}

/// The parts that the link leaves out, for the style sheet.
fn hidden(store: Store) -> String {
    let slugs = |opened: &Address| opened.hide.iter().map(|area| area.slug()).collect();
    let slugs: Vec<&str> = store.opened().with(slugs);
    slugs.join(" ")
}

/// Keeps the title of the page at the step. The browser tells its own windows of it, which takes longer
/// than anything else in a step: so it does a moment later, except the first time.
fn keep_title(store: Store) {
    // A timer that is let go is cancelled: a later title takes the place of one not yet shown.
    let waiting = Cell::new(None);
    let is_shown = Cell::new(false);
    effect(move || {
        let title = title(store);
        let show = move || document().set_title(&title);
        if is_shown.replace(true) {
            waiting.set(Some(Timeout::new(TITLED_AFTER_MS, show)));
        } else {
            show();
        }
    });
}

/// The narration with the conversation so far beside it.
fn story(store: Store) -> El {
    el("section", "page__story story")
        .attr("aria-label", "What happens")
        .child(narration::view(store))
        .child(decision::view(store))
        .child(ending::view(store))
        .child(chat::view(store))
}

/// What is read out: the step, once, after a move of the reader.
fn read_out(store: Store) -> El {
    el("p", "visually-hidden")
        .attr("role", "status")
        .attr("aria-live", "polite")
        .keep_text(move || store.announcement().get())
}
