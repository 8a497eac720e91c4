package io.lockkeeper.console.act.audit;

import io.lockkeeper.console.watch.agents.LateFeed;
import io.lockkeeper.model.LateAttempt;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/** Copies what evicted holders attempted afterwards into the audit, because agents' reports are purged after a day. Used by one thread. */
@Component
class LateKeeper {

    private final LateFeed feed;
    private final AuditLog log;
    private final Set<String> kept = new HashSet<>();

    LateKeeper(LateFeed feed, AuditLog log) {
        this.feed = feed;
        this.log = log;
    }

    void keep() {
        Set<String> reported = feed.latest().stream().map(LateKeeper::id).collect(Collectors.toSet());
        kept.retainAll(reported);
        for (LateAttempt attempt : feed.latest()) {
            if (!kept.contains(id(attempt))) {
                log.late(attempt);
                kept.add(id(attempt));
            }
        }
    }

    private static String id(LateAttempt attempt) {
        return LateAttempt.id(attempt.kind(), attempt.lease());
    }
}
