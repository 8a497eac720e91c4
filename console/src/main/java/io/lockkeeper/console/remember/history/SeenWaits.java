package io.lockkeeper.console.remember.history;

import io.lockkeeper.console.ground.loops.LastUsed;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.model.Holder;
import java.util.Map;
import java.util.Optional;
import org.springframework.stereotype.Component;

/**
 * The waits around current leases of Lockkeeper's own locks in sources, as this console saw them. A lease is recorded when it ends, and by then
 * its document no longer says how long its request waited. Thread-safe.
 */
@Component
public class SeenWaits {

    private static final int MOST = 20_000;

    private final Map<Key, LeaseWaits> known = LastUsed.atMost(MOST);

    private record Key(LockId lock, String acquirer, long token) {

        static Key of(String source, String lock, Holder lease) {
            return new Key(new LockId(source, lock), lease.acquirer(), lease.token());
        }
    }

    /** A lease was granted. */
    public synchronized void granted(String source, HistoryEvent.Granted granted) {
        of(Key.of(source, granted.lock(), granted.holder())).granted(granted);
    }

    /** A request waits behind a lease. */
    public synchronized void waited(String source, HistoryEvent.Waited waited) {
        of(Key.of(source, waited.lock(), waited.holder())).waited(waited);
    }

    private LeaseWaits of(Key lease) {
        return known.computeIfAbsent(lease, unseen -> new LeaseWaits());
    }

    /** A current lease, and what was seen of its waits. */
    synchronized OwnLease lasting(String source, String lock, Holder lease) {
        return Optional.ofNullable(known.get(Key.of(source, lock, lease)))
                .orElseGet(LeaseWaits::new)
                .of(lease);
    }

    /** Removes what was seen of a lease that has ended, and returns it. */
    public synchronized LeaseWaits ended(String source, HistoryEvent.Ended ended) {
        return Optional.ofNullable(known.remove(Key.of(source, ended.lock(), ended.holder())))
                .orElseGet(LeaseWaits::new);
    }
}
