package io.lockkeeper.model;

import static io.lockkeeper.model.StoredFields.each;
import static io.lockkeeper.model.StoredFields.isThere;
import static io.lockkeeper.model.StoredFields.number;
import static io.lockkeeper.model.StoredFields.text;
import static io.lockkeeper.model.StoredTimes.duration;
import static io.lockkeeper.model.StoredTimes.instant;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.bson.BsonArray;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonInvalidOperationException;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** The BSON mapping of {@link LockDocument}, both directions. */
public final class LockMapper {

    /** Beside the name. */
    static final Set<String> FIELDS =
            Set.of("capacity", "token", "holders", "queue", "released", "takenOut", "wake", "expiresAt");

    private static final String PAUSED = "paused";
    private static final String TAKEN_OUT = "takenOut";
    private static final String RECALLS = "recalls";

    private LockMapper() {}

    /**
     * Reads a stored document.
     *
     * @throws DamagedLockException if the document is not a lock document
     */
    public static LockDocument fromBson(BsonDocument document) {
        try {
            StoredSize.requireRead(document);
            int capacity = (int) number(document, "capacity", 1, Integer.MAX_VALUE);
            long token = number(document, "token", 0, StoredFields.MAX_TOKEN);
            return new LockDocument(
                    document.getString("_id").getValue(),
                    capacity,
                    token,
                    each(document, "holders").stream()
                            .map(entry -> holder(entry, capacity, token))
                            .toList(),
                    each(document, "queue").stream()
                            .filter(entry -> !entry.containsKey(PAUSED))
                            .map(entry -> waiter(entry, capacity))
                            .toList(),
                    readable(document, "released", () -> released(document.getDocument("released"))),
                    readable(document, "wake", () -> document.getString("wake").getValue()),
                    instant(document, "expiresAt"),
                    each(document, "queue").stream()
                            .filter(entry -> entry.containsKey(PAUSED))
                            .findFirst()
                            .map(LockMapper::pause)
                            .orElse(null),
                    Objects.requireNonNullElse(readable(document, TAKEN_OUT, () -> takenOut(document)), List.of()));
        } catch (BsonInvalidOperationException | IllegalArgumentException | ArithmeticException e) {
            throw new DamagedLockException(document, String.valueOf(e.getMessage()), e);
        }
    }

    /** A field that only informs, and decides no step: if unreadable it counts as missing, and a later change replaces it. */
    static <T> @Nullable T readable(BsonDocument bson, String field, Supplier<T> reading) {
        try {
            return bson.containsKey(field) ? reading.get() : null;
        } catch (BsonInvalidOperationException | IllegalArgumentException | ArithmeticException e) {
            return null;
        }
    }

    public static BsonDocument toBson(LockDocument lock) {
        BsonDocument bson = new BsonDocument("_id", new BsonString(lock.name()))
                .append("capacity", new BsonInt32(lock.capacity()))
                .append("token", new BsonInt64(lock.token()))
                .append(
                        "holders",
                        new BsonArray(
                                lock.holders().stream().map(LockMapper::toBson).toList()))
                .append("queue", queue(lock));
        append(bson, "released", lock.released() == null ? null : toBson(lock.released()));
        append(bson, TAKEN_OUT, lock.takenOut().isEmpty() ? null : takenOut(lock.takenOut()));
        append(bson, "wake", lock.wake() == null ? null : new BsonString(lock.wake()));
        return bson.append("expiresAt", date(lock.expiresAt()));
    }

    private static BsonArray takenOut(List<TakenOut> waiters) {
        return new BsonArray(waiters.stream()
                .map(waiter -> new BsonDocument("acquirer", new BsonString(waiter.acquirer()))
                        .append("by", new BsonString(waiter.by()))
                        .append("reason", new BsonString(waiter.reason()))
                        .append("at", date(waiter.at())))
                .toList());
    }

    private static List<TakenOut> takenOut(BsonDocument document) {
        return each(document, TAKEN_OUT).stream()
                .map(each -> new TakenOut(
                        text(each, "acquirer"), text(each, "by"), text(each, "reason"), instant(each, "at")))
                .toList();
    }

    private static BsonArray queue(LockDocument lock) {
        BsonArray queue = new BsonArray();
        if (lock.paused() != null) {
            queue.add(toBson(lock.paused()));
        }
        lock.queue().forEach(waiter -> queue.add(toBson(waiter)));
        return queue;
    }

    private static BsonDocument toBson(Pause pause) {
        Waiter entry = new Waiter(
                pause.id(),
                Pause.WEIGHT,
                Duration.ZERO,
                pause.at(),
                pause.at(),
                pause.until(),
                pause.id(),
                Pause.owner(pause.by(), pause.reason()),
                0);
        return toBson(entry)
                .append(
                        PAUSED,
                        new BsonDocument("by", new BsonString(pause.by()))
                                .append("reason", new BsonString(pause.reason()))
                                .append("at", date(pause.at()))
                                .append("until", date(pause.until())));
    }

    static BsonDocument toBson(Owner owner) {
        BsonDocument bson = new BsonDocument("agent", new BsonString(owner.agent()))
                .append("service", new BsonString(owner.service()))
                .append("instance", new BsonString(owner.instance()))
                .append("host", new BsonString(owner.host()))
                .append("pid", new BsonInt64(owner.pid()))
                .append("thread", new BsonString(owner.thread()))
                .append("note", new BsonString(owner.note()));
        append(bson, "details", owner.details().isEmpty() ? null : toBson(owner.details()));
        HintPlace wakes = owner.wakes();
        return append(bson, "wakes", wakes == null ? null : new BsonString(wakes.text()));
    }

    /** Pairs, for a key may contain dots and dollars, which no field's name should. */
    private static BsonArray toBson(Details details) {
        return new BsonArray(details.values().entrySet().stream()
                .map(each -> new BsonDocument("k", new BsonString(each.getKey()))
                        .append("v", new BsonString(each.getValue())))
                .toList());
    }

    static BsonArray texts(Collection<String> texts) {
        return new BsonArray(texts.stream().map(BsonString::new).toList());
    }

    static BsonInt64 millis(Duration duration) {
        return new BsonInt64(duration.toMillis());
    }

    private static BsonDocument toBson(Holder holder) {
        BsonDocument bson = new BsonDocument("acquirer", new BsonString(holder.acquirer()))
                .append("weight", new BsonInt32(holder.weight()))
                .append("token", new BsonInt64(holder.token()))
                .append("ttl", millis(holder.ttl()))
                .append("acquiredAt", date(holder.acquiredAt()))
                .append("updatedAt", date(holder.updatedAt()))
                .append("expiresAt", date(holder.expiresAt()))
                .append("stamp", new BsonString(holder.stamp()))
                .append("owner", toBson(holder.owner()));
        KeepMapper.append(bson, holder.keep());
        KeepMapper.append(bson, holder.use());
        append(bson, "stack", holder.stack() == null ? null : toBson(holder.stack()));
        return append(bson, "evicted", holder.evicted() == null ? null : toBson(holder.evicted()));
    }

    private static BsonDocument toBson(Waiter waiter) {
        BsonDocument bson = new BsonDocument("acquirer", new BsonString(waiter.acquirer()))
                .append("weight", new BsonInt32(waiter.weight()))
                .append("ttl", millis(waiter.ttl()))
                .append("since", date(waiter.since()))
                .append("updatedAt", date(waiter.updatedAt()))
                .append("expiresAt", date(waiter.expiresAt()))
                .append("stamp", new BsonString(waiter.stamp()))
                .append("owner", toBson(waiter.owner()))
                .append("behind", new BsonInt32(waiter.behind()));
        KeepMapper.append(bson, waiter.keep());
        return append(bson, RECALLS, waiter.recalls() == null ? null : new BsonString(waiter.recalls()));
    }

    private static BsonDocument toBson(Released released) {
        BsonDocument bson = new BsonDocument("at", date(released.at()))
                .append("acquirer", new BsonString(released.acquirer()))
                .append("token", new BsonInt64(released.token()))
                .append("owner", toBson(released.owner()))
                .append("stamp", new BsonString(released.stamp()));
        return append(bson, "evicted", released.evicted() == null ? null : toBson(released.evicted()));
    }

    private static BsonDocument toBson(ThreadStack stack) {
        return new BsonDocument("at", date(stack.at()))
                .append("state", new BsonString(stack.state()))
                .append("frames", texts(stack.frames()));
    }

    static BsonDocument toBson(Eviction eviction) {
        return new BsonDocument("by", new BsonString(eviction.by()))
                .append("reason", new BsonString(eviction.reason()))
                .append("at", date(eviction.at()))
                .append("until", date(eviction.until()));
    }

    private static Holder holder(BsonDocument bson, int capacity, long token) {
        return new Holder(
                text(bson, "acquirer"),
                (int) number(bson, "weight", 1, capacity),
                number(bson, "token", 1, token),
                duration(bson, "ttl"),
                instant(bson, "acquiredAt"),
                instant(bson, "updatedAt"),
                instant(bson, "expiresAt"),
                text(bson, "stamp"),
                owner(bson.getDocument("owner")),
                readable(bson, "stack", () -> stack(bson.getDocument("stack"))),
                eviction(bson),
                KeepMapper.keep(bson),
                KeepMapper.use(bson));
    }

    private static ThreadStack stack(BsonDocument bson) {
        List<String> frames = bson.getArray("frames").stream()
                .map(frame -> frame.asString().getValue())
                .toList();
        return new ThreadStack(instant(bson, "at"), text(bson, "state"), frames);
    }

    private static Waiter waiter(BsonDocument bson, int capacity) {
        return new Waiter(
                text(bson, "acquirer"),
                (int) number(bson, "weight", 1, capacity),
                duration(bson, "ttl"),
                instant(bson, "since"),
                instant(bson, "updatedAt"),
                instant(bson, "expiresAt"),
                text(bson, "stamp"),
                owner(bson.getDocument("owner")),
                isThere(bson, "behind") ? (int) number(bson, "behind", 0, Integer.MAX_VALUE) : 0,
                KeepMapper.keep(bson),
                bson.containsKey(RECALLS) ? text(bson, RECALLS) : null);
    }

    private static Pause pause(BsonDocument entry) {
        waiter(entry, Pause.WEIGHT);
        number(entry, "weight", Pause.WEIGHT, Pause.WEIGHT);
        BsonDocument bson = entry.getDocument(PAUSED);
        return new Pause(
                text(entry, "acquirer"),
                text(bson, "by"),
                text(bson, "reason"),
                instant(bson, "at"),
                instant(bson, "until"));
    }

    private static Released released(BsonDocument bson) {
        return new Released(
                instant(bson, "at"),
                text(bson, "acquirer"),
                number(bson, "token", 1, StoredFields.MAX_TOKEN),
                owner(bson.getDocument("owner")),
                text(bson, "stamp"),
                eviction(bson));
    }

    static Owner owner(BsonDocument bson) {
        return new Owner(
                text(bson, "agent"),
                text(bson, "service"),
                text(bson, "instance"),
                text(bson, "host"),
                bson.getNumber("pid").longValue(),
                text(bson, "thread"),
                text(bson, "note"),
                bson.containsKey("details") ? details(bson) : Details.NONE,
                bson.containsKey("wakes") ? HintPlace.of(text(bson, "wakes")).orElse(null) : null);
    }

    private static Details details(BsonDocument bson) {
        Map<String, String> values = new LinkedHashMap<>();
        each(bson, "details").forEach(pair -> values.put(text(pair, "k"), text(pair, "v")));
        return new Details(values);
    }

    static @Nullable Eviction eviction(BsonDocument parent) {
        if (!parent.containsKey("evicted")) {
            return null;
        }
        BsonDocument bson = parent.getDocument("evicted");
        return new Eviction(text(bson, "by"), text(bson, "reason"), instant(bson, "at"), instant(bson, "until"));
    }

    private static BsonDateTime date(Instant instant) {
        return new BsonDateTime(instant.toEpochMilli());
    }

    private static BsonDocument append(BsonDocument bson, String field, @Nullable BsonValue value) {
        return value == null ? bson : bson.append(field, value);
    }
}
