package io.lockkeeper.console.face.historypage;

import com.vaadin.flow.router.QueryParameters;
import io.lockkeeper.console.ask.incident.Happening;
import io.lockkeeper.console.ask.incident.IncidentReading;
import io.lockkeeper.console.ground.export.Export;
import io.lockkeeper.console.ground.export.ExportedList;
import io.lockkeeper.console.ground.loops.HeavyReads;
import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** What happened in the time of an incident. */
@Component
class IncidentFiles implements ExportedList {

    private static final List<String> FIELDS = List.of("at", "until", "kind", "source", "lock", "words");

    private final IncidentReading reading;
    private final ServerClock clock;
    private final HeavyReads heavy;

    IncidentFiles(IncidentReading reading, ServerClock clock, HeavyReads heavy) {
        this.reading = reading;
        this.clock = clock;
        this.heavy = heavy;
    }

    @Override
    public String name() {
        return "incident";
    }

    @Override
    public Asked asked(QueryParameters parameters) {
        IncidentTime asked = IncidentTime.of(parameters, clock.now());
        LockScope scope = LockScope.present();
        return new Asked(
                asked.until(), most -> new Export("incident", FIELDS, rows(scope, asked), "Ask for less time."));
    }

    private Stream<Map<String, @Nullable Object>> rows(LockScope scope, IncidentTime asked) {
        return heavy.read(() -> reading.read(scope, asked.from(), asked.until())).happenings().stream()
                .map(IncidentFiles::row);
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
