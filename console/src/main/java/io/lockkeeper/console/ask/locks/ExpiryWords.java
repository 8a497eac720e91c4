package io.lockkeeper.console.ask.locks;

import io.lockkeeper.console.ground.components.Times;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.watch.dialect.DialectLock;
import io.lockkeeper.console.watch.dialect.Expiry;
import java.time.Duration;
import java.time.Instant;

/** The end of another library's lock in words that promise no more than is known. */
public final class ExpiryWords {

    private ExpiryWords() {}

    public static String of(DialectLock lock, Instant now) {
        if (!lock.isTaken(now)) {
            return "";
        }
        return switch (lock.expiry()) {
            case Expiry.At(Instant at) -> verb(at, now) + Times.present().moment(at, now);
            case Expiry.ByMonitor(Instant at) ->
                "%s%s, freed by the TTL monitor, up to a minute later"
                        .formatted(verb(at, now), Times.present().moment(at, now));
            case Expiry.Assumed(Instant at, Duration timeout) ->
                "%s%s, if its time-out is %s"
                        .formatted(verb(at, now), Times.present().moment(at, now), Formats.duration(timeout));
            case Expiry.Never(String why) -> "never: " + why;
            case Expiry.Unknown(String why) -> "unknown: " + why;
        };
    }

    private static String verb(Instant at, Instant now) {
        return at.isAfter(now) ? "expires " : "expired ";
    }
}
