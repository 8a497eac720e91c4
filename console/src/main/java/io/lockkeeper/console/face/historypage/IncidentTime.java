package io.lockkeeper.console.face.historypage;

import com.vaadin.flow.router.QueryParameters;
import io.lockkeeper.console.ground.components.PageQuery;
import io.lockkeeper.console.ground.formats.IncidentAddress;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Objects;

/** The time of an incident, as its address has it. Without one, the last hour; with only one end, the hour from or to it. */
record IncidentTime(Instant from, Instant until) {

    private static final Duration USUAL = Duration.ofHours(1);

    static IncidentTime of(QueryParameters address, Instant now) {
        Instant from = PastAddress.instant(PageQuery.text(address, IncidentAddress.FROM));
        Instant until = PastAddress.instant(PageQuery.text(address, IncidentAddress.UNTIL));
        if (from != null && until == null) {
            return new IncidentTime(from, from.plus(USUAL));
        }
        Instant end = Objects.requireNonNullElse(until, now.truncatedTo(ChronoUnit.SECONDS));
        return new IncidentTime(from == null ? end.minus(USUAL) : from, end);
    }

    QueryParameters address() {
        return PageQuery.by(Map.of(IncidentAddress.FROM, from.toString(), IncidentAddress.UNTIL, until.toString()));
    }
}
