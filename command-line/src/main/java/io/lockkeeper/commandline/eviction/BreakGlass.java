package io.lockkeeper.commandline.eviction;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import io.lockkeeper.commandline.Database;
import io.lockkeeper.commandline.ExitCode;
import io.lockkeeper.commandline.FailedException;
import io.lockkeeper.commandline.Plain;
import io.lockkeeper.commandline.Trouble;
import io.lockkeeper.commandline.eviction.Outcome.Result;
import io.lockkeeper.model.Change;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Settle;
import io.lockkeeper.model.Snapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.bson.BsonArray;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.conversions.Bson;

/**
 * Evicts as the console does, by the lease's acquirer and token: it records the intent, marks the lease, and records the
 * outcome. Without a record of the intent nothing is changed.
 */
final class BreakGlass {

    private static final Duration QUARANTINE = Duration.ofSeconds(15);
    /** For how long after the record the change may be applied: the server refuses it later. */
    private static final Duration TIME_OUT = Duration.ofSeconds(30);
    /** Unauthorized, and the conversion that fails on purpose where the document is no lock's. */
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

    /** What was answered, and MongoDB's own words where it failed. */
    private record Answer(Outcome outcome, String error) {}

    Outcome evict(String lock, long token, String reason) {
        rules.require(lock);
        Snapshot seen = read(lock);
        Holder holder = seen.lock().holders().stream()
                .filter(each -> each.token() == token)
                .findFirst()
                .orElseThrow(() -> new FailedException(ExitCode.NOT_SO, notHeld(seen.lock(), token)));
        Operator operator = Operator.of(database);
        String id = UUID.randomUUID().toString();
        long began = System.nanoTime();
        record(id, seen.serverTime(), operator, lock, holder, reason);
        Change change = Settle.evict(lock, holder, operator.name(), reason, QUARANTINE, id);
        Answer answer = end(change, seen.serverTime().plus(TIME_OUT), holder, id);
        conclude(answer, seen.serverTime().plusNanos(System.nanoTime() - began));
        return answer.outcome();
    }

    private Snapshot read(String lock) {
        return Optional.ofNullable(locks.find(Filters.eq("_id", lock))
                        .projection(Change.answerProjection())
                        .first())
                .map(Change::answer)
                .orElseThrow(() -> new FailedException(
                        ExitCode.NOT_SO, "Nothing was evicted: there is no lock \"%s\".".formatted(Plain.text(lock))));
    }

    private void record(String id, Instant at, Operator operator, String lock, Holder holder, String reason) {
        try {
            audit.intend(id, at, operator, lock, holder, reason);
        } catch (MongoException e) {
            throw new FailedException(
                    ExitCode.UNAVAILABLE, "Nothing was evicted, because it could not be recorded. " + Trouble.of(e));
        }
    }

    private Answer end(Change change, Instant deadline, Holder seen, String id) {
        try {
            BsonDocument answer = locks.findOneAndUpdate(
                    Filters.and(change.filter(), before(deadline)), change.pipeline(), change.options());
            return new Answer(
                    answer == null
                            ? new Outcome(
                                    Result.GONE,
                                    "The lock no longer has a document, or MongoDB took longer than 30 s.",
                                    id)
                            : outcome(Change.answer(answer).lock(), seen, id),
                    "");
        } catch (MongoException e) {
            boolean refused = e instanceof MongoCommandException no && REFUSALS.contains(no.getErrorCode());
            Result result = refused ? Result.REFUSED : Result.NOT_CONFIRMED;
            return new Answer(new Outcome(result, Trouble.of(e), id), String.valueOf(e.getMessage()));
        }
    }

    private static Bson before(Instant deadline) {
        BsonDateTime latest = new BsonDateTime(deadline.toEpochMilli());
        return Filters.expr(new BsonDocument("$lte", new BsonArray(List.of(new BsonString("$$NOW"), latest))));
    }

    /** What the document says after the change: only our own stamp tells that it was ours. */
    private static Outcome outcome(LockDocument lock, Holder seen, String id) {
        Optional<Holder> there = lock.holder(seen.acquirer()).filter(holder -> holder.token() == seen.token());
        if (there.isPresent()) {
            boolean ours = there.get().stamp().equals(id);
            return new Outcome(ours ? Result.MARKED : Result.ALREADY_MARKED, "", id);
        }
        return new Outcome(lock.holders().isEmpty() ? Result.GONE : Result.HOLDER_CHANGED, "", id);
    }

    private void conclude(Answer answer, Instant at) {
        try {
            audit.conclude(answer.outcome(), at, answer.error());
        } catch (MongoException e) {
            throw new FailedException(
                    ExitCode.UNAVAILABLE,
                    "%s This could not be recorded; the intent is, and a console finds out the rest. %s"
                            .formatted(answer.outcome().result().words(), Trouble.of(e)));
        }
    }

    private static String notHeld(LockDocument lock, long token) {
        String now = lock.holders().isEmpty()
                ? "Nobody holds the lock."
                : "Its holders have the tokens %s."
                        .formatted(lock.holders().stream().map(Holder::token).toList());
        return "Nothing was evicted: no lease of \"%s\" has the token %d. %s"
                .formatted(Plain.text(lock.name()), token, now);
    }
}
