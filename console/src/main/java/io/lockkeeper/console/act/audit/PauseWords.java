package io.lockkeeper.console.act.audit;

import io.lockkeeper.console.act.audit.AuditEntry.Outcome;
import io.lockkeeper.console.act.audit.AuditEntry.Result;
import io.lockkeeper.console.ground.formats.Formats;

/** The recorded outcome of a pause, or of ending one. */
final class PauseWords {

    private PauseWords() {}

    static String brief(AuditEntry entry) {
        Result result = entry.result();
        if (result == null || result.outcome() == Outcome.NOT_CONFIRMED) {
            return "not confirmed";
        }
        return result.outcome() == Outcome.ENDED ? "done" : "nothing changed";
    }

    static String css(AuditEntry entry) {
        Result result = entry.result();
        return result != null && result.outcome() == Outcome.ENDED ? "stopped" : "unknown";
    }

    static String meaning(AuditEntry entry) {
        Result result = entry.result();
        if (result == null || result.outcome() == Outcome.NOT_CONFIRMED) {
            return "MongoDB did not confirm it: look at the lock.";
        }
        return switch (result.outcome()) {
            case DENIED -> result.detail().isEmpty() ? "The user may not do this." : Formats.visible(result.detail());
            case REFUSED -> "MongoDB refused the change.";
            default -> Formats.visible(result.detail());
        };
    }
}
