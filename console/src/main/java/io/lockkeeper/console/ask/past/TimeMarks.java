package io.lockkeeper.console.ask.past;

import io.lockkeeper.console.act.audit.AuditEntry;
import io.lockkeeper.console.act.audit.AuditEntry.Outcome;
import io.lockkeeper.console.act.audit.AuditEntry.Result;
import io.lockkeeper.console.act.audit.AuditLog;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.remember.deploys.Deploys;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/** Finds the evictions and the deploys of a time. Waits for MongoDB. */
@Component
public class TimeMarks {

    /** The most evictions that are found, as on an evening on which everything was evicted. */
    public static final int EVICTIONS = 500;

    private final AuditLog audit;
    private final Deploys deploys;

    TimeMarks(AuditLog audit, Deploys deploys) {
        this.audit = audit;
        this.deploys = deploys;
    }

    /** The marks from an instant on, before another; of more than 500 evictions the newest. */
    public List<TimeMark> of(LockScope scope, Instant from, Instant until) {
        return Stream.concat(
                        audit.evictions(scope, from, until, EVICTIONS).stream()
                                .filter(TimeMarks::isDone)
                                .map(TimeMark::of),
                        deploys.between(scope, from, until).stream().map(TimeMark::of))
                .toList();
    }

    private static boolean isDone(AuditEntry entry) {
        Result result = entry.result();
        return result != null && (result.outcome() == Outcome.MARKED || result.outcome() == Outcome.ENDED);
    }
}
