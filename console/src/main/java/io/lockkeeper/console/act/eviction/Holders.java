package io.lockkeeper.console.act.eviction;

import io.lockkeeper.console.watch.dialect.DialectLock;
import io.lockkeeper.console.watch.dialect.LeaseAcquisitions;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.Owner;
import io.lockkeeper.model.Waiter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Owners in words. */
public final class Holders {

    private Holders() {}

    /** The holder of a lock, in words. */
    public static String words(DialectLock lock) {
        Optional<Holder> lease = lock.own().flatMap(own -> LeaseAcquisitions.in(own, lock.acquisition()));
        return lease.map(it -> words(it.user()))
                .orElseGet(() -> lock.holders().isEmpty() ? "an unknown holder" : String.join(", ", lock.holders()));
    }

    static String words(Owner owner) {
        return "%s · %s · pid %s · thread %s".formatted(owner.service(), where(owner), owner.pid(), owner.thread());
    }

    /** The sentence about who is served first. */
    public static String nextInLine(List<Waiter> queue) {
        if (queue.isEmpty()) {
            return "No request waits for this lock.";
        }
        String first = words(queue.getFirst().owner());
        return queue.size() == 1
                ? "Next in line: %s.".formatted(first)
                : String.format(Locale.ROOT, "Next in line: %s, %,d more behind it.", first, queue.size() - 1);
    }

    /** The host, with the instance if the host's name does not contain it: other pages call the process by the instance. */
    private static String where(Owner owner) {
        return owner.host().contains(owner.instance()) ? owner.host() : owner.instance() + " · " + owner.host();
    }
}
