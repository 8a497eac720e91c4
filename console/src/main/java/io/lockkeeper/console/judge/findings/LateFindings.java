package io.lockkeeper.console.judge.findings;

import io.lockkeeper.console.act.audit.EvictionFollower;
import io.lockkeeper.console.act.audit.LateWrite;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.watch.agents.LateFeed;
import io.lockkeeper.console.watch.agents.LateWords;
import io.lockkeeper.model.LateAttempt;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/**
 * Processes that act on locks they have lost: each that reported so itself until it has been quiet for a while, and each that was seen to
 * write to another library's lock after its eviction.
 */
@Component
class LateFindings {

    private static final Duration QUIET = Duration.ofMinutes(10);
    /** The most of these findings, the latest. */
    private static final int MOST = 100;

    private final LateFeed feed;
    private final EvictionFollower evictions;

    LateFindings(LateFeed feed, EvictionFollower evictions) {
        this.feed = feed;
        this.evictions = evictions;
    }

    List<Detected> look(Instant now) {
        return Stream.concat(
                        feed.latest().stream()
                                .filter(it -> it.last().plus(QUIET).isAfter(now))
                                .limit(MOST)
                                .map(it -> detected(it, now)),
                        evictions.lateWrites().stream().map(LateFindings::detected))
                .toList();
    }

    static Detected detected(LateAttempt attempt, Instant now) {
        String subject = LateAttempt.id(attempt.kind(), attempt.lease());
        Kind kind = attempt.kind() == LateAttempt.Kind.HINT ? Kind.FALSE_HINT : Kind.LATE_ATTEMPT;
        return new Detected(kind, attempt.lease().lock(), subject, LateWords.sentence(attempt, now));
    }

    private static Detected detected(LateWrite it) {
        String evidence = "%s was evicted at %s, and wrote to the lock at %s."
                .formatted(Formats.visible(it.holder()), Formats.exact(it.evictedAt()), Formats.exact(it.at()));
        return new Detected(Kind.LATE_WRITE, it.lock(), it.eviction(), evidence).in(it.source());
    }
}
