package io.lockkeeper.console.findings;

import io.lockkeeper.console.agents.LateFeed;
import io.lockkeeper.console.agents.LateWords;
import io.lockkeeper.model.LateAttempt;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.springframework.stereotype.Component;

/** Processes that act on locks they have lost. Each is reported until it has been quiet for a while. */
@Component
class LateFindings {

    private static final Duration QUIET = Duration.ofMinutes(10);
    /** If there are more, the latest suffice. */
    private static final int MOST = 100;

    private final LateFeed feed;

    LateFindings(LateFeed feed) {
        this.feed = feed;
    }

    List<Detected> look(Instant now) {
        return feed.latest().stream()
                .filter(it -> it.last().plus(QUIET).isAfter(now))
                .limit(MOST)
                .map(it -> detected(it, now))
                .toList();
    }

    private static Detected detected(LateAttempt attempt, Instant now) {
        String subject = LateAttempt.id(attempt.kind(), attempt.lease());
        return new Detected(Kind.LATE_ATTEMPT, attempt.lease().lock(), subject, LateWords.sentence(attempt, now));
    }
}
