//! The player: where the reader is, and how it moves on by itself.

use aauth_sim::lesson::LESSONS;
use aauth_sim::playback::{
    Action, AtDecisions, DECISION_SHOWN_MS, NextTick, Playback, Speed, words,
};

/// Plays every action in turn, from the first of `steps` steps.
fn after(steps: u32, actions: &[Action]) -> Playback {
    let start = Playback::new(steps);
    actions
        .iter()
        .fold(start, |place, action| place.after(action))
}

/// The tick of the timer that is set now.
fn due(place: &Playback) -> Action {
    let turn = place.next_tick(0).expect("it plays").turn;
    Action::Tick { turn }
}

#[test]
fn a_run_opens_at_its_first_step_and_does_not_play() {
    let place = Playback::new(8);
    assert_eq!((place.step(), place.steps()), (1, 8));
    assert!(place.is_first() && !place.is_last() && !place.is_playing());
    assert_eq!(place.speed(), Speed::Normal);
    assert_eq!(place.next_tick(0), None);
}

#[test]
fn moves_stay_within_the_run() {
    assert_eq!(after(8, &[Action::Previous]).step(), 1);
    assert_eq!(after(8, &[Action::Next]).step(), 2);
    assert_eq!(after(8, &[Action::Last]).step(), 8);
    assert_eq!(after(8, &[Action::Last, Action::Next]).step(), 8);
    assert_eq!(after(8, &[Action::Last, Action::Previous]).step(), 7);
    assert_eq!(after(8, &[Action::Last, Action::First]).step(), 1);
    assert_eq!(after(8, &[Action::GoTo(5)]).step(), 5);
    assert_eq!(after(8, &[Action::GoTo(0)]).step(), 1);
    assert_eq!(after(8, &[Action::GoTo(u32::MAX)]).step(), 8);
}

#[test]
fn a_run_without_steps_has_no_place_and_never_plays() {
    for action in [
        Action::First,
        Action::Previous,
        Action::Next,
        Action::Last,
        Action::GoTo(3),
        Action::Play,
    ] {
        let place = after(0, &[action]);
        assert_eq!(place.step(), 0);
        assert!(!place.is_playing());
    }
}

#[test]
fn a_step_is_shown_as_long_as_it_takes_to_read() {
    let shown = Speed::ALL.iter().map(|speed| {
        let place = after(8, &[Action::SetSpeed(*speed), Action::Play]);
        (speed.slug(), place.next_tick(38).unwrap().delay_ms)
    });
    // 2.5 seconds, and a quarter of a second for each of 38 words.
    let expected = [("0.5", 24_000), ("1", 12_000), ("2", 6_000), ("3", 4_000)];
    assert_eq!(shown.collect::<Vec<_>>(), expected);
    for (slug, _) in expected {
        assert_eq!(Speed::parse(slug).map(Speed::slug), Some(slug));
    }
    assert_eq!(Speed::parse("4"), None);
}

#[test]
fn playing_goes_step_by_step_and_stops_at_the_last() {
    let mut place = after(3, &[Action::Play]);
    let mut seen = vec![place.step()];
    while place.is_playing() {
        place = place.after(&due(&place));
        seen.push(place.step());
    }
    assert_eq!(seen, [1, 2, 3]);
    assert_eq!(place.next_tick(0), None);
}

#[test]
fn a_late_or_repeated_tick_moves_nothing_twice() {
    let playing = after(8, &[Action::Play]);
    let tick = due(&playing);
    let moved = playing.after(&tick);
    assert_eq!(moved.step(), 2);
    assert_eq!(moved.after(&tick), moved, "the timer of an earlier turn");

    let paused = playing.after(&Action::Pause);
    assert_eq!(paused.after(&tick), paused, "a timer that was not cleared");
    let resumed = paused.after(&Action::Play);
    assert_eq!(
        resumed.after(&tick),
        resumed,
        "a timer from before the pause"
    );
}

#[test]
fn another_speed_shows_the_step_for_its_full_time_again() {
    let playing = after(8, &[Action::Play]);
    let faster = playing.after(&Action::SetSpeed(Speed::Triple));
    assert!(faster.is_playing());
    assert_eq!(faster.after(&due(&playing)), faster);
    assert_ne!(faster.next_tick(0), playing.next_tick(0));
}

#[test]
fn nothing_new_sets_no_new_timer() {
    let playing = after(8, &[Action::Play]);
    let again = playing.after(&Action::Play);
    assert_eq!(again.next_tick(0), playing.next_tick(0));
    assert!(matches!(
        again.next_tick(0),
        Some(NextTick {
            delay_ms: 2_500,
            ..
        })
    ));
}

#[test]
fn a_move_by_hand_stops_playing() {
    for action in [
        Action::Next,
        Action::Previous,
        Action::GoTo(1),
        Action::First,
    ] {
        assert!(!after(8, &[Action::Play, action]).is_playing());
    }
}

#[test]
fn play_at_the_last_step_starts_again() {
    let place = after(8, &[Action::Last, Action::Play]);
    assert_eq!(place.step(), 1);
    assert!(place.is_playing());
    assert!(!after(1, &[Action::Play]).is_playing());
}

#[test]
fn playing_stops_at_a_decision_and_can_go_on_from_there() {
    let stops = Action::StopsChanged { after: vec![2] };
    let place = after(8, &[stops, Action::Play]);
    let stopped = place.after(&due(&place));
    assert_eq!(stopped.step(), 2);
    assert!(!stopped.is_playing());
    let resumed = stopped.after(&Action::Play);
    assert_eq!(resumed.after(&due(&resumed)).step(), 3);
}

#[test]
fn without_the_stop_it_goes_past_a_decision_as_past_any_step() {
    let stops = Action::StopsChanged { after: vec![2] };
    let goes_on = Action::SetAtDecisions(AtDecisions::GoOn);
    let place = after(4, &[stops, goes_on, Action::Play]);
    let at_it = place.after(&due(&place));
    assert_eq!((at_it.step(), at_it.is_playing()), (2, true));
    assert!(at_it.is_at_a_decision() && !place.is_at_a_decision());
    let delay_ms = |place: &Playback| place.next_tick(10).unwrap().delay_ms;
    assert_eq!(delay_ms(&at_it), delay_ms(&place));
    assert_eq!(at_it.after(&due(&at_it)).step(), 3);
}

#[test]
fn by_itself_it_shows_a_decision_for_two_seconds_more_and_goes_on() {
    let stops = Action::StopsChanged { after: vec![2] };
    let lingers = Action::SetAtDecisions(AtDecisions::Linger);
    let fast = Action::SetSpeed(Speed::Triple);
    let place = after(4, &[stops, lingers, fast, Action::Play]);
    let at_it = place.after(&due(&place));
    assert!(at_it.is_playing());
    let delay_ms = |place: &Playback| place.next_tick(10).unwrap().delay_ms;
    // Two seconds whatever the speed.
    assert_eq!(delay_ms(&at_it), delay_ms(&place) + DECISION_SHOWN_MS);
    let beyond = at_it.after(&due(&at_it));
    assert_eq!((beyond.step(), beyond.is_playing()), (3, true));
    assert_eq!(delay_ms(&beyond), delay_ms(&place));
}

#[test]
fn another_run_keeps_the_place_where_it_can() {
    let longer = after(8, &[Action::GoTo(5), Action::StepsChanged { steps: 12 }]);
    assert_eq!((longer.step(), longer.steps()), (5, 12));
    let shorter = after(8, &[Action::GoTo(5), Action::StepsChanged { steps: 4 }]);
    assert_eq!((shorter.step(), shorter.steps()), (4, 4));
    let first = after(0, &[Action::StepsChanged { steps: 8 }]);
    assert_eq!((first.step(), first.steps()), (1, 8));

    let played_past_the_end = after(
        8,
        &[
            Action::GoTo(5),
            Action::Play,
            Action::StepsChanged { steps: 4 },
        ],
    );
    assert!(!played_past_the_end.is_playing());
}

#[test]
fn at_normal_speed_every_narration_can_be_read() {
    // A slow reader manages 200 words a minute: 300 milliseconds a word.
    assert!(Speed::Normal.shown_ms(45) >= 45 * 300);
    for row in LESSONS.iter().flat_map(|lesson| lesson.steps) {
        let shown_ms = Speed::Normal.shown_ms(words(row.narration));
        assert!(shown_ms >= words(row.narration) * 300, "{}", row.slug);
        assert!(shown_ms <= 20_000, "{} drags on", row.slug);
    }
    assert_eq!(words(""), 0);
    assert_eq!(words("one  two three "), 3);
}
