package io.lockkeeper.console.act.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.act.audit.AuditEntry.Outcome;
import io.lockkeeper.console.act.audit.AuditEntry.Result;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class AuditResultTest {

    private static final Instant NOW = Instant.parse("2026-11-22T12:00:00Z");

    @Test
    void withoutTheServersWordsThereAreNone() {
        AuditResult without = new AuditResult("a/result", NOW, "MARKED", "", null);
        assertThat(without.result()).isEqualTo(new Result(NOW, Outcome.MARKED, "", ""));
    }
}
