package io.lockkeeper.console.act.eviction;

import com.mongodb.MongoClientException;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoOperationTimeoutException;
import io.lockkeeper.console.act.audit.AuditEntry;
import io.lockkeeper.console.act.audit.AuditEntry.Outcome;
import io.lockkeeper.console.act.audit.AuditEntry.Result;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.refusal.RefusedException;
import io.lockkeeper.console.watch.source.LockCollections.Opened;
import java.util.Set;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Makes a change in a collection that is open, and says what MongoDB's answer, or its absence, proves of it. */
@Component
final class ChangeAttempts {

    private static final Logger LOG = LoggerFactory.getLogger(ChangeAttempts.class);
    private static final int UNAUTHORIZED = 13;
    /** The collection's validator refuses the document. */
    private static final int INVALID = 121;
    /** The conversion that fails on purpose if the document is not a lock's. */
    private static final int CONVERSION = 241;

    /**
     * The change itself cannot be made in the document: a value of another type, a path that leads nowhere, a field that must not change, a
     * second document of a unique key, a document that grew too large, a view.
     */
    private static final Set<Integer> UNFIT = Set.of(2, 9, 14, 28, 40, 52, 56, 57, 66, 166, 11_000, 17_419, 17_420);

    private final ServerClock clock;

    ChangeAttempts(ServerClock clock) {
        this.clock = clock;
    }

    /** @throws RefusedException if the change refuses itself; then nothing was sent */
    Answer make(Opened opened, AuditEntry entry, Function<TimedCollection, Answer> change) {
        try (TimedCollection locks = new TimedCollection(opened, entry, clock)) {
            return change.apply(locks);
        } catch (RefusedException e) {
            throw e;
        } catch (RuntimeException e) {
            LOG.warn(
                    "An operator's change was not confirmed: action={} source={} lock={} entry={}",
                    entry.action(),
                    entry.place().source(),
                    entry.lock(),
                    entry.id(),
                    e);
            return Answer.of(failed(opened, e));
        }
    }

    Result result(Outcome outcome, String detail) {
        return new Result(clock.now(), outcome, detail, "");
    }

    Result tooLate() {
        return result(Outcome.REFUSED, "MongoDB took longer than %s.".formatted(Formats.duration(AuditEntry.TIME_OUT)));
    }

    private Result failed(Opened opened, RuntimeException e) {
        int code = e instanceof MongoCommandException refused ? refused.getErrorCode() : 0;
        return switch (code) {
            case UNAUTHORIZED ->
                failed(
                        Outcome.REFUSED,
                        "The console's MongoDB user needs find and %s on %s."
                                .formatted(
                                        opened.dialect().releaseAction().orElse("no more"),
                                        opened.source().place()),
                        e);
            case INVALID -> failed(Outcome.REFUSED, "The collection's validator refuses the change.", e);
            case CONVERSION -> failed(Outcome.REFUSED, "", e);
            default -> failed(UNFIT.contains(code) || isUnsent(e) ? Outcome.REFUSED : Outcome.NOT_CONFIRMED, "", e);
        };
    }

    private Result failed(Outcome outcome, String detail, RuntimeException e) {
        return new Result(clock.now(), outcome, detail, String.valueOf(e.getMessage()));
    }

    /** Whether the change was certainly not sent: after any other failure, a time limit among them, it may have been made. */
    private static boolean isUnsent(RuntimeException e) {
        return e instanceof MongoClientException && !(e instanceof MongoOperationTimeoutException);
    }
}
