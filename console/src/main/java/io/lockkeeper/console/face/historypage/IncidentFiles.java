package io.lockkeeper.console.face.historypage;

import com.vaadin.flow.router.QueryParameters;
import io.lockkeeper.console.ask.incident.Happening;
import io.lockkeeper.console.ask.incident.IncidentReading;
import io.lockkeeper.console.ground.export.Export;
import io.lockkeeper.console.ground.export.Exports;
import io.lockkeeper.console.ground.loops.HeavyReads;
import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.scope.KeepsToScope;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** Exports what happened in the time of an incident as a file, with the same access rules as the page. */
@KeepsToScope
@RestController
class IncidentFiles {

    private static final List<String> FIELDS = List.of("at", "until", "kind", "source", "lock", "words");

    private final IncidentReading reading;
    private final ServerClock clock;
    private final Exports exports;
    private final HeavyReads heavy;

    IncidentFiles(IncidentReading reading, ServerClock clock, Exports exports, HeavyReads heavy) {
        this.reading = reading;
        this.clock = clock;
        this.exports = exports;
        this.heavy = heavy;
    }

    @GetMapping("/export/incident.{format:csv|json}")
    void file(
            @PathVariable String format,
            @RequestParam MultiValueMap<String, String> parameters,
            HttpServletRequest request,
            HttpServletResponse answer)
            throws IOException {
        IncidentTime asked = IncidentTime.of(new QueryParameters(parameters), clock.now());
        LockScope scope = LockScope.present();
        exports.send(
                request,
                answer,
                format,
                asked.until(),
                () -> new Export("incident", FIELDS, rows(scope, asked), "Ask for less time."));
    }

    private Stream<Map<String, @Nullable Object>> rows(LockScope scope, IncidentTime asked) {
        try {
            return heavy.read(() -> reading.read(scope, asked.from(), asked.until())).happenings().stream()
                    .map(IncidentFiles::row);
        } catch (IllegalArgumentException e) {
            throw new ResponseStatusException(HttpStatus.BAD_REQUEST, e.getMessage(), e);
        }
    }

    private static Map<String, @Nullable Object> row(Happening happening) {
        LockId lock = happening.lock();
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("at", happening.at().toString());
        fields.put("until", happening.until() == null ? null : happening.until().toString());
        fields.put("kind", happening.kind().name());
        fields.put("source", lock == null ? null : lock.storedSource());
        fields.put("lock", lock == null ? null : lock.name());
        fields.put("words", happening.words());
        return fields;
    }
}
