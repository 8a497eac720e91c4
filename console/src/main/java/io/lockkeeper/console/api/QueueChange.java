package io.lockkeeper.console.api;

import io.lockkeeper.console.act.audit.AuditEntry.Result;
import java.util.function.Supplier;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpStatus;

/** Turns the result of an operator's change to a lock's queue into the response of the API. */
final class QueueChange {

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
