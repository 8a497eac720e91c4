package io.lockkeeper.console.act.audit;

import com.vaadin.flow.router.QueryParameters;
import io.lockkeeper.console.ground.export.Export;
import io.lockkeeper.console.ground.export.Exports;
import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.scope.KeepsToScope;
import io.lockkeeper.console.ground.scope.LockScope;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.springframework.http.HttpStatus;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** Exports the rows of the audit's page. For every user, as the page is. */
@KeepsToScope
@RestController
class AuditFiles {

    private static final int STEP = 1_000;

    private final AuditLog log;
    private final ServerClock clock;
    private final Exports exports;

    AuditFiles(AuditLog log, ServerClock clock, Exports exports) {
        this.log = log;
        this.clock = clock;
        this.exports = exports;
    }

    @GetMapping("/export/audit.{format:csv|json}")
    void file(
            @PathVariable String format,
            @RequestParam MultiValueMap<String, String> parameters,
            HttpServletRequest request,
            HttpServletResponse answer)
            throws IOException {
        AuditQuery asked = query(parameters);
        Instant now = clock.now();
        exports.send(
                request,
                answer,
                format,
                now,
                () -> new Export(
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

    private static AuditQuery query(Map<String, List<String>> parameters) {
        try {
            return AuditFilter.of(new QueryParameters(parameters)).query(LockScope.present());
        } catch (IllegalArgumentException e) {
            throw new ResponseStatusException(HttpStatus.BAD_REQUEST, e.getMessage(), e);
        }
    }
}
