package io.lockkeeper.console.ask.incident;

import io.lockkeeper.console.act.audit.AuditEntry;
import io.lockkeeper.console.ask.past.TimeMark;
import io.lockkeeper.console.ground.components.Times;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.judge.findings.Finding;
import io.lockkeeper.console.remember.history.Gap;
import io.lockkeeper.console.remember.history.LeaseRecord;
import io.lockkeeper.console.watch.agents.LateWords;
import io.lockkeeper.console.watch.facet.Told;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Something that happened in the time of an incident.
 *
 * @param at when it did, or began to
 * @param until when it ended; null for an instant, and for what lasts
 * @param lock the lock that it is about; null where it is about none, or several
 * @param words what, in a sentence; exact times in it are in UTC
 */
public record Happening(
        Instant at,
        @Nullable Instant until,
        Kind kind,
        @Nullable LockId lock,
        String words) {

    public enum Kind {
        HELD("lease", "leases"),
        RAN_OUT("expired lease", "expired leases"),
        FINDING("finding", "findings"),
        OPERATOR("change", "changes by operators"),
        LATE("late attempt", "late attempts"),
        NOTE("note", "notes by operators"),
        DEPLOY("deploy", "deploys"),
        OUTAGE("outage", "outages"),
        GAP("no records", "times without records");

        private final String one;
        private final String several;

        Kind(String one, String several) {
            this.one = one;
            this.several = several;
        }

        public String words() {
            return one;
        }

        String count(long happenings) {
            return happenings == 1 ? "1 " + one : happenings + " " + several;
        }

        /** The name under which style sheets know it. */
        public String css() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** The grant of a lease behind which others waited. */
    static Happening granted(LeaseRecord lease, Guilt guilt) {
        String end = lease.endedAt() == null
                ? "and holds it still"
                : "and held it for %s until it %s"
                        .formatted(Formats.lasted(Duration.between(lease.began(), lease.endedAt())), ended(lease));
        return new Happening(
                lease.began(),
                lease.endedAt(),
                Kind.HELD,
                lease.lock(),
                "%s was granted %s, %s. Behind it, %s waited %s."
                        .formatted(
                                who(lease),
                                Formats.name(lease.lock().name()),
                                end,
                                guilt.waits() == 1 ? "one request" : guilt.waits() + " requests",
                                Formats.lasted(Duration.ofMillis(guilt.millis()))));
    }

    private static String ended(LeaseRecord lease) {
        return switch (Objects.requireNonNull(lease.ending())) {
            case RELEASED -> "was released";
            case EXPIRED, TAKEN_OVER -> "expired";
            case EVICTED ->
                lease.evicted() == null
                        ? "was evicted"
                        : "was evicted by %s: %s"
                                .formatted(
                                        Formats.visible(lease.evicted().by()),
                                        Formats.visible(lease.evicted().reason()));
            case UNKNOWN -> "ended, which was not recorded";
        };
    }

    static Happening ranOut(LeaseRecord lease) {
        return new Happening(
                Objects.requireNonNull(lease.endedAt()),
                null,
                Kind.RAN_OUT,
                lease.lock(),
                "%s did not renew its lease of %s, which expired: its process had ended, hung or was cut off."
                        .formatted(who(lease), Formats.name(lease.lock().name())));
    }

    private static String who(LeaseRecord lease) {
        return Formats.visible(lease.who().orElse("An unknown process"));
    }

    static Happening of(Finding finding) {
        return new Happening(
                finding.firstSeen(),
                finding.lastSeen(),
                Kind.FINDING,
                finding.of().orElse(null),
                "%s. %s".formatted(finding.kind().title(), Formats.visible(finding.evidence())));
    }

    static Happening of(AuditEntry entry) {
        return new Happening(
                entry.at(),
                null,
                Kind.OPERATOR,
                entry.place(),
                "%s asked to %s %s: %s"
                        .formatted(
                                Formats.visible(entry.by()),
                                entry.action().words(),
                                Formats.name(entry.lock()),
                                Formats.visible(entry.reason())));
    }

    static Happening late(AuditEntry entry, AuditEntry.LateDeed deed) {
        return new Happening(
                deed.at(),
                null,
                Kind.LATE,
                entry.place(),
                "%s, evicted from %s %s before, %s."
                        .formatted(
                                Formats.visible(entry.holder()),
                                Formats.name(entry.lock()),
                                Formats.lasted(deed.after()),
                                LateWords.deed(deed.kind())));
    }

    static Happening of(Told told) {
        return new Happening(told.at(), told.until(), Kind.NOTE, told.lock(), told.words());
    }

    static Happening deployed(TimeMark deploy) {
        return new Happening(deploy.at(), null, Kind.DEPLOY, null, deploy.words());
    }

    static Happening of(Gap gap) {
        return new Happening(
                gap.from(),
                gap.until(),
                gap.isOutage() ? Kind.OUTAGE : Kind.GAP,
                null,
                gap.sentence(Formats::exact) + gap.ofSource());
    }

    /** The words with times of that zone. */
    public String words(Times times) {
        return times.in(words);
    }

    /**
     * What waits are charged to of one lease.
     *
     * @param waits how many requests waited behind it
     * @param millis how long, together
     */
    record Guilt(int waits, long millis) {

        Guilt and(Guilt other) {
            return new Guilt(waits + other.waits, millis + other.millis);
        }
    }
}
