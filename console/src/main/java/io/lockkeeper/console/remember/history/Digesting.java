package io.lockkeeper.console.remember.history;

import com.mongodb.client.model.changestream.ChangeStreamDocument;
import io.lockkeeper.console.ground.mongodb.PoisonedWrite;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.bson.RawBsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * Decides which leases the history records one by one and which it only counts: for a lock that changes too often, it counts
 * leases that were soon released and requests that soon gave up. A lease is judged at its end, and counted only if its grant was
 * held back here, so each lease is either recorded or counted, even after another recorder took over. Used by one thread.
 */
final class Digesting {

    private static final Duration SHORT = Duration.ofSeconds(1);

    private final Map<LeaseKey, KeptBack> keptBack = new LinkedHashMap<>();
    /** The leases that are recorded already, though their grant is still to come. */
    private final Set<LeaseKey> recorded = new HashSet<>();

    private LeftOut leftOut = LeftOut.NOTHING;
    private final ChangeRates rates;
    private final Tallies tallies;
    private final Supplier<Duration> retention;

    Digesting(ChangeRates rates, Tallies tallies, Supplier<Duration> retention) {
        this.rates = rates;
        this.tallies = tallies;
        this.retention = retention;
    }

    /** A grant that is not written, since it may end soon. */
    private static final class KeptBack {

        private final HistoryEvent.Granted granted;
        private HistoryEvent.@Nullable Waited waited;

        KeptBack(HistoryEvent.Granted granted) {
            this.granted = granted;
        }

        void waited(HistoryEvent.Waited more) {
            if (waited == null || waited.waiters() < more.waiters()) {
                waited = more;
            }
        }

        int behind() {
            return waited == null ? 0 : waited.waiters();
        }

        void record(List<HistoryEvent> whole) {
            whole.add(granted);
            if (waited != null) {
                whole.add(waited);
            }
        }

        @Nullable
        Long waitedMillis() {
            Instant asked = granted.askedAt();
            return asked == null
                    ? null
                    : Math.max(
                            0,
                            Duration.between(asked, granted.holder().acquiredAt())
                                    .toMillis());
        }
    }

    void changed(List<ChangeStreamDocument<RawBsonDocument>> events) {
        events.forEach(event -> rates.changed(Decoder.nameOf(event), Decoder.time(event)));
    }

    /** A lease is recorded, so it is not to be counted. */
    void recorded(LeaseKey lease) {
        recorded.add(lease);
        keptBack.remove(lease);
    }

    /**
     * @param events what happened, in its order
     * @param now the time of the last of them
     */
    Digested digest(List<HistoryEvent> events, Instant now) {
        List<HistoryEvent> whole = new ArrayList<>();
        events.forEach(event -> sortOrLeave(event, whole));
        recordOlderThan(now.minus(SHORT), whole);
        List<Digest> digests = tallies.takeChanged(retention.get());
        tallies.forgetBefore(now);
        return new Digested(whole, digests);
    }

    /** All events that were kept back, for those that continue. */
    Digested rest() {
        List<HistoryEvent> whole = new ArrayList<>();
        recordOlderThan(Instant.MAX, whole);
        return new Digested(whole, List.of());
    }

    /** Sorts the event in, or leaves it out if it makes no sense. */
    private void sortOrLeave(HistoryEvent event, List<HistoryEvent> whole) {
        try {
            sort(event, whole);
        } catch (RuntimeException e) {
            if (!PoisonedWrite.is(e)) {
                throw e;
            }
            leftOut = leftOut.andNotUnderstood(event.lock());
        }
    }

    /** The changes that were left out since the last call. */
    LeftOut takeLeftOut() {
        LeftOut taken = leftOut;
        leftOut = LeftOut.NOTHING;
        return taken;
    }

    private void sort(HistoryEvent event, List<HistoryEvent> whole) {
        switch (event) {
            case HistoryEvent.Granted it
            when rates.isTooOften(it.lock())
                    && !recorded.contains(key(it.lock(), it.holder().token())) ->
                keptBack.put(key(it.lock(), it.holder().token()), new KeptBack(it));
            case HistoryEvent.Waited it -> {
                KeptBack lease = keptBack.get(key(it.lock(), it.holder().token()));
                if (lease == null) {
                    whole.add(it);
                } else {
                    lease.waited(it);
                }
            }
            case HistoryEvent.Ended it -> ended(it, whole);
            case HistoryEvent.Left it
            when isOrdinary(it) ->
                tallies.change(DigestKey.of(it.lock(), it.at())).gaveUp();
            default -> whole.add(event);
        }
    }

    private void ended(HistoryEvent.Ended end, List<HistoryEvent> whole) {
        LeaseKey token = key(end.lock(), end.holder().token());
        KeptBack lease = keptBack.remove(token);
        recorded.remove(token);
        if (lease == null) {
            whole.add(end);
            return;
        }
        DigestKey key = DigestKey.of(end.lock(), end.at());
        Tally ordinary = tallies.ordinary(key);
        long held = Math.max(
                0, Duration.between(end.holder().acquiredAt(), end.at()).toMillis());
        Long waited = lease.waitedMillis();
        if (end.holder().hasUses()) { // it was not held all the time
            lease.record(whole);
            whole.add(end);
            return;
        }
        tallies.of(key).ended(held, waited);
        boolean slow = ordinary.isSlowHold(held) || (waited != null && ordinary.isSlowWait(waited));
        if (slow || end.how() != Ending.RELEASED) {
            lease.record(whole);
            whole.add(end);
        } else {
            tallies.change(key).released(held, waited, lease.behind());
        }
    }

    /** Whether the wait may be counted only: waits that an operator ended are recorded whole. */
    private boolean isOrdinary(HistoryEvent.Left left) {
        if (left.silent() || left.takenOut() != null || !rates.isTooOften(left.lock())) {
            return false;
        }
        long waited = Duration.between(left.waiter().since(), left.at()).toMillis();
        return !tallies.ordinary(DigestKey.of(left.lock(), left.at())).isSlowWait(waited);
    }

    /** Records leases older than the moment, so that the history shows them as held. */
    private void recordOlderThan(Instant moment, List<HistoryEvent> whole) {
        Iterator<KeptBack> leases = keptBack.values().iterator();
        while (leases.hasNext()) {
            KeptBack lease = leases.next();
            if (lease.granted.holder().acquiredAt().isBefore(moment)) {
                lease.record(whole);
                leases.remove();
            }
        }
    }

    private static LeaseKey key(String lock, long token) {
        return new LeaseKey(lock, token);
    }
}
