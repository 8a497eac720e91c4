package io.lockkeeper.agent.store;

import com.mongodb.MongoException;
import com.mongodb.client.model.UpdateManyModel;
import com.mongodb.client.model.UpdateOptions;
import io.lockkeeper.model.Ask;
import io.lockkeeper.model.Change;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.LockName;
import io.lockkeeper.model.Settle;
import io.lockkeeper.model.Snapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * Many asks of one agent, sent together. Of one lock they are one change. Of several they are one update of all documents, in
 * which each finds what is asked of it, and for locks that have no document yet a second one that creates them; what became of
 * each ask is told by a majority read of the same session. What that leaves open is sent once more, alone.
 */
final class Combined {

    private final MongoLockStore store;
    private final List<Ask.Combinable> asks;
    private final String stamp;
    private final long giveUpAt;
    private final IdentityHashMap<Ask, Reply> replies = new IdentityHashMap<>();

    Combined(MongoLockStore store, List<Ask.Combinable> asks, String stamp, Duration timeout) {
        this.store = store;
        this.asks = asks;
        this.stamp = stamp;
        this.giveUpAt = System.nanoTime() + timeout.toNanos();
    }

    List<Reply> replies() {
        Map<LockName, List<Ask.Combinable>> byLock = byLock(asks);
        if (byLock.size() == 1) {
            List<Ask.Combinable> together = byLock.values().iterator().next();
            Reply reply = store.applyTogether(together, stamp, left());
            together.forEach(ask -> replies.put(ask, reply));
        } else {
            round(byLock, Settle.togetherByLock(byLock, stamp));
        }
        return asks.stream()
                .map(ask -> replies.computeIfAbsent(ask, open -> store.apply(open, stamp, left())))
                .toList();
    }

    /** Nothing is sent later than the first: whoever asked may have given up by then, and counts on it that nothing lands any more. */
    private Duration left() {
        return Duration.ofNanos(giveUpAt - System.nanoTime());
    }

    /** Those of one lock that can travel together: requests for the same capacity. */
    private static Map<LockName, List<Ask.Combinable>> byLock(Collection<Ask.Combinable> asks) {
        Map<LockName, Together> byLock = new LinkedHashMap<>();
        asks.forEach(ask ->
                byLock.computeIfAbsent(ask.lock(), lock -> new Together()).add(ask));
        Map<LockName, List<Ask.Combinable>> together = new LinkedHashMap<>();
        byLock.forEach((lock, each) -> together.put(lock, each.asks));
        return together;
    }

    private void round(Map<LockName, List<Ask.Combinable>> byLock, List<BsonDocument> pipeline) {
        Map<LockName, List<Ask.Combinable>> unborn = new LinkedHashMap<>(byLock);
        send(byLock, (session, locks, filter) -> locks.updateMany(session, filter, pipeline))
                .ifPresent(touched -> touched.locks().keySet().forEach(name -> unborn.remove(new LockName(name))));
        unborn.values().removeIf(each -> each.stream().anyMatch(replies::containsKey));
        if (!unborn.isEmpty()) {
            List<UpdateManyModel<BsonDocument>> births = unborn.values().stream()
                    .map(each -> Settle.together(each, stamp))
                    .map(Combined::birth)
                    .toList();
            send(unborn, (session, locks, filter) -> locks.bulkWrite(session, births, MongoLockStore.UNORDERED));
        }
    }

    /** Sent as an update of many, for what the driver would send again costs the server a record of its answer. */
    private static UpdateManyModel<BsonDocument> birth(Change change) {
        return new UpdateManyModel<>(change.filter(), change.pipeline(), new UpdateOptions().upsert(change.upsert()));
    }

    /** What the read showed, unless there was none. */
    private Optional<Touched> send(Map<LockName, List<Ask.Combinable>> byLock, MongoLockStore.Update update) {
        try {
            if (!left().isPositive()) {
                throw new IllegalStateException("No time was left to ask");
            }
            Touched touched = store.updateAndRead(byLock.keySet(), left(), update);
            byLock.forEach((lock, each) -> each.forEach(ask -> note(ask, touched)));
            return Optional.of(touched);
        } catch (MongoException | IllegalStateException e) { // the latter where the client is closed
            byLock.forEach((lock, each) -> each.forEach(ask -> replies.put(ask, new Reply.Unknown(e))));
            return Optional.empty();
        }
    }

    /** What the stamp tells, where it tells something. A refused update may have reached some, and is open for the others. */
    private void note(Ask.Combinable ask, Touched touched) {
        Optional<Snapshot> snapshot = Optional.ofNullable(
                        touched.locks().get(ask.lock().value()))
                .filter(lock -> isDone(ask, lock.lock(), touched.failure().isEmpty()));
        if (snapshot.isPresent()) {
            replies.put(ask, new Reply.Answered(snapshot, false));
        } else if (touched.failure().isPresent() && touched.failure().get() instanceof Reply.Unknown unknown) {
            replies.put(ask, unknown);
        }
    }

    private boolean isDone(Ask.Combinable ask, LockDocument lock, boolean acknowledged) {
        Optional<String> stamped = stamp(lock, ask.acquirer());
        return switch (ask) {
            case Ask.Remove remove -> stamped.isEmpty();
            case Ask.Enqueue enqueue -> stamped.filter(stamp::equals).isPresent();
            case Ask.TryEnqueue attempt ->
                acknowledged || stamped.filter(stamp::equals).isPresent();
            case Ask.Touch touch ->
                acknowledged || stamped.filter(stamp::equals).isPresent();
        };
    }

    private static Optional<String> stamp(LockDocument lock, String acquirer) {
        return lock.holder(acquirer)
                .map(holder -> holder.stamp())
                .or(() -> lock.waiter(acquirer).map(waiter -> waiter.stamp()));
    }

    /** The asks of one lock that travel together. */
    private static final class Together {
        private final List<Ask.Combinable> asks = new ArrayList<>();
        private @Nullable Integer capacity;

        void add(Ask.Combinable ask) {
            Integer wanted = capacity(ask);
            if (wanted == null || capacity == null || capacity.equals(wanted)) {
                asks.add(ask);
                capacity = wanted == null ? capacity : wanted;
            }
        }

        private static @Nullable Integer capacity(Ask.Combinable ask) {
            return switch (ask) {
                case Ask.Enqueue enqueue -> enqueue.request().capacity();
                case Ask.TryEnqueue attempt -> attempt.request().capacity();
                default -> null;
            };
        }
    }
}
