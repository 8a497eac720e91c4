package io.lockkeeper.agent.store;

import com.mongodb.MongoException;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.UpdateManyModel;
import com.mongodb.client.model.UpdateOptions;
import io.lockkeeper.model.Ask;
import io.lockkeeper.model.Change;
import io.lockkeeper.model.FirstGrant;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.LockName;
import io.lockkeeper.model.ReleasedLeases;
import io.lockkeeper.model.Settle;
import io.lockkeeper.model.Snapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * Sends many asks of one agent together. Asks of one lock are one change. Asks of several locks are one update of all their documents, in
 * which each document finds its own asks, and a second update that creates missing documents. A majority read in the same session shows the
 * outcome of each ask by its stamp. An ask that the read leaves open is sent again, by itself.
 *
 * <p>The update of many locks skips a lock of which a released lease is no longer live. So the count of matched documents proves releases
 * that the read no longer shows, because it comes after other changes.
 */
final class BatchUpdate {

    private final MongoLockStore store;
    private final List<Ask.Combinable> asks;
    private final String stamp;
    private final long giveUpAt;
    private final boolean first;
    private final IdentityHashMap<Ask, Reply> replies = new IdentityHashMap<>();
    /** Asks that are sent again by themselves, after a first attempt that may have been applied. */
    private final Set<Ask> again = Collections.newSetFromMap(new IdentityHashMap<>());

    /** @param first whether nothing of it has been sent before */
    BatchUpdate(MongoLockStore store, List<Ask.Combinable> asks, String stamp, Duration timeout, boolean first) {
        this.first = first;
        this.store = store;
        this.asks = asks;
        this.stamp = stamp;
        this.giveUpAt = store.now() + timeout.toNanos();
    }

    /** A reply for each ask; {@code first} says which are likely to create the document of their lock. */
    List<Reply> replies(Function<Ask.Combinable, Optional<FirstGrant>> first) {
        Map<LockName, List<Ask.Combinable>> byLock = byLock(asks);
        if (byLock.size() == 1) {
            sendOfOne(byLock.values().iterator().next());
        } else {
            grantFirst(byLock, first);
            round(byLock);
        }
        return asks.stream()
                .map(ask -> replies.computeIfAbsent(ask, open -> alone(ask)))
                .toList();
    }

    private Reply alone(Ask.Combinable ask) {
        Reply reply = store.apply(ask, stamp, left());
        return again.contains(ask) && reply instanceof Reply.Answered answered
                ? new Reply.Answered(answered.snapshot(), false)
                : reply;
    }

    /** The answer shows the last lease that ended in the change: where that may be another one, the change itself proves the releases. */
    private void sendOfOne(List<Ask.Combinable> together) {
        boolean ifLive = !ReleasedLeases.of(together).isEmpty()
                && together.stream().filter(Ask.Remove.class::isInstance).count() > 1;
        Reply reply = ifLive
                ? store.apply(Settle.togetherIfLive(together, stamp), left())
                : store.apply(Settle.together(together, stamp), left());
        if (ifLive && reply instanceof Reply.Answered answered) {
            answered.snapshot()
                    .map(snapshot -> new Reply.Answered(Optional.of(snapshot), false, true))
                    .ifPresent(done -> together.forEach(ask -> replies.put(ask, done)));
        } else {
            together.forEach(ask -> replies.put(ask, reply));
        }
    }

    /** The time left: nothing is sent later, because callers may have given up and rely on nothing landing then. */
    private Duration left() {
        return Duration.ofNanos(giveUpAt - store.now());
    }

    /** The asks of each lock that fit into one change: requests for the same capacity. */
    private static Map<LockName, List<Ask.Combinable>> byLock(Collection<Ask.Combinable> asks) {
        Map<LockName, OneLock> byLock = new LinkedHashMap<>();
        asks.forEach(
                ask -> byLock.computeIfAbsent(ask.lock(), lock -> new OneLock()).add(ask));
        Map<LockName, List<Ask.Combinable>> together = new LinkedHashMap<>();
        byLock.forEach((lock, each) -> together.put(lock, each.asks));
        return together;
    }

    /** Creates those documents by less than the whole pipeline. What finds a document after all stays open. */
    private void grantFirst(
            Map<LockName, List<Ask.Combinable>> byLock, Function<Ask.Combinable, Optional<FirstGrant>> first) {
        Map<LockName, FirstGrant> grants = new LinkedHashMap<>();
        byLock.forEach((lock, each) -> Optional.of(each)
                .filter(asked -> asked.size() == 1)
                .flatMap(asked -> first.apply(asked.getFirst()))
                .ifPresent(grant -> grants.put(lock, grant)));
        if (grants.isEmpty()) {
            return;
        }
        Map<LockName, List<Ask.Combinable>> unborn = new LinkedHashMap<>(byLock);
        unborn.keySet().retainAll(grants.keySet());
        create(
                unborn,
                grants.values().stream()
                        .map(grant -> birth(grant.change(stamp)))
                        .toList());
        byLock.values().removeIf(each -> each.stream().allMatch(replies::containsKey));
    }

    private void round(Map<LockName, List<Ask.Combinable>> byLock) {
        if (byLock.isEmpty()) {
            return;
        }
        List<BsonDocument> pipeline = Settle.togetherByLock(byLock, stamp);
        boolean releases = byLock.values().stream()
                .anyMatch(each -> !ReleasedLeases.of(each).isEmpty());
        Map<LockName, List<Ask.Combinable>> unborn = new LinkedHashMap<>(byLock);
        send(
                        byLock,
                        (session, locks, filter) -> locks.updateMany(
                                        session,
                                        releases ? Filters.and(filter, ReleasedLeases.areLive(byLock)) : filter,
                                        pipeline)
                                .getMatchedCount())
                .ifPresent(touched -> touched.locks().keySet().forEach(name -> unborn.remove(new LockName(name))));
        unborn.values()
                .removeIf(each -> each.stream().anyMatch(replies::containsKey)
                        || !ReleasedLeases.of(each).isEmpty());
        if (!unborn.isEmpty()) {
            create(
                    unborn,
                    unborn.values().stream()
                            .map(each -> birth(Settle.together(each, stamp)))
                            .toList());
        }
    }

    private void create(Map<LockName, List<Ask.Combinable>> unborn, List<UpdateManyModel<BsonDocument>> births) {
        send(
                unborn,
                (session, locks, filter) -> locks.bulkWrite(session, births, MongoLockStore.UNORDERED)
                        .getMatchedCount());
    }

    /** Sent as an update of many, for what the driver would send again costs the server a record of its answer. */
    private static UpdateManyModel<BsonDocument> birth(Change change) {
        return new UpdateManyModel<>(change.filter(), change.pipeline(), new UpdateOptions().upsert(change.upsert()));
    }

    /** Sends the update and reads; empty if the read failed. */
    private Optional<Touched> send(Map<LockName, List<Ask.Combinable>> byLock, MongoLockStore.Update update) {
        try {
            if (!left().isPositive()) {
                throw new IllegalStateException("No time was left to ask");
            }
            Touched touched = store.updateAndRead(byLock.keySet(), left(), update);
            Matched matched = new Matched(byLock, stamp, touched, believed(touched));
            byLock.forEach((lock, each) -> each.forEach(ask -> note(ask, touched, matched.of(lock))));
            return Optional.of(touched);
        } catch (MongoException | IllegalStateException e) { // the latter where the client is closed
            byLock.forEach((lock, each) -> each.forEach(ask -> replies.put(ask, new Reply.Unknown(e))));
            return Optional.empty();
        }
    }

    /** How many documents the update has matched, where that count is of this update only. */
    private OptionalLong believed(Touched touched) {
        return first && store.countsAreTrue() ? touched.matched() : OptionalLong.empty();
    }

    /** Notes the outcome that the stamp shows, if it does. A refused update may have reached some documents, and is open for the others. */
    private void note(Ask.Combinable ask, Touched touched, Matched.Answer matched) {
        boolean acknowledged = touched.failure().isEmpty();
        Optional<Snapshot> snapshot =
                Optional.ofNullable(touched.locks().get(ask.lock().value()));
        if (snapshot.filter(lock -> isDone(ask, lock.lock(), acknowledged, matched))
                .isPresent()) {
            replies.put(ask, new Reply.Answered(snapshot, false, isReleased(ask)));
        } else if (touched.failure().isPresent() && touched.failure().get() instanceof Reply.Unknown unknown) {
            replies.put(ask, unknown);
        } else if (isReleased(ask) && matched == Matched.Answer.UNKNOWN) {
            again.add(ask);
        }
    }

    private static boolean isReleased(Ask ask) {
        return ask instanceof Ask.Remove remove && remove.releases();
    }

    private boolean isDone(Ask.Combinable ask, LockDocument lock, boolean acknowledged, Matched.Answer matched) {
        Optional<String> stamped = stamp(lock, ask.acquirer());
        boolean reached = acknowledged && matched == Matched.Answer.YES;
        return switch (ask) {
            case Ask.Remove remove -> stamped.isEmpty() && (reached || !remove.releases());
            case Ask.Enqueue enqueue -> stamped.filter(stamp::equals).isPresent();
            case Ask.TryEnqueue attempt ->
                reached || stamped.filter(stamp::equals).isPresent();
            case Ask.Touch touch -> reached || stamped.filter(stamp::equals).isPresent();
        };
    }

    private static Optional<String> stamp(LockDocument lock, String acquirer) {
        return lock.holder(acquirer)
                .map(holder -> holder.stamp())
                .or(() -> lock.waiter(acquirer).map(waiter -> waiter.stamp()));
    }

    /** The asks of one lock that fit into one change. */
    private static final class OneLock {
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
