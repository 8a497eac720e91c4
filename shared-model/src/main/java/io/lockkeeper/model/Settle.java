package io.lockkeeper.model;

import static io.lockkeeper.model.AgentSteps.ADOPT_CAPACITY;
import static io.lockkeeper.model.AgentSteps.ATTACH_STACK;
import static io.lockkeeper.model.AgentSteps.COUNT_BEHIND;
import static io.lockkeeper.model.AgentSteps.END_KEEP;
import static io.lockkeeper.model.AgentSteps.ENQUEUE;
import static io.lockkeeper.model.AgentSteps.LIGHTEN;
import static io.lockkeeper.model.AgentSteps.LINGER;
import static io.lockkeeper.model.AgentSteps.REMOVE;
import static io.lockkeeper.model.AgentSteps.TELL_USE;
import static io.lockkeeper.model.AgentSteps.TOUCH;
import static io.lockkeeper.model.AgentSteps.WAKE_NEXT;
import static io.lockkeeper.model.GrantSteps.DO_NOT_WAIT;
import static io.lockkeeper.model.GrantSteps.PROMOTE;
import static io.lockkeeper.model.GrantSteps.WAIT_FOR_KEPT;
import static io.lockkeeper.model.OperatorSteps.BEGIN;
import static io.lockkeeper.model.OperatorSteps.END_EVICTED;
import static io.lockkeeper.model.OperatorSteps.FIND_EVICTED;
import static io.lockkeeper.model.OperatorSteps.FIND_WAITER;
import static io.lockkeeper.model.OperatorSteps.MARK_EVICTED;
import static io.lockkeeper.model.OperatorSteps.PAUSE;
import static io.lockkeeper.model.OperatorSteps.REFUSE_LATE;
import static io.lockkeeper.model.OperatorSteps.TAKE_OUT;
import static io.lockkeeper.model.SettleSteps.DROP_EXPIRED;
import static io.lockkeeper.model.SettleSteps.RECALL;
import static io.lockkeeper.model.SettleSteps.RECORD;
import static io.lockkeeper.model.SettleSteps.REFUSE_DAMAGED;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;

/**
 * The lock: every way in which a {@link LockDocument} changes. Each is one update of one document by a pipeline that
 *
 * <ol>
 *   <li>drops holders and waiters whose expiry has passed by the server's {@code $$NOW},
 *   <li>applies the one thing asked: enqueue, touch, remove, evict, pause or take out,
 *   <li>promotes from the head of the queue while its weight fits the remaining capacity,
 *   <li>removes a request that does not wait from the queue if it was not promoted.
 * </ol>
 *
 * The steps are constants of {@link SettleSteps}, {@link AgentSteps}, {@link OperatorSteps} and {@link GrantSteps}. The arguments of a call
 * are in the scratch field {@code ask}, which is written as one {@code $literal} (so that a name such as {@code $foo} remains a name) and
 * removed by the last stage. On a document that is not a lock, a change fails. A change without effect leaves the document as it was, byte
 * for byte, and the server writes nothing.
 *
 * <p>{@link UncontendedChange} does the same with less, for an uncontended lock.
 *
 * <p>No entry's time goes back: the server samples {@code $$NOW} before it reaches the document, so an older time can
 * be applied later. Hence {@code updatedAt = max(updatedAt + 1 ms, $$NOW)} at every touch and grant.
 */
public final class Settle {

    private Settle() {}

    /** The change that does the one thing asked. */
    public static Change change(Ask ask, String stamp) {
        return switch (ask) {
            case Ask.Combinable alone -> together(List.of(alone), stamp);
            case Ask.Lighten lighten ->
                Change.of(
                        lighten.lock(),
                        pipeline(
                                AskedFields.lighten(lighten, stamp),
                                List.of(DROP_EXPIRED, TOUCH, LIGHTEN, PROMOTE, RECORD)));
            case Ask.Linger linger ->
                Change.of(
                        linger.lock(),
                        pipeline(
                                AskedFields.linger(linger, stamp),
                                List.of(LINGER, DROP_EXPIRED, WAKE_NEXT, PROMOTE, RECORD)));
            case Ask.EndKeep ended ->
                Change.of(
                        ended.lock(),
                        pipeline(AskedFields.endKeep(ended, stamp), List.of(END_KEEP, DROP_EXPIRED, PROMOTE, RECORD)));
            case Ask.Attach attach ->
                Change.of(
                        attach.lock(),
                        pipeline(
                                AskedFields.attach(attach, stamp),
                                List.of(DROP_EXPIRED, ATTACH_STACK, PROMOTE, RECORD)));
        };
    }

    /**
     * Combines many calls for one lock into one change, as if they had arrived one after the other in the same instant: first the touches,
     * then the removes, then the enqueues in their order, then the tries, the lightest first. All requests have the same capacity.
     */
    public static Change together(List<? extends Ask.Combinable> asks, String stamp) {
        Change change = Change.of(asks.getFirst().lock(), pipeline(AskedFields.of(asks, stamp), steps(asks)));
        return asks.stream().anyMatch(Settle::joins) ? change.upserting() : change;
    }

    /** As {@link #together}, on the condition that all leases that it releases are live. It creates no document. */
    public static Change togetherIfLive(List<? extends Ask.Combinable> asks, String stamp) {
        Change change = together(asks, stamp);
        BsonDocument filter = change.filter().toBsonDocument();
        filter.putAll(ReleasedLeases.areLive(Map.of(asks.getFirst().lock(), asks)));
        return new Change(filter, change.pipeline(), false);
    }

    /**
     * As {@link #together}, for an {@code updateMany} over many locks: each document finds its own calls. A lock without a document is not
     * changed.
     */
    public static List<BsonDocument> togetherByLock(Map<LockName, List<Ask.Combinable>> asks, String stamp) {
        Map<String, BsonDocument> fields = new LinkedHashMap<>();
        asks.forEach((lock, each) -> fields.put(lock.value(), AskedFields.of(each, stamp)));
        return whole(
                AskedFields.byLock(fields),
                steps(asks.values().stream().flatMap(List::stream).toList()));
    }

    /** Only the steps that these calls need, because the server parses the whole pipeline for each change. */
    private static List<List<BsonDocument>> steps(Collection<? extends Ask.Combinable> asks) {
        List<List<BsonDocument>> steps = new ArrayList<>(List.of(DROP_EXPIRED));
        if (asks.stream()
                .anyMatch(ask ->
                        !(ask instanceof Ask.Remove remove) || !remove.waiting().isEmpty())) {
            steps.add(TOUCH);
        }
        if (asks.stream().anyMatch(Ask.Remove.class::isInstance)) {
            steps.add(REMOVE);
        }
        if (asks.stream().anyMatch(Settle::joins)) {
            steps.addAll(List.of(ADOPT_CAPACITY, ENQUEUE));
        }
        steps.add(PROMOTE);
        if (asks.stream().anyMatch(AskedFields::recalls)) {
            steps.add(WAIT_FOR_KEPT);
        } else if (asks.stream().anyMatch(Ask.TryEnqueue.class::isInstance)) {
            steps.add(DO_NOT_WAIT);
        }
        if (asks.stream().anyMatch(Settle::joins)) {
            steps.add(RECALL);
        }
        steps.add(RECORD);
        return steps;
    }

    private static boolean joins(Ask ask) {
        return ask instanceof Ask.Enqueue || ask instanceof Ask.TryEnqueue;
    }

    /**
     * The heartbeat of many entries, for an {@code updateMany} over the documents of their locks. Only entries that carry
     * the stamp afterwards were touched; the counts in the answer prove nothing.
     */
    public static List<BsonDocument> touchAll(Collection<Beat> beats, String stamp) {
        List<List<BsonDocument>> steps = beats.stream().anyMatch(AskedFields::tellsUse)
                ? List.of(DROP_EXPIRED, TOUCH, COUNT_BEHIND, TELL_USE, PROMOTE, RECORD)
                : List.of(DROP_EXPIRED, TOUCH, COUNT_BEHIND, PROMOTE, RECORD);
        return pipeline(AskedFields.touches(beats, stamp), steps);
    }

    /** The removal of many acquirers, for an {@code updateMany} over the documents of their locks. */
    public static List<BsonDocument> removeAll(Collection<String> acquirers, String stamp) {
        return pipeline(AskedFields.removes(acquirers, stamp), List.of(DROP_EXPIRED, REMOVE, PROMOTE, RECORD));
    }

    /**
     * Ends exactly the lease that an operator saw, by acquirer and token: it is marked, and ends when its agent removes
     * it or the quarantine is over. Marking a marked lease changes nothing.
     */
    public static Change evict(String name, Holder seen, String by, String reason, Duration quarantine, String stamp) {
        BsonDocument ask = AskedFields.eviction(seen, by, reason, quarantine, stamp);
        return Change.of(name, pipeline(ask, List.of(DROP_EXPIRED, FIND_EVICTED, MARK_EVICTED, PROMOTE, RECORD)));
    }

    /**
     * Ends at once exactly the lease that an operator saw, marked or not. Only for a process that is known to be dead: a live holder would
     * still believe that it holds the lock, and only its token would be refused.
     */
    public static Change evictNow(String name, Holder seen, String by, String reason, String stamp) {
        BsonDocument ask = AskedFields.evictionNow(seen, by, reason, stamp);
        return Change.of(
                name, pipeline(ask, List.of(DROP_EXPIRED, FIND_EVICTED, MARK_EVICTED, END_EVICTED, PROMOTE, RECORD)));
    }

    /**
     * Pauses the lock until that time, or until {@link #resume}. Replaces an earlier pause. A lock without a document is not changed.
     *
     * @param stamp of this call, which becomes the pause's id
     */
    public static Change pause(String name, String by, String reason, Instant until, String stamp) {
        BsonDocument ask = AskedFields.pause(by, reason, until, stamp);
        return Change.of(name, pipeline(ask, List.of(DROP_EXPIRED, PAUSE, PROMOTE, RECALL, RECORD)));
    }

    /**
     * As {@link #pause}, where the lock has no document, because it was not used for a day, or ever. It creates the document.
     *
     * @param notAfter when the server refuses it as too late
     */
    public static Change pauseUnused(
            LockName name, String by, String reason, Instant until, Instant notAfter, String stamp) {
        BsonDocument ask = AskedFields.pause(by, reason, until, stamp)
                .append("notAfter", new BsonDateTime(notAfter.toEpochMilli()));
        return Change.of(name, pipeline(ask, List.of(REFUSE_LATE, DROP_EXPIRED, BEGIN, PAUSE, PROMOTE, RECALL, RECORD)))
                .upserting();
    }

    /** Ends exactly that pause, and grants the lock to the next in the queue. */
    public static Change resume(String name, Pause pause, String stamp) {
        return Change.of(name, removeAll(List.of(pause.id()), stamp));
    }

    /** Ends exactly the wait that an operator saw: the waiter leaves the queue, and its agent reports to the caller by whom and why. */
    public static Change takeOut(String name, String acquirer, String by, String reason, String stamp) {
        BsonDocument ask = AskedFields.takeOut(acquirer, by, reason, stamp);
        return Change.of(name, pipeline(ask, List.of(DROP_EXPIRED, FIND_WAITER, TAKE_OUT, PROMOTE, RECORD)));
    }

    private static List<BsonDocument> pipeline(BsonDocument asked, List<List<BsonDocument>> steps) {
        return whole(AskedFields.literal(asked), steps);
    }

    /** The whole pipeline of a change: the arguments, then the given steps. */
    private static List<BsonDocument> whole(BsonDocument asked, List<List<BsonDocument>> steps) {
        BsonDocument first = new BsonDocument("$set", new BsonDocument("ask", asked));
        return Stream.of(
                        REFUSE_DAMAGED.stream(),
                        Stream.of(first),
                        steps.stream().flatMap(List::stream))
                .flatMap(each -> each)
                .toList();
    }
}
