package io.lockkeeper.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.time.Instant;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

class AgentDocumentTest {

    private static final Instant SEEN = Instant.parse("2030-01-01T00:00:00Z");

    private final AgentDocument agent =
            new AgentDocument("id", "billing", "b-1", "host", 1, "0.1.0", SEEN.minusSeconds(60), SEEN, 3, 1);

    @Test
    void anAgentIsMissedOnceItHasLeftOutThreeBeats() {
        assertThat(agent.isMissed(SEEN.plus(Duration.ofSeconds(30)))).isFalse();
        assertThat(agent.isMissed(SEEN.plus(Duration.ofSeconds(31)))).isTrue();
    }

    @Test
    void aDocumentOfAnotherKindIsRefusedByItsId() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> AgentDocument.fromBson(BsonDocument.parse("{ _id: 'x', service: 7 }")))
                .withMessageContaining("x");
    }
}
