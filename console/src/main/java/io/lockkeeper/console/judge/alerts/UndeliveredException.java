package io.lockkeeper.console.judge.alerts;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A message that was not delivered; the sentence is for the page, and has no secret in it. */
final class UndeliveredException extends Exception {

    private final transient @Nullable Duration pause;
    private final int posted;

    UndeliveredException(String sentence) {
        this(sentence, null, 0);
    }

    /**
     * @param pause how long the receiver asks for no further messages; null if it does not
     * @param posted how many of the message's parts have arrived
     */
    UndeliveredException(String sentence, @Nullable Duration pause, int posted) {
        super(sentence);
        this.pause = pause;
        this.posted = posted;
    }

    Optional<Duration> pause() {
        return Optional.ofNullable(pause);
    }

    int posted() {
        return posted;
    }

    UndeliveredException after(int parts) {
        return new UndeliveredException(String.valueOf(getMessage()), pause, parts);
    }
}
