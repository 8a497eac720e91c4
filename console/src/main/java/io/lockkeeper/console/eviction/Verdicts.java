package io.lockkeeper.console.eviction;

import io.lockkeeper.console.audit.AuditEntry.Result;
import io.lockkeeper.console.shell.Words;
import io.lockkeeper.model.Eviction;
import io.lockkeeper.model.Holder;
import org.jspecify.annotations.Nullable;

/** What the dialog says of a lease. */
final class Verdicts {

    private Verdicts() {}

    /** Before the click; empty if there is nothing to say. */
    static String before(Standing standing) {
        return switch (standing) {
            case Standing.Holds holds -> "";
            case Standing.RanOut ranOut ->
                "This lease has run out. Whoever asks for the lock next gets it, without an eviction.";
            case Standing.Marked marked -> alreadyMarked(marked.mark());
            case Standing.Ended ended -> changed(ended.next());
        };
    }

    static String after(Result result, String lock) {
        return switch (result.outcome()) {
            case MARKED -> "The lease is marked. Its holder is told by its agent.";
            case ENDED -> "The lease was removed. Only its token keeps that process out now.";
            case ALREADY_MARKED -> "Somebody else evicted this holder a moment ago. Nothing was changed.";
            case HOLDER_CHANGED -> "The holder has changed meanwhile. " + result.detail() + " Nothing was changed.";
            case GONE -> "The lease ended by itself meanwhile. Nothing was changed.";
            case DENIED -> "Only an operator may evict. Nothing was changed.";
            case FAILED ->
                "MongoDB did not confirm it, so the lease of %s may or may not be marked; asking again does no harm."
                        .formatted(Words.visible(lock));
        };
    }

    private static String alreadyMarked(Eviction eviction) {
        return "%s evicted this holder already: %s"
                .formatted(Words.visible(eviction.by()), Words.visible(eviction.reason()));
    }

    private static String changed(@Nullable Holder next) {
        return next == null
                ? "This lease has ended, and nobody holds the lock now. There is nobody to evict."
                : "This lease has ended. The lock is now held by %s. Close this and look again."
                        .formatted(Holders.words(next.owner()));
    }
}
