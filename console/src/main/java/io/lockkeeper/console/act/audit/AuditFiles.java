package io.lockkeeper.console.act.audit;

import com.vaadin.flow.router.QueryParameters;
import io.lockkeeper.console.ground.export.Export;
import io.lockkeeper.console.ground.export.ExportedList;
import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.scope.LockScope;
import java.time.Instant;
import java.util.Collection;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/** The rows of the audit's page. */
@Component
class AuditFiles implements ExportedList {

    private static final int STEP = 1_000;

    private final AuditLog log;
    private final ServerClock clock;

    AuditFiles(AuditLog log, ServerClock clock) {
        this.log = log;
        this.clock = clock;
    }

    @Override
    public String name() {
        return "audit";
    }

    @Override
    public Asked asked(QueryParameters parameters) {
        AuditQuery asked = AuditFilter.of(parameters).query(LockScope.present());
        Instant now = clock.now();
        return new Asked(
                now,
                most -> new Export(
                        "entries",
                        AuditFields.NAMES,
                        entries(asked, now).map(AuditFields::of),
                        "Name a part of the lock or of the operator."));
    }

    /** The entries as of one moment: a later one moves none into the next step. */
    private Stream<AuditEntry> entries(AuditQuery asked, Instant until) {
        return Stream.iterate(0, from -> from + STEP)
                .map(from -> log.page(asked, until, from, STEP))
                .takeWhile(entries -> !entries.isEmpty())
                .flatMap(Collection::stream);
    }
}
