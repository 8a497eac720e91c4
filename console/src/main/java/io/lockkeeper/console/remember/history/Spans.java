package io.lockkeeper.console.remember.history;

import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.store.OwnRecords;
import java.time.Instant;
import java.util.Date;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.springframework.data.mongodb.core.query.Query;

/**
 * Reads of very many leases and waits what is added up of them: no other field leaves the server, and what many have in common is kept once.
 * Used by one thread.
 */
final class Spans {

    private final OwnRecords records;
    private final Map<Object, Object> shared = new HashMap<>();

    Spans(OwnRecords records) {
        this.records = records;
    }

    /** The spans, to be closed by the reader, as all of these. */
    Stream<LeaseSpan> leases(Query query, StoredLeases<?> in) {
        query.fields().include(in.lock(), "source", in.granted(), in.ended());
        query.fields().include(in.own() + "holder", in.own() + "weight", in.own() + "askedAt");
        query.fields().include(in.token());
        return records.stream(query, in.type(), stored -> lease(stored, in));
    }

    private LeaseSpan lease(Document stored, StoredLeases<?> in) {
        Instant granted = instant(stored, in.granted());
        Instant ended = instant(stored, in.ended());
        Instant began = granted == null || (ended != null && granted.isAfter(ended)) ? ended : granted;
        return new LeaseSpan(
                lock(stored, in.lock()),
                number(stored, in.token(), 0),
                party(at(stored, in.own() + "holder")),
                number(stored, in.own() + "weight", 1),
                Objects.requireNonNull(began, "a lease that lasts is known by its grant"),
                ended);
    }

    /** Waits that ended with the grant of those leases. */
    Stream<WaitSpan> granted(Query query, StoredLeases<?> in) {
        query.fields().include(in.lock(), "source", in.granted(), in.ended());
        query.fields().include(in.own() + "holder", in.own() + "askedAt");
        return records.stream(query, in.type(), stored -> granted(stored, in));
    }

    private WaitSpan granted(Document stored, StoredLeases<?> in) {
        LeaseSpan lease = lease(stored, in);
        return wait(lease.lock(), lease.holder(), instant(stored, in.own() + "askedAt"), lease.began());
    }

    WaitSpan wait(LockId lock, @Nullable Party waiter, @Nullable Instant asked, Instant granted) {
        return new WaitSpan(
                lock, waiter == null ? Party.UNKNOWN : waiter, Objects.requireNonNullElse(asked, granted), granted);
    }

    /** Waits that ended without a grant. */
    Stream<WaitSpan> left(Query query) {
        query.fields().include("lock", "source", "waiter", "since", "endedAt");
        return records.stream(
                query,
                WaitRecord.class,
                stored -> new WaitSpan(
                        lock(stored, "lock"),
                        Objects.requireNonNull(party(stored.get("waiter"))),
                        Objects.requireNonNull(instant(stored, "since")),
                        Objects.requireNonNull(instant(stored, "endedAt"))));
    }

    private LockId lock(Document stored, String field) {
        String name = (String) Objects.requireNonNull(at(stored, field), field);
        return once(LockId.stored(stored.getString("source"), name));
    }

    private @Nullable Party party(@Nullable Object stored) {
        return stored instanceof Document who ? once(brief(who)) : null;
    }

    /** The party as costs show it: thread and note may be others with each request. */
    private static Party brief(Document who) {
        return new Party("", text(who, "service"), text(who, "instance"), text(who, "host"), 0, "", "");
    }

    private static String text(Document who, String field) {
        return Objects.requireNonNull(who.getString(field), field);
    }

    private static long number(Document stored, String field, long otherwise) {
        return at(stored, field) instanceof Number number ? number.longValue() : otherwise;
    }

    private static @Nullable Instant instant(Document stored, String field) {
        return at(stored, field) instanceof Date date ? date.toInstant() : null;
    }

    /** A field, or one of a document within. */
    private static @Nullable Object at(Document stored, String path) {
        int dot = path.indexOf('.');
        return dot < 0
                ? stored.get(path)
                : stored.get(path.substring(0, dot)) instanceof Document inner
                        ? inner.get(path.substring(dot + 1))
                        : null;
    }

    @SuppressWarnings("unchecked") // what is equal is of one class
    private <T> T once(T value) {
        return (T) Objects.requireNonNull(shared.merge(value, value, (known, same) -> known));
    }
}
