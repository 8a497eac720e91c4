package io.lockkeeper.console.act.eviction;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.watch.dialect.Dialect;
import io.lockkeeper.console.watch.dialect.ForeignDocuments;
import org.junit.jupiter.api.Test;

class EvictionRiskTest {

    @Test
    void whereAnUnlockChangesTheDocumentALateOneIsPromisedToBeReported() {
        assertThat(GradeFacts.risk(dialect("shedlock"))).contains("reports a late write of the old process");
    }

    @Test
    void whereAReleaseDeletesTheDocumentNothingIsPromised() {
        assertThat(GradeFacts.risk(dialect("mongodblock-article")))
                .contains("cannot report its late release")
                .doesNotContain("reports a late write");
    }

    private static Dialect dialect(String id) {
        return ForeignDocuments.dialects().find(id).orElseThrow();
    }
}
