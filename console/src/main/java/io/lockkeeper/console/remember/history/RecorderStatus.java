package io.lockkeeper.console.remember.history;

import java.time.Instant;

/** The state of this console's recorder. */
public sealed interface RecorderStatus {

    /** Another console records, or the recorder is about to begin. */
    record StandingBy() implements RecorderStatus {}

    /** It records; the history is complete up to {@code recordedTo}. */
    record Recording(Instant recordedTo) implements RecorderStatus {}

    /** It reads the past before its start: the history is complete up to {@code readTo}. */
    record ReadingPast(Instant readTo) implements RecorderStatus {}

    /** It cannot record, for the reason given; it tries again, and then records what happened meanwhile. */
    record Failing(String why) implements RecorderStatus {}

    /** It was switched off. */
    record Off() implements RecorderStatus {}
}
