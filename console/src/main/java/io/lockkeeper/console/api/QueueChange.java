package io.lockkeeper.console.api;

import io.lockkeeper.console.audit.AuditEntry.Result;
import java.util.function.Supplier;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpStatus;

/** What an operator's change of a lock's queue came to, as the problem that a program is told. */
final class QueueChange {

    private QueueChange() {}

    /** What the change came to; a problem if its intent could not be recorded. */
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
     * @param denied what a user is told who may not make it
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

    /** The queue is not as the caller has seen it. */
    static ProblemException changed(String detail) {
        return new ProblemException(HttpStatus.PRECONDITION_FAILED, detail + " Nothing was changed.");
    }
}
