package io.lockkeeper.console.remember.history;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** A lock and a minute, by its beginning. */
public record DigestKey(String lock, Instant minute) {

    static DigestKey of(String lock, Instant at) {
        return new DigestKey(lock, at.truncatedTo(ChronoUnit.MINUTES));
    }
}
