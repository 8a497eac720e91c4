package io.lockkeeper.commandline.eviction;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import io.lockkeeper.commandline.Database;
import io.lockkeeper.commandline.ExitCode;
import io.lockkeeper.commandline.FailedException;
import io.lockkeeper.commandline.Plain;
import io.lockkeeper.commandline.SimilarNames;
import io.lockkeeper.commandline.Trouble;
import io.lockkeeper.commandline.eviction.Outcome.Result;
import io.lockkeeper.model.Change;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.LockName;
import io.lockkeeper.model.Pause;
import io.lockkeeper.model.Settle;
import io.lockkeeper.model.Snapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.bson.BsonArray;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.conversions.Bson;

/**
 * Evicts and pauses as the console does: exactly the lease or the pause that was seen, or nothing. The intent is recorded before the lock
 * is changed, and the outcome after; if the intent cannot be recorded, nothing is changed.
 */
final class BreakGlass {

    private static final Duration QUARANTINE = Duration.ofSeconds(15);
    /** For how long after the record the change may be applied: the server refuses it later. */
    private static final Duration TIME_OUT = Duration.ofSeconds(30);
    /** Unauthorized, and the conversion that fails on purpose where the document is not a lock. */
    private static final Set<Integer> REFUSALS = Set.of(13, 241);

    private final Database database;
    private final MongoCollection<BsonDocument> locks;
    private final Audit audit;
    private final ConsentRules rules;

    BreakGlass(Database database, Audit audit, ConsentRules rules) {
        this.database = database;
        this.locks = database.locks();
        this.audit = audit;
        this.rules = rules;
    }

    /** The outcome, and MongoDB's own words where the change failed. */
    private record Answer(Outcome outcome, String error) {}

    Outcome evict(String lock, long token, String reason) {
        rules.require(lock);
        Snapshot seen = read(lock);
        Holder holder = seen.lock().holders().stream()
                .filter(each -> each.token() == token)
                .findFirst()
                .orElseThrow(() -> new FailedException(ExitCode.NOT_SO, notHeld(seen.lock(), token)));
        Deed deed = Deed.evict(newId(), lock, holder, reason);
        return run(
                deed,
                seen.serverTime(),
                by -> Settle.evict(lock, holder, by, reason, QUARANTINE, deed.id()),
                after -> evicted(after, holder, deed));
    }

    Outcome pause(String lock, Duration time, String reason) {
        rules.require(lock);
        Optional<Snapshot> seen = find(lock);
        Instant now = seen.map(Snapshot::serverTime).orElseGet(() -> new UnusedLock(database, lock).serverTime());
        Instant until = now.plus(time);
        Deed deed = Deed.pause(newId(), lock, until, reason);
        return run(
                deed,
                now,
                by -> seen.isPresent()
                        ? Settle.pause(lock, by, reason, until, deed.id())
                        : Settle.pauseUnused(new LockName(lock), by, reason, until, now.plus(TIME_OUT), deed.id()),
                after -> after.paused() != null && after.paused().id().equals(deed.id())
                        ? new Outcome(
                                deed,
                                Result.ENDED,
                                "The lock is paused until %s.%s"
                                        .formatted(
                                                Plain.instant(until),
                                                seen.isPresent() ? "" : SimilarNames.ofUnused(database, lock)))
                        : new Outcome(deed, Result.GONE, "Its time was over before MongoDB had it."));
    }

    Outcome resume(String lock) {
        rules.require(lock);
        Snapshot seen = read(lock);
        Pause pause = seen.lock().paused();
        if (pause == null) {
            throw new FailedException(ExitCode.NOT_SO, "The lock is not paused.");
        }
        Deed deed = Deed.resume(newId(), lock, pause);
        return run(
                deed,
                seen.serverTime(),
                by -> Settle.resume(lock, pause, deed.id()),
                after -> after.paused() == null
                        ? new Outcome(deed, Result.ENDED, "The lock is not paused any more.")
                        : new Outcome(deed, Result.HOLDER_CHANGED, ""));
    }

    private static String newId() {
        return UUID.randomUUID().toString();
    }

    /** Only in this order: the record of the intent, the change, the record of the outcome. */
    private Outcome run(
            Deed deed, Instant now, Function<String, Change> change, Function<LockDocument, Outcome> outcome) {
        long began = System.nanoTime();
        Operator operator = Operator.of(database);
        record(deed, now, operator);
        Answer answer = apply(deed, change.apply(operator.name()), now.plus(TIME_OUT), outcome);
        conclude(answer, now.plusNanos(System.nanoTime() - began));
        return answer.outcome();
    }

    private Optional<Snapshot> find(String lock) {
        return Optional.ofNullable(locks.find(Filters.eq("_id", lock))
                        .projection(Change.answerProjection())
                        .first())
                .map(Change::answer);
    }

    private Snapshot read(String lock) {
        return find(lock)
                .orElseThrow(() -> new FailedException(
                        ExitCode.NOT_SO,
                        "Nothing was changed: there is no lock \"%s\".%s"
                                .formatted(Plain.text(lock), SimilarNames.sentence(database, lock))));
    }

    private void record(Deed deed, Instant at, Operator operator) {
        try {
            audit.intend(deed, at, operator);
        } catch (MongoException e) {
            throw new FailedException(
                    ExitCode.UNAVAILABLE, "Nothing was changed, because it could not be recorded. " + Trouble.of(e));
        }
    }

    private Answer apply(Deed deed, Change change, Instant deadline, Function<LockDocument, Outcome> outcome) {
        try {
            Bson filter = change.upsert() ? change.filter() : Filters.and(change.filter(), before(deadline));
            return new Answer(
                    database.change(change, filter, deed.id())
                            .map(outcome)
                            .orElseGet(() -> new Outcome(
                                    deed,
                                    Result.GONE,
                                    "The lock no longer has a document, or MongoDB took longer than 30 s.")),
                    "");
        } catch (MongoException e) {
            boolean refused = e instanceof MongoCommandException no && REFUSALS.contains(no.getErrorCode());
            Result result = refused ? Result.REFUSED : Result.NOT_CONFIRMED;
            return new Answer(new Outcome(deed, result, Trouble.of(e)), String.valueOf(e.getMessage()));
        }
    }

    private static Bson before(Instant deadline) {
        BsonDateTime latest = new BsonDateTime(deadline.toEpochMilli());
        return Filters.expr(new BsonDocument("$lte", new BsonArray(List.of(new BsonString("$$NOW"), latest))));
    }

    /** The outcome that the document shows after the change: our own stamp in it proves that the change was ours. */
    private static Outcome evicted(LockDocument lock, Holder seen, Deed deed) {
        Optional<Holder> there = lock.holder(seen.acquirer()).filter(holder -> holder.token() == seen.token());
        if (there.isPresent()) {
            boolean ours = there.get().stamp().equals(deed.id());
            return new Outcome(deed, ours ? Result.MARKED : Result.ALREADY_MARKED, "");
        }
        return new Outcome(deed, lock.holders().isEmpty() ? Result.GONE : Result.HOLDER_CHANGED, "");
    }

    private void conclude(Answer answer, Instant at) {
        try {
            audit.conclude(answer.outcome(), at, answer.error());
        } catch (MongoException e) {
            throw new FailedException(
                    ExitCode.UNAVAILABLE,
                    "%s This could not be recorded; the intent is, and a console finds out the rest. %s"
                            .formatted(said(answer.outcome()), Trouble.of(e)));
        }
    }

    private static String said(Outcome outcome) {
        return (outcome.result().words() + " " + outcome.detail()).strip();
    }

    private static String notHeld(LockDocument lock, long token) {
        String now = lock.holders().isEmpty()
                ? "The lock is free."
                : "Its holders have the tokens %s."
                        .formatted(lock.holders().stream().map(Holder::token).toList());
        return String.format(
                Locale.ROOT,
                "Nothing was changed: no lease of \"%s\" has the token %d. %s",
                Plain.text(lock.name()),
                token,
                now);
    }
}
