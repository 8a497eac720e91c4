package io.lockkeeper.console.source;

import io.lockkeeper.console.dialect.Dialect;
import io.lockkeeper.console.dialect.ForeignLock;
import io.lockkeeper.console.dialect.TtlIndexes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** The locks of one source in memory, at most {@value #MOST}. Thread-safe. */
final class SourceBoard {

    static final int MOST = 200_000;

    private static final Duration KEEP_SORTED = Duration.ofSeconds(1);

    private final LockSource source;
    private final Dialect dialect;
    private Map<BsonValue, ForeignLock> locks = new HashMap<>();
    private boolean full;
    private boolean changed;
    private @Nullable LocksNow sorted;

    SourceBoard(LockSource source, Dialect dialect) {
        this.source = source;
        this.dialect = dialect;
    }

    LockSource source() {
        return source;
    }

    Dialect dialect() {
        return dialect;
    }

    /** Takes the place of all that is known. */
    synchronized void replaceBy(SourceBoard read) {
        locks = read.locks;
        full = read.full;
        changed = true;
    }

    /** Takes a document as it is now; one that is no lock of the dialect, or no longer, is forgotten. */
    synchronized void put(BsonDocument document, TtlIndexes indexes) {
        Optional<ForeignLock> lock = dialect.read(document, indexes);
        if (lock.isEmpty()) {
            remove(document);
        } else if (locks.size() < MOST || locks.containsKey(lock.get().id())) {
            locks.put(lock.get().id(), lock.get());
            changed = true;
        } else {
            full = true;
            changed = true;
        }
    }

    /** Forgets the document with this key. */
    synchronized void remove(BsonDocument key) {
        changed |= locks.remove(key.get("_id")) != null;
    }

    /** The locks in the order of a page; sorted anew when something has changed, and once a second as states end by time. */
    synchronized LocksNow locks(Instant now) {
        LocksNow known = sorted;
        if (known == null || changed || now.isAfter(known.at().plus(KEEP_SORTED)) || now.isBefore(known.at())) {
            changed = false;
            known = LocksNow.of(locks.values(), full, now);
            sorted = known;
        }
        return known;
    }

    /**
     * The locks at one moment.
     *
     * @param all those that have expired first, then the held ones, the longest held first, then the free ones
     * @param full whether there are more than are kept
     */
    record LocksNow(Instant at, List<ForeignLock> all, long held, long expired, boolean full) {

        static LocksNow of(Iterable<ForeignLock> locks, boolean full, Instant now) {
            List<Ranked> ranked = new ArrayList<>();
            locks.forEach(lock -> ranked.add(new Ranked(lock.state(now), lock)));
            ranked.sort(Ranked.ORDER);
            return new LocksNow(
                    now,
                    ranked.stream().map(Ranked::lock).toList(),
                    count(ranked, ForeignLock.State.HELD),
                    count(ranked, ForeignLock.State.EXPIRED),
                    full);
        }

        private static long count(List<Ranked> ranked, ForeignLock.State state) {
            return ranked.stream().filter(each -> each.state() == state).count();
        }
    }

    private record Ranked(ForeignLock.State state, ForeignLock lock) {

        static final Comparator<Ranked> ORDER = Comparator.comparing(Ranked::state)
                .thenComparing(it -> it.lock.acquired().orElse(Instant.MAX))
                .thenComparing(it -> it.lock.name());
    }
}
