package io.lockkeeper.console.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.audit.AuditEntry.End;
import io.lockkeeper.console.audit.AuditEntry.Outcome;
import io.lockkeeper.console.audit.AuditEntry.Result;
import java.time.Duration;
import java.time.Instant;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

class AuditMapperTest {

    private static final Instant NOW = Instant.parse("2026-11-22T12:00:00Z");

    @Test
    void whatIsWrittenIsRead() {
        Result result = new Result(NOW, Outcome.NOT_CONFIRMED, "", "connection reset by 192.0.2.1");
        End end = new End(NOW, End.Kind.STOPPED, Duration.ofMillis(100));
        assertThat(AuditMapper.result(AuditMapper.result("a", result))).isEqualTo(result);
        assertThat(AuditMapper.end(AuditMapper.end("a", end))).isEqualTo(end);
    }

    /** It was written also where the lease had been evicted, with what the server said for everybody to read. */
    @Test
    void anOldFailureIsNotConfirmedAndItsTextIsForOperators() {
        BsonDocument old = BsonDocument.parse(
                "{ _id: 'a/result', at: { $date: '2026-11-22T12:00:00Z' }, outcome: 'FAILED', detail: 'refused by db1'"
                        + " }");
        assertThat(AuditMapper.result(old)).isEqualTo(new Result(NOW, Outcome.NOT_CONFIRMED, "", "refused by db1"));
    }
}
