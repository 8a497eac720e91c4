package io.lockkeeper.console.watch.agents;

import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.model.Eviction;
import io.lockkeeper.model.LateAttempt;
import io.lockkeeper.model.LateLease;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/** Words about a holder that acts on a lease it has lost. */
public final class LateWords {

    private LateWords() {}

    /**
     * The sentence, for example
     * {@code import · import-1 tried to renew 4.0 s after its eviction by ops, 3 times, the last 12 s ago (token 1795258911456000)}.
     */
    public static String sentence(LateAttempt attempt, Instant now) {
        LateLease lease = attempt.lease();
        String who =
                Formats.visible(lease.owner().service() + " · " + lease.owner().instance());
        String often = attempt.times() == 1 ? "" : String.format(Locale.ROOT, "%,d times, the last ", attempt.times());
        return "%s %s %s, %s%s ago (token %s)."
                .formatted(
                        who,
                        deed(attempt.kind()),
                        when(attempt),
                        often,
                        Formats.duration(Duration.between(attempt.last(), now)),
                        lease.token());
    }

    /** The attempt in words, for example {@code tried to renew}. */
    public static String deed(LateAttempt.Kind kind) {
        return switch (kind) {
            case RENEW -> "tried to renew";
            case WRITE -> "tried to write with its stale token, and was refused,";
            case HINT -> "believed a false hint of a grant";
        };
    }

    private static String when(LateAttempt attempt) {
        if (attempt.kind() == LateAttempt.Kind.HINT) {
            return "until it read the lock";
        }
        Eviction eviction = attempt.lease().eviction();
        return eviction == null
                ? "after it had lost the lease"
                : "%s after its eviction by %s"
                        .formatted(
                                Formats.lasted(Duration.between(eviction.at(), attempt.first())),
                                Formats.visible(eviction.by()));
    }
}
