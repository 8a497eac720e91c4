package io.lockkeeper.console.act.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.act.audit.AuditEntry.End;
import io.lockkeeper.console.act.audit.AuditEntry.Outcome;
import io.lockkeeper.console.act.audit.AuditEntry.Result;
import io.lockkeeper.console.fixture.AskedEvictions;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.Test;

class AuditLogIT {

    private static final Instant NOW = Instant.parse("2026-11-22T12:00:00Z");
    private static final LocalDate DAY = LocalDate.parse("2026-11-22");

    /** What is stored is what earlier versions stored, so that each reads the other's. */
    @Test
    void whatIsWrittenIsReadAndStandsInTheCollectionAsItAlwaysDid() {
        try (Console console = Console.start()) {
            AuditLog log = console.bean(AuditLog.class);
            AuditEntry entry =
                    AskedEvictions.entry("one", NOW, "op", "::1", LockId.first("a"), "x", 7, "billing", "hung");
            Result result = new Result(NOW, Outcome.MARKED, "", "");
            End end = new End(NOW, End.Kind.STOPPED, Duration.ofMillis(100));
            log.intend(entry);
            log.conclude(entry, result);
            log.conclude(entry, new Result(NOW, Outcome.GONE, "", ""));
            assertThat(log.end(entry, end)).isEqualTo(end);
            assertThat(log.end(entry, new End(NOW, End.Kind.UNKNOWN, Duration.ZERO)))
                    .isEqualTo(end);
            assertThat(log.page(new AuditQuery(LockScope.EVERYTHING, "A", ""), 0, 10))
                    .containsExactly(AskedEvictions.ended(entry, result, end));
            assertThat(log.page(new AuditQuery(LockScope.EVERYTHING, ".", ""), 0, 10))
                    .isEmpty();
            assertThat(log.page(new AuditQuery(LockScope.EVERYTHING, "", "", DAY, DAY), 0, 10))
                    .hasSize(1);
            assertThat(log.page(new AuditQuery(LockScope.EVERYTHING, "", "", DAY.plusDays(1), null), 0, 10))
                    .isEmpty();
            assertThat(log.page(new AuditQuery(LockScope.EVERYTHING, "", "", null, DAY.minusDays(1)), 0, 10))
                    .isEmpty();
            assertThat(stored(console))
                    .containsExactly(
                            "{'_id': 'one', 'at': {'$date': '2026-11-22T12:00:00Z'}, 'by': 'op', 'ip': '::1',"
                                    + " 'action': 'EVICT', 'lock': 'a', 'acquirer': 'x', 'token': 7, 'holder': 'billing',"
                                    + " 'reason': 'hung'}",
                            "{'_id': 'one/end', 'at': {'$date': '2026-11-22T12:00:00Z'}, 'end': 'STOPPED',"
                                    + " 'afterMillis': 100}",
                            "{'_id': 'one/result', 'at': {'$date': '2026-11-22T12:00:00Z'}, 'outcome': 'MARKED',"
                                    + " 'detail': '', 'error': ''}");
            assertThat(console.own().getCollection("audit").listIndexes().map(index -> index.getString("name")))
                    .contains("lockkeeper_audit_newest");
        }
    }

    private static List<String> stored(Console console) {
        return console.own()
                .getCollection("audit")
                .find()
                .sort(new Document("_id", 1))
                .map(each -> each.toJson().replace('"', '\''))
                .into(new ArrayList<>());
    }
}
