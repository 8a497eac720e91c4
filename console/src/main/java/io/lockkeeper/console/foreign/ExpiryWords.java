package io.lockkeeper.console.foreign;

import io.lockkeeper.console.dialect.Expiry;
import io.lockkeeper.console.dialect.ForeignLock;
import io.lockkeeper.console.shell.Times;
import io.lockkeeper.console.shell.Words;
import java.time.Duration;
import java.time.Instant;

/** When a lock of another library ends by itself, in words that promise no more than is known. */
final class ExpiryWords {

    private ExpiryWords() {}

    static String of(ForeignLock lock, Instant now) {
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
                        .formatted(verb(at, now), Times.present().moment(at, now), Words.duration(timeout));
            case Expiry.Never(String why) -> "never: " + why;
            case Expiry.Unknown(String why) -> "unknown: " + why;
        };
    }

    private static String verb(Instant at, Instant now) {
        return at.isAfter(now) ? "expires " : "expired ";
    }
}
