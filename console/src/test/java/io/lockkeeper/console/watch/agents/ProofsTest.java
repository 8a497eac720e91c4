package io.lockkeeper.console.watch.agents;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.watch.agents.Proofs.Proof;
import io.lockkeeper.console.watch.board.Board;
import io.lockkeeper.model.AgentDocument;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ProofsTest {

    private static final Proofs PROOFS = new Proofs(Set.of(new Proof("agent-1", "billing", "bill-1", "host-1")));

    @Test
    void anAgentThatALiveLeaseNamesIsProven() {
        assertThat(PROOFS.isProven(agent("agent-1", "billing", "bill-1", "host-1")))
                .isTrue();
    }

    @Test
    void whoCallsItselfOtherwiseThanItsLeasesDoIsNot() {
        assertThat(PROOFS.isProven(agent("agent-1", "payments", "bill-1", "host-1")))
                .isFalse();
        assertThat(PROOFS.isProven(agent("agent-1", "billing", "bill-1", "elsewhere")))
                .isFalse();
    }

    @Test
    void whoHoldsNothingIsNot() {
        assertThat(PROOFS.isProven(agent("agent-2", "billing", "bill-1", "host-1")))
                .isFalse();
        assertThat(Proofs.of(new Board(), Instant.now()).live()).isEmpty();
    }

    private static AgentDocument agent(String id, String service, String instance, String host) {
        Instant now = Instant.EPOCH;
        return new AgentDocument(id, service, instance, host, 1, "0.1.0", now, now, 7, 0, null, null, null, null, null);
    }
}
