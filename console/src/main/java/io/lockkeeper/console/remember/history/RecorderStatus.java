package io.lockkeeper.console.remember.history;

import java.time.Instant;

/** What this console's recorder is doing. */
public sealed interface RecorderStatus {

    /** Another console records, or the recorder is about to begin. */
    record StandingBy() implements RecorderStatus {}

    /** It records, and all until {@code recordedTo} is in the history. */
    record Recording(Instant recordedTo) implements RecorderStatus {}

    /** It reads what happened before it began: all until {@code readTo} is in the history. */
    record ReadingPast(Instant readTo) implements RecorderStatus {}

    /** It cannot record, for the reason given; it tries again, and what happens meanwhile is recorded then. */
    record Failing(String why) implements RecorderStatus {}

    /** It was switched off. */
    record Off() implements RecorderStatus {}
}
