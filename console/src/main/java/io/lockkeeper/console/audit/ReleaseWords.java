package io.lockkeeper.console.audit;

import io.lockkeeper.console.audit.AuditEntry.End;
import io.lockkeeper.console.audit.AuditEntry.End.Kind;
import io.lockkeeper.console.audit.AuditEntry.Outcome;
import io.lockkeeper.console.audit.AuditEntry.Result;
import io.lockkeeper.console.shell.EvictionWords;
import io.lockkeeper.console.shell.Words;
import org.jspecify.annotations.Nullable;

/** The outcome of evicting another library's holder, in words: the same wherever it is shown. */
public final class ReleaseWords {

    private ReleaseWords() {}

    /** In a word or three. */
    public static String brief(AuditEntry entry) {
        Result result = entry.result();
        if (isOfLease(entry.end())) {
            return EvictionWords.brief(Course.recorded(entry).state());
        }
        return isLate(entry.end()) ? "old holder lives" : result == null ? "not confirmed" : brief(result.outcome());
    }

    /** What that means, in a sentence or two. */
    public static String meaning(AuditEntry entry) {
        Result result = entry.result();
        if (isOfLease(entry.end())) {
            return EvictionWords.meaning(Course.recorded(entry).state());
        }
        return result == null ? meaning(Outcome.NOT_CONFIRMED) : meaning(result) + after(entry.end());
    }

    /** The name under which style sheets know it. */
    static String css(AuditEntry entry) {
        if (isOfLease(entry.end())) {
            return EvictionWords.css(Course.recorded(entry).state());
        }
        return isLate(entry.end()) ? "unanswered" : brief(entry).replace(' ', '-');
    }

    /** What MongoDB answered. */
    public static String meaning(Result result) {
        String said = meaning(result.outcome());
        return result.detail().isEmpty() ? said : Words.visible(result.detail()) + " " + said;
    }

    private static String brief(Outcome outcome) {
        return switch (outcome) {
            case MARKED -> "quarantined";
            case ENDED -> "released";
            case HOLDER_CHANGED -> "holder changed";
            case ALREADY_MARKED -> "already evicted";
            case GONE -> "already ended";
            case DENIED -> "denied";
            case REFUSED -> "refused";
            case NOT_CONFIRMED -> "not confirmed";
            case AWAITS_CONSENT -> "awaits consent";
        };
    }

    private static String meaning(Outcome outcome) {
        return switch (outcome) {
            case MARKED -> "The lock is quarantined.";
            case ENDED -> "The lock is released.";
            case NOT_CONFIRMED ->
                "MongoDB did not confirm it: the lock may be released or not. The source's page shows its present"
                        + " state.";
            case HOLDER_CHANGED, ALREADY_MARKED, GONE, DENIED, REFUSED -> "Nothing was changed.";
            case AWAITS_CONSENT -> "Nothing was changed yet.";
        };
    }

    private static String after(@Nullable End end) {
        if (end == null) {
            return "";
        }
        return switch (end.kind()) {
            case LATE_WRITE ->
                " Its old holder wrote to it %s later, so that process lives.".formatted(Words.lasted(end.after()));
            case NO_LATE_WRITE ->
                " No late write of its old holder was seen within %s.".formatted(Words.duration(end.after()));
            default -> "";
        };
    }

    /** Whether it was one of Lockkeeper's own, whose document tells how the lease ended. */
    private static boolean isOfLease(@Nullable End end) {
        return end != null && end.kind() != Kind.LATE_WRITE && end.kind() != Kind.NO_LATE_WRITE;
    }

    private static boolean isLate(@Nullable End end) {
        return end != null && end.kind() == Kind.LATE_WRITE;
    }
}
