package io.lockkeeper.console.act.eviction;

import io.lockkeeper.console.act.audit.AuditEntry.Result;
import io.lockkeeper.console.ground.refusal.RefusedException;
import org.springframework.dao.DataAccessException;
import org.springframework.security.access.AccessDeniedException;

/** Why a change was not made, or may not have been, in words for the operator who asked for it. */
final class ChangeFailure {

    private ChangeFailure() {}

    /** The words for an answer that proves nothing. */
    static String words(Result result) {
        return "Nothing is known to have changed: " + (result.detail().isEmpty() ? result.error() : result.detail());
    }

    /** The words for a change that was not even tried. */
    static String words(Exception failure) {
        return switch (failure) {
            case DataAccessException unrecorded -> "Nothing was changed, because it could not be recorded.";
            case RefusedException refused -> String.valueOf(refused.getMessage());
            case AccessDeniedException denied -> denied.getMessage() + " Nothing was changed.";
            default -> "That failed; the console's log says why.";
        };
    }
}
