package io.lockkeeper.console.watch.dialect;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** The end of a lock by itself, as far as that can be known. */
public sealed interface Expiry {

    /** The instant, where there is one. */
    default Optional<Instant> instant() {
        return Optional.empty();
    }

    /** The kind of expiry, as files and the API name it. */
    default String word() {
        return switch (this) {
            case At at -> "at";
            case ByMonitor monitor -> "by-ttl-monitor";
            case Assumed assumed -> "assumed";
            case Never never -> "never";
            case Unknown unknown -> "unknown";
        };
    }

    /** The library itself takes the lock for ended from then on. */
    record At(Instant at) implements Expiry {

        @Override
        public Optional<Instant> instant() {
            return Optional.of(at);
        }
    }

    /** MongoDB's TTL monitor deletes the document up to a minute later; until then it is in the way. */
    record ByMonitor(Instant at) implements Expiry {

        @Override
        public Optional<Instant> instant() {
            return Optional.of(at);
        }
    }

    /** After a time-out that only the library's settings know: the one given by the dialect is assumed. */
    record Assumed(Instant at, Duration timeout) implements Expiry {

        @Override
        public Optional<Instant> instant() {
            return Optional.of(at);
        }
    }

    /** It does not end by itself. */
    record Never(String why) implements Expiry {}

    record Unknown(String why) implements Expiry {}
}
