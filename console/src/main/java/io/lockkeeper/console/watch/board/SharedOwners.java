package io.lockkeeper.console.watch.board;

import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Owner;
import io.lockkeeper.model.Released;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The owners of a board's leases, each kept once and for as long as a lock names it: an agent may hold thousands of locks, and an owner
 * takes a third of what a lock does. Not thread-safe.
 */
final class SharedOwners {

    /** The objects that an owner is made of, and its place here. */
    private static final int OVERHEAD = 480;

    /** What the names of its fields take in a document. */
    private static final int FIELDS = 100;

    private final Map<Owner, Uses> known = new HashMap<>();
    private long bytes;

    private static final class Uses {

        private final Owner owner;
        private int count;

        Uses(Owner owner) {
            this.owner = owner;
        }
    }

    /** The same lock with the owners that are kept, until it {@link #leave leaves}. */
    Lock enter(Lock lock) {
        return lock instanceof Lock.Own own ? new Lock.Own(enter(own.document()), own.bytes()) : lock;
    }

    private LockDocument enter(LockDocument it) {
        List<Holder> holders = it.holders().stream().map(this::enter).toList();
        return new LockDocument(
                it.name(),
                it.capacity(),
                it.token(),
                holders,
                it.queue(),
                it.released() == null ? null : enter(it.released()),
                it.wake(),
                holders.stream()
                        .map(Holder::expiresAt)
                        .filter(it.expiresAt()::equals)
                        .findFirst()
                        .orElse(it.expiresAt()),
                it.paused(),
                it.takenOut());
    }

    private Holder enter(Holder it) {
        return new Holder(
                it.acquirer(),
                it.weight(),
                it.token(),
                it.ttl(),
                it.acquiredAt(),
                it.updatedAt(),
                it.expiresAt(),
                it.stamp(),
                kept(it.owner()),
                it.stack(),
                it.evicted(),
                it.keep(),
                it.use());
    }

    private Released enter(Released it) {
        return new Released(it.at(), it.acquirer(), it.token(), kept(it.owner()), it.stamp(), it.evicted());
    }

    private Owner kept(Owner owner) {
        Uses uses = known.computeIfAbsent(owner, this::first);
        uses.count++;
        return uses.owner;
    }

    private Uses first(Owner owner) {
        bytes += OVERHEAD + text(owner);
        return new Uses(owner);
    }

    /** A lock that entered is kept no longer. */
    void leave(Lock lock) {
        of(lock).forEach(owner -> {
            Uses uses = Objects.requireNonNull(known.get(owner));
            uses.count--;
            if (uses.count == 0) {
                known.remove(owner);
                bytes -= OVERHEAD + text(owner);
            }
        });
    }

    /** About how much of the heap they take. */
    long bytes() {
        return bytes;
    }

    /** How many bytes of a lock's document are those of such owners. */
    static long bytesIn(Lock lock) {
        return of(lock).mapToLong(owner -> FIELDS + text(owner)).sum();
    }

    private static Stream<Owner> of(Lock lock) {
        return Stream.concat(
                lock.holders().stream().map(Holder::owner),
                lock.own().map(LockDocument::released).map(Released::owner).stream());
    }

    private static int text(Owner it) {
        int names = it.agent().length()
                + it.service().length()
                + it.instance().length()
                + it.host().length();
        return names
                + it.thread().length()
                + it.note().length()
                + it.details().toString().length();
    }
}
