package io.lockkeeper.console.face.historypage;

import io.lockkeeper.console.act.audit.AuditEntry;
import io.lockkeeper.console.act.audit.AuditEntry.Outcome;
import io.lockkeeper.console.act.audit.AuditEntry.Result;
import io.lockkeeper.console.act.audit.AuditLog;
import io.lockkeeper.console.act.audit.AuditQuery;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.remember.deploys.Deploys;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/** Finds the evictions and the deploys of a day. Waits for MongoDB. */
@Component
class PastMarks {

    /** An evening on which everything was evicted: more are not drawn. */
    private static final int EVICTIONS = 500;

    private final AuditLog audit;
    private final Deploys deploys;

    PastMarks(AuditLog audit, Deploys deploys) {
        this.audit = audit;
        this.deploys = deploys;
    }

    /** The newest first. */
    List<DayMark> of(LockScope scope, Day day) {
        AuditQuery query = new AuditQuery(scope, "", "", day.begin(), day.end());
        return Stream.concat(
                        audit.page(query, 0, EVICTIONS).stream()
                                .filter(PastMarks::isDone)
                                .map(DayMark::of),
                        deploys.between(scope, day.begin(), day.end()).stream().map(DayMark::of))
                .toList();
    }

    private static boolean isDone(AuditEntry entry) {
        Result result = entry.result();
        return entry.action().isEviction()
                && result != null
                && (result.outcome() == Outcome.MARKED || result.outcome() == Outcome.ENDED);
    }
}
