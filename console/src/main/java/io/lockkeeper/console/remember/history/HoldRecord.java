package io.lockkeeper.console.remember.history;

import io.lockkeeper.console.remember.history.LeaseRecord.Course;
import io.lockkeeper.console.remember.history.LeaseRecord.Ended;
import io.lockkeeper.console.remember.history.LeaseRecord.Granted;
import io.lockkeeper.console.remember.history.LeaseRecord.Whose;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.data.annotation.Id;
import org.springframework.data.mongodb.core.index.CompoundIndex;
import org.springframework.data.mongodb.core.index.Indexed;
import org.springframework.data.mongodb.core.mapping.Document;

/**
 * A finished lease of a lock of a source as it is stored: a hold, of which less is known than of a {@link LeaseRecord}.
 *
 * @param id of source, acquisition and, where that does not suffice, its end: several consoles that saw it write the same one
 * @param source the source's id
 * @param holder who held it, in words; empty if the document does not name it
 * @param since when it was acquired, by the library's own clock, or null if its document does not have it
 * @param until when it ended, by the server's
 * @param heldClass the {@link LengthClass} of how long it was held; null if that is unknown, or the clocks contradict each other
 * @param purgeAt when the server deletes the record
 * @param own what else is known of a lease of one of Lockkeeper's own locks; null of another library's, and of one that was recorded
 *     before that was
 */
@Document(HoldRecord.COLLECTION)
@CompoundIndex(name = HoldRecord.BY_LOCK, def = "{ source: 1, lock: 1, until: -1 }")
@CompoundIndex(name = HoldRecord.HELD, def = "{ heldClass: 1, since: 1 }")
@CompoundIndex(
        name = HoldRecord.WAITED,
        def = "{ 'own.waitClass': 1, 'own.askedAt': 1 }",
        partialFilter = "{ 'own.waitClass': { $exists: true } }")
public record HoldRecord(
        @Id String id,
        String source,
        String lock,
        String holder,
        @Nullable Instant since,
        Instant until,
        Ending end,
        @Nullable Integer heldClass,

        @Indexed(name = "lockkeeper_foreign_holds_expiry", expireAfter = "0s")
        Instant purgeAt,

        @Nullable OwnLease own) {

    public static final String COLLECTION = "foreign_holds";
    static final String BY_LOCK = "lockkeeper_foreign_holds_lock";
    static final String HELD = "lockkeeper_foreign_holds_held";
    static final String WAITED = "lockkeeper_foreign_holds_waited";

    public static @Nullable Integer heldClass(@Nullable Instant since, Instant until) {
        return held(since, until)
                .map(held -> LengthClass.of(held.toMillis()).number())
                .orElse(null);
    }

    /**
     * How long it was held, if that is known. Before 1970 is no clock's time: what a document has there can be so far away that the length is
     * no number.
     */
    private static Optional<Duration> held(@Nullable Instant since, Instant until) {
        return since == null || since.isBefore(Instant.EPOCH) || since.isAfter(until)
                ? Optional.empty()
                : Optional.of(Duration.between(since, until));
    }

    /** The end of what was acquired then. */
    static Ended ended(@Nullable Instant since, Instant until, Ending end, @Nullable Instant purgeAt) {
        Long heldMillis = held(since, until).map(Duration::toMillis).orElse(null);
        return new Ended(until, end, heldMillis, heldClass(since, until), purgeAt);
    }

    LeaseRecord lease() {
        Ended ended = ended(since, until, end, purgeAt);
        return own == null
                ? LeaseRecord.of(
                        source,
                        new LeaseKey(lock, 0),
                        Whose.named(id, 1, holder),
                        Granted.at(since),
                        Course.USUAL,
                        ended)
                : LeaseRecord.of(
                        source,
                        new LeaseKey(lock, own.token()),
                        new Whose(id, own.holder(), own.weight(), holder),
                        own.granted(since),
                        own.course(),
                        ended);
    }
}
