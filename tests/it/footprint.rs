//! How much memory a world takes: exploring holds one for every decision it can go back to.

use std::alloc::System;

use aauth_sim::entropy::Seed;
use aauth_sim::lesson::{Recipe, lesson};
use aauth_sim::sim::{Step, World};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// The most bytes a world takes, its own and those it points to but does not share.
const WORLD_BYTES_MAX: usize = 10_000;

#[test]
fn a_world_is_small_at_every_step() {
    let recipe = Recipe::new(lesson("clarification").expect("the lesson is there"));
    let mut world = World::new((recipe.lesson.setup)(&recipe.settings), Seed::default());
    loop {
        let own = size_of_val(&world);
        assert!(own + heap_bytes(|| world.clone()) < WORLD_BYTES_MAX);
        match world.step() {
            Step::Advanced(_) => {}
            Step::Blocked(point) => {
                let default = point.options.first().expect("an option");
                world.choose(default.slug, None).expect("it is offered");
            }
            Step::Ended(_) => break,
        }
    }
}

/// What making a value allocates. Other tests allocate at the same time, so the least of several
/// measurements counts: it is never too small.
fn heap_bytes<T>(make: impl Fn() -> T) -> usize {
    (0..20)
        .map(|_| {
            let region = Region::new(ALLOCATOR);
            let made = make();
            let bytes = region.change().bytes_allocated;
            drop(made);
            bytes
        })
        .min()
        .expect("it was measured")
}
