package io.lockkeeper.console.api;

import io.lockkeeper.console.act.audit.AuditEntry.Action;
import io.lockkeeper.console.act.audit.AuditEntry.Outcome;
import io.lockkeeper.console.act.audit.AuditEntry.Result;
import io.lockkeeper.console.act.eviction.PauseRequest;
import io.lockkeeper.console.act.eviction.QueueService;
import io.lockkeeper.console.act.eviction.TakeOutRequest;
import io.lockkeeper.console.api.QueuesApi.PauseBody;
import io.lockkeeper.console.api.QueuesApi.TakeOutBody;
import io.lockkeeper.console.ask.locks.LockReader;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.source.SourceFeeds;
import io.lockkeeper.console.watch.source.SourceFeeds.Watched;
import io.lockkeeper.model.LockName;
import io.lockkeeper.model.Pause;
import io.lockkeeper.model.Waiter;
import jakarta.servlet.http.HttpServletRequest;
import java.security.Principal;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;

/** Requests about a lock's queue in any source: pauses, the end of one, and waiters taken out. */
@Component
final class QueueCalls {

    private static final String DENIED = "Only an operator may pause a lock.";

    private final QueueService queues;
    private final EvictionRate rate;
    private final LockReader locks;
    private final SourceFeeds feeds;
    private final AskedSources asked;

    QueueCalls(QueueService queues, EvictionRate rate, LockReader locks, SourceFeeds feeds, AskedSources asked) {
        this.queues = queues;
        this.rate = rate;
        this.locks = locks;
        this.feeds = feeds;
        this.asked = asked;
    }

    ResponseEntity<ApiLock.ApiPause> pause(LockId lock, PauseBody body, Principal user, HttpServletRequest request) {
        rate.require(user.getName());
        PauseRequest asked = asked(lock, body, request.getRemoteAddr());
        queues.requireWithin(lock, Action.PAUSE, asked.reason(), asked.ip());
        requirePausable(lock);
        Result result = QueueChange.recorded(() -> queues.pause(asked));
        if (result.outcome() == Outcome.AWAITS_CONSENT) {
            return ConsentsApi.accepted(asked.id(), request);
        }
        QueueChange.requireDone(result, DENIED);
        return ResponseEntity.ok(paused(lock)
                .map(ApiLock.ApiPause::of)
                .orElseThrow(() -> QueueChange.changed("It is not paused any more.")));
    }

    /** A lock that has no document is paused as well, unless no agent would ever ask for it. */
    private void requirePausable(LockId lock) {
        if (found(lock).isPresent()) {
            Lock unused = present(lock);
        } else {
            LockName unused = ProblemException.checked(() -> new LockName(lock.name()));
        }
    }

    private PauseRequest asked(LockId lock, PauseBody body, String ip) {
        Instant until = body.until();
        if (until == null) {
            throw ProblemException.badRequest(
                    "until is missing: when the pause ends by itself, as in 2026-11-23T12:00:00Z.");
        }
        Instant now = feeds.now(lock.source());
        return ProblemException.checked(
                () -> PauseRequest.of(lock, until, now, Objects.requireNonNullElse(body.reason(), ""), ip));
    }

    ApiLock.ApiPause resume(LockId lock, @Nullable String ifMatch, HttpServletRequest request) {
        String id = IfMatch.required(ifMatch, "the id of the pause to end, in quotes");
        queues.requireWithin(lock, Action.RESUME, "", request.getRemoteAddr());
        Lock unused = present(lock);
        Pause seen = paused(lock)
                .filter(pause -> isNamed(pause.id(), id))
                .orElseThrow(() -> QueueChange.changed("No pause of this lock has that id."));
        QueueChange.requireDone(QueueChange.recorded(() -> queues.resume(lock, seen, request.getRemoteAddr())), DENIED);
        return ApiLock.ApiPause.of(seen);
    }

    ResponseEntity<ApiLock.Request> takeOut(
            LockId lock, @Nullable String ifMatch, TakeOutBody body, Principal user, HttpServletRequest request) {
        rate.require(user.getName());
        String acquirer = IfMatch.required(ifMatch, "the acquirer of the waiter, in quotes");
        String reason = Objects.requireNonNullElse(body.reason(), "");
        queues.requireWithin(lock, Action.TAKE_OUT, reason, request.getRemoteAddr());
        Waiter seen = seen(lock, acquirer);
        TakeOutRequest asked =
                ProblemException.checked(() -> TakeOutRequest.of(lock, seen, reason, request.getRemoteAddr()));
        Result result = QueueChange.recorded(() -> queues.takeOut(asked));
        if (result.outcome() == Outcome.AWAITS_CONSENT) {
            return ConsentsApi.accepted(asked.id(), request);
        }
        QueueChange.requireDone(result, "Only an operator may take a waiter out of a queue.");
        return ResponseEntity.ok(ApiLock.Request.of(seen));
    }

    private Waiter seen(LockId lock, String ifMatch) {
        Lock found = present(lock);
        if (found.holders().stream().anyMatch(holder -> isNamed(holder.acquirer(), ifMatch))) {
            throw QueueChange.changed("The lock was granted to it meanwhile.");
        }
        return found.queue().stream()
                .filter(waiter -> isNamed(waiter.acquirer(), ifMatch))
                .findFirst()
                .orElseThrow(() -> QueueChange.changed("No waiter of this lock has that acquirer."));
    }

    private static boolean isNamed(String id, String ifMatch) {
        return ifMatch.equals('"' + id + '"');
    }

    /**
     * The lock as stored in MongoDB, if it is one of Lockkeeper's own.
     *
     * @throws ProblemException if there is no such source or lock
     */
    private Lock present(LockId lock) {
        return found(lock).filter(it -> !it.isForeign()).orElseThrow(() -> ProblemException.noLock(lock.name()));
    }

    private Optional<Lock> found(LockId lock) {
        Watched unused = asked.of(lock.source());
        return locks.read(LockScope.present(), lock);
    }

    private Optional<Pause> paused(LockId lock) {
        return locks.read(LockScope.present(), lock).flatMap(it -> it.pause(feeds.now(lock.source())));
    }

    /** Turns the result of an operator's change to a lock's queue into the response of the API. */
    private static final class QueueChange {

        private QueueChange() {}

        /** Makes the change; throws a problem if the intent to make it could not be recorded. */
        static Result recorded(Supplier<Result> change) {
            try {
                return change.get();
            } catch (DataAccessException e) {
                throw new ProblemException(
                        HttpStatus.SERVICE_UNAVAILABLE, "Nothing was changed, because it could not be recorded.");
            }
        }

        /**
         * Returns if the change was made.
         *
         * @param denied the message for a user who lacks the permission
         */
        static void requireDone(Result result, String denied) {
            switch (result.outcome()) {
                case ENDED -> {}
                case NOT_CONFIRMED ->
                    throw new ProblemException(
                            HttpStatus.GATEWAY_TIMEOUT, "MongoDB did not confirm the change: look at the lock.");
                case REFUSED ->
                    throw new ProblemException(
                            HttpStatus.SERVICE_UNAVAILABLE, "MongoDB refused the change; nothing was changed.");
                case DENIED -> throw new ProblemException(HttpStatus.FORBIDDEN, denied);
                default -> throw changed(result.detail());
            }
        }

        /** The queue changed since the caller read it. */
        static ProblemException changed(String detail) {
            return new ProblemException(HttpStatus.PRECONDITION_FAILED, detail + " Nothing was changed.");
        }
    }
}
